"""What the pictures show: sheets of a demo, and an event in its third round."""

from base64 import b64decode, b64encode
from pathlib import Path
from random import Random

from django.core.management import call_command
from django.db.models import QuerySet
from django.urls import reverse
from playwright.sync_api import Browser, Page, sync_playwright

from scorer.club.models import Club, Membership, Role
from scorer.events import links
from scorer.events import services as events
from scorer.events.links import Holder
from scorer.events.models import Event
from scorer.events.planning.proposals import proposals
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.setup.demo import NAMES
from tests.browser.conftest import DESK, PHONE, QUIET, find_chromium
from tests.chaos.writers import cookie_of
from tests.events.conftest import play_all, play_round
from tests.factories import make_table
from tests.games.bridge.test_rubber import RUBBER, deal

NAME = "scorer.example"
"""The site has a name, since nobody scans codes for addresses of the same machine."""
FOLDER = Path(__file__).parents[2] / "docs/pictures"
QUALITY = 75
CALLS = 4
"""The station that calls the director."""
SHARP = 1.5
"""Pixels of the picture for one of the page."""
SEED = 1
ROUNDS, PLAYED, PER_ROUND, MINUTES = 6, 2, 2, 15
"""Rounds of the event, those that have ended, boards of each, and its minutes."""

DESKTOP = (1060, 680)

README = """<!doctype html>
<style>
  body { margin: 0; padding: 12px; display: flex; gap: 20px; width: max-content; background: #fff }
  div { display: grid; gap: 20px }
  img { display: block; height: 520px; border-radius: 14px; box-shadow: 0 1px 6px #0006 }
  body > img { height: 1060px }
</style>
"""


class Camera:
    def __init__(self, browser: Browser, site: str, director: Membership) -> None:
        self.browser, self.site = browser, site
        self.cookies = [{"name": "sessionid", "value": cookie_of(director), "url": site}]

    def open(self, path: str, size: tuple[int, int], *, as_director: bool = True) -> Page:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=SHARP, locale="en-GB"
        )
        if as_director:
            context.add_cookies(self.cookies)
        page = context.new_page()
        page.goto(self.site + path)
        return page

    def take(self, page: Page, name: str) -> None:
        session = page.context.new_cdp_session(page)
        taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (FOLDER / f"{name}.webp").write_bytes(b64decode(taken["data"]))
        page.context.close()


def show(port: int) -> None:
    call_command("demo", hands=300, seed=SEED)
    club = Club.objects.get()
    director = club.memberships.get(role=Role.DIRECTOR)
    event = an_event(club)
    with sync_playwright() as playwright:
        arguments = [*QUIET, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=arguments)
        camera = Camera(browser, f"http://{NAME}:{port}", director)
        show_event(camera, event, club)
        show_bridge(camera, club)
        show_readme(camera, event)
        page = camera.open(reverse("play:paper", args=[rubber(club).pk]), PHONE)
        camera.take(page, "bridge-rubber-360-light")
        browser.close()


def an_event(club: Club) -> Event:
    """A pairs evening. In the third round, one station has finished and another calls."""
    event = events.create_event(
        club,
        get_game("bridge"),
        name="Tuesday pairs",
        preset="duplicate",
        comparison="matchpoints",
        rounds=ROUNDS,
        per_round=PER_ROUND,
        round_minutes=MINUTES,
        by=None,
    )
    players = [club.players.get(name=name) for name in NAMES]
    for first in range(0, len(players), 2):
        events.sign_up(event, players[first : first + 2], by=None)
    events.choose_plan(event, proposals(event, event.contestants.count())[0], by=None)
    random = Random(SEED)  # plays cards
    for _round in range(PLAYED):
        play_round(event, random)
    started = events.start_round(event, by=None)
    for sitting in started.sittings.select_related("table", "round__event"):
        assert sitting.table
        play_all(sitting.table, random, hands=2 if sitting.station == 1 else sitting.station % 2)
        if sitting.station == CALLS:
            events.call_director(sitting, by=None)
    return Event.objects.get(pk=event.pk)


