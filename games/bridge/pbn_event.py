"""Read a finished event of pairs from the score tables of a PBN file, or from the tags of its games.

A pair is known by its number and its names: in many files N-S and E-W are both numbered from 1. Names may stand in the
rows of the boards or only in the ranking.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from fractions import Fraction

from games.bridge.rules.pbn_reader import BoardResult, Reading, Row, names_in, read_pbn, results_of, totals_of
from scorer.contest.report import BadReport, Report, ReportedContestant, ReportedPlayer, ReportedResult

SCORINGS = {"CROSS": "cross_imps", "BUTLER": "butler", "MATCHPOINTS": "matchpoints", "MP": "matchpoints"}
"""The comparison, by what the tag Scoring has in it."""
WORTHS = ("MP", "IMP", "IMPs", "CrossIMP", "Butler")
FIGURE = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,6})?")
SIDES = ("NS", "EW")
PLAYERS, MAX_NAME = 2, 80
WHOLE = Fraction(100)

Key = tuple[str, tuple[str, ...]]
"""The number and the names of a pair."""


def read_pbn_event(content: bytes) -> Report:
    """Raises BadReport with everything that is wrong."""
    reading = read_pbn(content)
    results, totals = results_of(reading), totals_of(reading)
    if not (reading.problems or results):
        reading.refuse(0, "pbn_no_results")
    if reading.problems:
        raise BadReport(*reading.problems)
    report = _Event(reading, results, totals).report()
    if reading.problems:
        raise BadReport(*reading.problems)
    return report


class _Event:
    def __init__(self, reading: Reading, results: list[BoardResult], totals: list[Row]) -> None:
        self.reading, self.results, self.totals = reading, results, totals
        self.named = {row.known("PairId"): names_in(row.known("Names")) for row in totals}
        """The names of a pair by its number, if only the ranking has them."""

    def report(self) -> Report:
        sides: dict[Key, set[int]] = {}
        lines: dict[Key, int] = {}
        for result in self.results:
            for side in range(len(SIDES)):
                key = self._key(result, side)
                sides.setdefault(key, set()).add(side + 1)
                lines.setdefault(key, result.line)
        keys = self._in_order(sides)
        numbers = {key: number for number, key in enumerate(keys, start=1)}
        for key in keys:
            if len(key[1]) < PLAYERS or any(len(name) > MAX_NAME for name in key[1]):
                self.reading.refuse(lines[key], "pbn_names", number=key[0])
        totals = {key: row for row in self.totals for key in keys if self._is_of(row, key)}
        winners = self._winners(sides, totals)
        head = self.reading.games[0]
        return Report(
            club=head.known("Site"),
            club_number="",
            name=head.known("Event") or "PBN",
            day=self._day(),
            comparison=self._comparison(),
            winners=winners,
            competes="sides",
            contestants=tuple(
                _contestant(numbers[key], key, totals.get(key), lines[key], min(sides[key]) if winners > 1 else None)
                for key in keys
            ),
            results=tuple(self._results(numbers)),
        )

    def _key(self, result: BoardResult, side: int) -> Key:
        number = result.pair_ids[side]
        return number, result.names[side] or self.named.get(number, ())

    def _is_of(self, row: Row, key: Key) -> bool:
        return row.known("PairId") == key[0] and names_in(row.known("Names")) in {(), key[1]}

    def _in_order(self, sides: Mapping[Key, set[int]]) -> list[Key]:
        """By number, and N-S first where two pairs have the same."""
        return sorted(sides, key=lambda key: (min(sides[key]) if _is_doubled(key, sides) else 0, _number(key[0])))

    def _winners(self, sides: Mapping[Key, set[int]], totals: Mapping[Key, Row]) -> int:
        """Return 2 if nobody changed sides, and each side has a first place or no place is given."""
        first = {min(sides[key]) for key, row in totals.items() if row.known("Rank").strip("=") == "1"}
        stayed = all(len(those) == 1 for those in sides.values())
        return 2 if stayed and len(first) != 1 else 1

    def _day(self) -> date:
        head = self.reading.games[0]
        text = head.known("EventDate") or head.known("Date")
        with suppress(ValueError):
            return datetime.strptime(text, "%Y.%m.%d").date()  # noqa: DTZ007  # a date has no time zone
        self.reading.refuse(head.line_of("Date"), "pbn_date")
        return date.min

    def _comparison(self) -> str:
        head = self.reading.games[0]
        scoring = head.known("Scoring").upper().replace(" ", "")
        found = next((comparison for word, comparison in SCORINGS.items() if word in scoring), None)
        if scoring and found is None:
            self.reading.refuse(head.line_of("Scoring"), "usebio_method", method=scoring[:20])
        return found or "matchpoints"

    def _results(self, numbers: Mapping[Key, int]) -> Iterator[ReportedResult]:
        for result in self.results:
            average = _average(result.row) if result.entry is None else ()
            points = None if average else _figure(result.row, "Score_NS")
            if result.entry is None and not (average or points):
                continue  # it was not played
            yield ReportedResult(
                result.board,
                (numbers[self._key(result, 0)], numbers[self._key(result, 1)]),
                entry=result.entry,
                points=None if points is None else int(points),
                scores=_worths(result.row),
                average=average,
                line=result.line,
            )


def _is_doubled(key: Key, sides: Mapping[Key, set[int]]) -> bool:
    return any(other[0] == key[0] and other != key for other in sides)


def _number(text: str) -> tuple[int, str]:
    digits = re.search(r"\d{1,6}", text)
    return int(digits[0]) if digits else 0, text


def _contestant(number: int, key: Key, row: Row | None, line: int, side: int | None) -> ReportedContestant:
    place = row.known("Rank").strip("=") if row else ""
    return ReportedContestant(
        number,
        tuple(ReportedPlayer(name) for name in key[1]),
        side=side,
        place=int(place) if re.fullmatch(r"\d{1,4}", place) else None,
        percent=_figure(row, "MeanPercentage", "TotalPercentage") if row else None,
        score=_figure(row, "TotalMP", "TotalIMP", "TotalScore") if row else None,
        line=row.line if row else line,
    )


def _average(row: Row) -> tuple[Fraction, ...]:
    """Return an artificial score such as ^60%, or two. If only one side has any, the other has the rest."""
    for name in ("Score", "Percentage"):
        first, second = (row.known(f"{name}_{side}") for side in SIDES)
        if name == "Percentage" or "%" in first + second:
            own, other = (_figure(row, f"{name}_{side}") for side in SIDES)
            if own is not None or other is not None:
                own = WHOLE - (other or 0) if own is None else own
                return own, WHOLE - own if other is None else other
    return ()


def _worths(row: Row) -> tuple[Fraction | None, Fraction | None]:
    for worth in WORTHS:
        first, second = (_figure(row, f"{worth}_{side}") for side in SIDES)
        if first is not None and second is not None:
            return first, second
    return None, None


def _figure(row: Row, *columns: str) -> Fraction | None:
    texts = (row.known(column).lstrip("^").rstrip("%") for column in columns)
    return next((Fraction(text.replace(",", ".")) for text in texts if FIGURE.fullmatch(text)), None)
