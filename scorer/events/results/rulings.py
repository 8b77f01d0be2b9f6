"""What directors have ruled: read from its JSON once, and said in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext, gettext_lazy, ngettext_lazy, pgettext

from scorer.contest.plan import SIDES
from scorer.contest.ranking import Comparison
from scorer.contest.result_lines import compared_problems, read_extra, read_result, unit_problems
from scorer.contest.results import PARTNERS, Extra, Name, Result
from scorer.contest.values import Amount, Number
from scorer.events.models import Ruling
from scorer.scoring import Problem, Unfit, load
from scorer.web.formatting import score

UNITS: dict[str, Any] = {
    "points": gettext_lazy("Points"),
    "top": gettext_lazy("Percent of a top"),
    "percent": gettext_lazy("Percent of the score"),
    "imps": gettext_lazy("IMPs"),
    "vp": gettext_lazy("Victory points"),
}
"""Of penalties, as scorer.contest.results names them."""


@dataclass(frozen=True, slots=True)
class OtherCards:
    """Results of a deal that were played after its cards had been changed on the way."""

    field: str
    label: Any
    help_text: Any
    counted: Any
    """How many results these are, in a sentence."""
    where: Any
    heading: Any


FIRST_CHANGE = 2
"""The group of a result unless its ruling says another one. The results with the original cards have none."""
OTHER_CARDS = {
    FIRST_CHANGE: OtherCards(
        "results",
        gettext_lazy("Played with other cards"),
        gettext_lazy("Choose the results from after the change. If you choose none, all are compared together."),
        ngettext_lazy("%(n)d result has other cards.", "%(n)d results have other cards.", "n"),
        gettext_lazy("played with other cards: %(where)s"),
        gettext_lazy("With other cards, compared by themselves"),
    ),
    3: OtherCards(
        "again",
        gettext_lazy("Played after a second change"),
        gettext_lazy("Only if the cards were changed twice: these results are compared by themselves."),
        ngettext_lazy(
            "%(n)d of them was played after a second change.", "%(n)d of them were played after a second change.", "n"
        ),
        gettext_lazy("played after a second change: %(where)s"),
        gettext_lazy("After a second change of the cards, compared by themselves"),
    ),
}
"""By the number of their group."""


def _groups(places: object) -> Mapping[tuple[int, int], int]:
    """Read [[3, 1], [5, 1, 3]]: round, station, and the group."""
    try:
        groups = {(number, station): group[0] if group else FIRST_CHANGE for number, station, *group in places}  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise Unfit("required") from None
    if groups and OTHER_CARDS.keys() >= set(groups.values()):
        return groups
    raise Unfit("required")


@dataclass(frozen=True, slots=True)
class RulingInForce:
    pk: int
    deal: int | None
    why: str
    law: str

    @property
    def reason(self) -> str:
        return f"{self.why} ({self.law})" if self.law else self.why


@dataclass(frozen=True, slots=True)
class ResultRuling(RulingInForce):
    sitting_id: int
    line: Mapping[str, Any]
    """The whole line in the event format."""
    result: Result

    @property
    def contestants(self) -> tuple[int, ...]:
        return self.result.contestants

    @property
    def text(self) -> str:
        result = self.result
        if result.average:
            partners = len(result.average) == SIDES * PARTNERS and result.average[:SIDES] == result.average[SIDES:]
            by_side = result.average[:SIDES] if partners else result.average
            return " – ".join(f"{floatformat(float(percent), -2)} %" for percent in by_side)
        if result.weighted:
            texts = [f"{score(float(weight * 100))} % × {score(float(points))}" for weight, points in result.weighted]
            texts = [text.replace(" ", "\N{NO-BREAK SPACE}") for text in texts]
            return gettext("weighted: %(parts)s") % {"parts": ", ".join(texts)}
        if result.points is None:
            return gettext("not played")
        if not result.has_two_sides:
            return gettext("assigned: %(points)s") % {
                "points": " – ".join(score(float(points)) for points in result.points)
            }
        first, second = (score(float(points)) for points in (result.points[0], -result.points[1]))
        if result.split:
            return gettext("split: %(first)s and %(second)s") % {"first": first, "second": second}
        return gettext("assigned: %(points)s") % {"points": first}


@dataclass(frozen=True, slots=True)
class ContestantRuling(RulingInForce):
    without_standing: bool
    """Whether the contestant has no place."""
    line: Mapping[str, Any]
    extra: Extra

    @property
    def contestants(self) -> tuple[int, ...]:
        return (self.extra.contestant,)

    @property
    def text(self) -> str:
        if self.extra.kind == "wins":
            return gettext("goes on after round %(number)s") % {"number": self.extra.round}
        amount = float(self.extra.amount or 0)
        said = {"amount": floatformat(abs(amount), -2), "unit": UNITS.get(self.extra.unit, self.extra.unit)}
        if self.extra.kind != "penalty":
            return gettext("carry-over: %(amount)s") % {"amount": carried_text(self.extra)}
        return (
            gettext("bonus: %(amount)s (%(unit)s)") if amount < 0 else gettext("penalty: %(amount)s (%(unit)s)")
        ) % said


def carried_text(extra: Extra) -> str:
    """Format what is carried over: "+5.75 %" of the tops, or "12.50" of the score."""
    amount = float(extra.amount or 0)
    if extra.unit != "percent":
        return score(amount)
    return f"{'+' if amount > 0 else ''}{score(amount, decimals=True)}\N{NO-BREAK SPACE}%"


@dataclass(frozen=True, slots=True)
class CardsRuling(RulingInForce):
    groups: Mapping[tuple[int, int], int]
    """By round and station."""
    contestants: ClassVar = ()

    @property
    def text(self) -> str:
        between = pgettext("between parts of a sentence", "; ")
        where: dict[int, list[str]] = {}
        for (number, station), group in sorted(self.groups.items()):
            said = gettext("round %(round)s, table %(station)s") % {"round": number, "station": station}
            where.setdefault(group, []).append(said)
        return ", ".join(
            str(OTHER_CARDS[group].where) % {"where": between.join(those)} for group, those in sorted(where.items())
        )


@dataclass(frozen=True, slots=True)
class Forfeit(RulingInForce):
    """What a side gives away by not playing a round, or not to its end, where deals are only counted."""

    contestant: int
    round: int
    points: Fraction
    """What the other side gets, whatever was played. The contestant gets none."""
    line: Mapping[str, Any]

    @property
    def contestants(self) -> tuple[int, ...]:
        return (self.contestant,)

    @property
    def text(self) -> str:
        said = {"number": self.round, "points": score(float(self.points))}
        return gettext("forfeits round %(number)s: 0 to %(points)s") % said


AnyRuling = ResultRuling | ContestantRuling | CardsRuling | Forfeit


@dataclass(frozen=True, slots=True)
class _ForfeitRecord:
    forfeit: Amount
    round: Number


@dataclass(frozen=True, slots=True)
class _CardsRecord:
    other_cards: Annotated[Mapping[tuple[int, int], int], _groups]


def read(ruling: Ruling) -> AnyRuling:
    return _read(ruling)[0]


def cards_of(ruling: Ruling) -> Mapping[tuple[int, int], int]:
    """Return the groups of results with other cards, by round and station. The ruling must be on a whole deal."""
    return load(_CardsRecord, ruling.line)[0].other_cards


def problems_of(ruling: Ruling, comparison: Comparison) -> list[Problem]:
    read, problems = _read(ruling)
    if problems:
        return problems
    match read:
        case ResultRuling(result=result):
            return compared_problems(comparison, result)
        case ContestantRuling(extra=extra):
            return unit_problems(comparison, extra)
        case Forfeit() if comparison.names_deals:
            return [Problem("forfeit", "unknown")]
    return []


def _read(ruling: Ruling) -> tuple[AnyRuling, list[Problem]]:
    own = ruling.pk, ruling.deal, ruling.why, ruling.law
    if ruling.contestant and "forfeit" in ruling.line:
        given, problems = load(_ForfeitRecord, ruling.line)
        points = given.forfeit or Fraction(0)
        return Forfeit(*own, ruling.contestant.number, given.round, points, line_of(ruling)), problems
    if ruling.contestant:
        line = line_of(ruling)
        extra, problems = read_extra(line)
        return ContestantRuling(*own, ruling.contestant.without_standing, line, extra), problems
    if ruling.sitting_id:
        line = line_of(ruling)
        result, problems = read_result(line)
        return ResultRuling(*own, ruling.sitting_id, line, result), problems
    record, problems = load(_CardsRecord, ruling.line)
    return CardsRuling(*own, record.other_cards), problems


def line_of(ruling: Ruling) -> dict[str, Any]:
    """Return the whole line of a ruling in the event format."""
    if ruling.contestant:
        return {"contestant": ruling.contestant.number, **in_section(ruling.contestant.section), **ruling.line}
    sitting: Any = ruling.sitting
    where = {"contestants": list(sitting.numbers), "round": sitting.round.number, "deal": ruling.deal}
    return {**where, **in_section(sitting.section), **ruling.line}


def in_section(section: Name, sections: tuple[Name, ...] = ()) -> dict[str, Any]:
    """Return the fields in which a line names its section, and those of its contestants if they are of others.

    The first section is not named.
    """
    own = {"sections": list(sections)} if sections else {}
    return own if section == 1 else {"section": section} | own
