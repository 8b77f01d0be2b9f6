"""The rules of Doppelkopf; see scorer.scoring.Rules for what each name is."""

from games.doppelkopf.rules.checks import problems, warnings
from games.doppelkopf.rules.demo import random_entry
from games.doppelkopf.rules.entry import HAND_KINDS, Entry
from games.doppelkopf.rules.examples import EXAMPLES
from games.doppelkopf.rules.paper import on_paper
from games.doppelkopf.rules.scoring import replay
from games.doppelkopf.rules.sheet import declarers, has_paper, initial_values, next_dealer, notices, remembers
from games.doppelkopf.rules.statistics import STATISTICS
from games.doppelkopf.rules.tables import tables
from games.doppelkopf.rules.variant import PRESETS, Variant
from scorer.scoring import alone as sides
