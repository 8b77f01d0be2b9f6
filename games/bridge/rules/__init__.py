"""The rules of duplicate bridge; see scorer.scoring.Rules for what each name is."""

from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.entry import Entry
from games.bridge.rules.examples import EXAMPLES, imagine
from games.bridge.rules.scoring import problems, replay, warnings
from games.bridge.rules.sheet import deal, deal_fields, dealer, initial_values
from games.bridge.rules.tables import tables
from games.bridge.rules.variant import PRESETS, Variant
from scorer.scoring import pairs as sides
from scorer.scoring.defaults import next_dealer, notices, remembers
