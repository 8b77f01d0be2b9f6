"""The rules of Doppelkopf: fulfils scorer.scoring.Rules."""

from games.doppelkopf.rules.demo import imagine
from games.doppelkopf.rules.entry import Entry
from games.doppelkopf.rules.examples import EXAMPLES
from games.doppelkopf.rules.scoring import problems, replay, warnings
from games.doppelkopf.rules.sheet import dealer, initial_values, next_dealer, notices, remembers, sides
from games.doppelkopf.rules.tables import tables
from games.doppelkopf.rules.variant import PRESETS, Variant

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
