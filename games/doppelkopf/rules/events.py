"""The events of Doppelkopf: tables of four, and tables of five for the players left over, never of three.

Source: the club's text on events, B0.
"""

from fractions import Fraction

from games.doppelkopf.rules.variant import Variant
from scorer.contest.comparing.places import Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.offer import Format, GameEvents

LIST_DEALS, LIST_MINUTES = 24, Fraction(100)  # Turnierspielregeln of the German federation, section 8

EVENTS = GameEvents(
    formats=(
        Format("draw", Draw(sizes=(4, 5))),
        Format("round_robin", RoundRobin()),
    ),
    comparisons=(Total(), Places.at_tables_of(5), Wins()),
    most_playing=4,
    minutes_a_deal=LIST_MINUTES / LIST_DEALS,
    with_deals=Variant.with_length,
)
