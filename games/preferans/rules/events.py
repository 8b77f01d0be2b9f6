"""The events of preferans: tables of three, and tables of four, where the dealer sits out, for the players left over.

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
        Format("draw", Draw(sizes=(3, 4))),
        Format("round_robin", RoundRobin()),
    ),
    comparisons=(Total(), Places.at_tables_of(3), Wins()),
    most_playing=3,
)
