"""Rank contestants: a comparison turns results into standings, and these into places. Nothing is rounded here."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice
from operator import itemgetter
from typing import Any, ClassVar, Protocol

from scorer.contest.common_denominator import over_common_denominator
from scorer.contest.results import Extra, Name, Result, Unit
from scorer.scoring import Problem
from scorer.scoring.ranking import places

Scores = tuple[Fraction | None, ...]
"""The score of each contestant of one result; None if nothing was played."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a contestant has scored, before places are given."""

    contestant: int
    score: Fraction
    deals: int
    """How many results the score comes from."""
    ranks_by: tuple[Fraction, ...]
    """The values that count, the most important first. More is better. A contestant without values is last."""
    percent: Fraction | None = None
    field: int | None = None
    """Contestants of the same field are ranked together, if there are several fields."""


@dataclass(frozen=True, slots=True)
class Compared:
    scores: tuple[Scores, ...]
    """Of each result, in the order of the results."""
    standings: tuple[Standing, ...]
    extras: tuple[Fraction, ...]
    """What each extra adds to the score of its contestant, in the order of the extras."""


class Comparison(Protocol):
    """One way to compare results: a frozen dataclass whose fields are its settings."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    name: ClassVar[str]
    units: ClassVar[tuple[Unit, ...]] = ("points",)
    """The units of the penalties that it accepts."""
    by_deal: ClassVar[bool] = False
    """Whether results of one deal are compared, so that each has to name its deal."""
    averages: ClassVar[bool] = False
    """Whether it accepts artificial scores in percent."""
    byes: ClassVar[bool] = False
    """Whether a bye is worth something."""
    by_meeting: ClassVar[bool] = False
    """Whether meetings are compared, so that each result has the score of its whole meeting."""

    def settings_problems(self) -> list[Problem]:
        """Return what is wrong with the settings."""
        return []

    def result_problems(self, result: Result) -> list[Problem]:  # noqa: ARG002  # only some comparisons look at it
        """Return why it cannot compare a result."""
        return []

    def tie_breaks(self) -> tuple[str, ...]:
        """Return the names of the values by which a standing ranks after the first."""
        return ()

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        """Compare results, none of which it refuses. Handicaps among the extras do not count here."""


@dataclass(frozen=True, slots=True)
class Handicapped:
    """The place in the other ranking, which counts handicaps too, and the first value of the standing there."""

    place: int
    value: Fraction | None


@dataclass(frozen=True, slots=True)
class Ranked:
    place: int
    standing: Standing
    tied_by: str | None = None
    """The value that separated the contestant from others who were level until then."""
    handicapped: Handicapped | None = None
    """None where nobody has a handicap."""
    section: Name | None = None
    """The section, if each section is ranked by itself."""


@dataclass(frozen=True, slots=True)
class Ranking:
    scores: tuple[Scores, ...]
    """Of each result, in the order of the results."""
    places: tuple[Ranked, ...]
    """Field by field, the best first. Contestants who share a place are in the order of their numbers."""
    extras: tuple[Fraction, ...]
    """What each extra adds to the score of its contestant, in the order of the extras."""


def rank(comparison: Comparison, results: Sequence[Result], extras: Sequence[Extra] = ()) -> Ranking:
    compared = comparison.compare(results, extras)
    handicaps: defaultdict[int, Fraction] = defaultdict(Fraction)
    for extra in extras:
        if extra.kind == "handicap":
            handicaps[extra.contestant] += extra.amount or Fraction(0)
    fields: dict[int | None, list[Standing]] = {}
    unranked = {extra.contestant for extra in extras if extra.kind == "without_standing"}
    for standing in compared.standings:
        if standing.contestant not in unranked:
            fields.setdefault(standing.field, []).append(standing)
    return Ranking(
        compared.scores,
        tuple(
            ranked
            for field in sorted(fields, key=lambda number: (number is None, number))
            for ranked in _placed(fields[field], comparison.tie_breaks(), handicaps)
        ),
        compared.extras,
    )


def rank_by_section(comparison: Comparison, results: Sequence[Result], extras: Sequence[Extra] = ()) -> Ranking:
    """Rank each section as if there were no other. A contestant belongs to the section of its first result."""
    section_of: dict[int, Name] = {}
    for result in results:
        for contestant in result.contestants:
            section_of.setdefault(contestant, result.section)
    for extra in extras:
        section_of.setdefault(extra.contestant, extra.section)
    scores: dict[int, Scores] = {}
    worth: dict[int, Fraction] = {}
    ranked: list[Ranked] = []
    sections = {result.section for result in results} | set(section_of.values())
    for section in sorted(sections, key=lambda name: (isinstance(name, str), name)):
        numbers = [number for number, result in enumerate(results) if result.section == section]
        own = [number for number, extra in enumerate(extras) if section_of[extra.contestant] == section]
        ranking = rank(comparison, [results[number] for number in numbers], [extras[number] for number in own])
        scores.update(zip(numbers, ranking.scores, strict=True))
        worth.update(zip(own, ranking.extras, strict=True))
        ranked += [replace(each, section=section) for each in ranking.places]
    in_order = tuple(scores[number] for number in range(len(results)))
    return Ranking(in_order, tuple(ranked), tuple(worth[number] for number in range(len(extras))))


def _placed(
    standings: Sequence[Standing], tie_breaks: Sequence[str], handicaps: Mapping[int, Fraction]
) -> Iterator[Ranked]:
    """Yield the contestants of one field with their places."""
    by_number = sorted(standings, key=lambda standing: standing.contestant)
    values = _whole_numbers([standing.ranks_by for standing in by_number])
    ordered = sorted(zip(values, by_number, strict=True), key=itemgetter(0), reverse=True)
    level = Counter(ranks_by[:count] for ranks_by in values for count in range(1, len(tie_breaks) + 2))
    others = _with_handicaps(handicaps, [one for _, one in ordered]) if handicaps else [None] * len(ordered)
    placed = places([ranks_by for ranks_by, _ in ordered])
    for place, (ranks_by, standing), handicapped in zip(placed, ordered, others, strict=True):
        separated = (
            name
            for count, name in enumerate(tie_breaks, start=1)
            if level[ranks_by[:count]] > level[ranks_by[: count + 1]]
        )
        yield Ranked(place, standing, next(separated, None), handicapped)


def _whole_numbers(values: Sequence[tuple[Fraction, ...]]) -> list[tuple[int, ...]]:
    """Return whole numbers that compare as these values do."""
    flat, _denominator = over_common_denominator(chain.from_iterable(values))
    rest = iter(flat)
    return [tuple(islice(rest, len(each))) for each in values]


def _with_handicaps(handicaps: Mapping[int, Fraction], standings: Sequence[Standing]) -> list[Handicapped | None]:
    counted = [
        (standing.ranks_by[0] + handicaps.get(standing.contestant, 0), *standing.ranks_by[1:])
        if standing.ranks_by
        else ()
        for standing in standings
    ]
    return [
        Handicapped(place, ranks_by[0] if ranks_by else None)
        for place, ranks_by in zip(places(_whole_numbers(counted)), counted, strict=True)
    ]
