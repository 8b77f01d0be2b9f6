"""On every page, everything is accessible, nothing is too wide in any language, and nothing violates the CSP."""

import gzip
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership, Player
from scorer.registry import all_games
from scorer.setup.services import setup_path
from tests.architecture.test_rights import names
from tests.browser.conftest import AXE, Visit, Visitor
from tests.factories import make_table
from tests.languages import pseudo
from tests.pages import an_evening, pages, pages_before_log_in

pytestmark = pytest.mark.django_db(transaction=True)

FRAGMENTS = ("play:house_rules", "play:progress")
"""URLs that return a part of a page."""

OF_EACH_GAME = ("play:table", "play:open", "play:correct", "play:game_rules")
"""Pages that games define themselves. All other pages are the same in every game."""


CUT = """() => [...document.querySelectorAll("button, .button, .key, th, legend, label")]
  .filter(each => each.offsetParent && each.innerText
    && !each.matches(".visually-hidden, :has(bdi)")
    && each.scrollWidth > each.clientWidth + 1
    && !["inline", "contents"].includes(getComputedStyle(each).display)
    && getComputedStyle(each).overflowX != "auto")
  .map(each => each.innerText)"""
"""Texts that are wider than their elements."""

BROKEN = """() => [...document.querySelectorAll(".key:not(:has(bdi))")].filter(key => key.offsetParent).flatMap(key => {
  const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT), broken = [];
  const line = at => {  // of one letter; before it may stand the hyphen of the line above
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + 1);
    return Math.round([...range.getClientRects()].at(-1).top);
  };
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[^\\s\u00ad\u2013-]+/g))
    if (line(word.index) != line(word.index + word[0].length - 1)) broken.push(word[0]);
  return broken;
})"""
"""Words on keys that continue on a second line without a hyphen."""


def open_all(visitor: Visitor) -> None:
    """Unfold everything, so that axe sees it."""
    visitor.page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(d => d.open = true)")


STYLES = """() => [...document.body.querySelectorAll("*")].map((each) =>
  [each.parentElement, each].map((one) => `${one.tagName} ${one.getAttribute("class")}`).join(" > "))"""
"""What colours depend on: each element's tag and class, and those of the element around it."""


def faults_of(visitor: Visitor, addresses: dict[str, str]) -> list[str]:
    """Open each page in the widest words, and in dark colours too if it has styles that no page before it had."""
    visitor.choose_language(pseudo.CODE)
    visitor.context.add_init_script(AXE)  # takes less time than to send axe to each page
    faults: list[str] = []
    known = set[str]()
    for name, address in addresses.items():
        if name.startswith(FRAGMENTS):
            continue
        page = visitor.open(address)
        open_all(visitor)
        assert page.locator("html").get_attribute("lang") == pseudo.CODE
        styles = set(page.evaluate(STYLES))
        if styles <= known:
            found = visitor.axe() + [f"{visitor.overflow()} px too wide"] * (visitor.overflow() > 0)
        else:
            found = visitor.faults()
        if not name.startswith("admin:"):  # the admin has the same forms
            found += [f"no room for “{text}”" for text in page.evaluate(CUT)]
            found += [f"“{text}” is broken" for text in page.evaluate(BROKEN)]
        faults += [f"{name}: {fault}" for fault in found]
        known |= styles
    return faults


@pytest.mark.parametrize("of_events", [True, False], ids=["events", "others"])
def test_every_page_is_accessible_and_fits_in_any_language(
    of_events: bool, in_the_widest_words: None, visit: Visit, ada: Membership
) -> None:
    """Every kind of page, each game's own, the form of each preset, and the pages of events in every state."""
    addresses = {
        name if name.split()[0] in OF_EACH_GAME or name.startswith("events:") else name.split()[0]: address
        for name, address in pages(ada, an_evening(ada)).items()
        if name.startswith("events:") == of_events
    }
    if of_events:
        assert faults_of(visit(ada), addresses) == []
        return
    for game in all_games():
        for preset, variant in game.rules.PRESETS.items():
            if preset != game.default_variant:
                table = make_table(ada.club, game, variant=variant)
                addresses[f"play:table {game.slug} {preset}"] = reverse("play:table", args=[table.pk])
    assert faults_of(visit(ada), addresses) == []
    assert faults_of(visit(), {k: v for k, v in pages_before_log_in(ada).items() if k != "not found"}) == []


def test_the_set_up_page_is_accessible_and_fits_in_any_language(in_the_widest_words: None, visit: Visit) -> None:
    path = setup_path()
    assert path
    assert faults_of(visit(), {"setup": path}) == []


