"""Checks entries for the sheet, the admin, imports and the command line alike, and finds what most games refuse."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from scorer.scoring.model import HandKind, HandKinds, Limits, Problem
from scorer.scoring.protocol import Rules
from scorer.scoring.schema import MAX_NUMBER, load


@dataclass(frozen=True, slots=True)
class Judgement:
    """`entry` is None exactly when there are problems."""

    entry: Any
    problems: tuple[Problem, ...]


def judge(rules: Rules, data: object, variant: Any, seats: int) -> Judgement:
    """Check one entry in the hand format: first the types of its values, then the rules of the game."""
    entry, wrong = load(rules.Entry, data)
    if not isinstance(data, dict):
        return Judgement(None, tuple(wrong))
    problems = without_repeats([*wrong, *rules.problems(entry, variant, seats)])
    return Judgement(None if problems else entry, problems)


def judge_variant(rules: Rules, data: object) -> Judgement:
    """Check a variant, which is the `entry` of the result. The metadata of a field may give its "min" and "max"."""
    variant, wrong = load(rules.Variant, data)
    for item in fields(variant):
        value = getattr(variant, item.name)
        least, most = item.metadata.get("min", 0), item.metadata.get("max", MAX_NUMBER)
        if type(value) is int and not least <= value <= most:
            wrong.append(Problem(item.name, "number_range", {"least": least, "most": most}))
    return Judgement(None if wrong else variant, tuple(wrong))


def settings_in_force(variant: Any) -> tuple[str, ...]:
    """Return the fields of a variant that have any effect beside the others.

    The metadata of a field may say when it does: "applies", a function of the variant.
    """
    return tuple(
        item.name for item in fields(variant) if "applies" not in item.metadata or item.metadata["applies"](variant)
    )


def without_repeats(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Drop duplicates, and "required" where the field has another problem: a value of a wrong type is not missing."""
    kept: list[Problem] = []
    for problem in problems:
        blamed = any(f"{other.field}.".startswith(f"{problem.field}.") for other in kept)
        if problem not in kept and not (problem.code == "required" and blamed):
            kept.append(problem)
    return tuple(kept)


def kind_problems(entry: Any, kinds: HandKinds, name: str | None) -> Iterator[Problem]:
    """Yield a problem for each field that a hand of this kind lacks, and for each that it has and should not have.

    If no `kind` is chosen, that is missing, and what a hand of any kind needs.
    """
    kind = kinds.get(name or "") or _in_common([kind for kind in kinds.values() if "kind" in kind.required])
    for field in fields(entry):
        value = getattr(entry, field.name)
        if field.name in kind.required and value is None:
            yield Problem(field.name, "required")
        elif field.name not in (*kind.required, *kind.allowed) and value != field.default:
            yield Problem(field.name, kind.refusal)


def _in_common(kinds: Sequence[HandKind]) -> HandKind:
    """Return what is required in all of these kinds, and allowed in some."""
    first, *others = kinds
    required = tuple(field for field in first.required if all(field in other.required for other in others))
    return HandKind(required, tuple(field for kind in kinds for field in (*kind.required, *kind.allowed)))


def limit_problems(entry: object, limits: Limits) -> Iterator[Problem]:
    """Yield a problem for each of these fields that has a value beyond its limits."""
    for name, (least, most) in limits.items():
        value = getattr(entry, name)
        if value is not None and not least <= value <= most:
            yield Problem(name, f"{name}_range", {"least": least, "most": most})


def repeat_problems(entries: Sequence[Any], field: str) -> Iterator[Problem]:
    """Ask about the last of these hands, at this field, if it equals the one before."""
    if len(entries) > 1 and entries[-1] == entries[-2]:
        yield Problem(field, "same_as_before")


def required_problems(entry: object, *names: str) -> Iterator[Problem]:
    """Yield a problem for each of these fields that is None."""
    for name in names:
        if getattr(entry, name) is None:
            yield Problem(name, "required")
