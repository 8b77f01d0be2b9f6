"""The rules of Skat; see scorer.scoring.Rules for what each name is."""

from games.skat.rules.checks import problems, warnings
from games.skat.rules.entry import HAND_KINDS, Entry
from games.skat.rules.examples import EXAMPLES, random_entry
from games.skat.rules.paper import has_paper, on_paper
from games.skat.rules.scoring import declarers, notices, remembers, replay
from games.skat.rules.statistics import STATISTICS
from games.skat.rules.tables import tables
from games.skat.rules.variant import PRESETS, Variant
from scorer.scoring import alone as sides
