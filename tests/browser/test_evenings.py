"""Whole evenings: a director's page, stations, phones at some of them, and a ranking that is corrected at the end."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Membership
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.play import services as play
from tests.browser.conftest import DESK, Visit, Visitor
from tests.browser.hands import fill_in, go_to_table, save, tap
from tests.events.conftest import play_all
from tests.events.test_evenings import ranked_by_command, ranked_here

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = "\n".join(f"Ada {number} & Boris {number}" for number in range(1, 14))
PHONES = (1, 2)
"""The stations with a phone; hands at the others are entered by the services."""


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(name)).first.click()


def make_event(page: Page, club: int, game: str, names: str, house_rules: Sequence[str] = (), **values: str) -> Event:
    """Create an event and sign up a list, as a director does."""
    page.goto(page.url.split("/clubs/")[0] + reverse("events:create", args=[club, game]))
    for name in house_rules:
        page.get_by_text("Rules in detail").click()
        page.locator(f"[name={name}]").check(force=True)
    page.locator("summary", has_text="Everything else").click()
    for name, value in {"name": "Tuesday", **values}.items():
        page.locator(f"[name={name}]").fill(value)
    button(page, "Create the event")
    page.get_by_role("link", name="Sign up from a list").click()
    page.locator("[name=names]").fill(names)
    button(page, "Show what the list says")
    button(page, "^Sign up$")
    expect(page.get_by_role("heading", name=re.compile(f"^{len(names.splitlines())} (pairs|players)$"))).to_be_visible()
    return Event.objects.get()


def plan(page: Page, choice: str) -> None:
    page.get_by_role("link", name="Plan the rounds").click()
    page.get_by_role("button", name=f"Choose {choice}", exact=True).click()
    expect(page.get_by_role("button", name="Start round 1", exact=True)).to_be_visible()


def sittings(event: Event) -> list[Sitting]:
    running = event.planned_rounds.running().get()
    return list(running.sittings.select_related("table").order_by("station"))


def enter_board(phone: Visitor, deal: int, *, level: int, offline: bool) -> None:
    """Type a contract and save it; offline, the hand waits until the connection is back."""
    page = phone.page
    expect(page.locator("#entry h2")).to_have_text(f"Board {deal}")
    with page.expect_response(re.compile("/ahead/" if offline else "/preview/")):
        tap(page, declarer="N")
    phone.set_offline(offline)
    tap(page, level=str(level), strain="NT")
    if offline:
        tap(page, tricks="=")
        save(page)
        expect(page.locator("#outbox .now [role=status]")).to_contain_text("1 hand is waiting")
        phone.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        phone.expect_failed_requests()
    else:
        with page.expect_response(re.compile("/preview/")):
            tap(page, tricks="=")
        expect(page.locator(".save .gains").first).to_be_visible()
        save(page)


def consistent(event: Event) -> bool:
    return not any(list(faults(one.table)) for one in Sitting.objects.filter(round__event=event) if one.table)


def test_13_pairs_play_a_mitchell_at_7_stations_with_2_phones(visit: Visit, ada: Membership, tmp_path: Path) -> None:
    director = visit(ada, size=DESK)
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    event = make_event(page, ada.club.pk, "bridge", PAIRS, rounds="2", per_round="1")
    plan(page, "Mitchell")
    phones = {station: visit() for station in PHONES}
    for station, phone in phones.items():
        phone.open(path_of(event, Holder.STATION, station))
        expect(phone.page.get_by_text("Round 1 has not started yet")).to_be_visible()
    random = Random(13)
    for number in (1, 2):
        button(page, f"^Start round {number}$")
        expect(page.get_by_role("heading", name=f"Round {number} of 2")).to_be_visible()
        for sitting in sittings(event):
            if sitting.station not in phones:
                assert sitting.table
                play_all(sitting.table, random)
                continue
            phone = phones[sitting.station]
            at_table = phone.page
            at_table.wait_for_url(f"**{reverse('play:table', args=[sitting.table_id])}")  # where it goes by itself
            enter_board(
                phone, sitting.deals[0], level=1 + sitting.station % 3, offline=(number, sitting.station) == (1, 2)
            )
            expect(at_table.locator("#rows [id^=hand-]")).to_have_count(1)
        expect(page.get_by_text("complete").first).to_be_visible()
        page.get_by_role("button", name=f"End round {number}").click()
        for phone in phones.values():
            phone.page.wait_for_url("**/stations/**")  # even if its last hand had to wait for a connection
    page.get_by_role("button", name="Finish the event").click()
    expect(page.get_by_role("heading", name=re.compile("^Ranking")).first).to_be_visible()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED

    correct_and_rule(page, event, ada, tmp_path)
    assert director.axe() == []


def correct_and_rule(page: Page, event: Event, ada: Membership, folder: Path) -> None:
    """Station 1 had typed a wrong contract, and a board of station 5 is adjusted: the final ranking follows."""
    before = ranked_here(event)
    first = Sitting.objects.get(round__event=event, round__number=1, station=1)
    assert first.table
    wrong = first.table.hands.get(deal=first.deals[0])
    board = {"board": first.deals[0], "level": 6, "strain": "NT", "declarer": "N", "tricks": 13}
    play.correct_hand(wrong, Entry(**board), by=ada.user, why="wrong contract")
    fifth = Sitting.objects.get(round__event=event, round__number=1, station=5)
    page.goto(
        page.url.split("/clubs/")[0]
        + reverse("events:rule_result", args=[ada.club.pk, event.pk, fifth.pk, fifth.deals[0]])
    )
    fill_in(page, {"kind": "average", "average": "60-40"})
    page.locator("[name=why]").fill("a card was seen")
    page.locator("main form button").last.click()
    expect(page.get_by_text("a card was seen").first).to_be_visible()

    after = ranked_here(event)
    assert after != before
    place, name, score = page.locator(".board tbody tr").first.locator("td, th").all_inner_texts()[:3]
    best = contestants_by_number(event)[after[0][1]]
    assert (place, name) == ("1", str(best))
    assert float(score) == pytest.approx(after[0][2], abs=0.01)
    lines = list(event_lines(EventResults(event), contestants_by_number(event)))
    assert ranked_by_command(event, folder / "results.jsonl", "--set", "winners=2", lines=lines) == after
    assert consistent(event)


def test_18_doppelkopf_players_with_bock_rounds_a_guest_at_the_door_and_a_substitute(
    visit: Visit, ada: Membership, tmp_path: Path
) -> None:
    director = visit(ada, size=DESK)
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    names = "\n".join(f"Player {number}" for number in range(1, 18))
    event = make_event(page, ada.club.pk, "doppelkopf", names, ["bock_after_event"], rounds="2", per_round="1")
    assert event.variant.bock_after_event
    page.locator("[name=player_1]").fill("Guest at the Door")
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("button", name="Add Guest at the Door and sign up").click()
    expect(page.get_by_role("heading", name="18 players")).to_be_visible()
    plan(page, "Draw")
    player = visit()
    random = Random(18)
    for number in (1, 2):
        button(page, f"^Start round {number}$")
        expect(page.get_by_role("heading", name=f"Round {number} of 2")).to_be_visible()
        at_table = go_to_table(player, event, 1, Holder.CONTESTANT)
        tables = [sitting.table for sitting in sittings(event)]
        assert sorted(table.size for table in tables if table) == [4, 4, 5, 5]
        own = next(table for table in tables if table and f"{table.pk}" and at_table.url.endswith(table_path(table.pk)))
        for table in tables:
            if table and table != own:
                play_all(table, random)
        play_all(own, random)
        expect(at_table.locator("#rows [id^=hand-]")).to_have_count(own.deal_count or 0)
        page.get_by_role("button", name=f"End round {number}").click()
        if number == 1:
            substitute(page, event, contestant=3, name="Zoe Late")
    page.get_by_role("button", name="Finish the event").click()
    expect(page.locator(".board tbody tr")).to_have_count(18)
    expect(page.get_by_text("Zoe Late").first).to_be_visible()
    event.refresh_from_db()
    lines = list(event_lines(EventResults(event), contestants_by_number(event)))
    assert ranked_by_command(event, tmp_path / "results.jsonl", lines=lines) == ranked_here(event)
    met = [tuple(sorted(place.contestant_id for place in one.sides.all())) for one in Sitting.objects.all()]
    assert len(met) == 8
    assert consistent(event)


def substitute(page: Page, event: Event, *, contestant: int, name: str) -> None:
    """Somebody who is not in the roster yet plays on for a contestant who goes home."""
    console = page.url
    page.goto(console.split("/clubs/")[0] + reverse("events:contestant", args=[event.club_id, event.pk, contestant]))
    page.locator("[name=player_1]").fill(name)
    page.get_by_role("button", name="Substitute", exact=True).click()
    page.get_by_role("button", name=f"Add {name} and substitute").click()
    expect(page.get_by_text(name).first).to_be_visible()
    page.goto(console)


def table_path(table: int) -> str:
    return reverse("play:table", args=[table])
