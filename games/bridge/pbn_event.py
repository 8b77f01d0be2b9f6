"""Read a finished event from the score tables of a PBN file, or from the tags of its games.

A pair is known by its number and its names: in many files N-S and E-W, or the pairs of each section, are both numbered
from 1. Names may stand in the rows of the boards or only in the ranking. A player who competes alone has a number in
the ranking, and a row has those of all four, or of both pairs as in 3-7. A team has its number in both, all its players
in the ranking, and in the rows of the boards those who played.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from fractions import Fraction

from games.bridge.rules.pbn_reader import BoardResult, Reading, Row, deals_of, names_in, read_pbn, results_of, totals_of
from scorer.contest.offer import Competes
from scorer.contest.report import BadReport, Report, ReportedContestant, ReportedPlayer, ReportedResult

SCORINGS = {"BUTLER": "butler", "MATCHPOINTS": "matchpoints", "MP": "matchpoints", "TOTAL": "total"}
"""The comparison, by a word of the tag Scoring: its first words, and those behind semicolons."""
OF_TEAMS = {"VP": "vp", "BAM": "board_a_match", "IMP": "imps", "IMPS": "imps"}
COMPETITIONS: dict[str, Competes] = {"INDIVIDUAL": "players", "TEAM": "teams"}
"""By how the tag Competition begins. All others are of pairs."""
WORTHS = ("MP", "IMP", "IMPs", "CrossIMP", "Butler")
SEATS = ("North", "East", "South", "West")
SCORES = (
    *("TotalVP", "TotalScoreVP", "TotalMP", "TotalScoreMP", "TotalIMP", "TotalScoreIMP", "TotalScoreBAM"),
    "TotalScore",
)
"""Where a ranking has the score, by the standard and by Magic Contest."""
AVERAGES = {
    f"{word}{sign}": Fraction(percent)
    for word in ("AVE", "AVG", "A")
    for sign, percent in (("+", 60), ("", 50), ("=", 50), ("-", 40))
}
FIGURE = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,6})?")
SIDES = ("NS", "EW")
PLAYERS, MAX_NAME, MAX_NUMBER, MAX_TEAM_NAME = 2, 80, 20, 40
TEAM = range(4, 7)
"""How many players a team has."""
WHOLE = Fraction(100)

Key = tuple[str, tuple[str, ...]]
"""The number and the names of a pair; of a player or a team only the number."""


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
        self.head = reading.games[0]
        self.named: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {}
        """The pairs in the ranking by their numbers: section, direction and names."""
        for row in totals:
            listed = row.known("Section"), row.known("Direction")[:1].upper(), names_in(row.known("Names"))
            self.named.setdefault(row.known("PairId"), []).append(listed)
        competition = self.head.known("Competition").upper()
        self.competes: Competes = next(
            (competes for word, competes in COMPETITIONS.items() if competition.startswith(word)), "sides"
        )

    def report(self) -> Report:
        sides: dict[Key, set[int]] = {}
        lines: dict[Key, int] = {}
        seated: dict[Key, dict[str, None]] = {}
        for result in self.results:
            keys = self._keys(result)
            for place, key in enumerate(keys):
                side = place % len(SIDES)
                sides.setdefault(key, set()).add(side + 1)
                lines.setdefault(key, result.line)
                seated.setdefault(key, {}).update(dict.fromkeys(result.names[side]))
        ordered = self._in_order(sides)
        numbers = {key: number for number, key in enumerate(ordered, start=1)}
        totals = {key: row for row in self.totals for key in ordered if self._is_of(row, key)}
        names = {key: self._names(key, totals.get(key), seated[key]) for key in ordered}
        for key in ordered:
            self._check(key, names[key], lines[key])
        winners = self._winners(sides, totals)
        comparison = self._comparison()
        hands = Reading(self.reading.games)
        cards = {board: dealt.text() for board, dealt in deals_of(hands).items()}
        apart = self._sections(totals, sides if winners > 1 else {})
        contestants = tuple(
            _contestant(
                numbers[key],
                names[key],
                totals.get(key),
                lines[key],
                side=min(sides[key]) if winners > 1 else None,
                section=apart.get(key, ""),
                of_team=self.competes == "teams",
            )
            for key in ordered
        )
        return Report(
            club=self.head.known("Site"),
            club_number="",
            name=self._first("Event") or "PBN",
            day=self._day(),
            comparison=comparison,
            winners=winners,
            competes=self.competes,
            contestants=contestants,
            results=tuple(self._results(numbers, apart)),
            cards=cards,
            left_out=tuple(hands.problems),
        )

    def _keys(self, result: BoardResult) -> tuple[Key, ...]:
        """Return the contestants by side, or by seat where each player competes alone."""
        first, second = result.pair_ids
        if self.competes == "sides":
            return tuple(
                (number, result.names[side] or self._listed(result.row.known("Section"), number, SIDES[side][0]))
                for side, number in enumerate((first, second))
            )
        if self.competes == "teams":
            return (first, ()), (second, ())
        north, _, south = first.partition("-")
        east, _, west = second.partition("-")
        seated = [result.row.known(f"PlayerId_{seat}") for seat in SEATS]
        numbers = seated if all(seated) else [number.strip() for number in (north, east, south, west)]
        return tuple((number, ()) for number in numbers)

    def _listed(self, section: str, number: str, direction: str) -> tuple[str, ...]:
        """Return the names that the ranking has, if there is one such pair only. Section and direction may be missing,
        and a pair that moves is there with the direction in which it began.
        """
        listed = self.named.get(number, [])
        fitting = (
            [names for own, side, names in listed if (own, side) == (section, direction)],
            [names for own, _side, names in listed if own == section],
            [names for _own, side, names in listed if side == direction],
            [names for _own, _side, names in listed],
        )
        return next((found[0] for found in fitting if len(set(found)) == 1), ())

    def _is_of(self, row: Row, key: Key) -> bool:
        return key[0] in {row.known("PairId"), row.known("PlayerId")} and (
            not key[1] or names_in(row.known("Names")) in {(), key[1]}
        )

    def _names(self, key: Key, row: Row | None, seated: Mapping[str, None]) -> tuple[str, ...]:
        if self.competes == "sides":
            return key[1]
        text = row.known("Names") or row.known("Name") if row else ""
        if self.competes == "players":
            return (text.strip(),)
        return tuple(dict.fromkeys((*names_in(text), *seated)))

    def _check(self, key: Key, names: tuple[str, ...], line: int) -> None:
        if self.competes == "teams" and len(names) not in TEAM:
            self.reading.refuse(line, "pbn_team", number=key[0][:MAX_NUMBER], fewest=TEAM[0], most=TEAM[-1])
        few = self.competes == "sides" and len(names) < PLAYERS
        if few or not all(1 <= len(name) <= MAX_NAME for name in names):
            code = "pbn_names" if self.competes == "sides" else "pbn_name"
            self.reading.refuse(line, code, number=key[0][:MAX_NUMBER])

    def _in_order(self, sides: Mapping[Key, set[int]]) -> list[Key]:
        """By number, and N-S first where two pairs have the same."""
        return sorted(sides, key=lambda key: (min(sides[key]) if _is_doubled(key, sides) else 0, _number(key[0])))

    def _winners(self, sides: Mapping[Key, set[int]], totals: Mapping[Key, Row]) -> int:
        """Return 2 if nobody changed sides, and each side has a first place or no place is given."""
        first = {min(sides[key]) for key, row in totals.items() if row.known("Rank").strip("=") == "1"}
        stayed = all(len(those) == 1 for those in sides.values())
        return 2 if self.competes == "sides" and stayed and len(first) != 1 else 1

    def _sections(self, totals: Mapping[Key, Row], sides: Mapping[Key, set[int]]) -> dict[Key, str]:
        """Return the section of each contestant if each section is ranked by itself, with first places of its own.

        `sides` are those of each, if each side is ranked by itself.
        """
        sections = {key: row.known("Section") for key, row in totals.items()}
        fields = {key: (section, min(sides.get(key, {0}))) for key, section in sections.items()}
        first = {fields[key] for key, row in totals.items() if row.known("Rank").strip("=") == "1"}
        return sections if len(set(sections.values())) > 1 and first == set(fields.values()) else {}

    def _day(self) -> date:
        text = self._first("EventDate") or self._first("Date")
        with suppress(ValueError):
            return datetime.strptime(text, "%Y.%m.%d").date()  # noqa: DTZ007  # a date has no time zone
        self.reading.refuse(self.head.line_of("Date"), "pbn_date")
        return date.min

    def _first(self, tag: str) -> str:
        """Return what the first game says that says it, or else what stands above the games."""
        said = (game.known(tag) for game in self.reading.games)
        return next(filter(None, said), "") or self.reading.titles.get(tag, "")

    def _comparison(self) -> str:
        """Return that of the tag Scoring. IMP alone does not say of which comparison of pairs."""
        scoring = self._first("Scoring")
        words = set(re.split(r"[; ]+", scoring.upper()))
        if self.competes == "teams":
            found = next((comparison for word, comparison in OF_TEAMS.items() if word in words), None)
        elif "VP" in words and self.competes == "sides":
            found = "vp" if words & {"MATCHPOINTS", "MP"} else None
        elif "CROSS" in scoring.upper():
            found = "cross_imps"
        else:
            found = next(
                (comparison for start, comparison in SCORINGS.items() if any(word.startswith(start) for word in words)),
                None,
            )
        if scoring and found is None:
            self.reading.refuse(self.head.line_of("Scoring"), "usebio_method", method=scoring[:20])
        return found or ("imps" if self.competes == "teams" else "matchpoints")

    def _results(self, numbers: Mapping[Key, int], apart: Mapping[Key, str]) -> Iterator[ReportedResult]:
        for result in self.results:
            average = _average(result.row) if result.entry is None else ()
            points = None if average else _points(result.row)
            if result.entry is None and not (average or points):
                continue  # it was not played
            keys = self._keys(result)
            of_team = self.competes == "teams" and all(len(names) == PLAYERS for names in result.names)
            yield ReportedResult(
                result.board,
                tuple(numbers[key] for key in keys),
                entry=result.entry,
                points=None if points is None else int(points),
                scores=_worths(result.row, *WORTHS),
                of_match=_worths(result.row, "VP"),
                average=average,
                section=apart.get(keys[0], ""),
                seated=result.names if of_team else (),
                round=_count(result.row, "Round"),
                station=_count(result.row, "Table"),
                line=result.line,
            )


def _is_doubled(key: Key, sides: Mapping[Key, set[int]]) -> bool:
    return any(other[0] == key[0] and other != key for other in sides)


def _number(text: str) -> tuple[int, str]:
    digits = re.search(r"\d{1,6}", text)
    return int(digits[0]) if digits else 0, text


def _contestant(
    number: int, names: tuple[str, ...], row: Row | None, line: int, *, side: int | None, section: str, of_team: bool
) -> ReportedContestant:
    place = row.known("Rank").strip("=") if row else ""
    members = [row.known(f"MemberID{place}")[:MAX_NUMBER] if row else "" for place in range(1, len(names) + 1)]
    return ReportedContestant(
        number,
        tuple(map(ReportedPlayer, names, members)),
        name=row.known("TeamName")[:MAX_TEAM_NAME].strip() if row and of_team else "",
        side=side,
        section=section,
        place=int(place) if re.fullmatch(r"\d{1,4}", place) else None,
        percent=_figure(row, "MeanPercentage", "TotalPercentage") if row else None,
        besides=_besides(row) if row else None,
        score=_figure(row, *SCORES) if row else None,
        line=row.line if row else line,
    )


def _besides(row: Row) -> Fraction:
    """Return what is carried over less the penalty, with which programs disagree on the sign."""
    return (_figure(row, "ScoreCarryOver") or Fraction(0)) - abs(_figure(row, "ScorePenalty") or Fraction(0))


def _count(row: Row, column: str) -> int | None:
    text = row.known(column)
    return int(text) if re.fullmatch(r"[1-9]\d{0,2}", text) else None


def _average(row: Row) -> tuple[Fraction, ...]:
    """Return an artificial score such as ^60% or AVE+, or two. If only one side has any, the other has the rest."""
    words = [AVERAGES.get(row.known(f"Score_{side}").upper()) for side in SIDES]
    if any(words):
        return tuple(WHOLE - (other or 0) if own is None else own for own, other in (words, reversed(words)))
    for name in ("Score", "Percentage"):
        first, second = (row.known(f"{name}_{side}") for side in SIDES)
        if name == "Percentage" or "%" in first + second:
            own, other = (_figure(row, f"{name}_{side}") for side in SIDES)
            if own is not None or other is not None:
                own = WHOLE - (other or 0) if own is None else own
                return own, WHOLE - own if other is None else other
    return ()


def _points(row: Row) -> Fraction | None:
    """Return those of N-S. Some programs only write them for the side that has won them."""
    points, other = (_figure(row, f"Score_{side}") for side in SIDES)
    return -other if points is None and other is not None else points


def _worths(row: Row, *worths: str) -> tuple[Fraction | None, Fraction | None]:
    sides = ("North", "East") if "PlayerId_North" in row.cells else SIDES
    for worth in worths:
        first, second = (_figure(row, f"{worth}_{side}") for side in sides)
        if first is not None and second is not None:
            return first, second
    return None, None


def _figure(row: Row, *columns: str) -> Fraction | None:
    texts = (row.known(column).lstrip("^").rstrip("%") for column in columns)
    return next((Fraction(text.replace(",", ".")) for text in texts if FIGURE.fullmatch(text)), None)
