"""The events of preferans: tables of three, and tables of four, where the dealer sits out, for the players left over.

Source: the club's text on events, B0.
"""

from scorer.contest.draws import Draw
from scorer.contest.usual import usual_events

EVENTS = usual_events(
    Draw(sizes=(3, 4)),
    most_playing=3,
)
