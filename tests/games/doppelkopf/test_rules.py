import json
import math
from dataclasses import fields, replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.doppelkopf import rules
from games.doppelkopf.rules import EXAMPLES, PRESETS, Entry, Variant
from games.doppelkopf.rules.checks import least_augen
from games.doppelkopf.rules.entry import ABSAGEN, KINDS, SOLOS, Extras
from games.doppelkopf.rules.scoring import result_of
from scorer.scoring import Problem, dump, judge, load
from tests.games.doppelkopf import reference
from tests.games.doppelkopf.hands import PARTNERS, extras, hand
from tests.games.doppelkopf.reference import WORDS

HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]
BIS = replace(HOUSE, boundary="bis")
SPLITS = [(augen, None) for augen in range(241) if augen not in (1, 239)] + [(0, "re"), (240, "kontra")]
"""Every split of the Augen, and who won no trick."""
GOOD = hand(151, "said")


def scored(entry, variant=DDV, seats=4):
    return rules.replay([entry], variant, seats)[0].points


def value(entry, variant=DDV):
    """Return what a player of Re gets, or a soloist from each of the others. Checks the other seats."""
    points = scored(entry, variant)
    if entry.kind in PARTNERS:
        assert points == (points[0], -points[0], points[0], -points[0])
        return points[0]
    assert points == (-3 * points[1], points[1], points[1], points[1])
    return -points[1]


def codes(entry, variant=DDV, seat=1):
    return {r.code: r.points for r in rules.replay([entry], variant, 4)[0].reasons if r.seat == seat}


def faults(entry, variant=HOUSE, seats=4):
    return {(problem.field, problem.code) for problem in rules.problems(entry, variant, seats)}


def assert_sound(entry, outcome, seats):
    """Check that points and reasons add up, that parties have opposite points, and that whoever sits out has none."""
    assert sum(outcome.points) == 0
    assert len(outcome.points) == seats
    assert outcome.sitting_out == entry.sitting_out
    stories = {}
    for seat in range(1, seats + 1):
        mine = [reason for reason in outcome.reasons if reason.seat == seat]
        assert sum(reason.points for reason in mine) == outcome.points[seat - 1]
        assert bool(mine) == (seat not in entry.sitting_out)
        stories[seat] = [(r.code, tuple(r.params.items()), r.points) for r in mine if r.code != "soloist"]
    kontra = [seat for seat in stories if stories[seat] and seat not in entry.re]
    for seat in kontra:
        assert stories[seat] == stories[kontra[0]]
    for seat in entry.re:
        assert stories[seat] == [(code, params, -points) for code, params, points in stories[kontra[0]]]


# Every possible hand without Sonderpunkte


@pytest.mark.parametrize("kind", KINDS)
def test_every_hand_of_the_ddv_is_worth_what_the_tables_say(kind):
    for (augen, trickless), re_word, kontra_word in product(SPLITS, WORDS, WORDS):
        entry = hand(augen, re_word, kontra_word, kind=kind, schwarz=trickless)
        result = result_of(entry, DDV)
        wanted = reference.ddv(augen, re_word, kontra_word, trickless, solo=kind in SOLOS)
        assert (result.winner, result.value) == wanted, entry


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("variant", [HOUSE, BIS], ids=["unter", "bis"])
def test_every_hand_of_the_house_is_worth_what_the_text_says(kind, variant):
    for (augen, trickless), re_word, kontra_word in product(SPLITS, WORDS, WORDS):
        entry = hand(augen, re_word, kontra_word, kind=kind, schwarz=trickless)
        result = result_of(entry, variant)
        wanted = reference.house(augen, re_word, kontra_word, variant.boundary, solo=kind in SOLOS)
        assert (result.winner, result.value) == wanted, entry


@pytest.mark.parametrize("kind", ["normal", "damen"])
@pytest.mark.parametrize("variant", [HOUSE, DDV], ids=["house", "ddv"])
def test_every_hand_adds_up_to_zero_and_keeps_all_totals_of_one_parity(kind, variant):
    entries = [
        hand(augen, re_word, kontra_word, kind=kind, schwarz=trickless)
        for (augen, trickless), re_word, kontra_word in product(SPLITS, WORDS, WORDS)
    ]
    for entry, outcome in zip(entries, rules.replay(entries, variant, 4), strict=True):
        each = result_of(entry, variant).value
        assert outcome.points == ((3 * each, -each, -each, -each) if kind == "damen" else (each, -each) * 2)
        assert len({points % 2 for points in outcome.points}) == 1


