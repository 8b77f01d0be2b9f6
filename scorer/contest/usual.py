"""The events that clubs hold in most card games: tables are drawn anew for each round, or everybody meets everybody."""

from collections.abc import Iterable
from typing import Any

from scorer.contest.comparing.places import FOUR, Places
from scorer.contest.comparing.total import TieBreak, Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.offer import Format, GameEvents
from scorer.contest.ranking import Comparison


def usual_events(
    draw: Draw,
    *,
    wins_first: bool = False,
    ties: tuple[TieBreak, ...] = ("shared", "best_round"),
    formats: Iterable[Format] = (),
    comparisons: Iterable[Comparison] = (),
    **more: Any,
) -> GameEvents:
    """Return the events of a game that draws tables of these sizes, with `formats` and `comparisons` after the usual.

    `ties`: what may break those of the total, the usual way first. `more` are further fields of `GameEvents`.
    """
    places = Places.at_tables_of(*(size for size in draw.sizes if size != len(FOUR)))
    total = Total(ties[0], offers=ties)
    usual = (Wins(), total, places) if wins_first else (total, places, Wins())
    drawn = (Format("draw", draw), Format("round_robin", RoundRobin()))
    return GameEvents((*drawn, *formats), (*usual, *comparisons), **more)
