"""What every game's rules have to fulfil."""

import json
from dataclasses import fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.play import checks as play
from scorer.registry import GameConfig, all_games
from scorer.registry import checks as registry
from scorer.registry.words import notice_text, problem_text, reason_text
from scorer.scoring import Example, dump, judge, load, settings_in_force
from tests.contract.conftest import sheet_of

HANDS = 40
GARBAGE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["S", "NT", "none", "90", 1, 4, 90]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=6,
)


def name(seat: int) -> str:
    return f"seat {seat}"


def test_a_game_has_all_its_parts(game: GameConfig) -> None:
    assert [*registry.faults(game), *play.faults(game)] == []


def test_every_preset_setting_and_choice_of_a_variant_has_its_label_and_there_are_no_others(game: GameConfig) -> None:
    assert set(game.labels.VARIANTS) == set(game.rules.PRESETS)
    hints = get_type_hints(game.rules.Variant)
    assert set(game.labels.VARIANT_FIELDS) == set(hints)
    choices = {name: set(get_args(hint)) for name, hint in hints.items() if get_origin(hint) is Literal}
    assert {name: set(words) for name, (_, words) in game.labels.VARIANT_FIELDS.items() if words} == choices


def test_every_field_and_choice_of_an_entry_has_its_label_and_there_are_no_others(game: GameConfig) -> None:
    """A game may also have words for its form and for numbers that are chosen. Its own tests know those."""
    hints, words = get_type_hints(game.rules.Entry), game.labels.CHOICES
    assert set(hints) <= set(game.labels.FIELDS)
    offered = {name: choices for name, hint in hints.items() if (choices := choices_of(hint))}
    assert {name: set(words[name]) for name in words if name in offered} == offered
    assert set(words) <= set(hints)
    for labels in (game.labels.FIELDS, *words.values()):
        assert all(str(label) for label in labels.values())


def choices_of(hint: Any) -> set[str]:
    """Return the strings that a field may hold, alone or in a list."""
    args = get_args(hint)
    return set(args) if get_origin(hint) is Literal else {choice for arg in args for choice in choices_of(arg)}


def test_a_setting_that_does_not_apply_changes_nothing(game: GameConfig, preset: str, seats: int) -> None:
    variant = game.rules.PRESETS[preset]
    hints = get_type_hints(game.rules.Variant)
    entries = sheet_of(game, variant, seats, HANDS)

    def shown(variant: Any) -> Any:
        outcomes = game.rules.replay(entries, variant, seats)
        return outcomes, game.rules.notices(outcomes[-1].points, outcomes[-1].carry, variant, seats)

    for setting in set(hints) - set(settings_in_force(variant)):
        for value in get_args(hints[setting]) or (True, False):
            assert shown(replace(variant, **{setting: value})) == shown(variant), setting


def test_an_example_scores_as_its_source_says(game: GameConfig, example: Example) -> None:
    variant = game.rules.PRESETS[example.variant]
    outcomes = game.rules.replay([*example.before, example.entry], variant, example.seats)

    assert game.rules.problems(example.entry, variant, example.seats) == ()
    assert outcomes[-1].points == example.points


def test_reasons_add_up_seat_by_seat(game: GameConfig, preset: str) -> None:
    variant = game.rules.PRESETS[preset]
    for seats in game.seat_counts:
        for outcome in game.rules.replay(sheet_of(game, variant, seats, HANDS), variant, seats):
            sums = [sum(r.points for r in outcome.reasons if r.seat == seat) for seat in range(1, seats + 1)]
            assert list(outcome.points) == sums
            assert len(outcome.points) == seats
            assert all(outcome.scores(reason.seat) for reason in outcome.reasons)


def test_every_reason_has_its_sentence(game: GameConfig, preset: str) -> None:
    variant = game.rules.PRESETS[preset]
    for seats in game.seat_counts:
        for outcome in game.rules.replay(sheet_of(game, variant, seats, HANDS), variant, seats):
            for reason in outcome.reasons:
                assert reason_text(game, reason, name)


def test_every_warning_and_notice_has_its_sentence(game: GameConfig, preset: str, seats: int) -> None:
    variant = game.rules.PRESETS[preset]
    entries = sheet_of(game, variant, seats, HANDS)
    totals = [0] * seats
    for number, outcome in enumerate(game.rules.replay(entries, variant, seats), start=1):
        for warning in game.rules.warnings(entries[:number], variant, seats, entries[number:]):
            assert problem_text(game, warning, name)
        totals = [total + points for total, points in zip(totals, outcome.points, strict=True)]
        for notice in game.rules.notices(totals, outcome.carry, variant, seats):
            assert notice_text(game, notice, name)