def test_a_silent_hand_is_worth_one_to_five_before_sonderpunkte_and_no_hand_more_than_21():
    silent = {abs(reference.ddv(augen, "-", "-", trickless, solo=True)[1]) for augen, trickless in SPLITS}
    assert silent == {1, 2, 3, 4, 5}
    assert {abs(value(hand(augen, kind="damen", schwarz=schwarz))) for augen, schwarz in SPLITS} == silent
    most = hand(240, "schwarz", "schwarz", schwarz="kontra")
    assert value(most) == 21
    assert value(most, HOUSE) == 1 + 4 + 4 + 4


def test_nobody_wins_only_when_both_missed_an_absage():
    for (augen, trickless), re_word, kontra_word in product(SPLITS, WORDS, WORDS):
        entry = hand(augen, re_word, kontra_word, schwarz=trickless)
        result = result_of(entry, DDV)
        if result.winner is None:
            assert re_word in ABSAGEN
            assert kontra_word in ABSAGEN
            assert {line.code for line in result.lines} >= {"nobody_won"}


# Examples


def test_three_of_the_four_examples_of_the_text_contradict_its_rules():
    """What the text prints, and what its rules result in: 90 is not under 90, 60 not under 60, 40 not under 30."""
    first, second, third, fourth = (example.entry for example in EXAMPLES[:4])
    printed = (2, -2, 2, -2), (6, -6, 6, -6), (42, -14, -14, -14), (-9, 3, 3, 3)
    given = (1, -1, 1, -1), (5, -5, 5, -5), (30, -10, -10, -10), (-9, 3, 3, 3)
    assert tuple(scored(entry, HOUSE) for entry in (first, second, third, fourth)) == given
    assert printed[3] == given[3]
    assert scored(first, BIS) == printed[0]
    assert scored(second, BIS) == printed[1]
    assert scored(third, BIS) == given[2] != printed[2]


def test_ada_and_chloe_win_with_five_points_and_dirk_wins_his_solo_with_eight():
    """The two lines of the source about who gets what."""
    assert scored(hand(151, "k90"), HOUSE) == (5, -5, 5, -5)
    dirk = hand(211, "said", "said", kind="damen", re=(4,))
    assert scored(dirk, HOUSE) == (-8, -8, -8, 24)


def test_ada_announces_too_high_and_loses_in_the_tournament_only():
    entry = hand(175, "k60")
    assert value(entry) == -(1 + 2 + 2 + 1)
    assert value(entry, HOUSE) == 1 + 2 + 1 + 1
    assert codes(entry)["re_missed"] == codes(entry, HOUSE)["re_missed"] == 0


def test_an_absage_of_the_loser_pays_in_the_tournament_only():
    entry = hand(130, "said", "k90")
    assert value(entry) == 1 + 2 + 2 + 1 + 1
    assert value(entry, HOUSE) == 1 + 2 + 2


def test_with_90_counted_as_low_enough_an_absage_is_met_at_90_too():
    assert value(hand(150, "k90"), HOUSE) == 3
    assert value(hand(150, "k90"), BIS) == 5
    assert value(hand(150, "k90"), replace(DDV, boundary="bis")) == value(hand(150, "k90")) == -5


def test_schwarz_is_no_augen_in_the_house_and_no_trick_in_the_tournament():
    took_a_nine = hand(240)
    assert (value(took_a_nine, HOUSE), value(took_a_nine)) == (5, 4)
    assert value(replace(took_a_nine, schwarz="kontra")) == 5
    assert value(hand(240, "schwarz")) == -(1 + 2 + 4 + 1)
    assert value(hand(0, schwarz="re")) == -6


def test_only_kontra_swaps_the_limits_in_the_tournament_only():
    entry = hand(120, "-", "said")
    assert codes(entry)["only_kontra"] == 0
    assert (value(entry), value(entry, HOUSE)) == (3, -4)
    assert "only_kontra" not in codes(hand(120, "said", "said"))
    assert "only_kontra" not in codes(hand(121, "-", "said"))
    assert "only_kontra" not in codes(hand(120, "-", "k90"))


