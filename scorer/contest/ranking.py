"""Rank contestants: a comparison turns results into standings, and these into places. Nothing is rounded here."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice, repeat
from operator import itemgetter
from typing import Any, ClassVar, Protocol, Self, TypeVar

from scorer.contest.results import Extra, Name, Result, ScoreUnit, Unit
from scorer.scoring import Problem

Total = TypeVar("Total", float, tuple[int, ...])
"""A number, or several of which the first counts most."""

NO_MINIMUM = Fraction(0)
MAX_ROUND = 10_000
"""More rounds than any event has."""

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
    """The values that count, the most important first. More is better. Contestants without values are last, by what
    they have scored: by a carry-over, say, before the first deal of a final.
    """
    percent: Fraction | None = None
    top: int | None = None
    """The most that it could have scored, where its score is a percentage of that."""
    carried: Fraction = Fraction(0)
    """How much of the percentage was carried over from earlier events."""
    field: int | None = None
    """Contestants of the same field are ranked together, if there are several fields."""


@dataclass(frozen=True, slots=True)
class Compared:
    scores: tuple[Scores, ...]
    """Of each result, in the order of the results."""
    standings: tuple[Standing, ...]
    extras: tuple[Fraction, ...]
    """What each extra adds to the score of its contestant, in the order of the extras."""
    tops: tuple[int | None, ...] = ()
    """The most that each result could have been worth. Empty where there is no such limit."""
    by_line: tuple[Scores, ...] = ()
    """What each result by itself is worth, where its score is that of a whole match. Empty elsewhere."""
    measures: tuple[int | Fraction, ...] = ()
    """What the scores of each result are measured by, as artificial ones are. Empty where it is 1."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that a director may choose: one of `choices`, or else a whole number from `least` to `most`.

    Where the usual value is None, so may be the chosen one.
    """

    name: str
    choices: tuple[str | int | bool, ...] = ()
    least: int = 0
    most: int = 0


class Comparison(Protocol):
    """One way to compare results: a frozen dataclass whose fields are its settings."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    name: ClassVar[str]
    units: ClassVar[tuple[Unit, ...]] = ("points",)
    """The units of the penalties that it accepts."""
    unit: ClassVar[ScoreUnit] = "points"
    """What the score is counted in. Points of extras are this, too."""
    averages: ClassVar[bool] = False
    """Whether it accepts artificial scores in percent."""
    imps: ClassVar[bool] = False
    """Whether it accepts results that are the IMPs of a whole match."""
    byes: ClassVar[bool] = False
    """Whether a bye is worth something."""
    by_seat: ClassVar[bool] = False
    """Whether each seat of a deal is compared by itself, so that each contestant has a result of its own."""
    by_meeting: ClassVar[bool] = False
    """Whether meetings are compared, so that each result has the score of its whole meeting."""
    adds_points: ClassVar[bool] = False
    """Whether it adds up the points of the tables as they are, so that these mean the same without the event."""
    games: bool = False
    """Whether meetings are matches of several games, so that a result may say how many of them each has won."""
    winners: int | None = None
    """With two, each side is ranked by itself. A contestant belongs to the side of its first result, or to the one that
    this result says. None if sides cannot be ranked."""

    @property
    def by_deal(self) -> bool:
        """Whether results of one deal are compared, so that each has to name its deal."""
        return False

    @property
    def ranks_sides(self) -> bool:
        """Whether it can rank each side by itself."""
        return self.winners is not None

    def at_event(self, *, winners: int, games: bool, lot: str | None) -> Self:
        """Return it with what the event says of these, as far as they are settings of it."""
        said = {"winners": winners, "games": games, "lot": lot}
        return replace(self, **{name: value for name, value in said.items() if name in self.__dataclass_fields__})

    @property
    def choosable(self) -> tuple[Setting, ...]:
        """The settings that a director may choose. All others follow from the game and the plan."""
        return ()

    @property
    def names_deals(self) -> bool:
        """Whether results of one deal belong together in any other way, as in a match, so that each has to name it."""
        return self.by_deal

    @property
    def in_percent(self) -> bool:
        """Whether a score is also a percentage of the most that it could have been."""
        return "percent" in self.units

    @property
    def has_tops(self) -> bool:
        """Whether there is a most that the result of a deal can be worth, so that pages say how many percent it is."""
        return self.in_percent

    def settings_problems(self) -> list[Problem]:
        """Return what is wrong with the settings."""
        return []

    def result_problems(self, result: Result) -> list[Problem]:  # noqa: ARG002  # only some comparisons look at it
        """Return why it cannot compare a result."""
        return []

    def artificial(self, percent: Fraction) -> Fraction:  # noqa: ARG002  # of comparisons that accept them
        """Return what an artificial score is, in parts of what its result is measured by."""
        return Fraction(0)

    def tie_breaks(self) -> tuple[str, ...]:
        """Return the names of the values by which a standing ranks after the first."""
        return ()

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        """Compare results, none of which it refuses. Handicaps among the extras do not count here."""


