"""Parties to a target, by digest section 5 and against a paper sheet that shares nothing with the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.belote.rules import PRESETS, Entry, Variant, notices, remembers, replay, warnings
from games.belote.rules.examples import PARTIES, PARTIES_TARGET
from games.belote.rules.paper import papers
from games.belote.rules.parties import Standing
from games.belote.rules.variant import Parties
from scorer.scoring import Notice, Problem

OF_THREE = replace(PRESETS["house"], target=500, parties="best_of_three")
ONE, UNLIMITED = replace(OF_THREE, parties="one"), replace(OF_THREE, parties="unlimited")
LITIGE = replace(PRESETS["ffb"], target=500, parties="unlimited")
PASSED = Entry(passed_out=True)


def hand(points: int, value: int = 100, bidder: int = 1, coinche: Any = "none") -> Entry:
    return Entry(bidder=bidder, value=value, trump="H", points=points, coinche=coinche)


OURS, THEIRS = hand(112, coinche="surcoinche"), hand(90, coinche="surcoinche")
"""448 : 200, and 0 : 648."""
MADE, FAILED_FOR_330, EQUAL = hand(113, 110), replace(hand(0, 80), capot="opponent"), hand(81, 80)
"""By the federation's rules: 220 : 50; 0 : 330; a litige, 0 : 80 with 80 that wait."""


def standing(entries: Sequence[Entry], variant: Variant = OF_THREE) -> Standing:
    carry = replay(entries, variant, 4)[-1].carry
    assert isinstance(carry, Standing)
    return carry


def ends(entries: Sequence[Entry], variant: Variant = OF_THREE) -> list[tuple[int, tuple[int, int]]]:
    """Return with which hand each party ended, and how."""
    carries = [(hand, outcome.carry) for hand, outcome in enumerate(replay(entries, variant, 4), start=1)]
    return [(hand, now.points) for hand, now in carries if isinstance(now, Standing) and now.is_over]


def told(entries: Sequence[Entry], variant: Variant = OF_THREE) -> list[Notice]:
    return list(notices([0] * 4, standing(entries, variant), variant, 4))


def won_with(entries: Sequence[Entry], variant: Variant = OF_THREE) -> list[tuple[str, set[int]]]:
    """Return the reasons of the last hand that say that it won a party, with the seats that have them."""
    reasons = [one for one in replay(entries, variant, 4)[-1].reasons if one.code in ("party_won", "belle_won")]
    assert not any(one.points for one in reasons)
    return [(code, {one.seat for one in reasons}) for code in sorted({one.code for one in reasons})]


def litige_of(entries: Sequence[Entry], variant: Variant) -> tuple[str, object]:
    """Return the code of the reason that says that the last hand is a litige, and how many points lapse by it."""
    reasons = [one for one in replay(entries, variant, 4)[-1].reasons if one.code.startswith("litige")]
    assert [(one.seat, one.points, one.params["points"]) for one in reasons] == [(1, 0, 81), (3, 0, 81)]
    return reasons[0].code, reasons[0].params.get("lapsed")


@dataclass
class Sheet:
    """What a player writes: two sums, a line when a party is over, and a stroke for it."""

    target: int
    ours: int = 0
    theirs: int = 0
    strokes: tuple[str, ...] = ()

    def write(self, ours: int, theirs: int) -> None:
        self.ours += ours
        self.theirs += theirs
        for side, own, other in (("we", self.ours, self.theirs), ("they", self.theirs, self.ours)):
            if own >= self.target and own > other:
                self.strokes += (side,)
                self.ours = self.theirs = 0


hands = st.builds(
    hand,
    st.integers(2, 160),
    st.sampled_from([80, 100, 160]),
    st.integers(1, 4),
    st.sampled_from(["none", "coinche", "surcoinche"]),
)
sittings = st.lists(hands | st.just(PASSED) | st.just(EQUAL), min_size=1, max_size=25)
ways = st.sampled_from(["one", "best_of_three", "unlimited"])
scorings = st.sampled_from(["house", "ffb"])


# Where a party ends