# Sonderpunkte


@pytest.mark.parametrize("variant", [HOUSE, DDV], ids=["house", "ddv"])
@pytest.mark.parametrize("augen", [125, 115])
def test_the_sonderpunkte_of_the_losers_are_subtracted(variant, augen):
    sorts = [extras(*counts) for counts in product((0, 1, 2), (0, 1, 2), (0, 1))]
    for mine, yours in product(sorts, sorts):
        entry = hand(augen, re_extras=mine, kontra_extras=yours)
        if faults(entry, variant):
            continue
        net = mine.fuchs + mine.doppelkopf + mine.karlchen - yours.fuchs - yours.doppelkopf - yours.karlchen
        assert value(entry, variant) == (1 if augen == 125 else -2) + net
        assert value(replace(entry, kind="hochzeit"), variant) == value(entry, variant)


def test_the_winner_can_end_below_zero_and_the_reasons_say_so():
    entry = hand(121, kontra_extras=extras(2, 1))
    assert value(entry) == -2
    assert codes(entry)["re_turned"] == 0
    assert codes(hand(119, re_extras=extras(2, 1)), seat=2)["kontra_turned"] == 0
    assert "re_turned" not in codes(hand(121, kontra_extras=extras(1)))


def test_nobody_wins_and_sonderpunkte_still_count():
    entry = hand(125, "k90", "k90", kontra_extras=extras(1))
    assert value(entry) == 0
    assert codes(entry) == {
        "nobody_won": 0,
        "re_missed": 0,
        "kontra_missed": 0,
        "re_against": 1,
        "kontra_fuchs": -1,
    }


def test_a_solo_has_no_gegen_die_alten():
    for kind in KINDS:
        assert ("gegen_die_alten" in codes(hand(100, kind=kind))) == (kind in PARTNERS)
    assert "gegen_die_alten" not in codes(hand(151))


# Seats


def resting_of(dealer, seats):
    return dict(rules.initial_values([], dealer, HOUSE, seats)).get("sitting_out", ())


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_whoever_sits_out_gets_nothing_and_no_reason(seats):
    for dealer, kind in product(range(1, seats + 1), ("normal", "damen")):
        resting = resting_of(dealer, seats)
        at_play = [seat for seat in range(1, seats + 1) if seat not in resting]
        assert len(at_play) == 4
        entry = hand(160, "said", kind=kind, sitting_out=resting, re=tuple(at_play[: 2 if kind == "normal" else 1]))
        assert faults(entry, seats=seats) == set()
        outcome = rules.replay([entry], HOUSE, seats)[0]
        assert_sound(entry, outcome, seats)
        wanted = {"normal": [4, 4, -4, -4], "damen": [12, -4, -4, -4]}[kind]
        assert [outcome.points[seat - 1] for seat in at_play] == wanted


# The reasons


def test_the_reasons_explain_a_hand_line_by_line():
    entry = hand(160, "k90", "said", re_extras=extras(1), kontra_extras=extras(1), kind="hochzeit")
    reasons = [r for r in rules.replay([entry], DDV, 4)[0].reasons if r.seat == 2]
    assert [(r.code, r.points, dict(r.params)) for r in reasons] == [
        ("re_won", -1, {"re": 160, "kontra": 80}),
        ("re_announced", -2, {}),
        ("kontra_announced", -2, {}),
        ("kontra_under", -1, {"limit": 90}),
        ("re_absage", -1, {"limit": 90}),
        ("re_fuchs", -1, {"n": 1}),
        ("kontra_fuchs", 1, {"n": 1}),
    ]


def test_a_soloist_has_a_further_line_that_makes_it_three_times_as_much():
    entry = hand(200, "-", "said", kind="farbe", bock=True)
    reasons = rules.replay([entry], HOUSE, 4)[0].reasons
    assert [(r.code, r.points, dict(r.params)) for r in reasons if r.seat == 1] == [
        ("re_won", 1, {"re": 200, "kontra": 40}),
        ("kontra_announced", 2, {}),
        ("kontra_under", 1, {"limit": 90}),
        ("kontra_under", 1, {"limit": 60}),
        ("bock", 5, {"times": 2}),
        ("soloist", 20, {"times": 3, "points": 10}),
    ]