@dataclass(frozen=True, slots=True)
class Handicapped:
    """The place in the other ranking, which counts handicaps too, and the first value of the standing there."""

    place: int | None
    value: Fraction | None


@dataclass(frozen=True, slots=True)
class Ranked:
    place: int | None
    """None if it has not played enough for a place. Such contestants are listed after the others."""
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
    tops: tuple[int | None, ...] = ()
    """The most that each result could have been worth. Empty where there is no such limit."""
    by_line: tuple[Scores, ...] = ()
    """What each result by itself is worth, where its score is that of a whole match. Empty elsewhere."""
    measures: tuple[int | Fraction, ...] = ()
    """What the scores of each result are measured by, as artificial ones are. Empty where it is 1."""


def rank(
    comparison: Comparison,
    results: Sequence[Result],
    extras: Sequence[Extra] = (),
    minimum: Fraction = NO_MINIMUM,
) -> Ranking:
    """`minimum` is what share of the most deals that anybody in the field has played is needed for a place."""
    return _rank(comparison, results, extras, {}, minimum)


def rank_by_section(
    comparison: Comparison,
    results: Sequence[Result],
    extras: Sequence[Extra] = (),
    minimum: Fraction = NO_MINIMUM,
) -> Ranking:
    """Rank each section by itself.

    A result is compared with those of the section in which it was played. What it is worth counts for each contestant
    in the contestant's own section, which is that of its first result, or else of its first extra.
    """
    section_of: dict[int, Name] = {}
    for result in results:
        for contestant, section in zip(result.contestants, result.sections or repeat(result.section), strict=False):
            section_of.setdefault(contestant, section)
    for extra in extras:
        section_of.setdefault(extra.contestant, extra.section)
    return _rank(comparison, _apart(results) if comparison.by_deal else results, extras, section_of, minimum)


def _apart(results: Sequence[Result]) -> Sequence[Result]:
    """Give the deals of each section numbers of their own, and say how many results each should have there."""
    lines = Counter((result.section, result.deal) for result in results)
    usual: dict[Name, int] = {}
    for (section, _deal), count in lines.items():
        usual[section] = max(count, usual.get(section, 0))
    stated = {(line.section, line.deal): line.expected for line in reversed(results) if line.expected is not None}
    numbers = {key: number for number, key in enumerate(lines, start=1)}
    keys = [(result.section, result.deal) for result in results]
    return [
        result._replace(deal=numbers[key], expected=stated.get(key, usual[result.section]))
        for key, result in zip(keys, results, strict=True)
    ]


def _rank(
    comparison: Comparison,
    results: Sequence[Result],
    extras: Sequence[Extra],
    section_of: Mapping[int, Name],
    minimum: Fraction,
) -> Ranking:
    """Rank the contestants of each field and, if `section_of` says which, of each section."""
    compared, tie_breaks = comparison.compare(results, extras), comparison.tie_breaks()
    out = {extra.contestant: extra.round for extra in extras if extra.kind == "out"}
    handicaps: defaultdict[int, Fraction] = defaultdict(Fraction)
    for extra in extras:
        if extra.kind == "handicap" and not out:
            handicaps[extra.contestant] += extra.amount or Fraction(0)
    fields: dict[tuple[Any, Any], list[Standing]] = {}
    unranked = {extra.contestant for extra in extras if extra.kind == "without_standing"}
    standings: Iterable[Standing] = compared.standings
    if out:
        standings, tie_breaks = [_of_knockout(standing, out) for standing in standings], ()
    for standing in standings:
        if standing.contestant not in unranked:
            fields.setdefault((section_of.get(standing.contestant), standing.field), []).append(standing)
    ordered = sorted(fields, key=lambda key: (isinstance(key[0], str), key[0], key[1] is None, key[1]))
    return Ranking(
        compared.scores,
        tuple(
            replace(ranked, section=section)
            for section, field in ordered
            for ranked in _of_field(fields[section, field], tie_breaks, handicaps, minimum)
        ),
        compared.extras,
        compared.tops,
        compared.by_line,
        compared.measures,
    )


def _of_knockout(standing: Standing, out: Mapping[int, int | None]) -> Standing:
    """Let it rank by the round in which it was knocked out. Those who are still in come first."""
    lost_in = out.get(standing.contestant, MAX_ROUND)
    return replace(standing, ranks_by=(Fraction(lost_in or 0),))


