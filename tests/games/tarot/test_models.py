from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from games.tarot.models import TarotHand, TarotPlayer
from games.tarot.rules import PRESETS
from games.tarot.rules.entry import Characters, Handful
from scorer.play import services
from tests.factories import make_players, make_table
from tests.games.conftest import assert_kept_or_refused, refused
from tests.games.tarot.entries import FIVE, GOOD, PLAIN, THROWN_IN, altered, deal, player

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

RICH = replace(
    FIVE,
    contract="garde_sans",
    points=56.5,
    petit_au_bout="defence",
    handfuls=(Handful(1, "single"), Handful(4, "double")),
    slam="announced_failed",
)
OUT = replace(GOOD, taker=2, sitting_out=(1,))
ALONE = deal(
    player(52, "21", "excuse", "petit", petit_au_bout=True),
    player(17, characters=Characters(K=1, J=1), first_trick=3),
    player(17, characters=Characters(K=1, J=1), first_trick=5, handfuls=("triple",)),
    player(2),
)
EXCUSE = deal(player(83, "21", "petit"), player(4, "excuse", trickless=True), player(0, trickless=True), player(0))
PAIRS = deal(*PLAIN, teams=((1, 4), (2, 3)))
FOUR_OF_FIVE = replace(deal(*PLAIN), sitting_out=(3,))


def seats_of(entry):
    if entry.kind == "one_for_one":
        return len(entry.players) + len(entry.sitting_out)
    return 5 if entry.partner or entry.sitting_out else 4


@pytest.fixture
def saved(club):
    def save(entry, seats=None, variant=PRESETS["house"]):
        players = make_players(club, seats or seats_of(entry))
        table = make_table(club, "tarot", variant=variant, players=players)
        return services.record_hand(table, entry, by=None, key=None).hand

    return save


def stored(hand):
    return TarotHand.objects.get(hand=hand).entry


def test_what_has_an_order_of_its_own_comes_back_in_that_order(saved):
    turned = replace(RICH, handfuls=RICH.handfuls[::-1])
    assert stored(saved(turned)) == RICH
    assert stored(saved(altered(0, oudlers=("excuse", "21")))) == deal(*PLAIN)
    assert stored(saved(replace(PAIRS, teams=((3, 2), (4, 1))))).teams == ((2, 3), (1, 4))


def test_a_correction_leaves_nothing_of_the_players_before(saved):
    hand = saved(ALONE)
    for entry in (replace(GOOD, handfuls=(Handful(3, "single"),)), PAIRS, THROWN_IN, ALONE):
        services.correct_hand(hand, entry, by=None, why="typed wrong")
        assert stored(hand) == entry
    assert TarotPlayer.objects.count() == 4


IMPOSSIBLE_DEALS = [
    (GOOD, {"passed_out": True}, "tarot_one_kind_of_hand"),
    (GOOD, {"dog_cards": 6}, "tarot_one_kind_of_hand"),
    (THROWN_IN, {"passed_out": False}, "tarot_one_kind_of_hand"),
    (ALONE, {"dog_cards": 7}, "tarot_dog_of_a_dealing"),
    (ALONE, {"dog_cards": None}, "tarot_one_kind_of_hand"),
    (GOOD, {"taker": None}, "tarot_one_kind_of_hand"),
    (GOOD, {"taker": 6}, "tarot_taker_in_range"),
    (GOOD, {"contract": "pousse"}, "tarot_contract_known"),
    (GOOD, {"contract": None}, "tarot_one_kind_of_hand"),
    (GOOD, {"oudlers": 4}, "tarot_oudlers_in_range"),
    (GOOD, {"oudlers": None}, "tarot_one_kind_of_hand"),
    (GOOD, {"points": None}, "tarot_one_kind_of_hand"),
    (GOOD, {"points": 91.5}, "tarot_points_in_halves"),
    (GOOD, {"points": -0.5}, "tarot_points_in_halves"),
    (GOOD, {"points": 40.25}, "tarot_points_in_halves"),
    (ALONE, {"taker": 1}, "tarot_one_kind_of_hand"),
    (THROWN_IN, {"points": 0}, "tarot_one_kind_of_hand"),
    (FIVE, {"partner": 6}, "tarot_called_among_five"),
    (OUT, {"partner": 3}, "tarot_called_among_five"),
    (GOOD, {"petit_au_bout": "both"}, "tarot_petit_au_bout_known"),
    (replace(GOOD, oudlers=0), {"petit_au_bout": "attack"}, "tarot_petit_au_bout_of_a_side_with_oudlers"),
    (replace(GOOD, oudlers=3), {"petit_au_bout": "defence"}, "tarot_petit_au_bout_of_a_side_with_oudlers"),
    (GOOD, {"slam": "made"}, "tarot_slam_with_all_tricks"),
    (replace(GOOD, points=86), {"slam": "announced_made"}, "tarot_slam_with_all_tricks"),
    (GOOD, {"slam": "small"}, "tarot_slam_known"),
    (OUT, {"sitting_out": 6}, "tarot_sitting_out_in_range"),
    (OUT, {"sitting_out": 2}, "tarot_the_taker_plays"),
]