def test_axe_finds_nothing_on_a_form_with_errors(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    for game in ("bridge", "belote"):
        page = visitor.open(reverse("play:table", args=[make_table(club, game).pk]))
        page.locator(".save button").first.click()
        page.locator(".errors").first.wait_for()
        open_all(visitor)
        assert visitor.axe() == []


def test_hostile_names_break_no_page(visit: Visit, ada: Membership) -> None:
    names = ["W" * 80, "<script>alert(1)</script>", "👩‍👩‍👧‍👦" * 11, "محمد بن عبد الله بن عبد المطلب"]
    players = [Player.objects.create(club=ada.club, name=name) for name in names]
    table = make_table(ada.club, "belote", players=players)
    visitor = visit(ada)
    for address in (
        reverse("play:table", args=[table.pk]),
        reverse("standings:home", args=[ada.club.pk]),
        reverse("club:players", args=[ada.club.pk]),
        reverse("play:substitute", args=[table.pk, 2]),
        reverse("play:open", args=[ada.club.pk, "belote"]) + f"?like={table.pk}",
    ):
        visitor.open(address)
        assert visitor.overflow() <= 0, address
        assert visitor.axe() == [], address
    assert "alert(1)" in visitor.open(reverse("play:table", args=[table.pk])).inner_text("body")


def test_a_sheet_is_less_than_65_kilobytes_compressed(ada: Membership, client: Client) -> None:
    """The page and all its files, without a cache, compressed as by WhiteNoise and the middleware.

    It was 60 before phones refused incomplete hands and stayed on the page without a connection, and 63 before a sheet
    asked for corrections and had keys for its boards.

    Browsers fetch the icon for the home screen of a phone only when somebody puts the page there.
    """
    client.force_login(ada.user)
    for table in an_evening(ada):
        page = client.get(reverse("play:table", args=[table.pk]), headers={"accept-encoding": "gzip"})
        html = gzip.decompress(page.content).decode()
        weight = len(page.content)
        for name in set(re.findall(r'(?:src|href)="/static/([^"]+)"', html)) - {"icons/touch.png"}:
            path = finders.find(name)
            assert isinstance(path, str), name
            with open(path, "rb") as file:  # noqa: PTH123  # finders return strings
                content = file.read()
            weight += len(gzip.compress(content)) if name.endswith((".css", ".js", ".svg")) else len(content)
        assert weight < 65_000, f"{table.game}: {weight}"


def test_every_page_is_tested(ada: Membership) -> None:
    """A new URL has to be added to tests/pages.py, or here if it only accepts POST."""
    listed = {name.split()[0].rstrip(",") for name in (pages(ada, an_evening(ada)) | pages_before_log_in(ada))}
    posts = {
        "play:entry", "play:preview", "play:record", "play:preview_correction", "play:void", "play:restore",
        "play:undo", "play:close", "play:rate", "play:reopen", "play:cancel",
        "club:logout", "club:login_link", "club:delete_login", "club:end_season",
        "club:make_membership_link", "club:withdraw_membership_link",
        "club:start_season", "club:bring_back", "club:anonymise", "standings:own_hide",
        "transfer:import_tables", "transfer:import_evenings",
        "transfer:import_results",
        "play:renew_link", "play:revoke_link", "play:put_aside", "play:reply", "play:accept_all", "play:confirms",
        "play:decide", "play:seen", "club:language",
        "events:rehearse", "events:imagine_round", "events:delete_rehearsal", "events:bring_round_back",
        "events:enter_late_hand", "events:put_aside_late_hand",
        "events:accept_request", "events:refuse_request",
        "events:set_prizes", "events:sign_up", "events:sign_off", "events:sign_off_one", "events:let_in",
        "events:remove_applicant",
        "events:match_partners", "standings:renew_evenings_link", "standings:championship_rule", "standings:leave_out",
        "standings:delete_championship", "events:sign_off_self_signed", "events:discard_plan",
        "events:start_round", "events:end_round", "events:finish", "events:cancel",
        "events:withdraw_ruling", "events:renew_links",
        "events:start_without_clock", "events:add_minutes", "events:pause_clock", "events:resume_clock",
        "events:stop_clock", "events:remove_minutes", "events:hold_round", "events:release_round",
        "events:call", "events:end_call", "events:end_call_of_station",
        "events:come_back", "events:go_back", "events:leave", "events:set_deals", "events:skip_round", "events:spoiled",
        "events:substitute", "events:take_back_round", "events:with_standing", "events:without_standing",
    }  # fmt: skip
    files = {
        "transfer:sheet_file",
        "transfer:table_file",
        "transfer:export_tables",
        "transfer:export_packed",
        "transfer:evenings_template",
        "club:roster_file",
        "events:download",
        "events:calendar",
        "standings:calendar",
        "standings:invited_calendar",
        "transfer:event_file",
        "transfer:event_file_packed",
        "transfer:stored_of_player",
        "transfer:stored_of_login",
    }
    parts = {"play:changes", "play:ahead", "events:around", "events:partner", "events:house_rules"}
    elsewhere = {"setup:begin", "setup:begin_club", "club:start", *parts, *files}
    assert set(names()) - listed - posts - elsewhere == set()
