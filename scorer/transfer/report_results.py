"""The results of a file of another program, in the event format."""

from typing import Any

from scorer.contest.report import Report, ReportedContestant, ReportedResult
from scorer.registry import GameConfig

SIDES = 2


def comparison_in(report: Report, game: GameConfig) -> Any:
    """Return the comparison of the report, or None if the game does not offer it."""
    offered = game.events.comparisons_for(report.competes) if game.events else ()
    return next((comparison for comparison in offered if comparison.name == report.comparison), None)


def ranked_apart(report: Report) -> bool:
    """Whether each section is ranked by itself: if there are several, and none has only later places."""
    sections = {contestant.section for contestant in report.contestants}
    placed = {contestant.section for contestant in report.contestants if contestant.place}
    first = {contestant.section for contestant in report.contestants if contestant.place == 1}
    return len(sections) > 1 and first == placed


def matches_in(report: Report) -> dict[tuple[frozenset[int], int], int]:
    """Return what the match of two teams is called in which they play a deal: its first round, 0 if none is known."""
    ordered = sorted(report.results, key=lambda result: result.round or 0, reverse=True)
    return {(frozenset(result.contestants), result.deal): result.round or 0 for result in ordered}


def ruling_line(report: Report, result: ReportedResult) -> dict[str, Any]:
    """Return what stands in place of a result that was not played; nothing if it was."""
    if result.average:
        return {"average": [float(percent) for percent in result.average] * (SIDES if report.individual else 1)}
    return {} if result.entry is not None else {"points": _by_contestant(report, result.points or 0)}


def extra_line(contestant: ReportedContestant) -> dict[str, Any]:
    """Return what counts in a score besides results; nothing if nothing does."""
    besides = float(contestant.besides or 0)
    if besides > 0:
        return {"carry": besides}
    return {"penalty": -besides, "unit": "points"} if besides else {}


def result_line(report: Report, result: ReportedResult, points: int) -> dict[str, Any]:
    """Return the whole line. `points` are those of the first side, if it was played."""
    where: dict[str, Any] = {"deal": result.deal, "contestants": list(result.contestants)}
    where |= {"section": result.section} if result.section else {}
    where |= {"round": result.round} if result.round else {}
    return where | (ruling_line(report, result) or {"points": _by_contestant(report, points)})


def _by_contestant(report: Report, points: int) -> Any:
    return [points, -points] * SIDES if report.individual else points
