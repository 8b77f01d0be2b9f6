"""The events of belote. A pair is one contestant. In a mêlée, each player is one, and changes partners.

With the house rules for parties, a sitting is a match: of one party, of two won ones at most three, or of as many as
the time allows.

Source: digest section 5, the formats of tournaments.
"""

from dataclasses import replace

from games.belote.rules.parties import WINS
from scorer.contest.comparing.places import Places
from scorer.contest.comparing.points import Points
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.individual import Individual
from scorer.contest.knockout import Knockout
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.offer import Format, GameEvents

EVENTS = GameEvents(
    formats=(
        Format("draw", Draw(sizes=(2,), partners=True)),
        Format("swiss", Draw(by="comparison", sizes=(2,))),
        Format("round_robin", RoundRobin()),
        Format("individual", Individual(), competes=("players",)),
        Format("individual_standing", Draw(by="comparison", sizes=(4,), partners=True), competes=("players",)),
        Format("knockout", Knockout()),
    ),
    comparisons=(Wins(partners=True), Points(), Total(), Places.at_tables_of(2)),
    settling=("wins", "points"),
    with_deals=lambda variant, _deals, _seats: replace(variant, target=None),
    target=lambda variant: None if variant.parties == "unlimited" else variant.target,
    games=lambda variant: WINS.get(variant.parties) if variant.has_parties else None,
)