def test_the_first_side_at_the_target_wins_and_the_next_party_begins_at_zero() -> None:
    assert ends([OURS, hand(100), hand(112)]) == [(2, (548, 262))]
    assert standing([OURS, hand(100), hand(112)]).points == (112, 50)


def test_the_higher_total_wins_if_one_hand_takes_both_sides_to_the_target() -> None:
    both = [hand(80, 80, coinche="surcoinche"), hand(82, 80, coinche="surcoinche"), hand(100)]
    assert ends(both[:2]) == []
    assert standing(both[:2]).points == (648, 648)
    assert ends(both) == [(3, (748, 710))]


def test_a_level_score_at_the_target_is_played_on_and_the_sheet_says_so() -> None:
    level = [hand(81, 80, coinche="surcoinche")] * 2
    assert [(one.code, one.ends) for one in told(level)] == [("party_even", False), ("target_level", False)]


def test_a_hand_that_is_passed_out_ends_nothing() -> None:
    assert ends([THEIRS, PASSED]) == [(1, (0, 648))]
    assert standing([THEIRS, PASSED]).number == 2


def test_without_a_target_there_are_no_parties() -> None:
    endless = replace(OF_THREE, target=None)
    assert not endless.has_parties
    assert not remembers(endless)
    assert notices([0] * 4, None, endless, 4) == ()


def test_without_parties_all_is_as_it_was() -> None:
    assert Variant().parties == "off"
    assert [name for name, variant in PRESETS.items() if variant.has_parties] == ["parties"]
    assert replay([OURS, THEIRS], PRESETS["house"], 4)[-1].carry is None
    assert replay([OURS, THEIRS], PRESETS["ffb"], 4)[-1].carry == Standing()


# Matches


def test_two_won_parties_decide_and_the_third_is_the_belle() -> None:
    belle = [OURS, hand(100), THEIRS, OURS, hand(100)]
    assert [standing(belle[:last]).is_belle(OF_THREE) for last in (2, 3, 4, 5)] == [False, False, True, True]
    assert standing(belle).won == (2, 1)
    assert told(belle) == [
        Notice("belle_over", {"number": 3, "won": 548, "lost": 262}, side=1, ends=True, stands_out=True)
    ]


def test_two_parties_to_none_need_no_belle_and_the_next_hand_begins_another_match() -> None:
    two = [THEIRS, THEIRS]
    assert told(two) == [Notice("match_over", {"number": 2, "won": 648, "lost": 0}, side=2, ends=True, stands_out=True)]
    assert standing([*two, OURS]).won == (0, 0)
    assert not standing([*two, OURS, hand(100), OURS]).is_belle(OF_THREE)


@pytest.mark.parametrize("variant", [ONE, UNLIMITED])
def test_a_party_by_itself_offers_the_end(variant: Variant) -> None:
    assert told([THEIRS], variant)[0] == Notice("party_over", {"number": 1, "won": 648, "lost": 0}, side=2, ends=True)


def test_a_party_before_the_belle_stands_out_and_offers_no_end() -> None:
    first, second = told([THEIRS]), told([THEIRS, OURS, hand(100)])
    assert first == [Notice("party_ahead", {"number": 1, "won": 648, "lost": 0}, side=2, stands_out=True)]
    assert second == [Notice("party_level", {"number": 2, "won": 548, "lost": 262}, side=1, stands_out=True)]


def test_the_sheet_says_how_the_party_stands_and_who_has_won_how_many() -> None:
    assert told([OURS]) == [Notice("party_lead", {"number": 1, "won": 448, "lost": 200}, side=1)]
    assert told([THEIRS, OURS])[1] == Notice("parties_lead", {"won": 1, "lost": 0}, side=2)
    assert told([THEIRS, OURS, hand(100), OURS])[:2] == [
        Notice("belle_lead", {"number": 3, "won": 448, "lost": 200}, side=1),
        Notice("parties_even", {"n": 1}),
    ]
    assert [one.code for one in told([THEIRS, THEIRS, THEIRS, OURS], UNLIMITED)] == ["party_lead", "parties_lead"]