# What is refused


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (Entry(), {("kind", "required"), ("re", "required"), ("re_augen", "required")}),
        (replace(GOOD, kind="ramsch"), {("kind", "choice")}),
        (replace(GOOD, re=()), {("re", "two_of_re")}),
        (replace(GOOD, re=(1,)), {("re", "two_of_re")}),
        (replace(GOOD, kind="hochzeit", re=(1, 2, 3)), {("re", "two_of_re")}),
        (replace(GOOD, kind="damen"), {("re", "one_soloist")}),
        (replace(GOOD, kind="ungeklaerte_hochzeit", re=()), {("re", "one_soloist")}),
        (replace(GOOD, re=(2, 2)), {("re", "seat_twice")}),
        (replace(GOOD, re=(0, 2)), {("re", "no_such_seat")}),
        (replace(GOOD, re=(1, 5)), {("re", "no_such_seat")}),
        (replace(GOOD, re="12"), {("re", "list")}),
        (replace(GOOD, re=(1, True)), {("re.1", "whole_number")}),
        (replace(GOOD, re_augen=-1), {("re_augen", "augen_range")}),
        (replace(GOOD, re_augen=241), {("re_augen", "augen_range")}),
        (replace(GOOD, re_augen=1), {("re_augen", "augen_impossible")}),
        (replace(GOOD, re_augen=239), {("re_augen", "augen_impossible")}),
        (replace(GOOD, re_augen=True), {("re_augen", "whole_number")}),
        (replace(GOOD, schwarz="re"), {("schwarz", "schwarz_with_augen")}),
        (replace(GOOD, schwarz="kontra"), {("schwarz", "schwarz_with_augen")}),
        (replace(GOOD, re_augen=240, schwarz="re"), {("schwarz", "schwarz_with_augen")}),
        (replace(GOOD, re_augen=0, schwarz="kontra"), {("schwarz", "schwarz_with_augen")}),
        (replace(GOOD, re_announced=False, re_absage="k90"), {("re_absage", "absage_needs_re")}),
        (replace(GOOD, kontra_absage="schwarz"), {("kontra_absage", "absage_needs_kontra")}),
        (replace(GOOD, re_absage="k120"), {("re_absage", "choice")}),
        (hand(151, kind="damen", re_extras=extras(1)), {("re_extras", "extras_in_solo")}),
        (hand(151, kind="stille_hochzeit", kontra_extras=extras(0, 0, 1)), {("kontra_extras", "extras_in_solo")}),
        (replace(GOOD, re_extras=extras(-1)), {("re_extras.fuchs", "extras_below_zero")}),
        (
            replace(GOOD, re_extras=extras(3), kontra_extras=extras(-1)),
            {("re_extras.fuchs", "too_many_fuchs"), ("kontra_extras.fuchs", "extras_below_zero")},
        ),
        (replace(GOOD, re_extras=extras(3)), {("re_extras.fuchs", "too_many_fuchs")}),
        (
            replace(GOOD, re_extras=extras(1), kontra_extras=extras(2)),
            {("re_extras.fuchs", "too_many_fuchs"), ("kontra_extras.fuchs", "too_many_fuchs")},
        ),
        (
            replace(GOOD, re_extras=extras(0, 0, 1), kontra_extras=extras(0, 0, 1)),
            {("re_extras.karlchen", "too_many_karlchen"), ("kontra_extras.karlchen", "too_many_karlchen")},
        ),
        (
            hand(200, re_extras=extras(0, 5)),
            {("re_extras.doppelkopf", "too_many_doppelkopf")},
        ),
        (hand(159, re_extras=extras(0, 4)), {("re_extras", "extras_augen")}),
        (hand(0, re_extras=extras(1), schwarz="re"), {("re_extras", "extras_augen")}),
        (hand(240, kontra_extras=extras(0, 0, 1)), {("kontra_extras", "extras_augen")}),
        (replace(GOOD, re_extras=extras("1")), {("re_extras.fuchs", "whole_number")}),
        (replace(GOOD, re_extras=3), {("re_extras", "object")}),
        (replace(GOOD, duty="pflicht"), {("duty", "duty_in_solo")}),
        (replace(GOOD, kind="hochzeit", duty="vorfuehrung"), {("duty", "duty_in_solo")}),
        (replace(GOOD, sitting_out=(2,)), {("sitting_out", "all_play")}),
        (replace(GOOD, bock="yes"), {("bock", "true_false")}),
        (replace(GOOD, bock=None), {("bock", "required")}),
        (replace(GOOD, re_extras=None, sitting_out=None), {("re_extras", "required"), ("sitting_out", "required")}),
        (
            Entry("damen", (1, 7), 300, re_absage="k30", kontra_extras=extras(3), duty="never", sitting_out=(1,)),
            {
                ("re", "one_soloist"),
                ("re", "no_such_seat"),
                ("re", "sits_out"),
                ("re_augen", "augen_range"),
                ("re_absage", "absage_needs_re"),
                ("kontra_extras", "extras_in_solo"),
                ("kontra_extras.fuchs", "too_many_fuchs"),
                ("duty", "choice"),
                ("sitting_out", "all_play"),
            },
        ),
    ],
)
def test_each_fault_is_refused_at_its_field(entry, found):
    for variant in (HOUSE, DDV):
        assert faults(entry, variant) == found


