"""The rules of preferans; see scorer.scoring.Rules for what each name is."""

from games.preferans.rules.checks import problems, warnings
from games.preferans.rules.demo import random_entry
from games.preferans.rules.entry import HAND_KINDS, Entry
from games.preferans.rules.examples import EXAMPLES
from games.preferans.rules.paper import on_paper
from games.preferans.rules.scoring import replay
from games.preferans.rules.sheet import declarers, has_paper, notices, remembers, result_unit
from games.preferans.rules.statistics import STATISTICS
from games.preferans.rules.tables import tables
from games.preferans.rules.variant import PRESETS, Variant
from scorer.scoring import alone as sides
