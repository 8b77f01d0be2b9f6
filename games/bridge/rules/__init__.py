"""The rules of duplicate bridge; see scorer.scoring.Rules for what each name is."""

from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.entry import Entry
from games.bridge.rules.examples import EXAMPLES, imagine
from games.bridge.rules.scoring import problems, replay, warnings
from games.bridge.rules.sheet import dealer, initial_values, next_dealer, notices, remembers, sides
from games.bridge.rules.tables import tables
from games.bridge.rules.variant import PRESETS, Variant

__all__ = [
    "EXAMPLES",
    "PRESETS",
    "Entry",
    "Variant",
    "board_dealer",
    "board_vulnerability",
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
