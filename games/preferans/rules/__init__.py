"""The rules of preferans; see scorer.scoring.Rules for what each name is."""

from games.preferans.rules.demo import imagine
from games.preferans.rules.entry import Entry
from games.preferans.rules.examples import EXAMPLES
from games.preferans.rules.scoring import problems, replay, warnings
from games.preferans.rules.sheet import dealer, initial_values, next_dealer, notices, remembers, sides
from games.preferans.rules.tables import tables
from games.preferans.rules.variant import PRESETS, Variant

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
