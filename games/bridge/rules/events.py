"""The events of bridge. A pair or a team is one contestant. Players without a partner sit at tables of four."""

from fractions import Fraction

from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.places import Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.offer import Format, GameEvents

MINUTES_A_BOARD = Fraction(7)  # the White Book of the English Bridge Union
CHANGE = 1  # minutes, for boards and pairs to move
EVENING = 28  # the club's text on events, A1.3: clubs play 24 to 28 boards

EVENTS = GameEvents(
    formats=(
        Format("mitchell", Mitchell()),
        Format("howell", Howell()),
        Format("round_robin", RoundRobin()),
        Format("swiss", Draw(by="swiss", sizes=(2,))),
        Format("draw", Draw(sizes=(2,), partners=True)),
    ),
    minutes=210,
    comparisons=(Matchpoints(), Total(), Wins(), Places.at_tables_of(2)),
    evening=EVENING,
    minutes_a_deal=MINUTES_A_BOARD,
    minutes_to_change=CHANGE,
)