def test_members_of_a_side_score_the_same(game: GameConfig, preset: str) -> None:
    variant = game.rules.PRESETS[preset]
    for seats in game.seat_counts:
        sides = game.rules.sides(seats)
        assert sorted(seat for side in sides for seat in side) == list(range(1, seats + 1))
        for outcome in game.rules.replay(sheet_of(game, variant, seats, HANDS), variant, seats):
            for side in sides:
                assert len({outcome.points[seat - 1] for seat in side}) == 1


def test_an_imagined_hand_has_no_problems(game: GameConfig, preset: str) -> None:
    variant = game.rules.PRESETS[preset]
    for seats in game.seat_counts:
        for entry in sheet_of(game, variant, seats, HANDS):
            assert game.rules.problems(entry, variant, seats) == ()


def test_an_entry_survives_the_hand_format(game: GameConfig, preset: str, seats: int) -> None:
    variant = game.rules.PRESETS[preset]
    for entry in sheet_of(game, variant, seats, HANDS):
        written = json.loads(json.dumps(dump(entry)))
        again, wrong = load(game.rules.Entry, written)
        assert wrong == []
        assert again == entry


def test_a_variant_survives_the_hand_format(game: GameConfig, preset: str) -> None:
    variant = game.rules.PRESETS[preset]
    assert load(game.rules.Variant, json.loads(json.dumps(dump(variant)))) == (variant, [])
    assert game.preset_of(variant) == preset


def test_the_carry_is_all_that_the_next_hand_needs(game: GameConfig, preset: str, seats: int) -> None:
    variant = game.rules.PRESETS[preset]
    entries = sheet_of(game, variant, seats, HANDS)
    carry = None
    for entry, whole in zip(entries, game.rules.replay(entries, variant, seats), strict=True):
        alone = game.rules.replay([entry], variant, seats, carry)[0]
        assert alone == whole
        carry = alone.carry


def test_a_variant_without_memory_scores_a_hand_alone(game: GameConfig, preset: str, seats: int) -> None:
    variant = game.rules.PRESETS[preset]
    if game.rules.remembers(variant):
        pytest.skip("this variant remembers")
    entries = sheet_of(game, variant, seats, HANDS)
    together = game.rules.replay(entries, variant, seats)
    assert [game.rules.replay([entry], variant, seats)[0] for entry in entries] == together


def test_an_empty_entry_names_what_is_missing(game: GameConfig, preset: str, seats: int) -> None:
    judged = judge(game.rules, {}, game.rules.PRESETS[preset], seats)
    assert judged.entry is None
    assert judged.problems
    known = {field.name for field in fields(game.rules.Entry)}
    assert {problem.field.split(".")[0] for problem in judged.problems} <= known
    for problem in judged.problems:
        assert problem_text(game, problem, name)


@pytest.mark.parametrize("data", [[], "4S", 7, None, True, 1e308])
def test_anything_but_an_object_is_a_problem(game: GameConfig, seats: int, data: Any) -> None:
    judged = judge(game.rules, data, game.rules.PRESETS[game.default_variant], seats)
    assert [problem.code for problem in judged.problems] == ["object"]


@given(data=st.data())
@settings(max_examples=100)
def test_the_judge_never_raises_for_invalid_data(data: st.DataObject) -> None:
    for game in all_games():
        names = [field.name for field in fields(game.rules.Entry)]
        garbage = data.draw(st.dictionaries(st.sampled_from(names) | st.text(max_size=6), GARBAGE, max_size=8))
        variant = game.rules.PRESETS[data.draw(st.sampled_from(sorted(game.rules.PRESETS)))]
        seats = data.draw(st.sampled_from(sorted(game.seat_counts)))
        judged = judge(game.rules, garbage, variant, seats)
        assert (judged.entry is None) == bool(judged.problems)
        for problem in judged.problems:
            assert problem_text(game, problem, name)


@given(data=st.data())
@settings(max_examples=100)
def test_the_judge_never_raises_for_ill_typed_entries(data: st.DataObject) -> None:
    """Entries built in Python are not checked by the interpreter."""
    for game in all_games():
        names = [field.name for field in fields(game.rules.Entry)]
        values = data.draw(st.dictionaries(st.sampled_from(names), GARBAGE, max_size=6))
        variant = game.rules.PRESETS[game.default_variant]
        seats = data.draw(st.sampled_from(sorted(game.seat_counts)))
        for problem in game.rules.problems(game.rules.Entry(**values), variant, seats):
            assert problem_text(game, problem, name)
