"""The settings of a comparison, in words."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorer.contest.ranking import Comparison, Setting
from scorer.events.models import Event
from scorer.events.results.comparisons import read_comparison
from scorer.registry.contest_words import CHOICES, SETTINGS


def choice_words(setting: Setting) -> list[tuple[Any, Any]]:
    return [(choice, CHOICES.get((setting.name, choice), choice)) for choice in setting.choices]


def comparison_in_words(event: Event) -> str:
    """Return the settings of the comparison that are not the usual ones: "At most so many IMPs: 17"."""
    said = _differing(read_comparison(event)[0], event.comparison_settings)
    return pgettext("between parts of a sentence", "; ").join(said) or _("as usual")


def _differing(comparison: Comparison, settings: dict[str, Any]) -> Iterator[str]:
    for setting in comparison.choosable:
        if setting.name in settings:
            value = settings[setting.name]
            yield f"{SETTINGS[setting.name][0]}: {CHOICES.get((setting.name, value), value)}"
