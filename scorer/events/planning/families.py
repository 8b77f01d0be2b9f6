"""What a director chooses for an event: the rules of its tables, the comparison, and how its rounds are planned."""

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext

from scorer.contest.families import Family
from scorer.events.models import MAX_DEAL, Event
from scorer.events.planning.house_rules import presets_of, problems_of
from scorer.events.results.comparisons import SIDES, read_comparison
from scorer.registry.contest_words import FORMATS
from scorer.scoring import Problem, load
from scorer.web.forms import small_number


def title_of(name: str, family: Family) -> str:
    title = str(FORMATS.get(family.variant, FORMATS[name]))
    if family.barometer:
        title = gettext("%(format)s as a barometer") % {"format": title}
    return gettext("%(format)s, arrow-switched") % {"format": title} if family.switch else title


def is_steered(event: Event) -> bool:
    """Whether each round is drawn from the results of those before."""
    family = family_of(event)
    return family is not None and family.is_steered


def round_count(event: Event, planned: int) -> int:
    """Return how many rounds there will be. If each is drawn by itself, these are more than are planned so far."""
    family = family_of(event)
    if family is None or not family.is_steered:
        return planned
    if family.usual_rounds:
        return max(planned, event.rounds or family.usual_rounds)
    return family.rounds_needed(event.contestants.exclude(left_after=0).count()) or planned


def family_of(event: Event) -> Family | None:
    """Return how the rounds of the event are planned, or None while there is no plan."""
    return read_family(event)[0]


def read_family(event: Event) -> tuple[Family | None, list[Problem]]:
    """Return the family with the settings that the event has, and what is wrong with these."""
    usual: Any = next((format_.family for format_ in event.offer.formats if format_.name == event.format), None)
    if usual is None:
        return None, [Problem(f"settings.{name}", "unknown") for name in event.settings]
    family, problems = load(type(usual), asdict(usual) | event.settings, "settings")
    seats = {size * event.side_size for size in family.sizes}
    if not seats <= set(event.config.seat_counts):
        counts = ", ".join(map(str, event.config.seat_counts))
        problems.append(Problem("settings.sizes", "seats", {"counts": counts}))
    return (usual if problems else family), problems


def hand_record_problems(event: Event) -> list[Problem]:
    """Return which hand records are not what the game can show, or belong to no deal."""
    return [
        Problem("hand_records", "no_hand_record", {"deal": str(deal)[:20]})
        for deal, cards in event.hand_records.items()
        if not (
            1 <= (small_number(deal) or 0) <= MAX_DEAL and isinstance(cards, str) and event.config.dealt_hands(cards)
        )
    ]


def _not_offered(event: Event, offered: dict[str, Any]) -> list[Problem]:
    return [
        Problem(name, "choice", {"choices": ", ".join(map(str, filter(None, names)))})
        for name, names in offered.items()
        if getattr(event, name) not in names
    ]


def choice_problems(event: Event) -> list[Problem]:
    """Return what is wrong with the choices of an event that came in a file, or that somebody changed by SQL."""
    offer = event.offer
    offered: dict[str, Any] = {
        "preset": presets_of(event.config),
        "comparison": [comparison.name for comparison in offer.comparisons_for(event.competes)],
        "competes": [choice for choice in Event.Competes.values if offer.formats_for(choice)],
    }
    problems = _not_offered(event, offered)
    if not problems:
        formats = offer.formats_for(event.competes, numbered=event.numbers_deals)
        problems = _not_offered(event, {"format": ["", *(known.name for known in formats)]})
    if problems:
        return problems
    comparison, wrong = read_comparison(event)
    fields = SIDES if comparison.ranks_sides else (1,)
    if event.winners not in fields:
        problems.append(Problem("winners", "choice", {"choices": ", ".join(map(str, fields))}))
    if event.house_rules:
        problems += problems_of(event.config, event.house_rules, event.comparison)
    problems += hand_record_problems(event)
    return [*problems, *wrong, *read_family(event)[1]]
