r"""Write an event as Portable Bridge Notation, version 2.1.

A board is a game, with its results in a ScoreTable; the first one also has the ranking, as TotalScoreTable. Columns
that the standard does not know (Section, Round, Table, Lead, Direction, MemberID1, ScorePenalty, ScoreCarryOver) are
those of other programs; our own are VP_NS and VP_EW, what the match of a result is worth, and TeamName. In an
individual, a pair is named by both its players, as in 3-7. A team is named by its number, and a row has the names of
those who played for it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.entry import DECLARERS, Entry, Vulnerable
from games.bridge.usebio import figure
from scorer import __version__
from scorer.contest.report import Report, ReportedContestant, ReportedResult

COMPETITIONS = {"sides": "Pairs", "players": "Individuals", "teams": "Teams"}
SCORINGS = {
    "matchpoints": "MatchPoints",
    "cross_imps": "IMP;Cross",
    "butler": "IMP;Butler",
    "total": "Total",
    "vp": "MatchPoints;VP",
}
"""By the name of the comparison. Others have no word in the format."""
TEAM_SCORINGS = {"vp": "IMP;VP", "imps": "IMP", "board_a_match": "BAM"}
WORTHS = {"matchpoints": "MP", "cross_imps": "IMP", "butler": "IMP", "vp": "MP"}
TEAM_WORTHS = {"vp": "IMP", "imps": "IMP"}
"""What a result is worth, before _NS and _EW."""
TOTALS = {"matchpoints": "MP", "cross_imps": "IMP", "butler": "IMP", "imps": "IMP"}
"""What all of them are worth, behind Total."""
VULNERABLE: dict[Vulnerable, str] = {"none": "None", "NS": "NS", "EW": "EW", "both": "All"}
DIRECTIONS = ("N-S", "E-W")
SIDES = ("NS", "EW")
UNKNOWN, NOTHING = "?", "-"

Column = tuple[str, Callable[[Any], str]]
"""The title of a column of a table, and what it has of a row."""


def write_pbn(report: Report) -> bytes:
    """Return Latin 1, as the standard wants it, or UTF-8 if a name has other letters."""
    boards = groupby(sorted(report.results, key=attrgetter("deal")), attrgetter("deal"))
    games = [list(_game(report, deal, results)) for deal, results in boards]
    if games:
        games[0] += _table("TotalScoreTable", list(_of_contestants(report)), _ranked(report))
    text = "".join(f"{line}\n" for game in (["% PBN 2.1"], *games) for line in (*game, ""))
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode()


def _game(report: Report, deal: int, results: Iterable[ReportedResult]) -> Iterator[str]:
    tags = {
        "Event": report.name,
        "Site": report.club,
        "Date": f"{report.day:%Y.%m.%d}",
        "Board": str(deal),
        **dict.fromkeys(("West", "North", "East", "South"), UNKNOWN),
        "Dealer": DECLARERS[board_dealer(deal) - 1],
        "Vulnerable": VULNERABLE[board_vulnerability(deal)],
        "Deal": report.cards.get(deal, ""),
        "Scoring": (TEAM_SCORINGS if report.of_teams else SCORINGS).get(report.comparison, "Other"),
        **dict.fromkeys(("Declarer", "Contract", "Result"), UNKNOWN),
        "Competition": COMPETITIONS[report.competes],
        "Generator": f"Scorer {__version__}",
    }
    for name, value in tags.items():
        yield f"[{name} {_quoted(value)}]"
    yield from _table("ScoreTable", list(_of_results(report)), results)


def _table(name: str, columns: Sequence[Column], rows: Iterable[Any]) -> Iterator[str]:
    yield f'[{name} "{";".join(title for title, _cell in columns)}"]'
    widths = [title.partition("\\")[2] for title, _cell in columns]
    for row in rows:
        cells = [cell(row) for _title, cell in columns]
        padded = (
            cell.ljust(int(width[:-1])) if width.endswith("L") else cell.rjust(int(width[:-1] or 0))
            for cell, width in zip(cells, widths, strict=True)
        )
        yield " ".join(padded).rstrip()


def _of_results(report: Report) -> Iterator[Column]:
    if any(result.section for result in report.results):
        yield "Section\\1L", lambda result: result.section
    if all(result.round and result.station for result in report.results):
        yield "Round\\2R", lambda result: str(result.round)
        yield "Table\\2R", lambda result: str(result.station)
    yield from _by_side("PairId_%s\\5R", lambda result, side: "-".join(map(str, result.contestants[side::2])))
    for title, cell in ENTRY_COLUMNS.items():
        yield title, lambda result, cell=cell: NOTHING if result.entry is None else cell(result.entry)  # type: ignore[misc]
    yield from _by_side("Score_%s\\6R", _score)
    if worth := (TEAM_WORTHS if report.of_teams else WORTHS).get(report.comparison):
        yield from _by_side(f"{worth}_%s\\6R", lambda result, side: _figure(result.scores[side]))
    if report.comparison == "vp":
        yield from _by_side("VP_%s\\5R", lambda result, side: _figure(result.of_match[side]))
    if any(result.seated for result in report.results):
        yield from _by_side("Names_%s", lambda result, side: _names(result.seated[side]) if result.seated else NOTHING)


def _by_side(title: str, cell: Callable[[Any, int], str]) -> Iterator[Column]:
    for side, name in enumerate(SIDES):
        yield title % name, lambda result, side=side: cell(result, side)  # type: ignore[misc]


def _contract(entry: Entry) -> str:
    return "Pass" if entry.passed_out else f"{entry.level}{entry.strain}{entry.doubled}"


def _lead(entry: Entry) -> str:
    return entry.lead[-1] + entry.lead[:-1].replace("10", "T") if entry.lead else NOTHING


ENTRY_COLUMNS: dict[str, Callable[[Entry], str]] = {
    "Contract\\5L": _contract,
    "Declarer\\1L": lambda entry: entry.declarer or NOTHING,
    "Result\\2R": lambda entry: NOTHING if entry.tricks is None else str(entry.tricks),
    "Lead\\2L": _lead,
}


def _score(result: ReportedResult, side: int) -> str:
    """Return the points of a side; behind a caret, the percentage of an artificial score."""
    if result.points is None:
        return f"^{figure(result.average[side])}%"
    return str(-result.points if side else result.points)


def _ranked(report: Report) -> list[ReportedContestant]:
    return sorted(
        report.contestants, key=lambda row: (row.section, row.side or 0, row.place is None, row.place or 0, row.number)
    )


def _of_contestants(report: Report) -> Iterator[Column]:
    if any(contestant.section for contestant in report.contestants):
        yield "Section\\1L", lambda row: row.section
    if report.winners > 1:
        yield "Direction\\3L", lambda row: DIRECTIONS[row.side - 1] if row.side else NOTHING
    yield "Rank\\3R", lambda row: str(row.place or NOTHING)
    yield "PairId\\3R", lambda row: str(row.number)
    if report.of_teams:
        yield "TeamName", lambda row: _quoted(row.name) if row.name else NOTHING
    yield "Names", lambda row: _names(player.name for player in row.players)
    yield f"Total{TOTALS.get(report.comparison, 'Score')}\\7R", lambda row: _figure(row.score)
    if any(contestant.percent is not None for contestant in report.contestants):
        yield "MeanPercentage\\6R", lambda row: _figure(row.percent)
    if any(contestant.besides for contestant in report.contestants):
        yield "ScorePenalty\\5R", lambda row: _figure(-min(row.besides or Fraction(0), Fraction(0)))
        yield "ScoreCarryOver\\5R", lambda row: _figure(max(row.besides or Fraction(0), Fraction(0)))
    yield "NrBoards\\3R", lambda row: str(row.deals)
    if any(player.federation_number for row in report.contestants for player in row.players):
        for place in range(max(len(row.players) for row in report.contestants)):
            yield f"MemberID{place + 1}\\1L", lambda row, place=place: _member(row, place)  # type: ignore[misc]


def _member(row: ReportedContestant, place: int) -> str:
    number = row.players[place].federation_number if place < len(row.players) else ""
    return _quoted(number) if number else NOTHING


def _names(names: Iterable[str]) -> str:
    return _quoted(";".join(name.replace(";", ",") for name in names))


def _figure(value: Fraction | None) -> str:
    return NOTHING if value is None else figure(value)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
