"""The comparison of an event, with the settings that it has."""

from dataclasses import asdict, replace
from typing import Any

from scorer.contest.ranking import Comparison
from scorer.db.ids import IdConverter
from scorer.events.models import Event
from scorer.scoring import Problem, load

SIDES = (1, 2)
"""The numbers of the sides, where each side is ranked by itself."""


def comparison_of(event: Event) -> Comparison:
    """The lot is drawn when the event is finished. The event's id is random, and always gives the same lot."""
    lot = IdConverter().to_url(event.pk) if event.state == Event.State.FINISHED else None
    return read_comparison(event)[0].at_event(winners=event.winners, games=event.counts_games, lot=lot)


def read_comparison(event: Event) -> tuple[Comparison, list[Problem]]:
    """Return the comparison with the settings that the event has, and what is wrong with these."""
    offered = event.offer.comparisons_for(event.competes)
    usual: Any = next(comparison for comparison in offered if comparison.name == event.comparison)
    settings = event.comparison_settings
    if not settings:
        return usual, []
    if not isinstance(settings, dict):
        return usual, [Problem("comparison_settings", "object")]
    known = {setting.name: settings[setting.name] for setting in usual.choosable if setting.name in settings}
    unknown = [Problem(name, "unknown") for name in settings.keys() - known.keys()]
    chosen, wrong = load(type(usual), asdict(usual) | known)
    problems = [*unknown, *(wrong or chosen.settings_problems())]
    return (usual if problems else chosen), [
        replace(problem, field=f"comparison_settings.{problem.field}") for problem in problems
    ]
