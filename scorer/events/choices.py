"""What a director chooses for an event: the rules of its tables, the comparison, the format with its settings."""

from scorer.events.families import read_family
from scorer.events.models import Event
from scorer.events.results import comparison_of
from scorer.registry import GameConfig
from scorer.scoring import Problem


def presets_of(game: GameConfig) -> list[str]:
    """Return the names of the house rules that the events of a game may have, the usual ones first."""
    return list((game.events and game.events.presets) or game.rules.PRESETS)


def choice_problems(event: Event) -> list[Problem]:
    """Return what is wrong with the choices of an event that came in a file, or that somebody changed by SQL."""
    offer = event.offer
    offered = {
        "preset": presets_of(event.config),
        "comparison": [comparison.name for comparison in offer.comparisons],
        "format": ["", *(one.name for one in offer.formats)],
    }
    problems = [
        Problem(name, "choice", {"choices": ", ".join(filter(None, names))})
        for name, names in offered.items()
        if getattr(event, name) not in names
    ]
    if problems:
        return problems
    comparison = comparison_of(event)
    if event.winners != getattr(comparison, "winners", 1):
        problems.append(Problem("winners", "choice", {"choices": "1"}))
    return [*problems, *comparison.settings_problems(), *read_family(event)[1]]
