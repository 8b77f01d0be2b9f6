"""The rules of French tarot; see scorer.scoring.Rules for what each name is."""

from games.tarot.rules.checks import problems
from games.tarot.rules.demo import random_entry
from games.tarot.rules.entry import HAND_KINDS, Entry
from games.tarot.rules.examples import EXAMPLES
from games.tarot.rules.paper import on_paper
from games.tarot.rules.scoring import replay
from games.tarot.rules.second_look import warnings
from games.tarot.rules.sheet import deal, deal_fields, declarers, has_paper, initial_values
from games.tarot.rules.statistics import STATISTICS
from games.tarot.rules.tables import tables
from games.tarot.rules.variant import PRESETS, Variant
from scorer.scoring import alone as sides
