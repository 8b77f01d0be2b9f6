"""What a server notices that it has not written itself."""

import asyncio
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from scorer.live import watch
from scorer.live.hub import UNKNOWN, Hub, News
from scorer.live.watch import MaintenanceWatch
from scorer.web.maintenance import close_site

pytestmark = pytest.mark.postgres

TABLE, CLUB = 7, 8


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path


def test_that_the_site_was_closed_is_noticed_once_and_not_before_it_is_open() -> None:
    maintenance = MaintenanceWatch()
    assert not maintenance.has_ended()
    with close_site():
        assert not maintenance.has_ended()
    assert maintenance.has_ended()
    assert not maintenance.has_ended()
    with close_site():
        pass
    assert maintenance.has_ended()  # though nobody looked meanwhile
    assert not MaintenanceWatch().has_ended()


def test_a_server_that_starts_while_the_site_is_closed_notices_too() -> None:
    with close_site():
        maintenance = MaintenanceWatch()
    assert maintenance.has_ended()


def test_after_a_restore_every_page_is_told_to_look_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
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
