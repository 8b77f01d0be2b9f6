"""An individual of 12 at bridge: made and planned by taps, played, and read on a phone."""

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.events.links import Holder, path_by_key
from scorer.events.models import Event, Sitting
from tests.browser.conftest import DESK, PHONE, Visit, Visitor
from tests.browser.hands import go_to_table, save, tap
from tests.browser.rankings import places, rankings_everywhere, two_decimals
from tests.contract.test_table import ask
from tests.events.conftest import play_round
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = ("Ada", "Boris", "Chloé", "Dirk", "Emma", "Farid", "Greta", "Hugo", "Inès", "Jovan", "Katja", "Luc")


CONTRACTS: tuple[tuple[dict[str, Any], int, int], ...] = (
    ({"level": 4, "strain": "S", "tricks": 10}, 420, 620),
    ({"level": 3, "strain": "NT", "tricks": 10}, 430, 630),
    ({"level": 2, "strain": "H", "tricks": 8}, 110, 110),
    ({"level": 3, "strain": "NT", "tricks": 8}, -50, -100),
    ({"level": 5, "strain": "D", "tricks": 9}, -100, -200),
    ({"level": 6, "strain": "C", "tricks": 12}, 920, 1370),
    ({"level": 1, "strain": "NT", "tricks": 8}, 120, 120),
)
"""Contracts with the points of the side that plays them, not vulnerable and vulnerable, from a printed table."""
VULNERABLE = ["-", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "-", "EW", "NSEW", "-", "NS", "NSEW", "-", "NS", "EW"]
"""By the number of the board, as Law 2 lists them."""

Played = list[tuple[int, tuple[int, ...], int]]
"""Boards with who sat N, E, S and W, and the points of N–S."""


def make_and_plan(visitor: Visitor, club: Club) -> Event:
    for name in PLAYERS:
        PlayerFactory(club=club, name=name)
    page = visitor.open(reverse("events:create", args=[club.pk, "bridge"]))
    page.locator("[name=competes][value=players]").check(force=True)
    expect(page.get_by_role("button", name="Create the event")).to_be_in_viewport(ratio=1)
    assert visitor.faults() == []
    page.get_by_text("Everything else").click()
    page.get_by_label("The table sees what its results are worth so far").check()
    page.get_by_role("button", name="Create the event").click()
    event = Event.objects.get()
    assert event.individual
    assert "individual" in event.name
    page.get_by_role("link", name="Sign up from a list").click()
    page.get_by_role("textbox").fill("\n".join(PLAYERS))
    page.get_by_role("button", name="Show what the list says").click()
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("link", name="Plan the rounds").click()
    expect(page.get_by_text("everybody has a new partner in each round")).to_be_visible()
    assert visitor.faults() == []
    page.get_by_role("button", name="Choose Individual").click()
    return event


def test_12_players_change_partners(visit: Visit, club: Club, ada: Membership) -> None:
    visitor = visit(ada, size=PHONE)
    event = make_and_plan(visitor, club)
    assert event.planned_rounds.count() == 11
    random = Random(7)
    for _round in range(4):
        play_round(event, random)
    event.refresh_from_db()
    sitting = event.planned_rounds.get(number=1).sittings.all()[0]
    for path in (
        *(reverse(f"events:{name}", args=[club.pk, event.pk]) for name in ("seats", "cards")),
        reverse("events:movement", args=[club.pk, event.pk]),
        reverse("events:traveller", args=[club.pk, event.pk, sitting.deals[0]]),
        reverse("events:scorecard", args=[club.pk, event.pk, 1]),
        reverse("events:rule_result", args=[club.pk, event.pk, sitting.pk, sitting.deals[0]]),
        path_by_key(event, Holder.CONTESTANT, event.contestants.get(number=1).link),
        reverse("events:event", args=[club.pk, event.pk]),
    ):
        visitor.open(path)
        assert visitor.faults() == [], path
        assert visitor.overflow() == 0