@pytest.mark.parametrize(
    ("seats", "re", "resting", "found"),
    [
        (5, (1, 2), (), {("sitting_out", "how_many_sit_out")}),
        (5, (1, 2), (3, 4), {("sitting_out", "how_many_sit_out")}),
        (6, (1, 2), (3,), {("sitting_out", "how_many_sit_out")}),
        (6, (1, 2), (3, 3), {("sitting_out", "seat_twice")}),
        (7, (1, 2), (3, 4, 8), {("sitting_out", "no_such_seat")}),
        (5, (1, 2), (2,), {("re", "sits_out")}),
        (5, (1, 5), (2,), set()),
        (6, (1, 2), (3, 6), set()),
        (7, (1, 2), (3, 4, 7), set()),
    ],
)
def test_four_players_must_be_left(seats, re, resting, found):
    assert faults(replace(GOOD, re=re, sitting_out=resting), seats=seats) == found


def test_the_ddv_has_no_bock():
    assert faults(replace(GOOD, bock=True), DDV) == {("bock", "bock_ddv")}
    assert faults(replace(GOOD, bock=True), HOUSE) == set()


def test_all_numbers_of_augen_but_1_and_239_are_possible():
    taken = [augen for augen in range(241) if not faults(hand(augen))]
    assert taken == [augen for augen in range(241) if augen not in (1, 239)]


@pytest.mark.parametrize(
    ("made", "least"),
    [
        (extras(), 0),
        (extras(fuchs=1), 11),
        (extras(fuchs=2), 22),
        (extras(karlchen=1), 2),
        (extras(doppelkopf=3), 120),
        (extras(1, 1), 41),
        (extras(2, 1, 1), 44),
        (extras(1, 0, 1), 13),
    ],
)
def test_sonderpunkte_cannot_be_made_with_fewer_augen(made, least):
    """A fox has 11, one more than a ten in a Doppelkopf. The last trick of a jack is a trick of its own."""
    assert least_augen(made) == least
    assert faults(hand(least, re_extras=made)) == set()
    if made != extras():
        low = least - 1 if least > 2 else 0
        assert faults(hand(low, re_extras=made)) == {("re_extras", "extras_augen")}


def test_a_solo_may_have_announcements_and_absagen():
    assert faults(hand(240, "schwarz", "k90", kind="fleischlos", duty="vorfuehrung", schwarz="kontra"), DDV) == set()


def test_the_judge_reads_the_hand_format():
    line = {
        "kind": "normal",
        "re": [1, 3],
        "re_augen": 151,
        "re_announced": True,
        "kontra_announced": False,
        "re_absage": "k90",
        "kontra_absage": None,
        "re_extras": {"fuchs": 1, "doppelkopf": 0, "karlchen": 0},
        "kontra_extras": {"fuchs": 0, "doppelkopf": 0, "karlchen": 0},
        "schwarz": None,
        "bock": False,
    }
    judged = judge(rules, line, HOUSE, 4)
    assert scored(judged.entry, HOUSE) == scored(judged.entry, DDV) == (6, -6, 6, -6)
    judged = judge(rules, {"kind": "skat", "re": [1], "re_extras": {"hase": 1}, "kontra_announced": 1}, HOUSE, 4)
    assert {(p.field, p.code) for p in judged.problems} == {
        ("kind", "choice"),
        ("re_augen", "required"),
        ("re_extras.hase", "unknown"),
        ("kontra_announced", "true_false"),
    }


