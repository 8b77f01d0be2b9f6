"""Cards and results of the demo are such as a club has."""

from collections import Counter
from random import Random

import pytest

from games.bridge import rules
from games.bridge.rules.cards import Cards, read_cards
from games.bridge.rules.contract import BOOK
from games.bridge.rules.entry import DECLARERS
from games.bridge.rules.made_up import points_of, random_cards, random_result

LOTS = range(200)
VARIANT = rules.PRESETS["duplicate"]


@pytest.mark.parametrize("seed", LOTS)
def test_cards_are_a_whole_pack_and_what_is_made_of_them_is_possible(seed: int) -> None:
    random = Random(seed)
    cards = random_cards(random)
    assert read_cards(cards.text()) == (cards, [])
    entry = random_result(random, seed % 36 + 1, cards)
    assert [*rules.problems(entry, VARIANT, 4)] == []
    assert random_cards(Random(seed)) == cards


def results(text: str) -> Counter[tuple[str, int, str]]:
    """Return what 200 tables play: the side, the level and the strain."""
    cards, problems = read_cards(text)
    assert cards, problems
    entries = [random_result(Random(seed), 1, cards) for seed in LOTS]
    return Counter((DECLARERS[DECLARERS.index(entry.declarer) % 2], entry.level, entry.strain) for entry in entries)


def test_most_tables_play_the_game_that_the_cards_are_worth() -> None:
    found = results("N:AKQ65.K4.AJ3.984 9.QJ98.KT98.QJ52 J874.A73.Q42.K73 T32.T652.765.AT6")
    assert found.most_common(1)[0][0] == ("N", 4, "S")
    assert 100 < found["N", 4, "S"] < len(LOTS)
    assert {side for side, _level, _strain in found} == {"N"}


def test_a_slam_is_bid_with_the_points_for_it() -> None:
    found = results("N:AKQ.AKQ.KQJ.KQJ9 JT98.JT98.T98.T8 7654.7654.A76.A7 32.32.5432.65432")
    assert found.most_common(1)[0][0] == ("N", 6, "NT")


def test_even_cards_are_part_scores_on_both_sides() -> None:
    found = results("N:KQ5.AT7.J864.Q93 AJ4.K86.Q93.JT84 T973.QJ4.AT2.K75 862.9532.K75.A62")
    assert {side for side, _level, _strain in found} == {"N", "E"}
    assert max(level for _side, level, _strain in found) <= 3


def test_the_tables_of_a_deal_differ_by_a_trick_or_two() -> None:
    random = Random(1)
    cards: Cards = random_cards(random)
    tricks = {entry.tricks for entry in (random_result(random, 1, cards) for _table in LOTS) if entry.tricks}
    assert max(tricks) <= BOOK + 7
    assert 1 < len(tricks) < 7
    assert sum(points_of(hand) for hand in cards.hands) == 40
