"""The types and functions that the rules of every game build on. Pure: uses only the standard library."""

from scorer.scoring.judging import (
    Judgement,
    judge,
    judge_variant,
    kind_problems,
    limit_problems,
    repeat_problems,
    required_problems,
    settings_in_force,
    without_repeats,
)
from scorer.scoring.model import (
    Example,
    Fields,
    HandKind,
    HandKinds,
    Limits,
    Notice,
    Outcome,
    PaperLine,
    Param,
    Params,
    Problem,
    Reason,
    ResultUnit,
    ScoreLine,
    Sides,
    gettext_noop,
    kind_of,
)
from scorer.scoring.paper import ScoredLine, scored_lines
from scorer.scoring.protocol import DealerSitsOut, Rules
from scorer.scoring.schema import MAX_NUMBER, HalfPoints, Unfit, coerce, dump, load
from scorer.scoring.seats import after, alone, at_play, pairs, seat_problems, sitting_out_problems, turn_problems
from scorer.scoring.statistics import Case, Statistic
