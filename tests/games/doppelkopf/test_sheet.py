"""From hand to hand: Bock rounds, the round of the list, Pflichtsoli, who deals, what asks for a second look."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.doppelkopf.rules import PRESETS, Variant
from games.doppelkopf.rules.entry import Extras
from games.doppelkopf.rules.sheet import Carry
from games.doppelkopf.rules.variant import TRIGGERS
from scorer.registry import get_game
from scorer.scoring import Notice
from tests.games.doppelkopf import reference
from tests.games.doppelkopf.hands import extras, hand

rules = get_game("doppelkopf").rules

HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]
PLAIN = hand(121)
LEVEL = hand(120)
EVENT = hand(121, bock_event=True)
SOLO = hand(121, kind="damen")
AFTER_120 = replace(HOUSE, bock_after_120=True)
AFTER_EVENT = replace(HOUSE, bock_after_event=True)
OVERLAPS = ("ignore", "extend", "stack", "restart")


def outcomes(variant, *entries, seats=4):
    return rules.replay(entries, variant, seats)


def times(variant, *entries, seats=4):
    """Return how many times each hand counts, from its reasons."""
    told = []
    for outcome in outcomes(variant, *entries, seats=seats):
        bock = {reason.params["times"] for reason in outcome.reasons if reason.code == "bock"}
        told.append(bock.pop() if bock else 1)
    return told


def notices(variant, carry=None, totals=None, seats=4):
    return {notice.code: notice.params for notice in rules.notices(totals or [0] * seats, carry, variant, seats)}


def warned(variant, *entries, seats=4):
    assert not any(rules.problems(entry, variant, seats) for entry in entries)
    return {(problem.field, problem.code) for problem in rules.warnings(entries, variant, seats)}


# Bock


def test_a_tick_doubles_the_hand_in_any_game_of_the_house():
    for bock, each in ((False, 4), (True, 8)):
        normal = outcomes(HOUSE, hand(160, "said", bock=bock))[0]
        assert normal.points == (each, -each, each, -each)
        solo = outcomes(HOUSE, hand(160, "said", kind="buben", bock=bock))[0]
        assert solo.points == (3 * each, -each, -each, -each)


def test_bock_also_doubles_the_sonderpunkte():
    entry = hand(121, kontra_extras=extras(2, 1), bock=True)
    assert outcomes(HOUSE, entry)[0].points == (-4, 4, -4, 4)


def test_without_triggers_there_are_no_rounds_and_nothing_is_remembered():
    assert times(HOUSE, LEVEL, EVENT, PLAIN, hand(0)) == [1, 1, 1, 1]
    assert not rules.remembers(HOUSE)
    assert outcomes(HOUSE, LEVEL)[0].carry is None


def test_a_round_begins_with_the_next_hand_and_has_one_for_every_player():
    assert times(AFTER_120, PLAIN, LEVEL, *[PLAIN] * 5) == [1, 1, 2, 2, 2, 2, 1]
    five = [replace(entry, sitting_out=(5,)) for entry in (LEVEL, *[PLAIN] * 6)]
    assert times(AFTER_120, *five, seats=5) == [1, 2, 2, 2, 2, 2, 1]
    assert times(replace(AFTER_120, bock_length="one"), LEVEL, PLAIN, PLAIN) == [1, 2, 1]


def test_a_correction_of_an_early_hand_moves_the_bock_hands():
    sheet = [PLAIN, PLAIN, LEVEL, *[PLAIN] * 6]
    assert times(AFTER_120, *sheet) == [1, 1, 1, 2, 2, 2, 2, 1, 1]
    assert [o.points[0] for o in outcomes(AFTER_120, *sheet)] == [1, 1, -2, 2, 2, 2, 2, 1, 1]
    sheet[2] = PLAIN
    assert times(AFTER_120, *sheet) == [1] * 9
    sheet[0] = LEVEL
    assert times(AFTER_120, *sheet) == [1, 2, 2, 2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("trigger", "starts", "starts_not"),
    [
        ("bock_after_120", [hand(120), hand(120, "said")], [hand(119), hand(121)]),
        ("bock_after_event", [EVENT], [PLAIN, hand(120)]),
        ("bock_after_zero", [hand(121, kontra_extras=extras(1))], [PLAIN, hand(121, kontra_extras=extras(2))]),
        ("bock_after_re_lost", [hand(100, "said"), hand(120, "said", "said")], [hand(100), hand(121, "said")]),
        ("bock_after_kontra_lost", [hand(121, "-", "said")], [hand(121), hand(120, "-", "said"), hand(121, "said")]),
        ("bock_after_both", [hand(121, "said", "k90")], [hand(121, "said"), hand(121, "-", "said")]),
        (
            "bock_after_solo_lost",
            [hand(120, kind="damen"), hand(90, kind="stille_hochzeit")],
            [hand(120), hand(90), hand(121, kind="damen")],
        ),
        ("bock_after_schwarz", [hand(0), hand(240)], [hand(2), hand(238)]),
        (
            "bock_after_extras",
            [
                hand(121, re_extras=extras(1, 1, 1)),
                hand(121, kontra_extras=extras(2, 1)),
                hand(100, kontra_extras=extras(2)),
            ],
            [
                hand(100, re_extras=extras(2)),
                hand(121, kontra_extras=extras(2)),
                hand(121, re_extras=extras(2), kontra_extras=extras(0, 1)),
            ],
        ),
    ],
)
def test_each_trigger_starts_a_round_only_where_the_variant_has_it(trigger, starts, starts_not):
    variant = replace(HOUSE, **{trigger: True})
    everything_else = Variant(**{name: name != trigger for name in TRIGGERS})
    for entry in starts:
        assert times(variant, entry, PLAIN) == [1, 2], entry
        assert outcomes(HOUSE, entry)[0].carry is None
    for entry in starts_not:
        assert times(variant, entry, PLAIN) == [1, 1], entry
    assert rules.remembers(variant)
    assert rules.remembers(everything_else)


def test_all_triggers_are_tested():
    marks = test_each_trigger_starts_a_round_only_where_the_variant_has_it.pytestmark
    assert tuple(case[0] for case in marks[0].args[1]) == TRIGGERS


def test_two_triggers_in_one_hand_start_one_round():
    both = replace(AFTER_120, bock_after_event=True, bock_overlap="stack")
    assert times(both, hand(120, bock_event=True), *[PLAIN] * 5) == [1, 2, 2, 2, 2, 1]


def test_a_party_without_a_trick_starts_a_round_in_the_tournament_scoring():
    variant = Variant("ddv", bock_after_schwarz=True)
    assert times(variant, hand(240), PLAIN) == [1, 1]
    assert times(variant, hand(240, schwarz="kontra"), PLAIN) == [1, 2]


def test_if_nobody_wins_nobody_loses():
    nobody = hand(125, "k90", "k90", kind="damen")
    variant = Variant("ddv", bock_after_re_lost=True, bock_after_kontra_lost=True, bock_after_solo_lost=True)
    assert times(variant, nobody, PLAIN) == [1, 1]


@pytest.mark.parametrize(
    ("overlap", "told"),
    [
        ("ignore", [1, 2, 2, 2, 2, 1, 1, 1, 1, 1]),
        ("extend", [1, 2, 2, 2, 2, 2, 2, 2, 2, 1]),
        ("stack", [1, 2, 2, 4, 4, 2, 2, 1, 1, 1]),
        ("restart", [1, 2, 2, 2, 2, 2, 2, 1, 1, 1]),
    ],
)
def test_a_trigger_in_a_round_does_what_the_variant_says(overlap, told):
    sheet = [EVENT, PLAIN, EVENT, *[PLAIN] * 7]
    assert times(replace(AFTER_EVENT, bock_overlap=overlap), *sheet) == told


@settings(max_examples=200)
@given(
    st.lists(st.booleans(), max_size=14), st.sampled_from(OVERLAPS), st.sampled_from(["each", "one"]), st.integers(4, 5)
)
def test_rounds_follow_the_reference_through_any_sheet(triggered, overlap, length, seats):
    variant = replace(AFTER_EVENT, bock_overlap=overlap, bock_length=length)
    resting = tuple(range(5, seats + 1))
    sheet = [hand(121, bock_event=starts, sitting_out=resting) for starts in triggered]
    wanted = reference.bock(triggered, overlap, seats if length == "each" else 1)
    assert times(variant, *sheet, seats=seats) == wanted


def test_a_solo_can_pause_a_round():
    sheet = [EVENT, PLAIN, SOLO, PLAIN, PLAIN, PLAIN, PLAIN]
    assert times(AFTER_EVENT, *sheet) == [1, 2, 2, 2, 2, 1, 1]
    pauses = replace(AFTER_EVENT, bock_pauses=True)
    assert times(pauses, *sheet) == [1, 2, 1, 2, 2, 2, 1]
    lost = replace(pauses, bock_after_solo_lost=True, bock_overlap="restart")
    assert times(lost, EVENT, PLAIN, hand(90, kind="damen"), *[PLAIN] * 5) == [1, 2, 1, 2, 2, 2, 2, 1]


def test_a_tick_in_a_round_adds_nothing_and_starts_none():
    ticked = hand(121, bock=True)
    assert times(AFTER_120, ticked, PLAIN) == [2, 1]
    assert times(AFTER_120, LEVEL, ticked, PLAIN) == [1, 2, 2]
    stacked = replace(AFTER_EVENT, bock_overlap="stack")
    assert times(stacked, EVENT, EVENT, ticked) == [1, 2, 4]


def test_a_sheet_can_be_scored_in_pieces():
    sheet = [EVENT, PLAIN, EVENT, SOLO, LEVEL, *[PLAIN] * 5]
    for overlap in OVERLAPS:
        variant = replace(AFTER_EVENT, bock_overlap=overlap, bock_after_120=True)
        whole = outcomes(variant, *sheet)
        for cut in range(1, len(sheet)):
            assert rules.replay(sheet[cut:], variant, 4, whole[cut - 1].carry) == whole[cut:]


def test_the_sheet_says_how_many_bock_hands_are_left():
    stacked = replace(AFTER_EVENT, bock_overlap="stack")
    first, second, third, *_, last = outcomes(stacked, EVENT, EVENT, PLAIN, PLAIN, PLAIN, PLAIN)
    assert notices(stacked, first.carry)["bock_hands"] == {"n": 4, "times": 2}
    assert notices(stacked, second.carry)["bock_hands"] == {"n": 4, "times": 4}
    assert notices(stacked, third.carry)["bock_hands"] == {"n": 3, "times": 4}
    assert "bock_hands" not in notices(stacked, last.carry)
    assert "bock_hands" not in notices(stacked)


# The list


def pflicht(seat, **more):
    return hand(130, **({"kind": "damen", "re": (seat,), "duty": "pflicht"} | more))


def test_everybody_owes_a_pflichtsolo_until_it_is_played():
    assert "all_owe" in notices(DDV)
    sheet = [PLAIN, pflicht(2), pflicht(4, duty="vorfuehrung"), hand(130, kind="damen", re=(1,))]
    carry = outcomes(DDV, *sheet)[-1].carry
    assert carry == Carry(4, (), (2, 4))
    told = rules.notices([0, 0, 0, 0], carry, DDV, 4)
    assert [notice for notice in told if notice.code == "owes"] == [
        Notice("owes", {"seat": 1}, side=1),
        Notice("owes", {"seat": 3}, side=3),
    ]
    done = outcomes(DDV, *(pflicht(seat) for seat in (1, 2, 3, 4)))[-1].carry
    assert not {"owes", "all_owe"} & notices(DDV, done).keys()
    assert not {"owes", "all_owe"} & notices(HOUSE).keys()


@pytest.mark.parametrize(("seats", "hands"), [(4, 24), (5, 30)])
def test_a_round_has_24_hands_and_30_at_five(seats, hands):
    variant = replace(DDV, pflichtsolo=False)
    resting = tuple(range(5, seats + 1))
    sheet = [replace(PLAIN, sitting_out=resting)] * (hands + 1)
    carries = [outcome.carry for outcome in rules.replay(sheet, variant, seats)]
    assert notices(variant, seats=seats) == {"hands_left": {"n": hands}}
    assert notices(variant, carries[0], seats=seats) == {"hands_left": {"n": hands - 1}}
    assert notices(variant, carries[hands - 2], seats=seats) == {"hands_left": {"n": 1}}
    for carry in carries[hands - 1 :]:
        over = rules.notices([0] * seats, carry, variant, seats)
        assert over == (Notice("round_over", {"n": hands}, ends=True),)


def test_the_sheet_says_when_it_is_time_for_a_vorfuehrung():
    settled = Carry(21, (), (2,))
    assert notices(DDV, settled)["vorfuehrung"] == {"n": 3}
    assert "vorfuehrung" not in notices(DDV, replace(settled, hands=20))
    assert "vorfuehrung" not in notices(DDV, replace(settled, hands=24))
    assert "vorfuehrung" not in notices(DDV, Carry(23, (), (1, 2, 3, 4)))
    assert "vorfuehrung" not in notices(replace(DDV, hands_each=None), settled)


def test_the_sum_of_the_totals_is_checked_and_shown():
    assert notices(HOUSE, totals=[7, -3, -3, -1]) == {"zero_sum": {}}
    assert notices(HOUSE, totals=[7, -3, -3, -13]) == {"zero_sum_off": {"sum": -12}}
    assert notices(HOUSE, totals=[0, 0, 0, 0]) == {}


def test_the_same_player_deals_again_after_a_pflichtsolo_only():
    for dealer, after in ((1, 2), (2, 3), (4, 1)):
        assert rules.next_dealer(pflicht(2), dealer, 4) == dealer
        for entry in (PLAIN, SOLO, pflicht(2, duty="vorfuehrung"), hand(100, kind="hochzeit")):
            assert rules.next_dealer(entry, dealer, 4) == after
    assert rules.dealer(PLAIN, 3) == 3
    assert rules.sides(5) == ((1,), (2,), (3,), (4,), (5,))


@pytest.mark.parametrize(
    ("seats", "resting"),
    [
        (4, [()] * 4),
        (5, [(1,), (2,), (3,), (4,), (5,)]),
        (6, [(1, 4), (2, 5), (3, 6), (1, 4), (2, 5), (3, 6)]),
        (7, [(1, 4, 5), (2, 5, 6), (3, 6, 7), (1, 4, 7), (1, 2, 5), (2, 3, 6), (3, 4, 7)]),
    ],
)
def test_the_dealer_sits_out_and_whoever_sits_opposite(seats, resting):
    opened = [rules.initial_values([PLAIN], dealer, HOUSE, seats) for dealer in range(1, seats + 1)]
    assert opened == [{"sitting_out": seats_out} if seats_out else {} for seats_out in resting]
    by_seat = [seat for seats_out in resting for seat in seats_out]
    assert len({by_seat.count(seat) for seat in range(1, seats + 1)}) == 1


# What asks for a second look


@pytest.mark.parametrize(
    ("variant", "entries", "found"),
    [
        (HOUSE, [PLAIN], set()),
        (HOUSE, [PLAIN, PLAIN], set()),
        (HOUSE, [hand(119, "k90")], {("re_augen", "re_missed_by_far")}),
        (HOUSE, [hand(120, "k90", "k90")], set()),
        (HOUSE, [hand(125, "k30", "k90")], {("re_augen", "kontra_missed_by_far")}),
        (DDV, [hand(240)], {("schwarz", "no_schwarz")}),
        (DDV, [hand(0)], {("schwarz", "no_schwarz")}),
        (DDV, [hand(0, schwarz="re")], set()),
        (HOUSE, [hand(240)], set()),
        (HOUSE, [hand(130, re_extras=extras(0, 2))], {("re_extras.doppelkopf", "rare_doppelkopf")}),
        (HOUSE, [hand(80, kontra_extras=extras(0, 3))], {("kontra_extras.doppelkopf", "rare_doppelkopf")}),
        (HOUSE, [hand(130, re_extras=extras(0, 1), kontra_extras=extras(0, 1))], set()),
        (HOUSE, [hand(130, bock=True)], set()),
        (AFTER_120, [hand(130, bock=True)], {("bock", "bock_by_itself")}),
        (AFTER_120, [EVENT], {("bock_event", "bock_event_unused")}),
        (AFTER_EVENT, [EVENT], set()),
        (HOUSE, [pflicht(1)], {("duty", "no_pflichtsolo")}),
        (HOUSE, [SOLO], set()),
        (DDV, [pflicht(1)], set()),
        (DDV, [pflicht(1, kind="stille_hochzeit")], {("duty", "unannounced_pflichtsolo")}),
        (DDV, [pflicht(1), pflicht(2)], set()),
        (DDV, [pflicht(1), PLAIN, pflicht(1)], {("duty", "pflichtsolo_twice")}),
        (DDV, [pflicht(1), PLAIN, pflicht(1, duty="vorfuehrung")], {("duty", "pflichtsolo_twice")}),
        (DDV, [SOLO], {("duty", "lust_before_pflicht")}),
        (DDV, [pflicht(1), SOLO], set()),
        (DDV, [pflicht(2), SOLO], {("duty", "lust_before_pflicht")}),
        (DDV, [hand(130, kind="ungeklaerte_hochzeit")], set()),
        (DDV, [PLAIN] * 20, set()),
        (DDV, [PLAIN] * 21, {("kind", "pflichtsolo_due")}),
        (DDV, [*[PLAIN] * 20, pflicht(3, duty="vorfuehrung")], set()),
        (DDV, [*[pflicht(seat) for seat in (1, 2, 3, 4)], *[PLAIN] * 20], set()),
        (DDV, [*[pflicht(seat) for seat in (1, 2, 3, 4)], *[PLAIN] * 21], {("kind", "round_full")}),
        (replace(DDV, hands_each=None), [PLAIN] * 40, set()),
        (replace(DDV, pflichtsolo=False), [PLAIN] * 24, set()),
    ],
)
def test_improbable_values_and_hands_out_of_order_ask_for_a_second_look(variant, entries, found):
    assert warned(variant, *entries) == found


def test_hands_with_warnings_are_scored():
    late = [PLAIN] * 30
    assert [outcome.points for outcome in outcomes(DDV, *late)] == [(1, -1, 1, -1)] * 30


# All of it together


@pytest.mark.parametrize("seats", [4, 5])
def test_every_bock_variant_keeps_hands_at_zero(seats):
    resting = tuple(range(5, seats + 1))
    sheet = [
        hand(augen, re, kontra, kind=kind, sitting_out=resting, re_extras=Extras(fuchs=int(kind == "normal")))
        for augen, re, kontra, kind in product((120, 240), ("-", "k90"), ("-", "said"), ("normal", "buben"))
    ]
    for scoring, overlap, length, pauses in product(("house", "ddv"), OVERLAPS, ("each", "one"), (False, True)):
        rounds = {"bock_overlap": overlap, "bock_length": length, "bock_pauses": pauses}
        variant = Variant(scoring, **dict.fromkeys(TRIGGERS, True), **rounds)
        for outcome in rules.replay(sheet, variant, seats):
            assert sum(outcome.points) == 0
            for seat in range(1, seats + 1):
                mine = [reason.points for reason in outcome.reasons if reason.seat == seat]
                assert sum(mine) == outcome.points[seat - 1]


def test_a_round_may_have_any_number_of_hands_in_all():
    variant = replace(DDV, hands_each=None, hands=10)
    carries = [outcome.carry for outcome in outcomes(variant, *[PLAIN] * 10)]
    assert notices(variant)["hands_left"] == {"n": 10}
    assert "vorfuehrung" not in notices(variant, carries[4])
    assert notices(variant, carries[5])["vorfuehrung"] == {"n": 4}
    assert notices(variant, carries[9])["round_over"] == {"n": 10}
    assert warned(variant, *[PLAIN] * 7) == {("kind", "pflichtsolo_due")}
    assert warned(replace(variant, pflichtsolo=False), *[PLAIN] * 11) == {("kind", "round_full")}


@pytest.mark.parametrize(
    ("hands", "seats", "each", "in_all"), [(8, 4, 2, None), (10, 5, 2, None), (10, 4, None, 10), (3, 4, None, 3)]
)
def test_another_length_is_counted_per_player_if_that_is_possible(hands, seats, each, in_all):
    assert DDV.with_length(hands, seats) == replace(DDV, hands_each=each, hands=in_all)
    assert DDV.with_length(10, 4).with_length(24, 4) == DDV
    assert HOUSE.with_length(hands, seats) == HOUSE