def test_the_hand_that_wins_a_party_says_so_for_the_winners() -> None:
    assert won_with([OURS]) == []
    assert won_with([OURS, hand(100)]) == [("party_won", {1, 3})]
    assert won_with([THEIRS, OURS, hand(100), THEIRS]) == [("belle_won", {2, 4})]


def asked(entries: Sequence[Entry], variant: Variant = OF_THREE, then: Entry = MADE) -> list[Problem]:
    """Return what is asked about the hand after these because it begins another party."""
    found = warnings([*entries, then], variant, 4, carry=standing(entries, variant))
    return [one for one in found if one.code.startswith("another_")]


def test_a_hand_after_the_end_of_a_match_is_asked_about_once() -> None:
    assert asked([OURS, hand(100)], ONE) == [Problem("bidder", "another_party", {"number": 1})]
    assert asked([OURS, hand(100), MADE], ONE) == []
    assert asked([THEIRS, THEIRS]) == [Problem("bidder", "another_match", {"number": 2})]
    assert asked([THEIRS, OURS, hand(100), THEIRS], then=PASSED) == [Problem("bidder", "another_match", {"number": 3})]
    assert asked([THEIRS, THEIRS, PASSED]) == []


def test_a_hand_after_another_party_is_not_asked_about() -> None:
    assert asked([THEIRS]) == []
    assert asked([THEIRS, OURS, hand(100)]) == []
    assert asked([THEIRS, THEIRS, THEIRS], UNLIMITED) == []


# Points in litige


@pytest.mark.parametrize(("setting", "waiting", "lapsed"), [("dropped", 0, 80), ("carried", 80, 0)])
def test_points_in_litige_lapse_with_the_party_or_wait_for_the_next(setting: Any, waiting: int, lapsed: int) -> None:
    variant = replace(LITIGE, litige_at_end=setting)
    entries = [FAILED_FOR_330, MADE, MADE, EQUAL]
    assert ends(entries, variant) == [(4, (440, 510))]
    assert standing(entries, variant).waiting == waiting
    assert standing(entries, variant).lapsed == lapsed
    assert replay([*entries, MADE], variant, 4)[-1].points[:2] == (220 + waiting, 50)
    assert litige_of(entries, variant) == (("litige_lapsed", lapsed) if lapsed else ("litige", None))
    assert ("litige_lapsed" in {one.code for one in told(entries, variant)}) == bool(lapsed)
    assert ("litige_waiting" in {one.code for one in told(entries, variant)}) == bool(waiting)


def test_all_points_that_wait_lapse_with_the_party() -> None:
    twice = [FAILED_FOR_330, MADE, EQUAL, EQUAL]
    assert standing(twice, LITIGE).points == (220, 540)
    assert litige_of(twice, LITIGE) == ("litige_lapsed", 160)
    assert litige_of(twice[:3], LITIGE) == ("litige", None)


def test_points_in_litige_wait_within_a_party_whatever_becomes_of_them_at_its_end() -> None:
    assert replay([EQUAL, MADE], LITIGE, 4)[-1].points[:2] == (220 + 80, 50)


# The example of the rules page


def test_the_worked_sitting_by_the_house_rules() -> None:
    assert ends(PARTIES["house"]) == [(2, (672, 300)), (3, (0, 648)), (6, (560, 432))]
    assert standing(PARTIES["house"]).won == (2, 1)


def test_the_worked_sitting_by_the_federations_rules_ends_with_a_litige() -> None:
    variant = replace(LITIGE, target=PARTIES_TARGET, parties="best_of_three")
    assert ends(PARTIES["ffb"], variant) == [(1, (500, 0)), (2, (0, 600)), (6, (440, 510))]
    assert standing(PARTIES["ffb"], variant).lapsed == 80


# The sheet as on paper


