"""Read USEBIO 1.0 to 1.3: an evening of pairs, of individuals or of teams.

Writers differ in the order of the elements, which plays no part here, in how they number pairs (3, "3 NS", or 3 on each
side), in how they count tricks (10, or = and +1 to the contract), and in where they say how boards are scored: by the
method, by the type of the event, as until 1.1, or only by the name of what a result is worth. In a match of teams, a
result says either who played it, by the numbers of pairs, or only which way the first team sat. A score that was
adjusted may have no other figures than its matchpoints.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from games.bridge.rules.cards import read_card, read_cards
from games.bridge.rules.entry import DECLARERS, MAX_BOARD, MAX_TRICKS, STRAINS, Doubled, Entry, Strain
from games.bridge.usebio import METHODS, SIDES, SUITS, TEAM_METHODS, VPS
from scorer.contest.offer import Competes
from scorer.contest.report import BadReport, Report, ReportedContestant, ReportedPlayer, ReportedResult
from scorer.scoring import Problem
from scorer.web.xml_reader import XmlElement, read_xml

METHODS_OF_TYPES = {
    "MP_PAIRS": "MATCH_POINTS",
    "BUTLER_PAIRS": "BUTLER_IMPS",
    **dict.fromkeys(("CROSS_IMP", "CROSS_IMPS"), "CROSS_IMPS"),
    "AGGREGATE": "AGGREGATE",
}
"""How boards are scored by types that newer versions do without."""
TYPES: dict[str, Competes] = {
    **dict.fromkeys(("PAIRS", "SWISS_PAIRS", *METHODS_OF_TYPES), "sides"),
    "INDIVIDUAL": "players",
    **dict.fromkeys(("TEAMS", "TEAMS_OF_FOUR", "SWISS_TEAMS"), "teams"),
}
"""Who competes, by the type of the event."""
SWISS = {"SWISS_PAIRS", "SWISS_TEAMS"}
TAGS: dict[Competes, str] = {"sides": "PAIR", "players": "PLAYER", "teams": "TEAM"}
COMPARISONS = {method: comparison for comparison, method in METHODS.items()} | {"BUTLER": "butler", "": "matchpoints"}
OF_TEAMS = {method: comparison for comparison, method in TEAM_METHODS.items()} | {"IMPS": "imps", "": "imps"}
METHODS_OF_WORTHS = {
    "MATCH_POINTS": "MATCH_POINTS",
    "CROSS_IMP_POINTS": "CROSS_IMPS",
    "BUTLER_POINTS": "BUTLER_IMPS",
    "IMPS": "",
}
"""How boards are scored by what a result is worth, behind NS_ and EW_."""
DATE_FORMATS = ("%d/%m/%Y", "%Y-%m-%d", "%Y/%m/%d")
CONTRACT = re.compile(r"([1-7])\s*(NT|[NCDHS])\s*(XX|X|\*\*|\*)?")
DOUBLES: dict[str, Doubled] = {"": "", "X": "X", "*": "X", "XX": "XX", "**": "XX"}
PASSED = {"PASS", "PASSED", "AP", "P", "PASSED OUT", "ALL PASS"}
NOT_PLAYED = {"", "NP", "NOT PLAYED"}
ARTIFICIAL = re.compile(r"A(\d\d)(\d\d)")
RELATIVE = re.compile(r"=|[+-]\d{1,2}")
BOOK = 6
"""The tricks that a contract needs besides its level."""
DECIMAL = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,6})?")
MAX_NAME, MAX_NUMBER = 80, 20
"""Letters of a name and of a federation number."""
WHOLE = Fraction(100)
MAX_ROUND = 999
MAX_TEAM_NAME = 40
TEAM = range(4, 7)
"""How many players a team has."""

Key = tuple[str, str, int | None]
"""What a file calls a contestant: the section, the number, and the side if it has one."""


class _Match(NamedTuple):
    round: int
    contestants: tuple[int, ...]
    scores: tuple[Fraction | None, Fraction | None]

    def seen_from(self, contestants: tuple[int, ...]) -> tuple[Fraction | None, Fraction | None]:
        return self.scores if contestants == self.contestants else self.scores[::-1]


def read_usebio(content: bytes) -> Report:
    """Raises BadReport with everything that is wrong."""
    root = read_xml(content)
    reader = _Reader()
    report = reader.read(root)
    if reader.problems or report is None:
        raise BadReport(*reader.problems)
    return report


class _Reader:
    def __init__(self) -> None:
        self.problems: list[tuple[int, Problem]] = []
        self.left_out: list[tuple[int, Problem]] = []
        self.numbers: dict[Key, int] = {}
        self.competes: Competes = "sides"
        self.pairs: dict[tuple[str, str], tuple[int, tuple[str, ...]]] = {}
        """The team and the names of each pair that plays for one, by section and number."""

    def read(self, root: XmlElement) -> Report | None:
        events = _all(root, "EVENT")
        if root.tag != "USEBIO" or not events:
            self._fault(root, "usebio_none")
            return None
        event = events[0]
        kind = event.get("EVENT_TYPE", "")
        if kind not in TYPES:
            self._fault(event, "usebio_type", type=kind)
        if len(events) > 1 or len(_all(event, "SESSION")) > 1:
            self._fault((events + _all(event, "SESSION"))[1], "usebio_several")
        if self.problems:
            return None
        self.competes = TYPES[kind]
        comparison = self._comparison(event, kind)
        winners = _text(event, "WINNER_TYPE") or "1"
        if winners not in {"1", "2"}:
            self._fault(_element(event, "WINNER_TYPE"), "usebio_winners")
        parts = [*_sections(event)]
        contestants = self._contestants(parts, two_winners=winners == "2")
        results = [result for letter, part in parts for result in self._results(letter, part)] if contestants else []
        if not (self.problems or (contestants and results)):
            self._fault(event, "usebio_empty")
        day = self._day(event)
        if self.problems or day is None:
            return None
        club = _element(root, "CLUB")
        return Report(
            club="" if club is None else _text(club, "CLUB_NAME"),
            club_number="" if club is None else _text(club, "CLUB_ID_NUMBER"),
            name=_text(event, "EVENT_DESCRIPTION") or "USEBIO",
            day=day,
            comparison=comparison,
            winners=int(winners),
            competes=self.competes,
            drawn=kind in SWISS,
            contestants=tuple(contestants),
            results=tuple(results),
            cards=self._cards(root),
            left_out=tuple(self.left_out),
        )

    def _cards(self, root: XmlElement) -> dict[int, str]:
        """Return what was dealt. The hands are in a HANDSET, or with the results of their board."""
        found: dict[int, str] = {}
        for board in _everywhere(root, "BOARD"):
            number, hands = _text(board, "BOARD_NUMBER"), _all(board, "HAND")
            if not (hands and number.isdecimal() and len(number) < MAX_NUMBER):
                continue
            by_seat = {_text(hand, "DIRECTION").upper()[:1]: hand for hand in hands}
            if by_seat.keys() != set(DECLARERS):
                self.left_out.append((board.line, Problem(board.tag, "usebio_hands")))
                continue
            written = [".".join(_text(by_seat[seat], suit) for suit in SUITS) for seat in DECLARERS]
            cards, problems = read_cards(f"N:{' '.join(written)}")
            self.left_out += [(board.line, problem) for problem in problems]
            if cards:
                found[int(number)] = cards.text()
        return found

    def _comparison(self, event: XmlElement, kind: str) -> str:
        method, of_matches = (_text(event, f"{name}_SCORING_METHOD").upper() for name in ("BOARD", "MATCH"))
        method = method or METHODS_OF_TYPES.get(kind, "") or self._method_of_worths(event)
        known = (OF_TEAMS if self.competes == "teams" else COMPARISONS).get(method)
        by_vps = of_matches == VPS or (kind == "SWISS_PAIRS" and not of_matches)
        if by_vps and known in {"imps", "matchpoints"} and self.competes != "players":
            return "vp"
        if known is None or by_vps:
            where = _element(event, "BOARD_SCORING_METHOD")
            self._fault(event if where is None else where, "usebio_method", method=(method or of_matches)[:MAX_NUMBER])
        return known or ""

    def _method_of_worths(self, event: XmlElement) -> str:
        lines = (line for _letter, part in _sections(event) for line in _everywhere(part, "TRAVELLER_LINE"))
        known = {
            name for line in lines for name, method in METHODS_OF_WORTHS.items() if method and _text(line, f"NS_{name}")
        }
        return METHODS_OF_WORTHS[known.pop()] if len(known) == 1 and self.competes != "teams" else ""

    def _day(self, event: XmlElement) -> date | None:
        text = _text(event, "DATE")
        for form in DATE_FORMATS:
            with suppress(ValueError):
                return datetime.strptime(text, form).date()  # noqa: DTZ007  # a date has no time zone
        self._fault(_element(event, "DATE"), "usebio_date")
        return None

    def _contestants(self, parts: list[tuple[str, XmlElement]], *, two_winners: bool) -> list[ReportedContestant]:
        """Number them from 1: as in the file, or else in its order, N-S first where each side is ranked by itself."""
        tag = TAGS[self.competes]
        elements: dict[Key, XmlElement] = {}
        for letter, part in parts:
            for participants in _all(part, "PARTICIPANTS"):
                for element in _all(participants, tag):
                    side = {"NS": 1, "N": 1, "EW": 2, "E": 2}.get(_text(element, "DIRECTION").upper())
                    number = element.get("TEAM_ID") or _text(element, f"{tag}_NUMBER")
                    key = letter, number.strip(), side
                    if not key[1] or key in elements:
                        self._fault(element, "usebio_number")
                    elements[key] = element
        keys = sorted(elements, key=lambda key: two_winners and key[2] == 2)  # noqa: PLR2004  # E-W
        own = [int(key[1]) if key[1].isdecimal() and len(key[1]) < MAX_NUMBER else 0 for key in keys]
        numbers = own if sorted(own) == [*range(1, len(own) + 1)] else [*range(1, len(own) + 1)]
        self.numbers = dict(zip(keys, numbers, strict=True))
        found = [self._contestant(key, elements[key], two_winners=two_winners) for key in keys]
        return sorted(found, key=lambda contestant: contestant.number)

    def _contestant(self, key: Key, element: XmlElement, *, two_winners: bool) -> ReportedContestant:
        number = self.numbers[key]
        if self.competes == "players":
            players = [self._player(element)]
        else:
            pairs = _all(element, "PAIR") if self.competes == "teams" else []
            players = [self._player(person) for part in (*pairs, element) for person in _all(part, "PLAYER")]
            for pair in pairs:
                names = tuple(self._player(person).name for person in _all(pair, "PLAYER"))
                if len(names) == len(SIDES):
                    self.pairs[key[0], _text(pair, "PAIR_NUMBER")] = number, names
            players = list({player.name: player for player in players}.values())
        if self.competes == "sides" and len(players) < len(SIDES):
            self._fault(element, "usebio_players")
        if self.competes == "teams" and len(players) not in TEAM:
            self._fault(element, "usebio_team", fewest=TEAM[0], most=TEAM[-1])
        name = " ".join((element.get("TEAM_NAME") or "").split())[:MAX_TEAM_NAME].strip()
        place = _text(element, "PLACE").strip("=")
        if place and not (place.isdecimal() and len(place) < MAX_NUMBER):
            self._fault(_element(element, "PLACE"), "usebio_figure")
            place = ""
        return ReportedContestant(
            number,
            tuple(players),
            name="" if name == key[1] else name,
            side=key[2] if two_winners else None,
            section=key[0],
            place=int(place) if place else None,
            score=self._figure(element, "TOTAL_SCORE"),
            percent=self._figure(element, "PERCENTAGE"),
            besides=self._figure(element, "ADJUSTMENT"),
            line=element.line,
        )

    def _player(self, person: XmlElement) -> ReportedPlayer:
        name = " ".join(_text(person, "PLAYER_NAME").split())
        federation_number = _text(person, "NATIONAL_ID_NUMBER")
        fault = person.line, Problem(person.tag, "usebio_name")
        if (not 1 <= len(name) <= MAX_NAME or len(federation_number) > MAX_NUMBER) and fault not in self.problems:
            self.problems.append(fault)
        return ReportedPlayer(name, federation_number)

    def _results(self, letter: str, part: XmlElement) -> Iterator[ReportedResult]:
        yield from self._of_boards(letter, part)
        for element in _all(part, "MATCH"):
            if match := self._match(letter, element):
                yield from self._of_boards(letter, element, match)

    def _match(self, letter: str, element: XmlElement) -> _Match | None:
        of_teams = self.competes == "teams"
        tags = ("TEAM", "OPPOSING_TEAM") if of_teams else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
        scores = ("TEAM_SCORE", "OPPOSING_TEAM_SCORE") if of_teams else ("NS_SCORE", "EW_SCORE")
        contestants = self._seated(letter, element, [(tag, side) for side, tag in enumerate(tags, start=1)])
        number = _text(element, "ROUND_NUMBER")
        if not (number.isdecimal() and 1 <= int(number[:6]) <= MAX_ROUND):
            self._fault(element, "usebio_round", "ROUND_NUMBER", most=MAX_ROUND)
        elif contestants:
            first, second = (self._figure(element, score) for score in scores)
            return _Match(int(number), contestants, (first, second))
        return None

    def _of_boards(self, letter: str, part: XmlElement, match: _Match | None = None) -> Iterator[ReportedResult]:
        for board in _all(part, "BOARD"):
            number = _text(board, "BOARD_NUMBER")
            if not (number.isdecimal() and 1 <= int(number[:6]) <= MAX_BOARD):
                self._fault(board, "board_range", most=MAX_BOARD)
                continue
            found = [self._result(letter, int(number), line, match) for line in _all(board, "TRAVELLER_LINE")]
            results = _with_averages([result for result in found if result])
            imps = self._figure(board, "IMPS") if match else None
            if match and imps is not None and not any(result.average for result in results):
                own = match._replace(scores=(imps, -imps))
                results = [replace(result, scores=own.seen_from(result.contestants)) for result in results]
            yield from results

    def _result(self, letter: str, board: int, line: XmlElement, match: _Match | None) -> ReportedResult | None:
        """Return None for a deal that was not played, and if there are problems."""
        contestants, seated = self._who_played(letter, line, match)
        contract = " ".join(_text(line, "CONTRACT").upper().split())
        score = _text(line, "SCORE").upper()
        artificial = ARTIFICIAL.fullmatch(score)
        entry = None if artificial or contract in NOT_PLAYED else self._entry(board, contract, line)
        points = self._figure(line, "SCORE") if score and not artificial and score != "ADJ" else None
        scores = self._worths(line)
        adjusted = entry is None and not contract and any(scores)
        if contestants is None or (entry is None and not artificial and not adjusted and (not points or contract)):
            return None
        return ReportedResult(
            board,
            contestants,
            entry=entry,
            points=None if points is None or (adjusted and not points) else int(points),
            scores=scores,
            average=tuple(map(Fraction, artificial.groups())) if artificial else (),
            section=letter,
            seated=seated,
            match=match.round if match else None,
            of_match=match.seen_from(contestants) if match else (None, None),
            round=match.round if match else None,
            line=line.line,
        )

    def _who_played(
        self, letter: str, line: XmlElement, match: _Match | None
    ) -> tuple[tuple[int, ...] | None, tuple[tuple[str, ...], ...]]:
        """Return the contestants, and the names of those who played for a team where the file says so."""
        names = [(f"{name}_PAIR_NUMBER", side) for side, name in enumerate(SIDES, start=1)]
        if self.competes == "players":
            names = [(f"{seat}_PLAYER_NUMBER", 1) for seat in DECLARERS]
        if self.competes != "teams":
            if match and not any(_text(line, name) for name, _side in names):
                return match.contestants, ()
            return self._seated(letter, line, names), ()
        pairs = [self.pairs.get((letter, _text(line, name))) for name, _side in names]
        known = [pair for pair in pairs if pair]
        teams = tuple(team for team, _names in known)
        if len(known) == len(SIDES) and (match is None or set(teams) == set(match.contestants)):
            return teams, tuple(players for _team, players in known)
        direction = _text(line, "DIRECTION").upper()
        if match is None or direction not in SIDES:
            self._fault(line, "usebio_direction")
            return None, ()
        return (match.contestants if direction == SIDES[0] else match.contestants[::-1]), ()

    def _seated(self, letter: str, parent: XmlElement, names: list[tuple[str, int]]) -> tuple[int, ...] | None:
        """Return whom elements with these names mean, each with the side on which it would be."""
        found = []
        for name, side in names:
            text = _text(parent, name)
            keys: list[Key] = [(letter, text, other) for other in (side, None, 1, 2)]
            number = next((self.numbers[key] for key in keys if key in self.numbers), None)
            if number is None:
                self._fault(parent, "usebio_unknown", name, number=text[:MAX_NUMBER])
            else:
                found.append(number)
        return tuple(found) if len(found) == len(names) else None

    def _entry(self, board: int, contract: str, line: XmlElement) -> Entry | None:
        if contract in PASSED:
            return Entry(board, passed_out=True)
        match = CONTRACT.fullmatch(contract)
        declarer = next((seat for seat in DECLARERS if _text(line, "PLAYED_BY").upper().startswith(seat)), None)
        tricks = _text(line, "TRICKS")
        if match and RELATIVE.fullmatch(tricks):
            tricks = str(BOOK + int(match[1]) + int(tricks.replace("=", "0")))
        if match is None:
            self._fault(_element(line, "CONTRACT"), "usebio_contract", contract=contract[:MAX_NUMBER])
        if match and declarer is None:
            self._fault(line, "usebio_declarer", "PLAYED_BY")
        if match and not (tricks.isdecimal() and int(tricks[:3]) <= MAX_TRICKS):
            self._fault(line, "usebio_tricks", "TRICKS", most=MAX_TRICKS)
        elif match and declarer:
            level, strain, double = match.groups()
            return Entry(
                board,
                level=int(level),
                strain=_strain(strain),
                doubled=DOUBLES[double or ""],
                declarer=declarer,
                tricks=int(tricks),
                lead=read_card(_text(line, "LEAD")),
            )
        return None

    def _worths(self, line: XmlElement) -> tuple[Fraction | None, Fraction | None]:
        for worth in METHODS_OF_WORTHS:
            first, second = (self._figure(line, f"{side}_{worth}") for side in SIDES)
            if first is not None and second is not None:
                return first, second
        return None, None

    def _figure(self, parent: XmlElement, name: str) -> Fraction | None:
        text = _text(parent, name).rstrip("%")
        if not text:
            return None
        if not DECIMAL.fullmatch(text):
            self._fault(_element(parent, name), "usebio_figure")
            return None
        return Fraction(text.replace(",", "."))

    def _fault(self, element: XmlElement | None, code: str, name: str = "", **params: str | int) -> None:
        line = element.line if element is not None else 1
        self.problems.append((line, Problem(name or (element.tag if element is not None else ""), code, params)))


def _with_averages(results: list[ReportedResult]) -> list[ReportedResult]:
    """Say in percent what results are worth that have neither contract nor points, but matchpoints."""
    tops = Counter(sum(filter(None, result.scores), Fraction(0)) for result in results if result.entry)
    top = tops.most_common(1)[0][0] if tops else Fraction(0)
    return [
        replace(result, average=tuple(WHOLE * (score or 0) / top for score in result.scores))
        if top and _is_adjusted(result)
        else result
        for result in results
        if top or not _is_adjusted(result)
    ]


def _is_adjusted(result: ReportedResult) -> bool:
    return result.entry is None and result.points is None and not result.average


def _strain(text: str) -> Strain:
    return "NT" if text == "N" else next(strain for strain in STRAINS if strain == text)


def _sections(event: XmlElement) -> list[tuple[str, XmlElement]]:
    """Return the elements that have participants and boards of their own, with their names."""
    sections = [(element.get("SECTION_ID", ""), element) for element in _all(event, "SECTION")]
    return sections or [("", next(iter(_all(event, "SESSION")), event))]


def _all(parent: XmlElement, name: str) -> list[XmlElement]:
    """Return the elements of this name, which are below a SESSION where the file has one."""
    inside = [child for child in parent if child.tag == "SESSION"] if name == "SECTION" else []
    return [child for element in (parent, *inside) for child in element if child.tag == name]  # type: ignore[misc]


def _everywhere(parent: XmlElement, name: str) -> Iterator[XmlElement]:
    """Yield the elements of this name at any depth."""
    return parent.iter(name)  # type: ignore[return-value]


def _element(parent: XmlElement, name: str) -> XmlElement | None:
    return next(iter(_all(parent, name)), None)


def _text(parent: XmlElement, name: str) -> str:
    element = _element(parent, name)
    return (element.text or "").strip() if element is not None else ""
