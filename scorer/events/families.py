"""How the rounds of an event are planned: by a format of its game, with the settings that were chosen."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from scorer.contest.draws import Draw
from scorer.contest.families import Family
from scorer.events.models import Event

FORMATS: dict[str, Any] = {
    "mitchell": pgettext_lazy("movement", "Mitchell"),
    "howell": pgettext_lazy("movement", "Howell"),
    "round_robin": gettext_lazy("Round robin"),
    "draw": gettext_lazy("Draw"),
    "swiss": gettext_lazy("Swiss"),
    "standing": gettext_lazy("Draw by standing"),
}


def title_of(name: str, family: Family) -> str:
    """Return the name of a format as people know it."""
    return str(FORMATS[family.by if isinstance(family, Draw) and is_steered(family) else name])


def is_steered(family: Family | None) -> bool:
    """Whether each round is drawn from the results of those before."""
    return isinstance(family, Draw) and family.by != "random"


def family_of(event: Event) -> Family | None:
    """Return how the rounds of the event are planned, or None while there is no plan."""
    offered = next((one for one in event.offer.formats if one.name == event.format), None)
    if offered is None:
        return None
    changed: Any = replace(offered.family, **event.settings)
    return changed  # type: ignore[no-any-return]
