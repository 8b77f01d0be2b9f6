"""The rules of bridge: duplicate, rubber and Chicago; see scorer.scoring.Rules for what each name is."""

from games.bridge.rules.checks import problems, warnings
from games.bridge.rules.demo import random_entry
from games.bridge.rules.entry import HAND_KINDS, Entry
from games.bridge.rules.examples import EXAMPLES
from games.bridge.rules.paper import on_paper
from games.bridge.rules.scoring import replay
from games.bridge.rules.sheet import (
    deal,
    deal_fields,
    dealer,
    declarers,
    has_paper,
    initial_values,
    next_dealer,
    notices,
    remembers,
    result_unit,
)
from games.bridge.rules.statistics import STATISTICS
from games.bridge.rules.tables import tables
from games.bridge.rules.variant import PRESETS, Variant
from scorer.scoring import pairs as sides
