"""The events that clubs hold in most card games: tables are drawn anew for each round, or everybody meets everybody."""

from typing import Any

from scorer.contest.comparing.places import FOUR, Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.offer import Format, GameEvents


def usual_events(draw: Draw, *, wins_first: bool = False, **more: Any) -> GameEvents:
    """Return the events of a game that draws tables of these sizes. `more` are further fields of `GameEvents`."""
    places = Places.at_tables_of(*(size for size in draw.sizes if size != len(FOUR)))
    comparisons = (Wins(), Total(), places) if wins_first else (Total(), places, Wins())
    return GameEvents((Format("draw", draw), Format("round_robin", RoundRobin())), comparisons, **more)
