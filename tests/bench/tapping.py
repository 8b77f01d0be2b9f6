"""What a cheap phone feels while hands are typed on it: how long taps and saves take, what moves, what it loads."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from scorer.club.models import Club
from scorer.play import phones as links
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import GameConfig, all_games
from tests.bench import Line
from tests.bench.measuring import found_club
from tests.bench.traffic import served
from tests.browser.conftest import PHONE, QUIET, find_chromium
from tests.browser.hands import EVERYBODY_PLAYS, OF_EVERYBODY
from tests.contract.conftest import sheet_of
from tests.factories import make_players, make_table

SLOWER = 6
"""How much slower the processor of a cheap phone is than this one."""
LATENCY, BYTES = 400, 400_000 / 8
"""Milliseconds until a response begins, and what 400 kbit/s carry in a second."""
PACE = 400
"""Milliseconds between two taps of a quick player. The points are asked for after 250."""
FEEL = """
  window.felt = { taps: [], shifts: [] };
  new PerformanceObserver((list) => felt.taps.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "event", durationThreshold: 16 });
  new PerformanceObserver((list) => {
    const shifts = list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput);
    felt.shifts.push(...shifts.map(({ startTime, value }) => [startTime, value]));
  }).observe({ type: "layout-shift", buffered: true });