def test_a_deal_comes_back_as_it_was_written_and_an_impossible_one_is_refused(saved):
    more = (RICH, EXCUSE, PAIRS, FOUR_OF_FIVE, replace(THROWN_IN, sitting_out=(2,)))
    assert_kept_or_refused(saved, TarotHand.objects.all(), IMPOSSIBLE_DEALS, *more)


IMPOSSIBLE_RESULTS = [
    (ALONE, 4, {"seat": 7}, "tarot_seat_in_range"),
    (ALONE, 4, {"seat": 0}, "tarot_seat_in_range"),
    (ALONE, 4, {"points": None}, "tarot_player_with_a_result_or_a_handful"),
    (ALONE, 4, {"points": 2.25}, "tarot_player_with_a_result_or_a_handful"),
    (ALONE, 4, {"points": 91.5}, "tarot_player_with_a_result_or_a_handful"),
    (RICH, 1, {"handful": None}, "tarot_player_with_a_result_or_a_handful"),
    (RICH, 1, {"oudler_21": True}, "tarot_player_with_a_result_or_a_handful"),
    (RICH, 1, {"team": 1}, "tarot_player_with_a_result_or_a_handful"),
    (RICH, 1, {"kings": 1, "queens": 0, "knights": 0, "jacks": 0}, "tarot_player_with_a_result_or_a_handful"),
    (RICH, 1, {"handful": "four"}, "tarot_handful_known"),
    (PAIRS, 1, {"team": 4}, "tarot_team_in_range"),
    (PAIRS, 1, {"team": 0}, "tarot_team_in_range"),
    (ALONE, 1, {"points": 4}, "tarot_an_oudler_has_points"),
    (EXCUSE, 2, {"points": 3.5, "trickless": None}, "tarot_an_oudler_has_points"),
    (ALONE, 2, {"petit_au_bout": True}, "tarot_petit_au_bout_with_the_petit"),
    (ALONE, 4, {"trickless": True}, "tarot_without_a_trick_nothing_but_the_excuse"),
    (EXCUSE, 4, {"trickless": False}, "tarot_without_a_trick_nothing_but_the_excuse"),
    (EXCUSE, 2, {"points": 5}, "tarot_without_a_trick_nothing_but_the_excuse"),
    (ALONE, 2, {"kings": 5}, "tarot_court_cards_in_the_pack"),
    (ALONE, 2, {"kings": None}, "tarot_court_cards_in_the_pack"),
    (ALONE, 2, {"first_trick": 0}, "tarot_first_trick_of_somebody_with_tricks"),
    (ALONE, 2, {"first_trick": 25}, "tarot_first_trick_of_somebody_with_tricks"),
    (EXCUSE, 4, {"first_trick": 1}, "tarot_first_trick_of_somebody_with_tricks"),
    (EXCUSE, 2, {"first_trick": 1}, "tarot_first_trick_of_somebody_with_tricks"),
]


def test_the_database_refuses_an_impossible_result_of_a_player(saved):
    hands = {entry: saved(entry) for entry, _seat, _change, _constraint in IMPOSSIBLE_RESULTS}
    for entry, seat, change, constraint in IMPOSSIBLE_RESULTS:
        players = TarotPlayer.objects.filter(tarot_hand__hand=hands[entry], seat=seat)
        assert constraint in refused(players, change), change


@pytest.mark.parametrize(
    ("seat", "change"),
    [
        (3, {"seat": 2}),
        (3, {"oudler_21": True}),
        (3, {"oudler_excuse": True}),
        (3, {"oudler_petit": True}),
        (3, {"first_trick": 3}),
    ],
)
def test_no_two_players_of_a_deal_have_the_same(saved, seat, change):
    saved(ALONE)
    with pytest.raises(IntegrityError, match=r"(?i)unique"), transaction.atomic():
        TarotPlayer.objects.filter(seat=seat).update(**change)


def test_players_of_other_deals_may_have_the_same(saved):
    saved(ALONE)
    assert stored(saved(ALONE)) == ALONE


def test_the_admin_names_the_taker_and_who_was_called(saved, ada, client_of):
    saved(RICH)
    saved(ALONE)
    client = client_of(ada)
    ada.user.is_superuser = True
    ada.user.save()
    page = client.get("/admin/tarot/tarothand/").content.decode()
    assert "Garde sans" in page
    assert "Ada" in page
    assert "Boris" in page
    assert "56.5" in page


def test_the_admins_list_asks_the_database_as_often_for_many_deals(
    saved, ada, client_of, django_assert_max_num_queries
):
    client = client_of(ada)
    ada.user.is_superuser = True
    ada.user.save()
    counts = []
    for _ in range(2):
        saved(ALONE)
        saved(RICH)
        with django_assert_max_num_queries(20) as asked:
            client.get("/admin/tarot/tarothand/")
        counts.append(len(asked))
    assert counts[0] == counts[1]
