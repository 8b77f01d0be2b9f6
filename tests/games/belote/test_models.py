import pytest
from django.db import IntegrityError, transaction

from games.belote.models import BeloteHand, BeloteTable
from games.belote.rules import PRESETS, Entry
from games.belote.rules.cards import tricks_from_text, tricks_of, tricks_to_text
from games.belote.rules.entry import PerSide
from scorer.play import services
from tests.factories import make_table
from tests.games.belote.rounds import ALL, SPADES_LOW, split
from tests.games.conftest import assert_kept_or_refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

TRICKS = tuple(split(*ALL, last=SPADES_LOW))
POINTS = Entry(bidder=2, value=90, trump="H", points=95, belote="contracting")
CARDS = Entry(bidder=1, value=100, trump="H", coinche="coinche", tricks=TRICKS)
SLAM = Entry(bidder=4, value="capot", trump="S", points=162, capot="bidder", declarations=PerSide(opponent=50))
ALL_TRUMP = Entry(bidder=3, value=120, trump="TA", points=130, belotes=PerSide(2, 1))


@pytest.fixture
def saved(club):
    def save(entry, variant="ffb"):
        table = make_table(club, "belote", variant=PRESETS[variant])
        return services.record_hand(table, entry, by=None, key=None).hand

    return save


IMPOSSIBLE = [
    (POINTS, {"bidder": 5}, "belote_bidder_in_range"),
    (POINTS, {"bidder": None}, "belote_one_kind_of_hand"),
    (POINTS, {"trump": "X"}, "belote_trump_known"),
    (POINTS, {"coinche": "double"}, "belote_coinche_known"),
    (POINTS, {"passed_out": True}, "belote_one_kind_of_hand"),
    (Entry(passed_out=True), {"belotes_opponent": 1}, "belote_one_kind_of_hand"),
    (POINTS, {"value": None}, "belote_one_kind_of_hand"),
    (POINTS, {"value": 170}, "belote_value_in_range"),
    (POINTS, {"slam": "capot"}, "belote_one_contract"),
    (SLAM, {"slam": "slam"}, "belote_slam_known"),
    (POINTS, {"points": None}, "belote_one_kind_of_hand"),
    (POINTS, {"points": 163}, "belote_points_in_range"),
    (POINTS, {"tricks": "1 JH"}, "belote_one_kind_of_hand"),
    (CARDS, {"belote": "opponent"}, "belote_one_kind_of_hand"),
    (POINTS, {"belote": "both"}, "belote_belote_known"),
    (SLAM, {"capot": "nobody"}, "belote_capot_known"),
    (SLAM, {"declarations_contracting": 20}, "belote_declarations_of_one_side"),
    (SLAM, {"declarations_opponent": 560}, "belote_declarations_of_one_side"),
    (ALL_TRUMP, {"belotes_opponent": 5}, "belote_belotes_of_four_suits"),
]


def test_a_hand_comes_back_as_it_was_written_and_an_impossible_one_is_refused(saved):
    assert_kept_or_refused(saved, BeloteHand.objects.all(), IMPOSSIBLE)


def test_the_database_refuses_a_target_of_no_points(club):
    table = make_table(club, "belote")
    with pytest.raises(IntegrityError, match="belote_target_above_0"), transaction.atomic():
        BeloteTable.objects.filter(table=table).update(target=0)


def test_tricks_are_one_line_of_text():
    text = tricks_to_text(TRICKS[:2])
    assert text == "/".join(f"{trick.leader} {' '.join(trick.cards)}" for trick in TRICKS[:2])
    assert tricks_from_text(text) == TRICKS[:2]
    with pytest.raises(ValueError, match="invalid literal"):
        tricks_from_text("")


def test_the_winner_of_a_trick_leads_the_next():
    cards = [card for trick in TRICKS for card in trick.cards]
    assert tricks_of(cards, TRICKS[0].leader, "H") == TRICKS
    assert [trick.leader for trick in tricks_of(["7C", "8C", "7H", "9C", "AC"], 2, "H")] == [2, 4]


def test_without_a_trump_nobody_has_won_yet():
    assert [trick.leader for trick in tricks_of(["7C", "8C", "7H", "9C", "AC"], 2, None)] == [2, 2]
