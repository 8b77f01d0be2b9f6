"""The events of bridge. A contestant is a pair or a team, or in an individual a player."""

from fractions import Fraction

from games.bridge.rules.scales import IMPS, PERCENT_LIMITS
from scorer.contest.comparing.board_a_match import BoardAMatch
from scorer.contest.comparing.butler import Butler
from scorer.contest.comparing.cross_imps import CrossImps
from scorer.contest.comparing.imps import Imps
from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.places import Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.vp import Vp
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.individual import Individual
from scorer.contest.knockout import Knockout
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.movements.teams import Teams
from scorer.contest.offer import Format, GameEvents
from scorer.contest.own_movement import OwnMovement

MINUTES_A_BOARD = Fraction(7)  # the White Book of the English Bridge Union
CHANGE = 1  # minutes, for boards and pairs to move
EVENING = 28  # the club's text on events, A1.3: clubs play 24 to 28 boards

EVENTS = GameEvents(
    formats=(
        Format("mitchell", Mitchell()),
        Format("howell", Howell()),
        Format("individual", Individual(), competes=("players",)),
        Format("own", OwnMovement(), competes=("sides", "players"), own=True),
        Format("round_robin", RoundRobin(), competes=("sides", "teams")),
        Format("swiss", Draw(by="comparison", sizes=(2,)), competes=("sides", "teams")),
        Format("teams", Teams(), competes=("teams",)),
        Format("draw", Draw(sizes=(2,), partners=True)),
        Format("knockout", Knockout(), competes=("sides", "teams")),
    ),
    minutes=210,
    comparisons=(
        Matchpoints(),
        CrossImps(IMPS),
        Butler(IMPS),
        Vp(IMPS, PERCENT_LIMITS, scale="matchpoints"),
        Total(),
        Wins(),
        Places.at_tables_of(2),
    ),
    team_comparisons=(Vp(IMPS, PERCENT_LIMITS), Imps(IMPS), BoardAMatch()),
    player_comparison=Butler(IMPS),
    evening=EVENING,
    turned="declarer",
    minutes_a_deal=MINUTES_A_BOARD,
    minutes_to_change=CHANGE,
)
