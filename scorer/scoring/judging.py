"""One judge for the sheet, the admin, imports and the command line."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from scorer.scoring.model import Problem
from scorer.scoring.protocol import Rules
from scorer.scoring.shape import MAX_NUMBER, read


@dataclass(frozen=True, slots=True)
class Judged:
    """`entry` is None exactly when there are problems."""

    entry: Any
    problems: tuple[Problem, ...]


def judge(rules: Rules, data: object, variant: Any, seats: int) -> Judged:
    """Everything wrong with one entry in the hand format: its shape first, then what the rules say of the rest."""
    entry, wrong = read(rules.Entry, data)
    if not isinstance(data, dict):
        return Judged(None, tuple(wrong))
    problems = once([*wrong, *rules.problems(entry, variant, seats)])
    return Judged(None if problems else entry, problems)


def judge_variant(rules: Rules, data: object) -> Judged:
    """The same of a variant; `entry` is the variant. A field's metadata says how small and large its number may be."""
    variant, wrong = read(rules.Variant, data)
    for item in fields(variant):
        value = getattr(variant, item.name)
        least, most = item.metadata.get("min", 0), item.metadata.get("max", MAX_NUMBER)
        if type(value) is int and not least <= value <= most:
            wrong.append(Problem(item.name, "number_range", {"least": least, "most": most}))
    return Judged(None if wrong else variant, tuple(wrong))


def once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Without the second complaint about a field: an ill-shaped value is not also a missing one."""
    kept: list[Problem] = []
    for problem in problems:
        blamed = any(f"{other.field}.".startswith(f"{problem.field}.") for other in kept)
        if problem not in kept and not (problem.code == "required" and blamed):
            kept.append(problem)
    return tuple(kept)