# The package


def test_the_presets_are_those_of_the_club_and_of_the_federation():
    assert dict(PRESETS) == {"house": Variant(), "ddv": Variant("ddv", pflichtsolo=True, hands_each=6)}
    assert next(iter(PRESETS)) == "house"
    for variant in (*PRESETS.values(), Variant("ddv", "bis", hands_each=3, bock_overlap="stack")):
        assert load(Variant, json.loads(json.dumps(dump(variant)))) == (variant, [])


def test_the_rules_page_shows_the_constants_in_use():
    house, ddv = rules.tables(replace(BIS, bock_after_120=True)), rules.tables(DDV)
    assert house["wins"] == (("always", 121, 120),)
    assert (house["boundary"], house["triggers"]) == ("bis", ("bock_after_120",))
    assert "against" not in house
    assert ddv["wins"][:3] == (("usual", 121, 120), ("only_kontra", 120, 121), ("own_k90", 151, 151))
    assert ddv["wins"][-1] == ("against_schwarz", None, None)
    assert ddv["against"] == (("k90", 120), ("k60", 90), ("k30", 60), ("schwarz", 30))
    assert house["limits"] == (("k90", 90), ("k60", 60), ("k30", 30), ("schwarz", None))


# Anything at all

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.integers(0, 8), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.sampled_from(
        ["normal", "damen", "k90", "schwarz", "re", "kontra", "pflicht", (1, 3), (1,), [2, 4], 120, 240, 0]
    ),
    st.sampled_from([math.nan, math.inf, Extras(1, 1), Extras("x", None), b"x", object(), 10**30]),
)
LIKELY = {
    "kind": st.sampled_from(KINDS) | JUNK,
    "re": st.sampled_from([(1, 3), (2,), (3, 4)]) | JUNK,
    "re_augen": st.integers(0, 240) | JUNK,
    "re_extras": st.builds(Extras, st.integers(0, 1), st.integers(0, 1), st.integers(0, 1)) | JUNK,
}


@settings(max_examples=400)
@given(
    st.fixed_dictionaries({}, optional={field.name: LIKELY.get(field.name, JUNK) for field in fields(Entry)}),
    st.sampled_from([HOUSE, DDV]),
    st.integers(4, 7),
)
def test_no_entry_makes_the_judge_raise(values, variant, seats):
    entry = Entry(**values)
    found = rules.problems(entry, variant, seats)
    assert len(set(map(repr, found))) == len(found)
    assert all(isinstance(problem, Problem) for problem in found)
    if not found:
        assert_sound(entry, rules.replay([entry], variant, seats)[0], seats)


BOCK = replace(HOUSE, bock_after_event=True, bock_after_zero=True, bock_after_both=True, bock_overlap="stack")


@settings(max_examples=150)
@given(st.integers(0, 10**9), st.sampled_from([HOUSE, BIS, DDV, BOCK]), st.integers(4, 7))
def test_an_imagined_sheet_has_no_problems_and_is_in_order(seed, variant, seats):
    random, entries, dealer = Random(seed), [], 1
    for _ in range(12):
        entry = rules.random_entry(random, entries, variant, seats, dealer)
        entries.append(entry)
        assert faults(entry, variant, seats) == set()
        assert {p.code for p in rules.warnings(entries, variant, seats)} <= {"re_missed_by_far", "kontra_missed_by_far"}
        assert load(Entry, json.loads(json.dumps(dump(entry)))) == (entry, [])
        dealer = rules.next_dealer(entry, dealer, seats)
    outcomes = rules.replay(entries, variant, seats)
    for entry, outcome in zip(entries, outcomes, strict=True):
        assert_sound(entry, outcome, seats)
    carry = outcomes[4].carry
    assert rules.replay(entries[5:], variant, seats, carry) == outcomes[5:]
    assert (carry is None) == (not rules.remembers(variant))
    assert len({carry, outcomes[4].carry}) == 1
