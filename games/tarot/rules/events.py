"""The events of tarot: tables of four, and tables of five (with a called king) or three for the players left over.

In a duplicate, all tables play the same deals in the course of the evening, and everybody is compared with those who
held the same cards. In quadrettes, these are the members of the two squads of a match.

Equal totals share the place (digest 5). The chain of ties of a one-for-one deal compares what two players won in that
deal, and no text has one over several deals: how many oudlers somebody won is not even known of deals with a taker. So
what a club may choose instead are points: those of the best round or of the best deal.

Source: the club's text on events, B0 and B2; digest 5.
"""

from dataclasses import replace

from scorer.contest.comparing.seats import SeatDifference, SeatMatchpoints
from scorer.contest.draws import Draw
from scorer.contest.offer import Format
from scorer.contest.quadrettes import Quadrettes
from scorer.contest.rotation import Rotation
from scorer.contest.usual import usual_events

FIVE_ROUNDS = 20
"""Deals of a duplicate: a club's five rounds of four."""

_USUAL = usual_events(
    Draw(sizes=(4, 5, 3)),
    ties=("shared", "best_round", "best_deal"),
    comparisons=(SeatMatchpoints(), SeatDifference()),
    evening=FIVE_ROUNDS,
)
EVENTS = replace(
    _USUAL,
    formats=(
        Format("duplicate", Rotation(), numbered=True),
        Format("quadrettes", Quadrettes(), numbered=True, comparison="seat_difference"),
        *(replace(counted, numbered=False) for counted in _USUAL.formats),
    ),
)
