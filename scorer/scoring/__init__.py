"""What the rules of every game are made of. Pure: the standard library and nothing above it."""

from scorer.scoring.judging import Judged, judge, judge_variant
from scorer.scoring.model import (
    Example,
    Fields,
    Notice,
    Outcome,
    Param,
    Params,
    Problem,
    Reason,
    Sides,
    gettext_noop,
)
from scorer.scoring.protocol import Rules
from scorer.scoring.shape import MAX_NUMBER, Half, coerce, dump, read
from scorer.scoring.turns import after, alone, pairs

__all__ = [
    "MAX_NUMBER",
    "Example",
    "Fields",
    "Half",
    "Judged",
    "Notice",
    "Outcome",
    "Param",
    "Params",
    "Problem",
    "Reason",
    "Rules",
    "Sides",
    "after",
    "alone",
    "coerce",
    "dump",
    "gettext_noop",
    "judge",
    "judge_variant",
    "pairs",
    "read",
]
