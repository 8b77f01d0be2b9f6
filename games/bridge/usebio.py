"""USEBIO 1.2, the XML in which clubs send results to federations.

The order of the elements is that of the public program scorer-to-usebio 0.3, and the names that pairs do not need are
those of public readers and writers: players and seats of an individual, cross-IMPs, matches. A score such as A6040 is
artificial: 60 % for N-S and 40 % for E-W. An ADJUSTMENT is part of the total score, as in files of that program. A
match of teams has both results of each board; who played them is said by pairs, which are numbered through all teams.
The cards follow behind the event, in the order of a public writer.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from games.bridge.rules.cards import read_cards
from games.bridge.rules.entry import DECLARERS, Entry
from scorer import __version__
from scorer.contest.report import Report, ReportedContestant, ReportedPlayer, ReportedResult

DOCTYPE = '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">'
METHODS = {
    "matchpoints": "MATCH_POINTS",
    "cross_imps": "CROSS_IMPS",
    "butler": "BUTLER_IMPS",
    "total": "AGGREGATE",
}
"""How boards are scored, by the name of the comparison. Others have no word in the format."""
TEAM_METHODS = {"vp": "IMPS", "imps": "IMPS", "board_a_match": "PAB"}
"""The same of teams. PAB is point a board."""
VPS = "VPS"
"""How matches are scored, if not by the sum of their boards."""
WORTHS = {
    "matchpoints": "MATCH_POINTS",
    "vp": "MATCH_POINTS",
    "cross_imps": "CROSS_IMP_POINTS",
    "butler": "BUTLER_POINTS",
}
"""What a result of pairs and players is worth, behind NS_ and EW_."""
SIDES = ("NS", "EW")
PASS = "PASS"  # noqa: S105  # a deal that was passed out
SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
"""In the order of a Deal tag."""
SEATS = (("E", "East"), ("N", "North"), ("S", "South"), ("W", "West"))
HIGHEST = 99
"""An artificial score has two digits a side."""

Pairs = Mapping[tuple[int, frozenset[str]], int]
"""The numbers of the pairs that played for a team, by its number and their names."""


def write_usebio(report: Report) -> bytes:
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    _add(club, "CLUB_NAME", report.club)
    _add(club, "CLUB_ID_NUMBER", report.club_number)
    event = SubElement(root, "EVENT", EVENT_TYPE=_type_of(report))
    _add(event, "PROGRAM_NAME", "Scorer")
    _add(event, "PROGRAM_VERSION", __version__)
    _add(event, "EVENT_DESCRIPTION", report.name)
    _add(event, "DATE", f"{report.day:%d/%m/%Y}")
    _add(event, "WINNER_TYPE", report.winners)
    _add(event, "BOARD_SCORING_METHOD", _method_of(report))
    if report.comparison == "vp" and not report.individual:
        _add(event, "MATCH_SCORING_METHOD", VPS)
    _add(event, "BOARDS_PLAYED", max((contestant.deals for contestant in report.contestants), default=0))
    _add(event, "MPS_AWARDED_FLAG", "N")
    sections = sorted({contestant.section for contestant in report.contestants})
    pairs = _pairs_of(report) if report.of_teams else {}
    for letter in sections:
        section = event if len(sections) == 1 else SubElement(event, "SECTION", SECTION_ID=letter)
        participants = SubElement(section, "PARTICIPANTS")
        own = [contestant for contestant in report.contestants if contestant.section == letter]
        for contestant in own:
            participants.append(_team(contestant, pairs) if report.of_teams else _participant(report, contestant))
        results = sorted(
            (result for result in report.results if result.section == letter), key=attrgetter("deal", "contestants")
        )
        if report.of_teams or (report.comparison == "vp" and not report.individual):  # single players have no match
            for match in _matches(results):
                _add_match(section, report, match, pairs)
        else:
            _add_boards(section, report, results)
    if report.cards:
        _add_hands(SubElement(root, "HANDSET"), report.cards)
    indent(root)
    xml = tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{DOCTYPE}\n{xml}\n".encode()


def _add_hands(parent: Element, cards: Mapping[int, str]) -> None:
    for deal, written in sorted(cards.items()):
        dealt, _problems = read_cards(written)
        if dealt is None:
            continue
        board = SubElement(parent, "BOARD")
        _add(board, "BOARD_NUMBER", deal)
        for seat, direction in SEATS:
            hand = SubElement(board, "HAND")
            _add(hand, "DIRECTION", direction)
            for suit, ranks in reversed([*zip(SUITS, dealt.hands[DECLARERS.index(seat)], strict=True)]):
                _add(hand, suit, ranks)


def _type_of(report: Report) -> str:
    if report.of_teams:
        return "SWISS_TEAMS" if report.drawn else "TEAMS"
    if report.individual:
        return "INDIVIDUAL"
    return "SWISS_PAIRS" if report.comparison == "vp" else "PAIRS"


def _method_of(report: Report) -> str:
    if report.of_teams:
        return TEAM_METHODS[report.comparison]
    return METHODS["matchpoints"] if report.comparison == "vp" else METHODS.get(report.comparison, "OTHER")


def _participant(report: Report, contestant: ReportedContestant) -> Element:
    """A pair has two players; a player who competes alone is a participant itself."""
    element = Element("PLAYER" if report.individual else "PAIR")
    _add(element, "PLAYER_NUMBER" if report.individual else "PAIR_NUMBER", contestant.number)
    if contestant.side:
        _add(element, "DIRECTION", SIDES[contestant.side - 1])
    if not report.individual:
        _add(element, "BOARDS_PLAYED", contestant.deals)
    for player in contestant.players[:1] if report.individual else contestant.players:
        _add_player(element if report.individual else SubElement(element, "PLAYER"), player)
    _add_standing(element, contestant)
    return element


def _team(contestant: ReportedContestant, pairs: Pairs) -> Element:
    """Its players are in the pairs that have played; those who have not follow."""
    name = contestant.name or str(contestant.number)
    element = Element("TEAM", TEAM_ID=str(contestant.number), TEAM_NAME=name)
    left = list(contestant.players)
    for (team, names), number in pairs.items():
        if team == contestant.number:
            pair = SubElement(element, "PAIR")
            _add(pair, "PAIR_NUMBER", number)
            for player in contestant.players:
                if player.name in names:
                    _add_player(SubElement(pair, "PLAYER"), player)
            left = [player for player in left if player.name not in names]
    for player in left:
        _add_player(SubElement(element, "PLAYER"), player)
    _add_standing(element, contestant)
    return element


def _add_player(element: Element, player: ReportedPlayer) -> None:
    _add(element, "PLAYER_NAME", player.name)
    if player.federation_number:
        _add(element, "NATIONAL_ID_NUMBER", player.federation_number)


def _add_standing(element: Element, contestant: ReportedContestant) -> None:
    for name, value in (("PLACE", contestant.place), ("TOTAL_SCORE", contestant.score)):
        if value is not None:
            _add(element, name, value)
    if contestant.percent is not None:
        _add(element, "PERCENTAGE", contestant.percent)
    if contestant.besides:
        _add(element, "ADJUSTMENT", contestant.besides)


def _pairs_of(report: Report) -> Pairs:
    """Number the pairs of all teams, in the order of the teams and of their players."""
    places = {
        (contestant.number, player.name): place
        for contestant in report.contestants
        for place, player in enumerate(contestant.players)
    }
    played = {
        (team, frozenset(names)): sorted(places.get((team, name), 0) for name in names)
        for result in report.results
        for team, names in zip(result.contestants, result.seated, strict=False)
        if len(set(names)) == len(SIDES)
    }
    ordered = sorted(played, key=lambda pair: (pair[0], played[pair]))
    return {pair: number for number, pair in enumerate(ordered, start=1)}


def _add_boards(parent: Element, report: Report, results: Iterable[ReportedResult]) -> None:
    for board, of_deal in _boards(parent, results):
        for result in of_deal:
            line = SubElement(board, "TRAVELLER_LINE")
            _add_numbers(line, report, result)
            _add_result(line, report, result)


def _matches(results: Iterable[ReportedResult]) -> list[list[ReportedResult]]:
    """Return the results of each match, by rounds."""
    together: dict[tuple[int, frozenset[int]], list[ReportedResult]] = {}
    for result in results:
        together.setdefault((result.match or 0, frozenset(result.contestants)), []).append(result)
    return sorted(together.values(), key=lambda match: (match[0].match or 0, match[0].contestants))


def _add_match(parent: Element, report: Report, results: Sequence[ReportedResult], pairs: Pairs) -> None:
    first, deals = results[0], [result.deal for result in results]
    match = SubElement(parent, "MATCH")
    _add(match, "ROUND_NUMBER", first.match or 1)
    names, scores = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER"), ("NS_SCORE", "EW_SCORE")
    if report.of_teams:
        names, scores = ("TEAM", "OPPOSING_TEAM"), ("TEAM_SCORE", "OPPOSING_TEAM_SCORE")
    for name, number in zip(names, first.contestants, strict=True):
        _add(match, name, number)
    if report.of_teams:
        _add(match, "START_BOARD_NUMBER", min(deals))
        _add(match, "END_BOARD_NUMBER", max(deals))
    for name, score in zip(scores, first.of_match, strict=True):
        if score is not None:
            _add(match, name, score)
    if report.of_teams:
        _add_rooms(match, report, results, pairs)
    else:
        _add_boards(match, report, results)


def _add_rooms(match: Element, report: Report, results: Sequence[ReportedResult], pairs: Pairs) -> None:
    """Add both results of each board, as the first team of the match sat there, and what the board is worth to it."""
    team = results[0].contestants[0]
    for board, rooms in _boards(match, results):
        for result in rooms:
            side = result.contestants.index(team)
            imps = result.scores[side]
            if report.comparison != "board_a_match" and imps is not None and board.find("IMPS") is None:
                _add(board, "IMPS", imps)
            line = SubElement(board, "TRAVELLER_LINE")
            _add(line, "DIRECTION", SIDES[side])
            seated = zip(result.contestants, result.seated, strict=False)
            known = [pairs[own, frozenset(names)] for own, names in seated if (own, frozenset(names)) in pairs]
            if len(known) == len(SIDES):
                for direction, number in zip(SIDES, known, strict=True):
                    _add(line, f"{direction}_PAIR_NUMBER", number)
            _add_result(line, report, result)


def _boards(parent: Element, results: Iterable[ReportedResult]) -> Iterator[tuple[Element, Iterator[ReportedResult]]]:
    for deal, of_deal in groupby(sorted(results, key=attrgetter("deal")), attrgetter("deal")):
        board = SubElement(parent, "BOARD")
        _add(board, "BOARD_NUMBER", deal)
        yield board, of_deal


def _add_numbers(line: Element, report: Report, result: ReportedResult) -> None:
    names = (
        [f"{seat}_PLAYER_NUMBER" for seat in DECLARERS] if report.individual else ["NS_PAIR_NUMBER", "EW_PAIR_NUMBER"]
    )
    for name, number in zip(names, result.contestants, strict=True):
        _add(line, name, number)


def _add_result(line: Element, report: Report, result: ReportedResult) -> None:
    if result.entry is not None:
        _add_contract(line, result.entry)
    _add(line, "SCORE", _score(result))
    worth = None if report.of_teams else WORTHS.get(report.comparison)
    for side, score in zip(SIDES, result.scores, strict=True):
        if worth and score is not None:
            _add(line, f"{side}_{worth}", score)


def _add_contract(line: Element, entry: Entry) -> None:
    if entry.passed_out:
        _add(line, "CONTRACT", PASS)
        return
    _add(line, "CONTRACT", f"{entry.level}{entry.strain}{entry.doubled}")
    _add(line, "PLAYED_BY", entry.declarer)
    if entry.lead:
        _add(line, "LEAD", entry.lead[-1] + entry.lead[:-1].replace("10", "T"))
    _add(line, "TRICKS", entry.tricks)


def _score(result: ReportedResult) -> int | str:
    if result.points is not None:
        return result.points
    return "A" + "".join(f"{min(round(percent), HIGHEST):02}" for percent in result.average)


def _add(parent: Element, name: str, value: object) -> None:
    SubElement(parent, name).text = figure(value) if isinstance(value, Fraction) else str(value)


def figure(value: Fraction) -> str:
    """Return up to two decimals, rounded away from zero if it is halfway."""
    hundredths = int(abs(value) * 100 + Fraction(1, 2))
    text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and hundredths else text
