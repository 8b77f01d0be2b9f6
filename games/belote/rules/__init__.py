"""The rules of belote coinchée; see scorer.scoring.Rules for what each name is."""

from games.belote.rules.checks import problems, warnings
from games.belote.rules.demo import random_entry
from games.belote.rules.entry import HAND_KINDS, Entry, kind_of
from games.belote.rules.examples import EXAMPLES
from games.belote.rules.paper import on_paper
from games.belote.rules.scoring import replay
from games.belote.rules.sheet import current_points, declarers, has_paper, notices, remembers, result_unit
from games.belote.rules.statistics import STATISTICS
from games.belote.rules.tables import tables
from games.belote.rules.variant import PRESETS, Variant
from scorer.scoring import pairs as sides
