"""Cutting for partners anew, as after a rubber."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.bridge.rules import PRESETS, Entry
from scorer.audit.check import faults_of
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Score, Table
from scorer.play.table_context import TableContext
from tests.factories import make_table

LogIn = Callable[[Membership], Client]

pytestmark = pytest.mark.django_db

NAMES = ["Ada", "Boris", "Chloé", "Dirk"]
BUTTON = re.compile(r'<button class="second" name="partner".*?</button>')
ISOLATES = {0x2068: None, 0x2069: None}
GAME = Entry(None, 4, "S", "", "N", 10)


def rubber(club: Club) -> Table:
    """Ada and Chloé have won two games against Boris and Dirk."""
    table = make_table(club, "bridge", variant=PRESETS["rubber"])
    for _game in range(2):
        services.record_hand(table, GAME, by=None, key=None)
    return table


def players(table: Table) -> list[str]:
    return [chair.player for chair in TableContext(Table.objects.get(pk=table.pk)).chairs]


def totals(table: Table) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, points in Score.objects.filter(table=table).values_list("player__name", "points"):
        found[name] = found.get(name, 0) + points
    return found


@pytest.mark.parametrize(
    ("partner", "seated"),
    [
        (2, ["Ada", "Chloé", "Boris", "Dirk"]),
        (4, ["Ada", "Boris", "Dirk", "Chloé"]),
        (3, ["Ada", "Boris", "Chloé", "Dirk"]),
    ],
)
def test_the_partner_sits_opposite_from_the_next_hand_on(partner: int, seated: list[str], club: Club) -> None:
    table = rubber(club)
    services.change_partners(table, partner, by=None)
    assert players(table) == seated
    assert list(faults_of(Table.objects.filter(pk=table.pk))) == []


def test_the_hands_so_far_stay_with_those_who_played_them(club: Club) -> None:
    table = rubber(club)
    before = totals(table)
    services.change_partners(table, 4, by=None)
    assert totals(table) == before
    services.record_hand(Table.objects.get(pk=table.pk), GAME, by=None, key=None)
    gained = {name: points - before[name] for name, points in totals(table).items()}
    assert gained == {"Ada": 120, "Dirk": 120, "Boris": -120, "Chloé": -120}


def test_cutting_twice_before_the_next_hand_leaves_no_trace_on_the_seats(club: Club) -> None:
    table = rubber(club)
    seats = table.seats.count()
    services.change_partners(table, 2, by=None)
    services.change_partners(Table.objects.get(pk=table.pk), 2, by=None)
    assert players(table) == NAMES
    assert table.seats.count() == seats


def test_the_page_offers_to_cut_once_a_rubber_is_won(club: Club, boris: Membership, client_of: LogIn) -> None:
    table, client = rubber(club), client_of(boris)
    cut = reverse("play:partners", args=[table.pk])
    assert cut in client.get(reverse("play:table", args=[table.pk])).content.decode()
    assert client.get(cut).status_code == 200
    assert client.post(cut, {"partner": "9"}).status_code == 422
    assert client.post(cut, {"partner": "2"}).status_code == 302
    assert players(table) == ["Ada", "Chloé", "Boris", "Dirk"]


def test_each_choice_names_both_pairs_and_says_which_play_now(club: Club, boris: Membership, client_of: LogIn) -> None:
    table, client = rubber(club), client_of(boris)
    services.change_partners(table, 4, by=None)
    page = client.get(reverse("play:partners", args=[table.pk])).content.decode()
    choices = [unescape(strip_tags(choice)).translate(ISOLATES).split() for choice in BUTTON.findall(page)]
    assert choices == [
        ["N–S", "Ada", "&", "Boris", "E–W", "Dirk", "&", "Chloé"],
        ["N–S", "Ada", "&", "Dirk", "E–W", "Boris", "&", "Chloé", "as", "before"],
        ["N–S", "Ada", "&", "Chloé", "E–W", "Boris", "&", "Dirk"],
    ]


def test_where_everybody_plays_alone_there_are_no_partners(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "doppelkopf")
    assert client_of(boris).get(reverse("play:partners", args=[table.pk])).status_code == 404
