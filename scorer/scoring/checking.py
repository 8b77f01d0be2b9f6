"""Problems that the entries of most games can have."""

from collections.abc import Iterator

from scorer.scoring.model import Problem
from scorer.scoring.schema import dump


def required_problems(entry: object, *names: str) -> Iterator[Problem]:
    """Yield a problem for each of these fields that is None."""
    for name in names:
        if getattr(entry, name) is None:
            yield Problem(name, "required")


def passed_out_problems(entry: object, *allowed: str) -> Iterator[Problem]:
    """Yield a problem for each field, besides the `allowed` ones, that has a value although the hand was passed out."""
    for name in dump(entry):
        if name not in ("passed_out", *allowed):
            yield Problem(name, "passed_out_empty")