def entry_of(board: int, random: Random) -> tuple[Entry, int]:
    """Return an entry, and the points of N–S, without asking the rules."""
    contract, usual, vulnerable = random.choice(CONTRACTS)
    declarer = random.choice("NESW")
    points = vulnerable if declarer in VULNERABLE[(board - 1) % 16] else usual
    return Entry(board, **contract, declarer=declarer), points if declarer in "NS" else -points


def type_by_taps(page: Page, entry: Entry) -> None:
    assert entry.level is not None
    assert entry.tricks is not None
    over = entry.tricks - 6 - entry.level
    tap(page, level=str(entry.level), strain=str(entry.strain), declarer=str(entry.declarer))
    tap(page, tricks=f"{over:+d}" if over else "=")
    save(page)


def play(event: Event, number: int, client: Client, random: Random, phone: Visitor | None) -> Played:
    """Play a round: at table 1 by taps on its phone, if it has one, and elsewhere by posts."""
    played: Played = []
    sittings = Sitting.objects.select_related("table").with_contestants().order_by("station")
    for sitting in sittings.filter(round__event=event, round__number=number):
        table = sitting.table
        assert table
        page = go_to_table(phone, event, 1) if phone and sitting.station == 1 else None
        for board in sitting.deals:
            entry, points = entry_of(board, random)
            if page:
                expect(page.locator("#entry h2")).to_have_text(f"Board {board}")
                type_by_taps(page, entry)
                expect(page.locator("#rows [id^=hand-]")).to_have_count(board - sitting.deals[0] + 1)
            else:
                answer = client.post(reverse("play:record", args=[table.pk]), ask(table, entry) | {"seen": SEEN})
                assert answer.status_code == 302
                table.refresh_from_db()
            played.append((board, sitting.numbers, points))
    return played


SEEN = "far_down many_overtricks board_far_ahead"


def ranked(played: Played) -> dict[int, Fraction]:
    """Return the percentage of each player: 2 for each result that is beaten and 1 for each equal one, of all tops."""
    won: dict[int, int] = {}
    tops: dict[int, int] = {}
    for board, seated, points in played:
        others = [other for at, where, other in played if at == board and where != seated]
        north_south = sum(2 * (points > other) + (points == other) for other in others)
        for place, player in enumerate(seated):
            won[player] = won.get(player, 0) + (2 * len(others) - north_south if place % 2 else north_south)
            tops[player] = tops.get(player, 0) + 2 * len(others)
    return {player: Fraction(100 * won[player], tops[player]) for player in won}


def test_the_ranking_of_an_evening_is_what_a_pencil_gives(
    visit: Visit, club: Club, ada: Membership, client: Client
) -> None:
    director, phone, random = visit(ada, size=DESK), visit(size=PHONE), Random(12)
    event, page = make_and_plan(director, club), director.page
    client.force_login(ada.user)
    played: Played = []
    for number in range(1, 12):
        judged = number in {1, 11}
        if judged:
            director.open(reverse("events:event", args=[club.pk, event.pk]))
            page.get_by_role("button", name=re.compile(f"^Start round {number}$")).click()
            expect(page.get_by_role("heading", name=f"Round {number} of 11")).to_be_visible()
        else:
            client.post(reverse("events:start_round", args=[club.pk, event.pk]))
        played += play(event, number, client, random, phone if judged else None)
        if judged:
            expect(phone.page.get_by_role("heading", name="So far")).to_be_visible()
            assert phone.faults() == []
            director.open(reverse("events:event", args=[club.pk, event.pk]))
            page.get_by_role("button", name=f"End round {number}").click()
            expect(page.get_by_role("button", name=f"End round {number}")).to_have_count(0)
        else:
            client.post(reverse("events:end_round", args=[club.pk, event.pk]))
    page.get_by_role("button", name="Finish the event").click()
    expect(page.get_by_role("heading", name=re.compile("^Ranking")).first).to_be_visible()
    assert director.faults() == []
    percents = ranked(played)
    by_name = {str(contestant): percents[contestant.number] for contestant in event.contestants.all()}
    expected = {name: (place, two_decimals(by_name[name])) for name, place in places(by_name).items()}
    for shown in rankings_everywhere(visit, event, ada):
        assert shown == expected
