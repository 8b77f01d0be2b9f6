"""The events of preferans: tables of three, and tables of four, where the dealer sits out, for the players left over.

In a league, nobody meets again in the first eight rounds if that is possible; further rounds go by standing.

Source: the club's text on events, B0 and B4.
"""

from scorer.contest.comparing.league import League
from scorer.contest.draws import Draw
from scorer.contest.offer import Format
from scorer.contest.usual import usual_events

SIZES = (3, 4)
LEAGUE_ROUNDS = 8  # preferans.org: then seven rounds by standing, in which people may meet again

EVENTS = usual_events(
    Draw(sizes=SIZES),
    formats=(Format("league_rounds", Draw(by="comparison", sizes=SIZES, together=LEAGUE_ROUNDS), comparison="league"),),
    comparisons=(League(),),
    settling=("league", "total", "places"),
    most_playing=3,
)
