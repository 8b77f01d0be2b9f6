"""The rules of French tarot: fulfils scorer.scoring.Rules.

Beside the protocol, for the form: `questions` and `open_questions` say what the entry of a one-for-one deal must still
tell, `filled_in` finds the one number of points that was not typed, `dog_points` what the dog has.
"""

from games.tarot.rules.contenders import dog_points, filled_in, open_questions, questions
from games.tarot.rules.demo import imagine
from games.tarot.rules.entry import Entry, at_play
from games.tarot.rules.examples import EXAMPLES
from games.tarot.rules.scoring import (
    dealer,
    initial_values,
    next_dealer,
    notices,
    problems,
    remembers,
    replay,
    sides,
    warnings,
)
from games.tarot.rules.tables import tables
from games.tarot.rules.variant import PRESETS, Variant

__all__ = [
    "EXAMPLES",
    "PRESETS",
    "Entry",
    "Variant",
    "at_play",
    "dealer",
    "dog_points",
    "filled_in",
    "imagine",
    "initial_values",
    "next_dealer",
    "notices",
    "open_questions",
    "problems",
    "questions",
    "remembers",
    "replay",
    "sides",
    "tables",
    "warnings",
]
