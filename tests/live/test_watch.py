"""What a server notices of writes by other processes."""

import asyncio
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from scorer.live import watch
from scorer.live.hub import UNKNOWN, Hub, News
from scorer.live.watch import MaintenanceWatch
from scorer.server.maintenance import close_site

TABLE, CLUB = 7, 8


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path


def test_the_end_of_maintenance_is_noticed_once() -> None:
    maintenance = MaintenanceWatch()
    assert not maintenance.has_ended()
    with close_site():
        assert not maintenance.has_ended()
    assert maintenance.has_ended()
    assert not maintenance.has_ended()
    with close_site():
        pass
    assert maintenance.has_ended()  # although nobody asked meanwhile
    assert not MaintenanceWatch().has_ended()


def test_a_server_that_starts_during_maintenance_notices_its_end() -> None:
    with close_site():
        maintenance = MaintenanceWatch()
    assert maintenance.has_ended()


def test_after_a_restore_every_page_checks_for_news(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = Hub()
    monkeypatch.setattr(watch, "hub", hub)
    monkeypatch.setattr(watch, "SECONDS", 0)

    async def nothing_else() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(watch, "_poll_sqlite", nothing_else)
    monkeypatch.setattr(watch, "_listen_to_postgresql", nothing_else)

    async def story() -> None:
        page = hub.subscribe([TABLE, CLUB])
        hub.put(News("changed", TABLE, "12"))
        page.take()
        watching = asyncio.create_task(watch.watch())
        await asyncio.sleep(0)
        with close_site():
            pass
        async with asyncio.timeout(5):
            await page.wake.wait()
        watching.cancel()
        news = page.take()
        assert sorted(one.topic for one in news if one == News("changed", one.topic, UNKNOWN)) == [TABLE, CLUB]

    asyncio.run(story())
