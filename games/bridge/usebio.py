"""USEBIO 1.2, the XML in which clubs send results to federations.

The order of the elements is that of the public program scorer-to-usebio 0.3, and the names that pairs do not need are
those of public readers: players and seats of an individual, cross-IMPs. A score such as A6040 is artificial: 60 % for
N-S and 40 % for E-W.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from games.bridge.rules.entry import DECLARERS, Entry
from scorer import __version__
from scorer.contest.report import Report, ReportedContestant, ReportedResult

DOCTYPE = '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">'
METHODS = {
    "matchpoints": "MATCH_POINTS",
    "cross_imps": "CROSS_IMPS",
    "butler": "BUTLER_IMPS",
    "total": "AGGREGATE",
}
"""How boards are scored, by the name of the comparison. Others have no word in the format."""
WORTHS = {"matchpoints": "MATCH_POINTS", "cross_imps": "CROSS_IMP_POINTS", "butler": "CROSS_IMP_POINTS"}
"""What a result is worth, behind NS_ and EW_."""
SIDES = ("NS", "EW")
PASS = "PASS"  # noqa: S105  # a deal that was passed out
HIGHEST = 99
"""An artificial score has two digits a side."""


def write_usebio(report: Report) -> bytes:
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    _add(club, "CLUB_NAME", report.club)
    _add(club, "CLUB_ID_NUMBER", report.club_number)
    event = SubElement(root, "EVENT", EVENT_TYPE="INDIVIDUAL" if report.individual else "PAIRS")
    _add(event, "PROGRAM_NAME", "Scorer")
    _add(event, "PROGRAM_VERSION", __version__)
    _add(event, "EVENT_DESCRIPTION", report.name)
    _add(event, "DATE", f"{report.day:%d/%m/%Y}")
    _add(event, "WINNER_TYPE", report.winners)
    _add(event, "BOARD_SCORING_METHOD", METHODS.get(report.comparison, "OTHER"))
    _add(event, "BOARDS_PLAYED", max((contestant.deals for contestant in report.contestants), default=0))
    _add(event, "MPS_AWARDED_FLAG", "N")
    sections = sorted({contestant.section for contestant in report.contestants})
    for letter in sections:
        section = event if len(sections) == 1 else SubElement(event, "SECTION", SECTION_ID=letter)
        participants = SubElement(section, "PARTICIPANTS")
        for contestant in report.contestants:
            if contestant.section == letter:
                participants.append(_participant(report, contestant))
        results = sorted((result for result in report.results if result.section == letter), key=attrgetter("deal"))
        for deal, of_deal in groupby(results, attrgetter("deal")):
            _add_board(section, report, deal, of_deal)
    indent(root)
    xml = tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{DOCTYPE}\n{xml}\n".encode()


def _participant(report: Report, contestant: ReportedContestant) -> Element:
    """A pair has two players; a player who competes alone is a participant itself."""
    element = Element("PLAYER" if report.individual else "PAIR")
    _add(element, "PLAYER_NUMBER" if report.individual else "PAIR_NUMBER", contestant.number)
    if contestant.side:
        _add(element, "DIRECTION", SIDES[contestant.side - 1])
    if not report.individual:
        _add(element, "BOARDS_PLAYED", contestant.deals)
    for player in contestant.players[:1] if report.individual else contestant.players:
        person = element if report.individual else SubElement(element, "PLAYER")
        _add(person, "PLAYER_NAME", player.name)
        if player.federation_number:
            _add(person, "NATIONAL_ID_NUMBER", player.federation_number)
    for name, value in (("PLACE", contestant.place), ("TOTAL_SCORE", contestant.score)):
        if value is not None:
            _add(element, name, value)
    if contestant.percent is not None:
        _add(element, "PERCENTAGE", contestant.percent)
    return element


def _add_board(section: Element, report: Report, deal: int, results: Iterable[ReportedResult]) -> None:
    board = SubElement(section, "BOARD")
    _add(board, "BOARD_NUMBER", deal)
    numbers = (
        [f"{seat}_PLAYER_NUMBER" for seat in DECLARERS] if report.individual else ["NS_PAIR_NUMBER", "EW_PAIR_NUMBER"]
    )
    for result in results:
        line = SubElement(board, "TRAVELLER_LINE")
        for name, number in zip(numbers, result.contestants, strict=True):
            _add(line, name, number)
        if result.entry is not None:
            _add_contract(line, result.entry)
        _add(line, "SCORE", _score(result))
        worth = WORTHS.get(report.comparison)
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