def test_the_worked_sitting_is_drawn_party_by_party() -> None:
    found = papers(PARTIES["house"], OF_THREE, 4)
    assert [(paper.standing.number, paper.is_belle, [line.hand for line in paper.lines]) for paper in found] == [
        (1, False, [1, 2]),
        (2, False, [3]),
        (3, True, [4, 5, 6]),
    ]
    assert [paper.columns for paper in found] == [
        [(672, 1, True), (300, 0, False)],
        [(0, 1, False), (648, 1, True)],
        [(560, 2, True), (432, 1, False)],
    ]
    assert [[(cell.took, cell.gained, cell.total) for cell in line.cells] for line in found[2].lines] == [
        [(True, 0, 0), (False, 162, 162)],
        [(True, 448, 448), (False, 220, 382)],
        [(True, 112, 560), (False, 50, 432)],
    ]


def test_a_litige_is_marked_with_what_waits_and_what_lapses() -> None:
    (paper,) = papers([EQUAL, PASSED, EQUAL, MADE], LITIGE, 4)
    assert [line.litige for line in paper.lines] == [80, 0, 80, 0]
    assert papers(PARTIES["ffb"], LITIGE, 4)[-1].lines[-1].litige == 80


def test_a_party_that_is_not_over_has_no_winner() -> None:
    (paper,) = papers([OURS], OF_THREE, 4)
    assert not paper.standing.is_over
    assert [is_winner for _total, _won, is_winner in paper.columns] == [False, False]
    assert papers([], OF_THREE, 4) == []


# Whole sittings


@given(sittings, ways, scorings, st.integers(100, 1200))
def test_parties_are_those_of_the_paper(entries: list[Entry], way: Parties, scoring: Any, target: int) -> None:
    variant = Variant(scoring, target, parties=way)
    paper, winners = Sheet(target), ()
    for outcome in replay(entries, variant, 4):
        paper.write(*outcome.points[:2])
        now = outcome.carry
        assert isinstance(now, Standing)
        winners += (("we", "they")[now.leader],) * now.is_over
        assert winners == paper.strokes
        assert (paper.ours, paper.theirs) == ((0, 0) if now.is_over else now.points)


@given(sittings, ways, scorings)
def test_the_sums_of_all_parties_are_the_total_of_the_sitting(entries: list[Entry], way: Parties, scoring: Any) -> None:
    variant = Variant(scoring, 300, parties=way)
    outcomes = replay(entries, variant, 4)
    found = papers(entries, variant, 4)
    for side in (0, 1):
        assert sum(paper.columns[side][0] for paper in found) == sum(outcome.points[side] for outcome in outcomes)
    assert [line.hand for paper in found for line in paper.lines] == list(range(1, len(entries) + 1))
    assert all(paper.standing.is_over for paper in found[:-1])
    assert all(paper.columns[side][2] <= (paper.columns[side][0] >= 300) for paper in found for side in (0, 1))


@given(sittings, ways)
def test_parties_do_not_change_what_a_hand_is_worth(entries: list[Entry], way: Parties) -> None:
    """Except for points in litige that lapse."""
    for plain in (PRESETS["house"], PRESETS["ffb"]):
        parties = replace(plain, target=300, parties=way, litige_at_end="carried")
        expected = [outcome.points for outcome in replay(entries, plain, 4)]
        assert [outcome.points for outcome in replay(entries, parties, 4)] == expected


@given(sittings, ways, st.integers(0, 25))
def test_a_sitting_can_be_replayed_in_pieces(entries: list[Entry], way: Parties, cut: int) -> None:
    variant = replace(LITIGE, parties=way)
    first = replay(entries[:cut], variant, 4)
    carry = first[-1].carry if first else None
    assert first + replay(entries[cut:], variant, 4, carry) == replay(entries, variant, 4)


@given(sittings, ways)
def test_nobody_wins_more_parties_than_decide_the_match(entries: list[Entry], way: Parties) -> None:
    variant = replace(OF_THREE, parties=way)
    for outcome in replay(entries, variant, 4):
        now = outcome.carry
        assert isinstance(now, Standing)
        if way != "unlimited":
            assert max(now.won) <= {"one": 1, "best_of_three": 2}[way]
            assert sum(now.won) <= {"one": 1, "best_of_three": 3}[way]
        offered = [one.code for one in notices([0] * 4, now, variant, 4) if one.ends]
        assert bool(offered) == (now.is_over and (way != "best_of_three" or now.is_decided(variant)))
