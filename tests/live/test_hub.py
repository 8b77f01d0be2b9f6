"""Who hears which news. Each test runs its own event loop."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import pytest

from scorer.live import hub as hub_module
from scorer.live.hub import RECHECK, UNKNOWN, Full, Hub, News
from scorer.live.quotas import Quota
from tests.server import clock

TABLE, OTHER, ADA = 7, 8, 9


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def started() -> Hub:
    hub = Hub()
    hub.start()
    return hub


def changed(version: int, topic: int = TABLE) -> News:
    return News("changed", topic, str(version))


def test_news_reaches_only_the_listeners_of_its_topic() -> None:
    async def story() -> None:
        hub = started()
        ada, boris = hub.subscribe([TABLE]), hub.subscribe([OTHER])
        hub.put(changed(3))
        assert ada.take() == [changed(3)]
        assert boris.take() == []

    run(story())


def test_news_can_be_published_from_any_thread() -> None:
    async def story() -> None:
        hub = started()
        ada = hub.subscribe([TABLE])
        thread = threading.Thread(target=hub.publish, args=[changed(4)])
        thread.start()
        async with asyncio.timeout(5):
            await ada.wake.wait()
        thread.join()
        assert ada.take() == [changed(4)]

    run(story())


def test_a_slow_phone_hears_only_the_last_of_many_changes() -> None:
    async def story() -> None:
        hub = started()
        ada = hub.subscribe([TABLE, OTHER])
        for version in range(500):
            hub.put(changed(version))
        hub.put(changed(1, OTHER))
        hub.put(News("typing", TABLE, "x Boris"))
        assert ada.take() == [changed(499), changed(1, OTHER), News("typing", TABLE, "x Boris")]

    run(story())


def test_a_new_listener_hears_the_last_version_at_once() -> None:
    async def story() -> None:
        hub = started()
        hub.put(changed(5))
        assert hub.subscribe([TABLE]).take() == [changed(5)]
        assert hub.subscribe([OTHER]).take() == []

    run(story())


def test_a_new_listener_does_not_hear_who_was_typing() -> None:
    async def story() -> None:
        hub = started()
        hub.put(News("typing", TABLE, "x Boris"))
        assert hub.subscribe([TABLE]).take() == []

    run(story())


def test_resync_has_every_listener_check_for_news() -> None:
    async def story() -> None:
        hub = started()
        ada, boris = hub.subscribe([TABLE], [ADA]), hub.subscribe([OTHER], [OTHER])
        hub.put(changed(5))
        ada.take()
        hub.resync()
        assert ada.take() == [News("changed", TABLE, UNKNOWN), News(RECHECK, ADA, "")]
        assert boris.take() == [News("changed", OTHER, UNKNOWN), News(RECHECK, OTHER, "")]
        assert hub.subscribe([TABLE]).take() == []

    run(story())


def test_recheck_reaches_the_listeners_that_depend_on_a_right() -> None:
    async def story() -> None:
        hub = started()
        ada, boris = hub.subscribe([TABLE], [ADA]), hub.subscribe([ADA], [TABLE])
        hub.put(News(RECHECK, ADA, ""))
        assert (ada.take(), boris.take()) == ([News(RECHECK, ADA, "")], [])

    run(story())


def test_news_is_delayed_for_a_listener_with_a_delay_but_recheck_is_not() -> None:
    async def story() -> None:
        hub = started()
        ada = hub.subscribe([TABLE], [ADA], delay=9)
        hub.put(changed(3))
        assert not ada.wake.is_set()
        await asyncio.sleep(9)
        assert ada.wake.is_set()
        assert ada.take() == [changed(3)]
        hub.put(changed(4))
        hub.put(News(RECHECK, ADA, ""))
        assert ada.wake.is_set()
        assert ada.take() == [changed(4), News(RECHECK, ADA, "")]
        await asyncio.sleep(9)
        assert not ada.wake.is_set()
        hub.put(changed(5))
        await asyncio.sleep(9)
        assert ada.wake.is_set()

    clock.run(story())


def test_unsubscribing_leaves_nothing_behind() -> None:
    async def story() -> None:
        hub = started()
        club, login = Quota("club", 5), Quota("login", 5)
        ada, boris = hub.subscribe([TABLE], [ADA], (club, login)), hub.subscribe([TABLE, OTHER], [], (club,))
        hub.unsubscribe(boris)
        assert list(hub.topics) == [TABLE]
        hub.unsubscribe(ada)
        assert (hub.by_topic, hub.by_right, hub.by_quota) == ({}, {}, {})

    run(story())


def test_a_used_up_quota_is_free_again_when_somebody_leaves() -> None:
    async def story() -> None:
        hub = started()
        club, other = (Quota("club", 1),), (Quota("other", 1),)
        ada = hub.subscribe([TABLE], quotas=club)
        with pytest.raises(Full):
            hub.subscribe([OTHER], quotas=club + other)
        hub.subscribe([OTHER], quotas=other)  # the refused listener has taken no place
        hub.unsubscribe(ada)
        hub.subscribe([TABLE], quotas=club)

    run(story())


def test_a_replaced_listener_keeps_its_place_until_it_has_left() -> None:
    async def story() -> None:
        hub = started()
        browser = (Quota("browser", 2, replaces_oldest=True),)
        first, second, third, fourth = (hub.subscribe([TABLE], quotas=browser) for _ in range(4))
        assert [page.ending for page in (first, second, third, fourth)] == [True, True, False, False]
        assert first.wake.is_set()
        with pytest.raises(Full):
            hub.subscribe([TABLE], quotas=browser)
        assert not third.ending
        hub.unsubscribe(first)
        hub.subscribe([TABLE], quotas=browser)
        assert third.ending

    run(story())


def test_the_number_of_remembered_versions_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "MAX_REMEMBERED", 2)

    async def story() -> None:
        hub = started()
        for topic in (1, 2, 1, 3):
            hub.put(changed(9, topic))
        assert list(hub.latest) == [1, 3]

    run(story())


def test_publishing_without_a_running_loop_does_not_fail() -> None:
    hub = Hub()
    hub.publish(changed(1))

    async def story() -> None:
        hub.start()

    run(story())
    hub.publish(changed(2))
    assert not hub.latest
