"""The rulings in force, in words."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext, gettext_lazy

from scorer.events.contestants import ContestantRow, rows_of
from scorer.events.models import CHANGED_AGAIN, OTHER_CARDS, Ruling
from scorer.events.results.event_results import EventResults, line_of
from scorer.web.templatetags.scorer import score

UNITS: dict[str, Any] = {
    "points": gettext_lazy("Points"),
    "top": gettext_lazy("Percent of a top"),
    "percent": gettext_lazy("Percent of the score"),
}
"""Of penalties, as scorer.contest.results names them."""


@dataclass(frozen=True, slots=True)
class RulingInForce:
    ruling: Ruling
    people: list[ContestantRow]
    text: str


def rulings_of(results: EventResults, people: dict[int, ContestantRow]) -> list[RulingInForce]:
    """Return the rulings that the viewer of the results may see."""
    found = []
    for ruling in results.rulings:
        if not results.shows(ruling.deal):
            continue
        concerned = [] if ruling.is_of_whole_deal else rows_of(_numbers(line_of(ruling)), people)
        found.append(RulingInForce(ruling, concerned, ruling_text(ruling)))
    return found


def _numbers(line: dict[str, Any]) -> list[int]:
    return line.get("contestants") or [line["contestant"]]


def _other_cards_text(ruling: Ruling) -> str:
    texts = {
        OTHER_CARDS: gettext("played with other cards: %(where)s"),
        CHANGED_AGAIN: gettext("played after a second change: %(where)s"),
    }
    where: dict[int, list[str]] = {}
    for (number, station), group in sorted(ruling.other_cards.items()):
        said = gettext("round %(round)s, station %(station)s") % {"round": number, "station": station}
        where.setdefault(group, []).append(said)
    return ", ".join(texts[group] % {"where": "; ".join(places)} for group, places in sorted(where.items()))


def ruling_text(ruling: Ruling) -> str:
    """Say what was ruled, without whom it concerns."""
    match ruling.line:
        case {"other_cards": _}:
            return _other_cards_text(ruling)
        case {"average": shares}:
            return " – ".join(f"{floatformat(percent, -2)} %" for percent in shares)
        case {"points": points}:
            return gettext("assigned: %(points)s") % {"points": score(points)}
        case {"split": [first, second]}:
            return gettext("split: %(first)s and %(second)s") % {"first": score(first), "second": score(second)}
        case {"weighted": parts}:
            texts = [f"{score(float(Fraction(weight)) * 100)} % × {score(points)}" for weight, points in parts]
            texts = [text.replace(" ", "\N{NO-BREAK SPACE}") for text in texts]
            return gettext("weighted: %(parts)s") % {"parts": ", ".join(texts)}
        case {"carry": amount}:
            return gettext("carry-over: %(amount)s") % {"amount": floatformat(amount, -2)}
        case {"penalty": amount, "unit": unit}:
            said = {"amount": floatformat(abs(amount), -2), "unit": UNITS[unit]}
            return (
                gettext("bonus: %(amount)s (%(unit)s)") if amount < 0 else gettext("penalty: %(amount)s (%(unit)s)")
            ) % said
        case _:
            return gettext("not played")
