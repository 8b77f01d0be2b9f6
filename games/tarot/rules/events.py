"""The events of tarot: tables of four, and tables of five (with a called king) or three for the players left over.

Source: the club's text on events, B0.
"""

from scorer.contest.comparing.places import Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.offer import Format, GameEvents

EVENTS = GameEvents(
    formats=(
        Format("draw", Draw(sizes=(4, 5, 3))),
        Format("round_robin", RoundRobin()),
    ),
    comparisons=(Total(), Places.at_tables_of(5, 3), Wins()),
)