def rubber(club: Club) -> Table:
    """The rubber that docs/rules/bridge.md works out."""
    table = make_table(club, "bridge", variant=RUBBER)
    lines = [("2S N", 1), ("3NT E", 0), ("4HX N", -1), ("4S N", 0), ("1NT E", 2), ("6D N", 0, "N 100")]
    for line in lines:
        services.record_hand(table, deal(*line), by=None, key=None)
    return table


def show_event(camera: Camera, event: Event, club: Club) -> None:
    """The pictures of docs/events.md."""

    def page_of(name: str) -> str:
        return reverse(f"events:{name}", args=[club.pk, event.pk])

    page = camera.open(page_of("cards"), DESK)
    page.locator(".cards").evaluate("cards => cards.scrollIntoView()")
    camera.take(page, "event-cards-1280")
    camera.take(camera.open(page_of("screen"), DESK), "event-screen-1280")
    camera.take(camera.open(page_of("event"), DESK), "event-console-1280")
    page = camera.open(page_of("event"), PHONE)
    page.locator(".station summary").first.click()
    page.locator(".stations").evaluate("list => list.scrollIntoView()")
    camera.take(page, "event-console-360")
    page = camera.open(links.path_of(event, Holder.STATION, 1), PHONE, as_director=False)
    page.get_by_role("button", name="Enter hands").click()
    camera.take(page, "event-after-360")
    finished = Event.objects.filter(state=Event.State.FINISHED).earliest("day")
    page = camera.open(reverse("events:event", args=[club.pk, finished.pk]), PHONE)
    page.locator("table").first.evaluate("table => table.scrollIntoView()")
    camera.take(page, "event-ranking-360")


def show_bridge(camera: Camera, club: Club) -> None:
    """The pictures of docs/events-in-detail.md: the demo's teams, their line-up on another evening, and sessions."""
    teams = Event.objects.get(competes=Event.Competes.TEAMS)
    values = {
        "preset": teams.preset,
        "comparison": teams.comparison,
        "rounds": teams.rounds,
        "per_round": teams.per_round,
    }
    planned, _left_out = events.copy_event(teams, {"name": "Teams", **values}, contestants=True, by=None)
    events.choose_plan(planned, proposals(planned, planned.contestants.count())[0], by=None)
    first = Event.objects.filter(series__isnull=False).earliest("day")

    def take(name: str, event: Event, view: str, *more: int, size: tuple[int, int] = PHONE) -> None:
        page = camera.open(reverse(f"events:{view}", args=[club.pk, event.pk, *more]), size)
        page.locator("main").evaluate("part => part.scrollIntoView()")
        camera.take(page, name)

    take("teams-match-360", teams, "match", 1, 1)
    take("teams-cross-table-1280", teams, "matches", size=DESK)
    take("teams-line-up-360", planned, "line_up", 1)
    take("hand-record-360", first, "traveller", 1)
    take("sessions-360", first, "sessions")


def show_readme(camera: Camera, event: Event) -> None:
    """A phone at a Doppelkopf table, a bridge table on a desktop, and an event, in one picture."""
    tables = Table.objects.filter(state=Table.State.OPEN, has_occasion=False)
    phone = camera.open(address(tables.filter(game="doppelkopf")), PHONE)
    bridge = camera.open(address(tables.filter(game="bridge")), DESKTOP)
    console = camera.open(reverse("events:event", args=[event.club_id, event.pk]), DESKTOP)
    taken = {page: b64encode(page.screenshot()).decode() for page in (phone, bridge, console)}
    images = [f'<img src="data:image/png;base64,{png}">' for png in taken.values()]
    whole = camera.browser.new_page(viewport={"width": 1, "height": 1}, device_scale_factor=1)
    whole.set_content(f"{README}{images[0]}<div>{images[1]}{images[2]}</div>")
    whole.wait_for_function("[...document.images].every((image) => image.complete && image.naturalWidth)")
    box = whole.locator("body").bounding_box()
    assert box
    whole.set_viewport_size({"width": int(box["width"]), "height": int(box["height"])})
    camera.take(whole, "readme")


def address(tables: QuerySet[Table]) -> str:
    return reverse("play:table", args=[tables.latest("opened_at").pk])
