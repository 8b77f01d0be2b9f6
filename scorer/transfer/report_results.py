"""The results of a file of another program, in the event format."""

from typing import Any

from scorer.contest.report import Report, ReportedResult
from scorer.registry import GameConfig

SIDES = 2


def comparison_in(report: Report, game: GameConfig) -> Any:
    """Return the comparison of the report, or None if the game does not offer it."""
    offered = game.events.comparisons if game.events else ()
    return next((comparison for comparison in offered if comparison.name == report.comparison), None)


def ruling_line(report: Report, result: ReportedResult) -> dict[str, Any]:
    """Return what stands in place of a result that was not played; nothing if it was."""
    if result.average:
        return {"average": [float(percent) for percent in result.average] * (SIDES if report.individual else 1)}
    return {} if result.entry is not None else {"points": _by_contestant(report, result.points or 0)}


def result_line(report: Report, result: ReportedResult, points: int) -> dict[str, Any]:
    """Return the whole line. `points` are those of the first side, if it was played."""
    where = {"deal": result.deal, "contestants": list(result.contestants)}
    return where | (ruling_line(report, result) or {"points": _by_contestant(report, points)})


def _by_contestant(report: Report, points: int) -> Any:
    return [points, -points] * SIDES if report.individual else points