def needed_deals(standings: Iterable[Standing], minimum: Fraction) -> int:
    """Return how many deals are needed for a place in the field of these."""
    return share_of_most((standing.deals for standing in standings), minimum)


def share_of_most(deals: Iterable[int], minimum: Fraction) -> int:
    return math.ceil(minimum * max(deals, default=0)) if minimum else 0


def _of_field(
    standings: Sequence[Standing], tie_breaks: Sequence[str], handicaps: Mapping[int, Fraction], minimum: Fraction
) -> Iterator[Ranked]:
    """Return the contestants of one field with their places, then those who have played too little for one."""
    needed = needed_deals(standings, minimum)
    enough = [standing for standing in standings if standing.deals >= needed]
    too_little = [standing for standing in standings if standing.deals < needed]
    placed = _placed(enough, tie_breaks, handicaps)
    return chain(placed, map(_without_place, _placed(too_little, tie_breaks, handicaps))) if too_little else placed


def _without_place(ranked: Ranked) -> Ranked:
    handicapped = ranked.handicapped and replace(ranked.handicapped, place=None)
    return replace(ranked, place=None, tied_by=None, handicapped=handicapped)


def _placed(
    standings: Sequence[Standing], tie_breaks: Sequence[str], handicaps: Mapping[int, Fraction]
) -> Iterator[Ranked]:
    """Yield the contestants of one field with their places."""
    by_number = sorted(standings, key=lambda standing: standing.contestant)
    values = _whole_numbers([_ordered_by(standing) for standing in by_number])
    ordered = sorted(zip(values, by_number, strict=True), key=itemgetter(0), reverse=True)
    first = 2
    level = Counter(ranks_by[:count] for ranks_by in values for count in range(first, first + len(tie_breaks) + 1))
    others = _with_handicaps(handicaps, [standing for _, standing in ordered]) if handicaps else [None] * len(ordered)
    placed = places([ranks_by for ranks_by, _ in ordered])
    for place, (ranks_by, standing), handicapped in zip(placed, ordered, others, strict=True):
        separated = (
            name
            for count, name in enumerate(tie_breaks, start=first)
            if level[ranks_by[:count]] > level[ranks_by[: count + 1]]
        )
        yield Ranked(place, standing, next(separated, None), handicapped)


def _whole_numbers(values: Sequence[tuple[Fraction | int, ...]]) -> list[tuple[int, ...]]:
    """Return whole numbers that compare as these values do."""
    flat, _denominator = over_common_denominator(chain.from_iterable(values))
    rest = iter(flat)
    return [tuple(islice(rest, len(those))) for those in values]


def _ordered_by(standing: Standing, handicap: Fraction | int = 0) -> tuple[Fraction | int, ...]:
    """Return whether it has values, then these, the first with the handicap; or what it has scored without any."""
    if not standing.ranks_by:
        return 0, standing.score
    first, *others = standing.ranks_by
    return 1, first + handicap, *others


def _with_handicaps(handicaps: Mapping[int, Fraction], standings: Sequence[Standing]) -> list[Handicapped | None]:
    counted = [_ordered_by(standing, handicaps.get(standing.contestant, 0)) for standing in standings]
    return [
        Handicapped(place, Fraction(values[1]) if standing.ranks_by else None)
        for place, values, standing in zip(places(_whole_numbers(counted)), counted, standings, strict=True)
    ]


def over_common_denominator(values: Iterable[Fraction | int]) -> tuple[list[int], int]:
    """Return the numerators of the values over their least common denominator, and this denominator."""
    ratios = [value.as_integer_ratio() for value in values]
    common = math.lcm(*{denominator for _numerator, denominator in ratios})
    return [numerator * (common // denominator) for numerator, denominator in ratios], common


def exact_sum(values: Iterable[Fraction | int]) -> Fraction:
    """Add up values, much faster than one after the other."""
    numerators, denominator = over_common_denominator(values)
    return Fraction(sum(numerators), denominator)


def places(totals: Sequence[Total]) -> tuple[int, ...]:
    """Return the place of each total. Equal totals share the better place, and the next one stays empty: 1, 2, 2, 4."""
    first: dict[Total, int] = {}
    for place, total in enumerate(sorted(totals, reverse=True), start=1):
        first.setdefault(total, place)
    return tuple(first[total] for total in totals)


def beaten(totals: Sequence[float]) -> tuple[float, ...]:
    """Return how many of the others each total beats. An equal total counts half."""
    return tuple(
        sum((other < total) + (other == total) / 2 for other in totals) - 0.5  # for being equal to itself
        for total in totals
    )