"""
SAVE = """number => new Promise((done, fail) => {
  const began = performance.now();
  setTimeout(() => fail(document.getElementById("entry").innerText), 30_000);
  new MutationObserver((_, observer) => {
    if (!document.getElementById(`hand-${number}`)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));  // when it has been painted
  }).observe(document.getElementById("rows"), { childList: true });
  document.querySelector("#entry .save > button").click();
})"""


def phones(slugs: Sequence[str] | None, sizes: Sequence[int], saves: int, evening: int) -> Iterator[Line]:
    """Yield what phones feel on sheets of so many hands, and what an evening costs one that types all its hands."""
    club = found_club().club
    with served() as server, sync_playwright() as playwright:
        quiet = [
            option for option in QUIET if not option.startswith("--js-flags")
        ]  # scripts are as quick as they can be
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=quiet)
        site = f"http://127.0.0.1:{server.port}"
        for game in all_games():
            if slugs and game.slug not in slugs:
                continue
            for hands in sizes:
                with CheapPhone(browser) as phone:
                    phone.join(site, table_with(club, game, hands))
                    yield from phone.feels(f"phone.{game.slug}.{hands}", OF_EVERYBODY[game.slug], saves)
            with CheapPhone(browser) as phone:
                phone.join(site, table_with(club, game, 0))
                yield from phone.loads(f"phone.{game.slug}.evening", OF_EVERYBODY[game.slug], evening)
        browser.close()


def table_with(club: Club, game: GameConfig, hands: int) -> Table:
    """A table of so many players that the usual hand of the game can be typed there."""
    seats = EVERYBODY_PLAYS[game.slug]
    table = make_table(club, game, players=make_players(club, seats))
    for entry in sheet_of(game, game.rules.PRESETS[game.default_variant], seats, hands):
        services.record_hand(table, entry, by=None, key=None)
    return table


class CheapPhone:
    """A window of the browser that is as slow as a cheap phone far from the wifi."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        width, height = PHONE
        self.context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.add_init_script(FEEL)
        self.wire = self.context.new_cdp_session(self.page)
        self.wire.send("Network.enable")

    def __enter__(self) -> "CheapPhone":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def slow_down(self) -> None:
        self.wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        limits = {"latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
        self.wire.send("Network.emulateNetworkConditions", {"offline": False, **limits})

    def join(self, site: str, table: Table) -> None:
        """Open the link of the table, and then its sheet with an empty cache."""
        self.page.goto(site + str(links.path_of(table, links.Link.ENTRY)))
        self.button = self.page.get_by_role("button", name="Chloé")
        self.button.wait_for()
        self.wire.send("Network.clearBrowserCache")

    def open(self) -> None:
        self.button.tap()
        self.page.wait_for_url("**/tables/**")  # with its scripts
        self.page.wait_for_timeout(4 * PACE)

    def feels(self, name: str, hand: dict[str, str], saves: int) -> Iterator[Line]:
        """Yield the worst tap and the own row of a hand, medians of so many, and what moved by itself."""
        self.slow_down()
        self.open()
        taps, restyled, rows = [], [], []
        for _ in range(saves):
            self.page.evaluate("felt.taps.length = 0")
            for field, value in keys_of(hand):
                with traced(self.browser, self.page) as events:
                    self.choose(field, value)
                    self.page.wait_for_timeout(PACE // 2)
                restyled.append(elements_restyled(events))
                self.page.wait_for_timeout(PACE)
            self.page.wait_for_timeout(4 * PACE)
            taps.append(max(self.page.evaluate("felt.taps"), default=0.0))
            rows.append(self.save())
            self.page.wait_for_timeout(4 * PACE)
        yield f"{name}.tap.worst", median(taps), "ms"
        yield f"{name}.tap.elements", max(restyled), "elements"
        yield f"{name}.own-row", median(rows), "ms"
        yield f"{name}.layout-shift", 1000 * largest_shift(self.page.evaluate("felt.shifts")), "thousandths"

    def loads(self, name: str, hand: dict[str, str], hands: int) -> Iterator[Line]:
        """Yield what it loads with its sheet and for so many hands. Its network is quick: it skips nothing."""
        received = Received(self.page)
        self.open()
        for _ in range(hands):
            for field, value in keys_of(hand):
                self.choose(field, value)
                self.page.wait_for_timeout(PACE)
            self.save()
            self.page.wait_for_timeout(2 * PACE)  # the second tap of a double tap would not count
        yield f"{name}.{hands}.requests", received.requests, "requests"
        yield f"{name}.{hands}.bytes", received.bytes, "bytes"

    def choose(self, field: str, value: str) -> None:
        if value and self.page.locator(f"#entry input[name={field}][type=text]").count():
            self.page.locator(f"#entry input[name={field}]").fill(value)
        else:
            self.page.locator(f"#entry [name={field}][value='{value}']").tap()

    def save(self) -> float:
        """Return the milliseconds until the own row has been painted."""
        number = self.page.locator("#entry [name=number]").input_value()
        return float(self.page.evaluate(SAVE, number))


class Received:
    """Counts requests of a page from now on, and the bytes of their responses, compressed and with their headers."""

    def __init__(self, page: Page) -> None:
        self.requests = self.bytes = 0
        wire = page.context.new_cdp_session(page)
        wire.on("Network.requestWillBeSent", lambda _: self._count(1, 0))
        wire.on("Network.loadingFinished", lambda sent: self._count(0, int(sent["encodedDataLength"])))
        wire.send("Network.enable")

    def _count(self, requests: int, received: int) -> None:
        self.requests += requests
        self.bytes += received


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[dict[str, Any]]]:
    """Collect what the browser does for the page. The list is filled at the end."""
    events: list[dict[str, Any]] = []
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    yield events
    events += json.loads(browser.stop_tracing())["traceEvents"]


def keys_of(hand: dict[str, str]) -> list[tuple[str, str]]:
    return [(field, value) for field, values in hand.items() for value in values.split()]


def elements_restyled(events: Sequence[dict[str, Any]]) -> int:
    """Return of how many elements the browser has worked out the style anew, at the most at once."""
    counts = [event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"]
    return max(counts, default=0)


def largest_shift(shifts: Sequence[tuple[float, float]]) -> float:
    """Return the Cumulative Layout Shift: the largest sum of shifts less than a second apart, within five seconds."""
    largest = total = 0.0
    first = last = float("-inf")
    for at, value in shifts:
        if at - last > 1000 or at - first > 5000:
            first, total = at, 0.0
        last, total = at, total + value
        largest = max(largest, total)
    return largest
