"""An open page recovers by itself when the server is gone, or only a proxy responds: python -m tests.chaos.page."""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.bench import Line
from tests.chaos import finish, site
from tests.chaos.proxy import Proxy
from tests.chaos.server import HOST, Server, until

AWAY = 6.0
"""Seconds without a response, in which the page retries a few times."""

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's own event loop runs in this thread


def outages(page: Page, server: Server, proxy: Proxy, table: Any) -> Iterator[Line]:
    """Each time, a hand is typed while there is no response, and somebody else corrects another hand."""
    ways: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "proxy-502": (proxy.break_down, proxy.mend),
        "server-killed": (server.kill, server.start),
    }
    page.evaluate("window.sameAsBefore = true")
    for number, (name, (fail, recover)) in enumerate(ways.items(), start=2):
        fail()
        answered = proxy.answered
        type_hand(page)
        expect(page.locator("#outbox .now [role=status]")).to_have_text(
            "Not sent yet: 1 hand is waiting for the connection."
        )
        correct_first(table, level=number)
        until(lambda answered=answered: proxy.answered > answered + 1)
        time.sleep(AWAY)
        recover()
        began = time.monotonic()
        expect(page.locator("#rows tr")).to_have_count(number)
        yield f"page.{name}.hand-sent", time.monotonic() - began, "s"
        expect(page.locator("#hand-1")).to_contain_text(re.compile(f"{number}\\s*NT"))
        yield f"page.{name}.correction-shown", time.monotonic() - began, "s"
        correct_first(table, level=7)
        began = time.monotonic()
        expect(page.locator("#hand-1")).to_contain_text(re.compile(r"7\s*NT"))
        yield f"page.{name}.next-news", time.monotonic() - began, "s"
        yield f"page.{name}.loaded-anew.wrong", int(not page.evaluate("window.sameAsBefore === true")), "pages"
        yield f"page.{name}.lost", number - table.hands.count(), "hands"


def type_hand(page: Page) -> None:
    for name, value in {"declarer": "N", "level": "4", "strain": "NT", "tricks": "="}.items():
        page.locator(f"#entry [name={name}][value='{value}']").check()
    page.get_by_role("button", name=re.compile("^Save")).click()


def correct_first(table: Any, level: int) -> None:
    """Correct hand 1 from this process, which is not the server's."""
    from scorer.play import services  # noqa: PLC0415  # imports models, which need the settings

    services.correct_hand(table.hands.get(number=1), board(1, level), by=None, why="typed wrong")


def board(number: int, level: int) -> Any:
    from scorer.registry import get_game  # noqa: PLC0415  # as above

    return get_game("bridge").rules.Entry(board=number, level=level, strain="NT", declarer="N", tricks=9)


@contextmanager
def chromium(address: str, cookie: str, sheet: str) -> Iterator[Page]:
    from tests.browser.conftest import PHONE, QUIET, find_chromium  # noqa: PLC0415  # as above

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])
        page = context.new_page()
        with page.expect_response(re.compile("/live/")):
            page.goto(address + sheet)
        type_ahead(page)
        yield page
        browser.close()


def type_ahead(page: Page) -> None:
    """Once something was typed, the page has fetched the forms of the next hands."""
    with page.expect_response(re.compile("/ahead/")):
        page.locator("#entry [name=declarer][value='N']").check()


def main() -> Iterator[Line]:
    with site() as folder, Server(folder / "log") as server, Proxy(server.port) as proxy:
        from django.urls import reverse  # noqa: PLC0415  # as above

        from scorer.play import services  # noqa: PLC0415
        from tests.chaos import checking, writers  # noqa: PLC0415
        from tests.factories import make_table  # noqa: PLC0415

        expect.set_options(timeout=60_000)
        who = writers.found_club()
        table = make_table(who.club, "bridge")
        services.record_hand(table, board(1, 1), by=None, key=None)
        sheet = reverse("play:table", args=[table.pk])
        with chromium(f"http://{HOST}:{proxy.port}", writers.cookie_of(who), sheet) as page:
            yield from outages(page, server, proxy, table)
        yield "page.faults", checking.faults(), "checks"


if __name__ == "__main__":
    finish(main())
