"""A real Chromium against the real server, uvicorn with Scorer, which runs in threads of the test process."""

import contextlib
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright
from pytest_django.fixtures import Settings

from scorer.club.models import Club, Membership
from scorer.live.tickets import PREFIX
from scorer.play.models import Table
from tests.factories import make_table
from tests.languages import pseudo

# Playwright runs an event loop in this thread, in which Django would refuse the test's own queries.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

expect.set_options(timeout=15_000)  # a busy machine may be slow; expect() returns as soon as it can

AXE = (Path(__file__).parent / "axe.min.js").read_text()
# axe takes a key that is partly below the save bar for a key that is too small, although it can be scrolled; and it
# must not see colours on their way from light to dark.
CALM = ".save { position: static !important } *, ::before, ::after { transition: none !important }"
# With "preload", axe would apply imported stylesheets, which Django's forms.css has, as inline styles. The page's CSP
# forbids them, and none of the rules in TAGS looks at them but the one for audio and video.
RUN_AXE = """async ([only, rules]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
  const {violations} = await axe.run({runOnly: only, preload: false, resultTypes: ["violations"]});
  document.adoptedStyleSheets = [];
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`));
}"""
CONTRAST = ["color-contrast"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PHONE, DESK = (360, 740), (1280, 800)
LOOKS: tuple[tuple[tuple[int, int], Any], ...] = ((PHONE, "light"), (DESK, "dark"))
"""A phone in light and a desk in dark colours. Colours are the same in both sizes."""
PROGRAMS = ("chromium-headless-shell", "chromium")
"""The first has no windows, tabs or menus, and takes a good third less processor time."""
QUIET = [
    "--no-sandbox",  # needed for root in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--renderer-process-limit=1",  # windows share a process, which takes less time than to start one for each
    "--js-flags=--no-opt --no-maglev",  # most code runs too briefly to be worth optimising: axe takes 15 % less without
]


def find_chromium() -> str:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert path, f"no Chromium: install the package {PROGRAMS[0]}, or set CHROMIUM to the path of one"
    return path


class Traffic:
    """Passes requests on to the server's application, and counts those that it has not finished.

    It finishes them even if the browser window has been closed. Streams, which last as long as a page, do not count.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self.under_way = 0
        self.changed = threading.Condition()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        counts = scope["type"] == "http" and not scope["path"].startswith(PREFIX)
        self._count(counts)
        try:
            await self.application(scope, receive, send)
        finally:
            self._count(-counts)

    def _count(self, more: int) -> None:
        with self.changed:
            self.under_way += more
            self.changed.notify_all()

    def wait_for_its_end(self) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: not self.under_way, 20)


@pytest.fixture(scope="package")
def traffic() -> Traffic:
    from scorer.asgi import application  # noqa: PLC0415  # only when it is served

    return Traffic(application)


@pytest.fixture(scope="package")
def server(traffic: Traffic) -> Iterator[str]:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(traffic, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    started = threading.Event()
    thread.start()
    while not server.started and thread.is_alive():
        started.wait(0.02)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(5)


@pytest.fixture
def site(server: str, transactional_db: None, traffic: Traffic) -> Iterator[str]:
    """The URL of the running site, on a database of this test alone."""
    yield server
    traffic.wait_for_its_end()  # otherwise the tables would be emptied while a page reads them


@pytest.fixture(scope="package")  # not longer, since tests with their own event loop cannot run beside Playwright's
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


class Visitor:
    """A browser window, and everything that went wrong in it."""

    def __init__(self, context: BrowserContext, site: str, *, scripts: bool) -> None:
        self.site = site
        self.scripts = scripts
        self.is_as_new = True
        self.page: Page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.trouble: list[str] = []
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))

    @property
    def context(self) -> BrowserContext:
        """For tests that change how the window works, such as its clock. No other test gets this window."""
        self.is_as_new = False
        return self.page.context

    def take_on(self, size: tuple[int, int], scheme: Any) -> None:
        self.size, self.scheme = size, scheme
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme=scheme)

    def log_in(self, who: Membership) -> None:
        client = Client()
        client.force_login(who.user)
        self._set_cookie("sessionid", client.cookies["sessionid"].value)

    def choose_language(self, language: str) -> None:
        self._set_cookie("django_language", language)

    def _set_cookie(self, name: str, value: str) -> None:
        self.page.context.add_cookies([{"name": name, "value": value, "url": self.site}])

    def set_offline(self, offline: bool) -> None:
        self.page.context.set_offline(offline)

    def leave(self) -> bool:
        """Forget everything, and say whether the window can be used again: not if its page kept going elsewhere.

        An image of the site can empty its storage, and has no script that fills it again.
        """
        self.set_offline(False)
        for _ in range(2):  # the page may just be loading itself, and may still win
            with contextlib.suppress(Error):
                self.page.goto(self.site + "/static/icons/favicon.svg")
                self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
                break
        else:
            return False
        self.page.unroute_all()
        self.page.emulate_media(media="null")
        self.page.context.clear_cookies()
        self.trouble.clear()
        return True

    def _note(self, kind: str, text: str) -> None:
        # Chromium logs every 4xx, but responses such as 422 and 409 are not errors here. htmx logs requests that were
        # replaced by newer ones, as hx-sync demands.
        answered = "status of 4" in text or "Status Error Code 4" in text
        answered = answered or text.startswith(("htmx:sendAbort", "htmx:afterRequest"))
        if kind in ("error", "warning") and not (answered and "(Not Found)" not in text):
            self.trouble.append(text)

    def open(self, path: str) -> Page:
        self.page.goto(self.site + path)
        return self.page

    def axe(self) -> list[str]:
        """Return what axe finds on the page, as "rule: element". In dark colours, it checks only the contrast."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        only = TAGS if self.scheme == "light" else CONTRAST
        return cast("list[str]", self.page.evaluate(RUN_AXE, [only, CALM]))

    def faults(self) -> list[str]:
        """Return what axe finds and by how much the page is too wide, in each of LOOKS."""
        size, scheme = self.size, self.scheme
        found = []
        for look in LOOKS:
            self.take_on(*look)
            found += [f"{self.scheme}: {fault}" for fault in self.axe()]
            if self.overflow() > 0:
                found.append(f"{self.size}: {self.overflow()} px too wide")
        self.take_on(size, scheme)
        return found

    def expect_failed_requests(self) -> None:
        """Forget what the browser and htmx say of requests that failed or were refused, as the test meant them to."""
        meant = ("Failed to load resource", "htmx:sendError", "htmx:timeout", "htmx:responseError", "Response Status")
        self.trouble[:] = [line for line in self.trouble if not line.startswith(meant)]

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def assert_fits(page: Page) -> None:
    """Assert that everything a normal hand needs fits on the screen of a phone, with its points."""
    assert page.evaluate("scrollY") == 0
    for part in ("#totals", "#entry h2", "#why .gains", ".save > button"):
        box = page.locator(part).first.bounding_box()
        assert box, part
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= PHONE[1], part
    fields = page.evaluate(
        "Math.max(...[...document.querySelector('.save').parentElement.children].slice(0, -1)"
        ".map(field => field.getBoundingClientRect().bottom))"
    )
    assert fields <= page.locator(".save").bounding_box()["y"] + 1, "the bar covers a field"


@pytest.fixture(scope="session")
def widest_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the widest translation of each message. It takes more than a second to make."""
    folder = tmp_path_factory.mktemp("widest")
    pseudo.write(folder, pseudo.widest, ("de", "fr", "sr", "sr_Latn"))
    return folder


@pytest.fixture
def in_the_widest_words(settings: Settings, widest_words: Path) -> None:
    """Offers a language of the widest words: `visitor.choose_language(pseudo.CODE)`."""
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo.CODE, "Pseudo")]
    settings.LOCALE_PATHS = [widest_words]


@pytest.fixture
def table(club: Club) -> Table:
    return make_table(club, "bridge")


Visit = Callable[..., Visitor]


@pytest.fixture(scope="package")
def windows(chromium: Browser) -> dict[bool, list[Visitor]]:
    """Windows that earlier tests have left, with and without scripts.

    A page in one of them takes half the processor time of one in a new one.
    """
    return {True: [], False: []}


@pytest.fixture
def visit(chromium: Browser, windows: dict[bool, list[Visitor]], site: str) -> Iterator[Visit]:
    """Opens a window for a login, or for a visitor without one. By default, it has the size of a phone."""
    visitors: list[Visitor] = []

    def open_window(
        who: Membership | None = None, *, size: tuple[int, int] = PHONE, scheme: Any = "light", scripts: bool = True
    ) -> Visitor:
        if windows[scripts]:
            visitor = windows[scripts].pop()
        else:
            visitor = Visitor(chromium.new_context(java_script_enabled=scripts), site, scripts=scripts)
        visitors.append(visitor)
        visitor.take_on(size, scheme)
        if who:
            visitor.log_in(who)
        return visitor

    yield open_window
    trouble = [line for visitor in visitors for line in visitor.trouble]
    for visitor in visitors:
        if visitor.is_as_new and visitor.leave():
            windows[visitor.scripts].append(visitor)
        else:
            visitor.context.close()
    assert trouble == []
