"""The forty test cases of the binding text, the cards of SA and TA, capots, and hands that are dealt and played."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.belote.rules.cards import (
    CARD_POINTS,
    CARDS,
    LAST_TRICK,
    ROUND_POINTS,
    NotEightTricks,
    TeamPoints,
    UnfinishedTrick,
    belotes_in_one_hand,
    card_points,
    find_belote,
    find_capot,
    team_points,
    trick_points,
    trick_winner,
)
from games.belote.rules.entry import TRUMPS, PerSide, Trick
from games.belote.rules.house import BELOTE, Contract, round_score
from tests.games.belote.play import PACK, play, worth
from tests.games.belote.rounds import (
    ALL,
    CLUBS_HIGH,
    CLUBS_LOW,
    DIAMONDS_HIGH,
    DIAMONDS_LOW,
    PARTED,
    SPADES_HIGH,
    SPADES_LOW,
    TRUMP_HIGH,
    TRUMP_KING,
    TRUMP_LOW,
    TRUMP_QUEEN,
    round_of,
    split,
)

HIGHS = (CLUBS_HIGH, DIAMONDS_HIGH, SPADES_HIGH)
LOWS = (CLUBS_LOW, DIAMONDS_LOW, SPADES_LOW)

# Rounds by what seats 1 and 3 get, hearts trumps. The belote lies across: king with seat 4, queen with seat 1 or 3.
ACROSS = {"KH": 4, "QH": 3}
R78 = split(TRUMP_HIGH, CLUBS_HIGH, *LOWS, last=SPADES_LOW, held=ACROSS)
R90 = split(TRUMP_HIGH, *HIGHS[:2], last=SPADES_HIGH, held=ACROSS)
R100 = split(TRUMP_HIGH, *HIGHS[:2], last=DIAMONDS_HIGH, held=ACROSS)
R112 = split(TRUMP_LOW, *HIGHS, last=SPADES_LOW, held=ACROSS)
R160 = split(*[cards for cards in ALL if cards != CLUBS_LOW], last=SPADES_LOW, held=ACROSS)


# The text's 6 cases: points of a trick


def test_a_trick_without_trumps_adds_plain_values():
    assert trick_points(Trick(1, ("AC", "10C", "KC", "JC")), "H") == 27


def test_a_trick_of_trumps_adds_trump_values():
    assert trick_points(Trick(1, ("JH", "9H", "AH", "10H")), "H") == 55


def test_a_mixed_trick_adds_both():
    assert trick_points(Trick(2, ("AC", "9H", "9C", "JC")), "H") == 11 + 14 + 0 + 2


def test_a_trick_can_be_worth_nothing():
    assert trick_points(Trick(3, ("7C", "8C", "9C", "7D")), "H") == 0


def test_the_trump_jack_counts_twenty():
    assert trick_points(Trick(4, ("JH", "7C", "8C", "9C")), "H") == 20


def test_an_unfinished_trick_has_no_points():
    with pytest.raises(UnfinishedTrick, match="3 cards"):
        trick_points(Trick(1, ("JH", "7C", "8C")), "H")


# The text's 8 cases: points of the teams


def test_all_points_can_go_to_the_contracting_team():
    assert team_points(split(*ALL, last=SPADES_LOW), "H", 1) == TeamPoints(162, 0)


def test_all_points_can_go_to_the_opponents():
    assert team_points(split(last=SPADES_LOW), "H", 1) == TeamPoints(0, 162)


def test_points_are_split_by_who_won_the_tricks():
    assert team_points(R112, "H", 1) == TeamPoints(112, 50)


def test_the_last_trick_gives_the_contracting_team_ten():
    assert team_points(split(SPADES_LOW, last=SPADES_LOW), "H", 1) == TeamPoints(2 + 10, 150)


def test_the_last_trick_gives_the_opponents_ten():
    assert team_points(split(SPADES_LOW, last=CLUBS_LOW), "H", 1) == TeamPoints(2, 160)


def test_both_teams_together_have_162():
    for tricks in (R78, R90, R100, R112, R160):
        points = team_points(tricks, "H", 2)
        assert points.contracting + points.opponent == 162


def test_fewer_than_eight_tricks_are_refused():
    for count in (team_points, find_belote, belotes_in_one_hand, find_capot):
        with pytest.raises(NotEightTricks, match="7 tricks"):
            count(R100[:7], "H", 1)


def test_a_round_with_an_unfinished_trick_is_refused():
    unfinished = (*R100[:7], Trick(1, R100[7].cards[:3]))
    for count in (team_points, find_belote, belotes_in_one_hand, find_capot):
        with pytest.raises(UnfinishedTrick):
            count(unfinished, "H", 1)


# The text's 7 cases: belote


def test_the_contracting_team_has_king_and_queen():
    assert find_belote(split(last=SPADES_LOW, held={"KH": 1, "QH": 3}), "H", 1) == "contracting"


def test_the_opponents_have_king_and_queen():
    assert find_belote(split(*ALL, last=SPADES_LOW, held={"KH": 2, "QH": 4}), "H", 1) == "opponent"


def test_king_and_queen_in_different_teams_are_no_belote():
    assert find_belote(R100, "H", 1) is None


def test_king_and_queen_may_fall_in_different_tricks():
    tricks = split(*PARTED, last=SPADES_LOW, tricks=PARTED, held={"KH": 2, "QH": 4})
    assert find_belote(tricks, "H", 1) == "opponent"


def test_king_and_queen_may_come_from_one_player():
    tricks = split(last=SPADES_LOW, tricks=PARTED, held={"KH": 3, "QH": 3})
    assert find_belote(tricks, "H", 1) == "contracting"


def test_belote_with_the_bidder_at_position_1():
    assert find_belote(split(last=SPADES_LOW, held={"KH": 1, "QH": 3}), "H", 1) == "contracting"
    assert find_belote(split(*ALL, last=SPADES_LOW, held={"KH": 2, "QH": 4}), "H", 1) == "opponent"


def test_belote_with_the_bidder_at_position_3():
    assert find_belote(split(last=SPADES_LOW, held={"KH": 1, "QH": 3}), "H", 3) == "contracting"
    assert find_belote(split(last=SPADES_LOW, held={"KH": 1, "QH": 3}), "H", 2) == "opponent"


# The text's 5 cases: contract


@pytest.mark.parametrize(
    ("tricks", "value", "met", "scores"),
    [
        pytest.param(R112, 100, True, (112, 50), id="success above"),
        pytest.param(R100, 100, True, (100, 62), id="success exact"),
        pytest.param(R90, 100, False, (0, 162), id="failure below"),
        pytest.param(R160, 160, True, (160, 2), id="success at 160"),
        pytest.param(R78, 80, False, (0, 162), id="failure at 80"),
    ],
)
def test_a_contract_is_met_by_its_value(tricks, value, met, scores):
    score = round_score(tricks, Contract(1, value, "H"))
    assert (score.contract_met, score.contracting_score, score.opponent_score) == (met, *scores)


# The text's 6 cases: coinche


@pytest.mark.parametrize(
    ("tricks", "coinche", "scores"),
    [
        pytest.param(R112, "none", (112, 50), id="x1 success"),
        pytest.param(R112, "coinche", (224, 100), id="x2 success"),
        pytest.param(R112, "surcoinche", (448, 200), id="x4 success"),
        pytest.param(R90, "none", (0, 162), id="x1 failure"),
        pytest.param(R90, "coinche", (0, 324), id="x2 failure"),
        pytest.param(R90, "surcoinche", (0, 648), id="x4 failure"),
    ],
)
def test_the_coinche_multiplies_both_scores(tricks, coinche, scores):
    score = round_score(tricks, Contract(1, 100, "H", coinche))
    assert (score.contracting_score, score.opponent_score) == scores


# The text's 6 cases: belote bonus

MET = {"ours": (TRUMP_QUEEN, *HIGHS, CLUBS_LOW, DIAMONDS_LOW), "last": SPADES_LOW}  # 24 + 84 + 4 = 112
MISSED = {"ours": (TRUMP_KING, TRUMP_QUEEN, CLUBS_HIGH), "last": SPADES_HIGH}  # 38 + 24 + 28 = 90
OURS, THEIRS, NOBODYS = {"KH": 3, "QH": 3}, {"KH": 4, "QH": 4}, {"KH": 4, "QH": 3}


def final(hand, held, coinche="none"):
    tricks = split(*hand["ours"], last=hand["last"], tricks=PARTED, held=held)
    score = round_score(tricks, Contract(1, 100, "H", coinche))
    assert score.contracting_points == (112 if hand is MET else 90)
    return score.belote, score.contracting_final, score.opponent_final


def test_belote_gives_the_contracting_team_20_on_success():
    assert final(MET, OURS) == ("contracting", 132, 50)


def test_belote_gives_the_opponents_20_on_success():
    assert final(MET, THEIRS) == ("opponent", 112, 70)


def test_belote_gives_the_contracting_team_20_on_failure():
    assert final(MISSED, OURS) == ("contracting", 20, 162)


def test_belote_gives_the_opponents_20_on_failure():
    assert final(MISSED, THEIRS) == ("opponent", 0, 182)


def test_without_belote_nobody_gets_20():
    assert final(MET, NOBODYS) == (None, 112, 50)


def test_belote_is_added_after_the_multiplier():
    assert final(MET, OURS, "coinche") == ("contracting", 244, 100)


# The text's 2 cases: integration


def test_a_round_score_cannot_be_changed():
    score = round_score(R112, Contract(1, 100, "H"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        score.contract_met = False


def test_the_constants_are_those_of_the_text():
    assert (LAST_TRICK, BELOTE, CARD_POINTS, ROUND_POINTS) == (10, 20, 152, 162)


# Beyond the text


def test_the_pack_has_thirty_two_cards():
    assert sorted(CARDS) == sorted(PACK)
    assert len(set(CARDS)) == 32


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_scale_adds_up_to_152(trump):
    assert {card: card_points(card, trump) for card in CARDS} == {card: worth(card, trump) for card in PACK}
    assert sum(card_points(card, trump) for card in CARDS) == 152


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        (("7C", "8C", "AC", "10C"), "H", 4),
        (("AC", "7H", "10C", "KC"), "H", 3),
        (("AC", "7H", "8H", "KC"), "H", 4),
        (("AH", "9H", "JH", "10H"), "H", 4),
        (("7C", "AD", "AS", "JH"), "SA", 2),
        (("10C", "JC", "AC", "9C"), "SA", 4),
        (("7C", "AD", "JS", "8C"), "TA", 1),
        (("AC", "JC", "9C", "JD"), "TA", 3),
    ],
)
def test_the_highest_trump_or_the_highest_card_of_the_suit_led_wins(cards, trump, winner):
    assert trick_winner(Trick(2, cards), trump) == winner


def test_a_capot_is_found_and_who_made_it_alone():
    assert find_capot(split(*ALL, last=SPADES_LOW), "H", 1) == "bidder"
    assert find_capot(split(*ALL, last=SPADES_LOW), "H", 3) == "contracting"
    assert find_capot(split(*ALL, last=SPADES_LOW), "H", 2) == "opponent"
    shared = round_of([(cards, 1 if number else 3) for number, cards in enumerate(ALL)])
    assert find_capot(shared, "H", 1) == "contracting"
    assert find_capot(R160, "H", 1) is None


def test_162_points_need_not_be_a_capot():
    order = [cards for cards in ALL if cards not in (SPADES_LOW, CLUBS_LOW)]
    nothing, two_jacks = ("9C", "8C", "7C", "7S"), ("JS", "9S", "8S", "JC")
    tricks = round_of([*((cards, 1) for cards in order), (nothing, 2), (two_jacks, 1)])
    assert team_points(tricks, "H", 1) == TeamPoints(162, 0)
    assert find_capot(tricks, "H", 1) is None


def test_one_hand_must_hold_both_cards_in_the_federations_reading():
    partners = split(last=SPADES_LOW, tricks=PARTED, held={"KH": 1, "QH": 3})
    alone = split(last=SPADES_LOW, tricks=PARTED, held={"KH": 3, "QH": 3})
    assert belotes_in_one_hand(partners, "H", 1) == PerSide()
    assert belotes_in_one_hand(alone, "H", 1) == PerSide(contracting=1)
    assert belotes_in_one_hand(alone, "H", 4) == PerSide(opponent=1)


HANDS = st.builds(
    lambda seed, trump, leader, bidder: (*play(seed, trump, leader), trump, bidder),
    st.integers(0, 10**9),
    st.sampled_from(TRUMPS),
    st.integers(1, 4),
    st.integers(1, 4),
)


@settings(max_examples=150)
@given(HANDS)
def test_hands_dealt_and_played_are_counted_card_by_card(hand):
    dealt, played, winners, trump, bidder = hand
    tricks = tuple(Trick(leader, cards) for leader, cards in played)
    assert [trick_winner(trick, trump) for trick in tricks] == winners
    ours = {bidder, (bidder + 1) % 4 + 1}
    counted = sum(worth(c, trump) for t, w in zip(tricks, winners, strict=True) if w in ours for c in t.cards)
    counted += 10 if winners[-1] in ours else 0
    assert team_points(tricks, trump, bidder) == TeamPoints(counted, 162 - counted)
    suits = {"SA": "", "TA": "CDHS"}.get(trump, trump)
    owners = [seat for suit in suits for seat in dealt if {"K" + suit, "Q" + suit} <= set(dealt[seat])]
    own = sum(seat in ours for seat in owners)
    assert belotes_in_one_hand(tricks, trump, bidder) == PerSide(own, len(owners) - own)
    if trump in "CDHS":
        of_ours = sum(card in dealt[seat] for seat in ours for card in ("K" + trump, "Q" + trump))
        assert find_belote(tricks, trump, bidder) == {0: "opponent", 1: None, 2: "contracting"}[of_ours]
    else:
        assert find_belote(tricks, trump, bidder) is None


@settings(max_examples=150)
@given(HANDS, st.integers(8, 16), st.sampled_from([("none", 1), ("coinche", 2), ("surcoinche", 4)]))
def test_a_played_round_always_shares_162_times_the_multiplier(hand, tens, coinche):
    _, played, _, trump, bidder = hand
    word, times = coinche
    tricks = tuple(Trick(leader, cards) for leader, cards in played)
    score = round_score(tricks, Contract(bidder, 10 * tens, trump, word))
    assert score.contracting_score + score.opponent_score == 162 * times
    bonus = score.contracting_final + score.opponent_final - 162 * times
    assert bonus == (20 if score.belote else 0)
