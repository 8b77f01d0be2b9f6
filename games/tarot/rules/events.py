"""The events of tarot: tables of four, and tables of five (with a called king) or three for the players left over.

Source: the club's text on events, B0.
"""

from scorer.contest.draws import Draw
from scorer.contest.usual import usual_events

EVENTS = usual_events(Draw(sizes=(4, 5, 3)))
