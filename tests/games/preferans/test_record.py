"""Bule, supe and refe, by the published examples and against a paper that shares nothing with the rules."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.preferans.rules import PRESETS, Entry, Variant, notices, problems, replay, warnings
from games.preferans.rules.examples import SESSION, SESSION_VARIANT
from games.preferans.rules.record import Record, start
from scorer.scoring import dump
from tests.games.preferans.paper import Paper

BULE = PRESETS["bule"]
PASSED = Entry(passed_out=True)
BOTH, ONE, NOBODY, COUNTER = ("follow", "follow"), ("follow", "pass"), ("pass", "pass"), ("counter", "follow")


def hand(level: int, defenders: Any, tricks: Any = None, *, declarer: int = 1, **more: Any) -> Entry:
    """`hand(4, BOTH, (6, 3, 1), declarer=2)`: seat 2 declares hearts; seats 3 and 1 follow with 3 and 1 tricks."""
    at = [(declarer - 1 + place) % 3 for place in range(3)]
    roles, won = ("declarer", *defenders), tricks
    return Entry(
        level,
        roles=tuple(roles[at.index(seat)] for seat in range(3)),
        tricks=won and tuple(won[at.index(seat)] for seat in range(3)),
        **more,
    )


def kept(entries: Sequence[Entry], variant: Variant = BULE, seats: int = 3) -> Record:
    found = replay(entries, variant, seats)[-1].carry
    assert isinstance(found, Record)
    return found


def points(entries: Sequence[Entry], variant: Variant = BULE, seats: int = 3) -> list[tuple[int, ...]]:
    return [outcome.points for outcome in replay(entries, variant, seats)]


def record(bule: tuple[int, ...], supe: tuple[tuple[int, ...], ...] = ((0,) * 3,) * 3) -> Record:
    return Record(1, bule, supe, (0,) * len(bule))


def twelve(**more: Any) -> Variant:
    return replace(BULE, bule=12, **more)


MADE = hand(4, BOTH, (6, 3, 1))  # hearts, 8
FAILED = hand(4, BOTH, (5, 3, 2))


# The published examples


def test_the_worked_record_ends_with_its_settlement() -> None:
    found = kept(SESSION, SESSION_VARIANT)
    assert found.bule == (-16, -8, 24)
    assert found.supe == ((0, 40, 24), (24, 0, 36), (8, 0, 0))
    assert found.settlement == (192, 100, -292)
    assert found.has_ended


def test_the_points_of_the_worked_record_are_shown_beside_it() -> None:
    sums = [sum(each) for each in zip(*points(SESSION, SESSION_VARIANT), strict=True)]
    assert sums == [344, 260, -112]
    against = [sum(row[seat] for row in kept(SESSION, SESSION_VARIANT).supe) for seat in range(3)]
    assert against == [32, 40, 60]
    assert kept(SESSION, SESSION_VARIANT).settlement == tuple(
        own - written - 10 * 12 for own, written in zip(sums, against, strict=True)
    )


@pytest.mark.parametrize(
    ("bule", "own", "against", "expected"),
    [(20, (120, 60), (320, 160), -500), (-4, (0, 0), (0, 0), 40), (-16, (200, 160), (40, 20), 460)],
)
def test_a_published_settlement(bule: int, own: tuple[int, int], against: tuple[int, int], expected: int) -> None:
    supe = ((0, *own), (against[0], 0, 0), (against[1], 0, 0))
    assert record((bule, 0, 0), supe).settlement[0] == expected


def test_hearts_eight_times_with_three_tricks_are_192_supe_and_64_bule() -> None:
    doubled = hand(4, COUNTER, (7, 3, 0), counter="double_counter")
    found = kept([PASSED, doubled])
    assert found.supe[1][0] == 192
    assert found.bule == (60 - 64, 60 + 64, 60)


def test_a_double_fall_as_published_is_16_bule_and_40_supe() -> None:
    before = replace(start(BULE, 3), bule=(2, 2, 2))
    falls = hand(4, ONE, (5, 5, 0))
    found = replay([falls], replace(BULE, double_fall=True), 3, before)[0].carry
    assert isinstance(found, Record)
    assert (found.bule, found.supe[1][0]) == ((18, 2, 2), 40)


# Refe


def test_if_nobody_bids_everybody_gets_a_refa_until_the_limit() -> None:
    assert kept([PASSED]).refe == (1, 1, 1)
    assert kept([PASSED] * 3).refe == (2, 2, 2)
    assert kept([PASSED] * 3, replace(BULE, refe=None)).refe == (3, 3, 3)
    assert kept([PASSED], replace(BULE, refe=0)).refe == (0, 0, 0)


def test_a_declarer_plays_an_open_refa_whether_it_is_made_or_not() -> None:
    assert points([PASSED, MADE])[-1] == (160, 48, 16)
    assert points([PASSED, FAILED])[-1] == (-160, 48, 32)
    assert kept([PASSED, FAILED]).refe == (0, 1, 1)
    assert points([PASSED, MADE, MADE])[-1] == (80, 24, 8)


def test_a_refa_is_not_written_while_somebody_is_under_the_hat() -> None:
    under = [hand(5, NOBODY, counter="none", in_hand=True), hand(4, NOBODY)]
    assert kept([*under, PASSED], twelve()).refe == (0, 0, 0)
    assert kept([*under, PASSED], twelve(refe_under_hat=True)).refe == (1, 1, 1)


def test_a_player_with_no_bule_left_is_not_under_the_hat() -> None:
    assert kept([hand(5, NOBODY, in_hand=True), PASSED], twelve()).refe == (1, 1, 1)


def test_spades_do_not_play_a_refa_where_the_table_says_so() -> None:
    spades = hand(2, ONE, (8, 2, 0))
    variant = replace(BULE, refa_played="not_spades")
    assert points([PASSED, spades], variant)[-1] == (40, 8, 0)
    assert kept([PASSED, spades], variant).refe == (1, 1, 1)
    assert points([PASSED, spades])[-1] == (80, 16, 0)


# Spades that nobody counters


def test_spades_that_nobody_counters_give_a_refa() -> None:
    variant = replace(BULE, spades="refa", refe=1)
    assert points([hand(2, NOBODY)], variant) == [(0, 0, 0)]
    assert kept([hand(2, NOBODY)], variant).refe == (1, 1, 1)


@pytest.mark.parametrize(
    ("spades", "expected", "left"), [("refa", 40, 56), ("refa_or_fail", -40, 64), ("pass", 40, 56), ("played", 40, 56)]
)
def test_without_a_refa_they_are_made_or_fail_as_the_table_says(spades: Any, expected: int, left: int) -> None:
    variant = replace(BULE, spades=spades, refe=0)
    assert points([hand(2, NOBODY)], variant) == [(expected, 0, 0)]
    assert kept([hand(2, NOBODY)], variant).bule == (left, 60, 60)


def test_spades_that_are_not_played_out_play_no_refa() -> None:
    found = kept([PASSED, hand(2, NOBODY)], replace(BULE, spades="pass"))
    assert (found.bule[0], found.refe) == (56, (1, 1, 1))


def test_nobody_follows_spades_without_a_counter_where_it_is_forced() -> None:
    forced = replace(BULE, spades="refa")
    assert [one.code for one in problems(hand(2, ONE, (8, 2, 0)), forced, 3)] == ["spades_need_counter"]
    for fine in (hand(2, NOBODY), hand(2, COUNTER, (6, 4, 0), counter="counter")):
        assert not problems(fine, forced, 3)
    assert not problems(hand(2, ONE, (8, 2, 0), in_hand=True), forced, 3)
    assert not problems(hand(3, ONE, (8, 2, 0)), forced, 3)
    assert not problems(hand(2, ONE, (8, 2, 0)), replace(forced, record="none"), 3)


# Where play stops


def test_the_defenders_have_at_most_five_tricks_where_play_stops() -> None:
    capped = replace(PRESETS["house"], stop_at_five=True)
    assert [one.code for one in problems(hand(4, BOTH, (4, 3, 3)), capped, 3)] == ["stop_at_five"]
    assert not problems(FAILED, capped, 3)
    assert not problems(hand(4, BOTH, (4, 3, 3)), PRESETS["house"], 3)
    assert not problems(hand(6, BOTH, (1, 9, 0)), capped, 3)


# The start and the end


@pytest.mark.parametrize(
    ("bule", "whose", "seats", "each"),
    [(60, "player", 3, 60), (60, "table", 3, 20), (60, "table", 4, 14), (200, "table", 3, 66), (2, "table", 3, 2)],
)
def test_bule_are_for_each_player_or_shared_by_all(bule: int, whose: Any, seats: int, each: int) -> None:
    assert start(replace(BULE, bule=bule, bule_for=whose), seats).bule == (each,) * seats


LAST = [hand(5, NOBODY), hand(5, NOBODY, declarer=2), hand(5, NOBODY, declarer=3)]
"""Thirty of 36 bule, so that six are left."""


@pytest.mark.parametrize(("last_hand", "bule", "supe"), [("bule", -4, 24), ("value", -4, 18), ("full", -6, 24)])
def test_the_last_hand_counts_what_the_table_says(last_hand: Any, bule: int, supe: int) -> None:
    found = kept([*LAST, MADE], twelve(last_hand=last_hand))
    assert (found.bule[0], found.supe[1][0]) == (bule, supe)
    assert found.has_ended
    assert (sum(found.settlement) == 0) is (last_hand != "full")


def test_a_defender_who_fails_keeps_the_record_open() -> None:
    found = kept([*LAST, hand(4, ONE, (9, 1, 0))], twelve())
    assert (found.bule, found.left) == ((-6, 10, 2), 6)


def test_the_end_is_said_and_the_next_hand_begins_another_record() -> None:
    variant, ended = twelve(), [*LAST, MADE]
    codes = [one.code for one in notices([0] * 3, kept(ended, variant), variant, 3)]
    assert codes == ["record_over", "bule"]
    asked = warnings([*ended, FAILED], variant, 3, carry=kept(ended, variant))
    assert [one.code for one in asked] == ["another_record"]
    assert not warnings([*LAST, FAILED], variant, 3, carry=kept(LAST, variant))
    again = kept([*ended, FAILED], variant)
    assert (again.number, again.bule) == (2, (20, 12, 12))


def test_an_open_refa_is_said_of_whoever_has_it() -> None:
    said = notices([0] * 3, kept([PASSED, MADE]), BULE, 3)
    assert [(one.code, one.side) for one in said if one.side] == [("open_refa", 2), ("open_refa", 3)]


def test_without_a_record_nothing_is_carried_and_a_refa_is_unknown() -> None:
    house = PRESETS["house"]
    assert [outcome.carry for outcome in replay([PASSED, MADE], house, 3)] == [None, None]
    assert points([PASSED, MADE], house)[-1] == (80, 24, 8)


# Whole sessions


@st.composite
def hands(draw: st.DrawFn, seats: int = 3) -> Entry:
    """Any hand of a table, with any result."""
    out = (draw(st.integers(1, seats)),) if seats > 3 else ()
    if draw(st.integers(0, 4)) == 0:
        return Entry(passed_out=True, sitting_out=out)
    level, in_hand = draw(st.integers(2, 7)), draw(st.booleans())
    counter = draw(st.sampled_from(["none", "none", "counter", "double_counter"]))
    taken = draw(st.integers(0, 10))
    won = draw(st.integers(0, 10 - taken))
    defenders: Any = COUNTER
    if counter == "none":
        plays = [BOTH] if level == 6 else [BOTH, ONE, NOBODY, ("call", "called")]
        defenders = draw(st.sampled_from(plays))
    tricks: tuple[int, ...] | None = (taken, won, 10 - taken - won)
    if level == 6:
        tricks = (int(draw(st.booleans())), 0, 0)
    elif defenders == ONE:
        tricks = (taken, 10 - taken, 0)
    elif defenders == NOBODY:
        tricks = None
    order = draw(st.sampled_from(list(permutations(range(3)))))
    roles = ("declarer", *defenders)
    return Entry(
        level,
        in_hand,
        counter,
        tuple(roles[place] for place in order),
        tricks and tuple(tricks[place] for place in order),
        out,
    )


variants = st.builds(
    Variant,
    record=st.just("bule"),
    bule=st.integers(2, 100),
    bule_for=st.sampled_from(["player", "table"]),
    refe=st.none() | st.integers(0, 3),
    refe_under_hat=st.booleans(),
    refa_played=st.sampled_from(["always", "not_spades"]),
    spades=st.sampled_from(["played", "refa", "refa_or_fail", "pass"]),
    stop_at_five=st.booleans(),
    last_hand=st.sampled_from(["bule", "value", "full"]),
    double_fall=st.booleans(),
)


def possible(entries: list[Entry], variant: Variant, seats: int) -> list[Entry]:
    return [entry for entry in entries if not problems(entry, variant, seats)]


@given(st.lists(hands(), max_size=25), st.integers(2, 200), st.none() | st.integers(0, 3), st.booleans())
def test_a_session_is_kept_as_on_paper(entries: list[Entry], bule: int, refe: int | None, under_hat: bool) -> None:
    variant = replace(BULE, bule=bule, refe=refe, refe_under_hat=under_hat)
    paper = Paper([bule] * 3, refe, under_hat)
    for entry, outcome in zip(entries, replay(entries, variant, 3), strict=True):
        if sum(paper.bule) == 0:
            paper = Paper([bule] * 3, refe, under_hat)
        assert outcome.points == tuple(paper.play(entry))
        found = outcome.carry
        assert isinstance(found, Record)
        assert (list(found.bule), list(found.refe)) == (paper.bule, paper.triangles)
        assert list(found.settlement) == paper.settlement


@given(st.lists(hands(seats=4), max_size=20))
def test_a_table_of_four_is_kept_as_on_paper(entries: list[Entry]) -> None:
    paper = Paper([60] * 4)
    for entry, outcome in zip(entries, replay(entries, BULE, 4), strict=True):
        if sum(paper.bule) == 0:
            paper = Paper([60] * 4)
        assert outcome.points == tuple(paper.play(entry))
        assert list(outcome.carry.settlement) == paper.settlement


@given(st.lists(hands(), min_size=1, max_size=25), variants)
def test_the_settlement_adds_up_to_zero_when_the_bule_do(entries: list[Entry], variant: Variant) -> None:
    for outcome in replay(possible(entries, variant, 3), variant, 3):
        found = outcome.carry
        assert isinstance(found, Record)
        assert sum(found.settlement) == -10 * found.left
        assert found.left >= 0 or variant.last_hand == "full"
        assert all(row[seat] == 0 for seat, row in enumerate(found.supe))


@given(st.lists(hands(), min_size=1, max_size=25), variants)
def test_refe_are_written_and_played_only_when_allowed(entries: list[Entry], variant: Variant) -> None:
    before: Record | None = None
    for entry, outcome in zip(kept_in := possible(entries, variant, 3), replay(kept_in, variant, 3), strict=True):
        now = outcome.carry
        assert isinstance(now, Record)
        if before is None or now.number > before.number:
            before = start(variant, 3, now.number)
        if now.written > before.written:
            assert entry.passed_out or (entry.level == 2 and variant.spades in ("refa", "refa_or_fail"))
            assert variant.refe is None or now.written <= variant.refe
            assert variant.refe_under_hat or min(before.bule) >= 0
        played = [seat for seat in range(3) if now.refe[seat] < before.refe[seat]]
        assert len(played) <= 1
        for seat in played:
            assert entry.roles
            assert entry.roles[seat] == "declarer"
        assert all(0 <= number <= now.written for number in now.refe)
        before = now


@given(st.lists(hands(), min_size=2, max_size=20), variants)
def test_a_session_without_its_first_hand_is_another_session(entries: list[Entry], variant: Variant) -> None:
    """As when it is voided: nothing of it is left in what follows."""
    rest = possible(entries, variant, 3)[1:]
    carry = None
    for entry, whole in zip(rest, replay(rest, variant, 3), strict=True):
        (alone,) = replay([entry], variant, 3, carry)
        assert alone == whole
        carry = alone.carry


def test_a_voided_early_hand_moves_refe_bule_and_settlement() -> None:
    whole, without = replay(SESSION, SESSION_VARIANT, 3), replay([SESSION[0], *SESSION[2:]], SESSION_VARIANT, 3)
    assert [outcome.points for outcome in whole[2:]] == [(40, 200, 0), (24, 36, -120), (200, 0, 0)]
    assert [outcome.points for outcome in without[1:]] == [(20, 100, 0), (12, 18, -60), (100, 0, 0)]
    assert without[-1].carry.bule == (-6, 2, 18)


@given(st.lists(hands(), min_size=1, max_size=20), variants)
def test_what_a_hand_says_it_writes_is_what_it_writes(entries: list[Entry], variant: Variant) -> None:
    before: Record | None = None
    for outcome in replay(possible(entries, variant, 3), variant, 3):
        now = outcome.carry
        assert isinstance(now, Record)
        before = before if before and now.number == before.number else start(variant, 3, now.number)
        said = {one.seat: one.params for one in outcome.reasons if one.code.startswith("bule_")}
        supe = {one.seat: one.params for one in outcome.reasons if one.code == "supe"}
        for seat in (1, 2, 3):
            told = said.get(seat, {"before": before.bule[seat - 1], "after": before.bule[seat - 1]})
            assert (told["before"], told["after"]) == (before.bule[seat - 1], now.bule[seat - 1])
            gained = sum(now.supe[seat - 1]) - sum(before.supe[seat - 1])
            assert supe.get(seat, {"n": 0})["n"] == gained
        before = now


def test_the_command_says_what_each_line_writes(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "session.jsonl"
    file.write_text("\n".join(json.dumps(dump(entry)) for entry in SESSION))
    call_command("score", "preferans", str(file), "--variant", "bule")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["points"] for line in lines] == [list(one) for one in points(SESSION)]
    assert [reason["text"] for reason in lines[2]["reasons"]] == [
        "2 tricks × 20",
        "Supe against seat 2: 40",
        "Refa: 10 × 2 = 20",
        "Made with 8 tricks: 20 × 10",
        "Bule: 60 − 20 = 40",
        "Passed",
    ]
