"""The rules of belote coinchée: fulfils scorer.scoring.Rules."""

from games.belote.rules.demo import imagine
from games.belote.rules.entry import Entry
from games.belote.rules.examples import EXAMPLES
from games.belote.rules.scoring import (
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
from games.belote.rules.tables import tables
from games.belote.rules.variant import PRESETS, Variant

__all__ = [
    "EXAMPLES",
    "PRESETS",
    "Entry",
    "Variant",
    "dealer",
    "imagine",
    "initial_values",
    "next_dealer",
    "notices",
    "problems",
    "remembers",
    "replay",
    "sides",
    "tables",
    "warnings",
]
