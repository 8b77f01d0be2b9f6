"""The rulings in force, in words."""

from dataclasses import dataclass
from fractions import Fraction

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext

from scorer.events.models import Contestant, Ruling
from scorer.events.planning import UNITS
from scorer.events.results import EventResults, line_of
from scorer.events.selectors.people import named


@dataclass(frozen=True, slots=True)
class RulingInForce:
    ruling: Ruling
    people: list[Contestant]
    text: str


def rulings_of(results: EventResults, people: dict[int, Contestant]) -> list[RulingInForce]:
    """Return the rulings that the reader of the results may see."""
    found = []
    for ruling in results.rulings:
        if not results.shows(ruling.deal):
            continue
        line = line_of(ruling)
        concerned = named(line.get("contestants") or [line["contestant"]], people)
        found.append(RulingInForce(ruling, concerned, ruling_text(ruling)))
    return found


def ruling_text(ruling: Ruling) -> str:
    """Say what was ruled, without whom it concerns."""
    ((kind, value), *rest) = ruling.line.items()
    match kind:
        case "average":
            return " – ".join(f"{floatformat(percent, -2)} %" for percent in value)
        case "points":
            return gettext("assigned: %(points)s") % {"points": value}
        case "split":
            return gettext("split: %(first)s and %(second)s") % {"first": value[0], "second": value[1]}
        case "weighted":
            parts = [f"{Fraction(weight) * 100} % × {points}" for weight, points in value]
            return gettext("weighted: %(parts)s") % {"parts": ", ".join(parts)}
        case "carry":
            return gettext("carry-over: %(amount)s") % {"amount": floatformat(value, -2)}
        case "penalty":
            said = {"amount": floatformat(abs(value), -2), "unit": UNITS[dict(rest)["unit"]]}
            return (
                gettext("bonus: %(amount)s (%(unit)s)") if value < 0 else gettext("penalty: %(amount)s (%(unit)s)")
            ) % said
        case _:
            return gettext("not played")
