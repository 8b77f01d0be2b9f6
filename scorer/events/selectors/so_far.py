"""What the deals of a table are worth so far, for those who have just played them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat

from django.template.defaultfilters import floatformat

from scorer.contest.results import ScoreUnit
from scorer.events.models import Sitting
from scorer.events.results.event_results import Viewer
from scorer.events.results.kept import results_for
from scorer.events.results.units import counted_in


@dataclass(frozen=True, slots=True)
class DealSoFar:
    deal: int
    worths: list[tuple[str, str]]
    """The name of each side, and its percentage or IMPs. Empty as long as there is no other result."""
    results: int
    """How many results there are so far, with that of the table."""


def deals_so_far(sitting: Sitting) -> list[DealSoFar]:
    """Return those that the contestants of a sitting see (`EventResults.shows`), without what was ruled."""
    results = results_for(sitting.round.event, Viewer(contestant=sitting.numbers[0]))
    if not results.comparison.by_deal:
        return []
    names, unit = [*map(str, results.event.config.side_names)], results.comparison.unit
    counted = Counter(line.result.deal for line in results.lines if line.result.points is not None)
    tops: Iterable[int | None] = results.ranking.tops or repeat(None)
    alone = results.ranking.by_line or repeat(None)
    return [
        DealSoFar(
            line.result.deal,
            list(zip(names, [_worth(score, top, unit) for score in by_itself or scores], strict=False))
            if counted[line.result.deal] > 1
            else [],
            counted[line.result.deal],
        )
        for (line, scores), top, by_itself in zip(results.scored, tops, alone, strict=False)
        if line.sitting.pk == sitting.pk and line.result.deal and line.result.points is not None and not line.ruling
    ]


def _worth(score: Fraction | None, top: int | None, unit: ScoreUnit) -> str:
    if score is None:
        return "–"
    return f"{floatformat(100 * score / top)}\N{NO-BREAK SPACE}%" if top else counted_in(unit, float(score))
