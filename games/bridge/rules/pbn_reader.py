r"""Reads Portable Bridge Notation, version 2.1: deals, results and score tables, from what other programs write.

    % a line for programs                       [Board "7"]
    ; a comment to the end of the line          [Deal "N:AKQ2.T9.864.KQ53 ..."]
    { a comment over several lines }            [ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer;Result"]
                                                 7  8 4H   N 11

An empty line ends a game, which is what PBN calls a deal with what was played. So does a second Event or Board, in a
file without empty lines. A value "#" is that of the game before, and one after "##" holds for all games that follow.
All problems come with the number of their line. 0 is the file as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.cards import Cards, read_card, read_cards
from games.bridge.rules.entry import (
    DECLARERS,
    DOUBLED,
    MAX_BOARD,
    MAX_TRICKS,
    STRAINS,
    Doubled,
    Entry,
    Strain,
    Vulnerable,
)
from scorer.scoring import Problem

MAX_BYTES, MAX_LINES, MAX_LINE = 1_000_000, 50_000, 10_000
"""The standard has at most 255 characters in a line. Few programs keep to that."""
MAX_GAMES, MAX_TAGS, MAX_ROWS = 2_000, 100, 20_000
"""In a file, in each game, and in all its tables: 40 tables that play 27 boards have 1,080 games or rows."""
MAX_PROBLEMS = 100
"""How many are listed. A file that is no PBN at all has one in each line."""
SIDES = 2
UNKNOWN = {"", "?", "-", "*"}
"""Values that say nothing."""
IDENTIFICATION = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The mandatory tags, in the order of a file for export. No data may follow them."""
VULNERABLE: dict[str, Vulnerable] = {
    **dict.fromkeys(("NONE", "LOVE", "-", "O"), "none"),
    **dict.fromkeys(("ALL", "BOTH", "B"), "both"),
    "NS": "NS",
    "N-S": "NS",
    "EW": "EW",
    "E-W": "EW",
}

TOKEN = re.compile(
    r"""\s+|;.*|\{[^}]*\}|(?P<comment>\{.*)|(?P<sign>[\[\]}])"""
    r"""|"(?P<string>(?:[^"\\]|\\.)*)"|(?P<word>[^\s\[\]{};"]+)|(?P<quote>.+)"""
)
"""White space and comments have no name. A comment may go on in the next line, a quotation must not."""
ESCAPED = re.compile(r'\\(["\\])')
TITLE = re.compile(r'%HRTitle(Event|Date) +"?([^"]*)"?\s*')
"""What BridgeComposer prints above hand records. Many of its files say the event and the date nowhere else."""
COLUMN = re.compile(r"[+-]?([^\\]*)(?:\\([0-9]{1,3})[LR]?)?")
_STRAINS: dict[str, Strain] = {strain: strain for strain in STRAINS} | {"N": "NT"}
_DOUBLED: dict[str, Doubled] = {doubled: doubled for doubled in DOUBLED}
CONTRACT = re.compile(r"([1-7])(NT|[CDHSN])(XX|X|)")
RESULT = re.compile(r"\^?(?:NS|EW)? *([0-9]{1,2})")


class _TooMuch(Exception):
    """The file is larger than any event. It is raised with the number of the line."""


class Token(NamedTuple):
    kind: str
    """As in `TOKEN`; "line" for the end of a line, "empty" for a line without anything."""
    text: str
    line: int
    column: int = 0


class Row(NamedTuple):
    line: int
    cells: dict[str, str]
    """By the name of the column."""

    def known(self, column: str) -> str:
        """Return the cell, or nothing if the column is missing or its value is not known."""
        cell = self.cells.get(column, "")
        return "" if cell in UNKNOWN else cell


@dataclass
class Section:
    """What follows a tag: the rows of a table, or the calls of an auction."""

    columns: tuple[str, ...]
    widths: tuple[int, ...]
    rows: list[Row] = field(default_factory=list)


@dataclass
class Game:
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    """By name, each with the value that it inherits if it has none of its own."""
    lines: dict[str, int] = field(default_factory=dict)
    """Where each of them is. Those that are only inherited are missing."""
    tables: dict[str, Section] = field(default_factory=dict)
    """The supplemental sections whose names end in Table."""

    def known(self, tag: str) -> str:
        """Return the value of a tag, or nothing if it is missing or not known."""
        value = self.tags.get(tag, "").strip()
        return "" if value in UNKNOWN else value

    @property
    def board(self) -> int | None:
        board = self.known("Board")
        return int(board) if re.fullmatch("[0-9]{1,4}", board) and 1 <= int(board) <= MAX_BOARD else None

    def line_of(self, tag: str) -> int:
        return self.lines.get(tag, self.line)


@dataclass
class Reading:
    games: list[Game] = field(default_factory=list)
    problems: list[tuple[int, Problem]] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    """By the name of the tag that says the same."""
    is_full: bool = False
    """Whether there are more problems than are listed."""

    def refuse(self, line: int, code: str, **params: str | int) -> None:
        self.refuse_all(line, [Problem("", code, params)])

    def refuse_all(self, line: int, problems: Sequence[Problem]) -> None:
        for problem in problems:
            if len(self.problems) < MAX_PROBLEMS:
                self.problems.append((line, problem))
            elif len(self.problems) == MAX_PROBLEMS:
                self.problems.append((line, Problem("", "pbn_further")))
                self.is_full = True


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What was played at one table, as a row of a ScoreTable says or the tags of a game."""

    line: int
    board: int
    entry: Entry | None
    """None for an artificial score, and for a deal that was not played."""
    row: Row
    """Everything else: PairId_NS, Names_NS, Score_NS, MP_NS, Section, Round, Table, Lead and what the program added."""

    @property
    def pair_ids(self) -> tuple[str, str]:
        return self.row.known("PairId_NS"), self.row.known("PairId_EW")

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The players N-S and E-W."""
        return names_in(self.row.known("Names_NS")), names_in(self.row.known("Names_EW"))


def read_pbn(content: bytes) -> Reading:
    """Read a file as it is. What it says about deals and results, `deals_of` and `results_of` find out and judge."""
    reading = Reading()
    if len(content) > MAX_BYTES:
        reading.refuse(0, "pbn_too_long")
    elif b"\0" in content:
        reading.refuse(0, "pbn_no_text")
    else:
        try:
            _read_games(_tokens(_decoded(content), reading), reading)
        except _TooMuch as error:
            reading.refuse(error.args[0], "pbn_too_much")
        if not reading.problems and not reading.games:
            reading.refuse(0, "pbn_nothing")
    return reading


def deals_of(reading: Reading) -> dict[int, Cards]:
    """Return the cards of each board, and add to the problems what is wrong with any.

    Boards whose cards the file does not know are left out. A board may come once for each table that played it.
    """
    deals: dict[int, Cards] = {}
    for game in reading.games:
        if not game.known("Deal"):
            continue
        line = game.line_of("Deal")
        cards, problems = read_cards(game.known("Deal"))
        reading.refuse_all(line, problems)
        board = game.board
        if board is None:
            reading.refuse(game.line_of("Board"), "pbn_board", most=MAX_BOARD)
            continue
        _compare(game, board, reading)
        if cards is None:
            continue
        if deals.setdefault(board, cards) != cards:
            reading.refuse(line, "pbn_other_cards", board=board)
    return deals


def results_of(reading: Reading) -> list[BoardResult]:
    """Return what was played, from score tables or else the tags of a game, and add to the problems."""
    results = []
    for game in reading.games:
        table = game.tables.get("ScoreTable")
        rows = table.rows if table else [_of_tags(game)] if game.known("Contract") else []
        if rows and game.board is None:
            reading.refuse(game.line_of("Board"), "pbn_board", most=MAX_BOARD)
        elif game.board is not None:
            results += [BoardResult(row.line, game.board, _entry(row, game.board, reading), row) for row in rows]
    return results


def totals_of(reading: Reading) -> list[Row]:
    """Return the ranking in the file: Rank, PairId, Names, TotalMP, MeanPercentage and what the program added."""
    tables = (game.tables.get("TotalScoreTable") for game in reading.games)
    return next((table.rows for table in tables if table), [])


def names_in(text: str) -> tuple[str, ...]:
    """Return the two players of a pair, whom programs separate by different signs. One hyphen may be all there is."""
    sign = next((sign for sign in (";", " & ", " - ", "/") if sign in text), "-" if text.count("-") == 1 else None)
    return tuple(name.strip() for name in text.split(sign) if name.strip()) if text else ()


def _decoded(content: bytes) -> str:
    """Return the text, which is Latin 1 by the standard, and UTF-8 from many programs."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _tokens(text: str, reading: Reading) -> Iterator[Token]:
    comment = 0  # the line in which it began
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        if number > MAX_LINES or len(line) > MAX_LINE:
            raise _TooMuch(number)
        start = line.find("}") + 1 if comment else 0
        if (comment and not start) or (line.startswith("%") and not comment):
            if title := TITLE.fullmatch(line):
                reading.titles[title[1]] = title[2].strip()
            continue
        if not (comment or line.strip()):
            yield Token("empty", "", number)
            continue
        comment = 0
        for match in TOKEN.finditer(line, start):
            if match.lastgroup == "comment":
                comment = number
            elif match.lastgroup:
                yield Token(match.lastgroup, match[match.lastgroup], number, match.start())
        yield Token("line", "", number)
    if comment:
        reading.refuse(comment, "pbn_comment")


def _read_games(tokens: Iterator[Token], reading: Reading) -> None:
    games = _Games(reading)
    for token in tokens:
        if reading.is_full:
            return
        if token.kind == "empty":
            games.end()
        elif token.kind == "sign" and token.text == "[":
            tag, value, closed = _next(tokens), _next(tokens), _next(tokens)
            if tag.kind == "word" and value.kind == "string" and closed.text == "]":
                games.tag(token.line, tag.text, ESCAPED.sub(r"\1", value.text))
            else:
                reading.refuse(token.line, "pbn_tag")
                _skip(tokens, closed)
        else:
            games.data(token)
    games.end()


def _next(tokens: Iterator[Token]) -> Token:
    """Return the next token of a tag, which may go on in the next line."""
    return next((token for token in tokens if token.kind != "line"), Token("empty", "", 0))


def _skip(tokens: Iterator[Token], last: Token) -> None:
    """Leave out the rest of a line whose tag is wrong."""
    if last.kind != "empty":
        next((token for token in tokens if token.kind in {"line", "empty"}), None)


class _Games:
    """Puts tags and their data together to games."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.game: Game | None = None
        self.section: Section | None = None
        self.name = ""
        """Of the last tag."""
        self.cells: list[Token] = []
        """Of the row that has begun."""
        self.rows = 0
        """Of all tables so far."""
        self.before: dict[str, str] = {}
        """The last value of each tag in the games so far."""
        self.for_all: dict[str, str] = {}
        """The values that hold until another comes."""

    def tag(self, line: int, name: str, value: str) -> None:
        self._end_section()
        if self.game is None or (name in {"Event", "Board"} and name in self.game.tags):
            self.end()
            self.game = Game(line)
        game = self.game
        self.name = name
        if name in game.tags:
            return  # the standard says so of import format
        if len(game.tags | self.for_all) > MAX_TAGS:
            raise _TooMuch(line)
        game.lines[name] = line
        if value.startswith("##"):
            value = self.for_all[name] = value[2:]
        elif value == "#":
            value = self.before.get(name, "")
        elif name in self.for_all:
            self.for_all[name] = value
        game.tags[name] = value
        if name.endswith("Table") and name != "Table":
            columns = [COLUMN.match(column.strip()) for column in value.split(";")]
            named = [(column[1].strip(), int(column[2] or 0)) for column in columns if column]
            self.section = Section(tuple(name for name, _ in named), tuple(width for _, width in named))
            game.tables[name] = self.section

    def data(self, token: Token) -> None:
        if token.kind == "line":
            if self.section and self.cells:
                self._end_line(self.section)
        elif token.kind == "quote":
            self.reading.refuse(token.line, "pbn_quote")
        elif self.section and token.kind in {"word", "string"}:
            self.cells.append(token)
        elif self.game is None or self.name in IDENTIFICATION or token.kind == "sign":
            self.reading.refuse(token.line, "pbn_stray", text=token.text[:40])

    def end(self) -> None:
        self._end_section()
        if self.game:
            self.game.tags = self.for_all | self.game.tags
            self.before |= self.game.tags
            self.reading.games.append(self.game)
            if len(self.reading.games) > MAX_GAMES:
                raise _TooMuch(self.game.line)
        self.game = None
        self.name = ""

    def _end_section(self) -> None:
        if self.section and self.cells:
            self._refuse_row(self.section)
        self.section = None

    def _end_line(self, section: Section) -> None:
        """Keep the rows of a line. In import format, a row may go on in the next one."""
        count = len(section.columns)
        if len(self.cells) > count and self.cells[0].line == self.cells[-1].line:
            self.cells = _with_names(self.cells, section)
        whole = len(self.cells) // count * count
        for start in range(0, whole, count):
            row = self.cells[start : start + count]
            cells = dict(zip(section.columns, (ESCAPED.sub(r"\1", token.text) for token in row), strict=True))
            section.rows.append(Row(row[0].line, cells))
        self.cells = self.cells[whole:]
        self.rows += whole // count
        if self.rows > MAX_ROWS:
            raise _TooMuch(section.rows[-1].line)

    def _refuse_row(self, section: Section) -> None:
        first = self.cells[0].line
        self.reading.refuse(first, "pbn_row", n=len(self.cells), columns=len(section.columns))
        self.cells = []


def _with_names(cells: list[Token], section: Section) -> list[Token]:
    """Put the names at the end of a row together, which some programs write without quotes and in columns."""
    names = [place for place, column in enumerate(section.columns) if column.startswith("Names")]
    first = len(section.columns) - len(names)
    if not 0 < len(names) <= SIDES or names[0] != first:
        return cells
    joined, rest = cells[:first], cells[first:]
    for width in section.widths[first:-1]:
        if not width:
            return cells
        end = rest[0].column + width
        joined.append(_joined([token for token in rest if token.column < end]))
        rest = [token for token in rest if token.column >= end]
        if not rest:
            return cells
    return [*joined, _joined(rest)]


def _joined(tokens: list[Token]) -> Token:
    return tokens[0]._replace(text=" ".join(token.text for token in tokens))


def _compare(game: Game, board: int, reading: Reading) -> None:
    """Compare dealer and vulnerability with what the number of the board says."""
    dealer, expected = game.known("Dealer").upper(), DECLARERS[board_dealer(board) - 1]
    if dealer and dealer != expected:
        reading.refuse(game.line_of("Dealer"), "pbn_dealer", board=board, dealer=expected, written=dealer[:20])
    written = game.tags.get("Vulnerable", "").strip()
    if written in UNKNOWN - {"-"}:
        return
    if VULNERABLE.get(written.upper()) != board_vulnerability(board):
        reading.refuse(game.line_of("Vulnerable"), "pbn_vulnerable", board=board, vulnerable=written[:20])


def _of_tags(game: Game) -> Row:
    """Return the row that a score table would have for a game which says in its tags what was played."""
    cells = {name: game.tags.get(name, "") for name in ("Contract", "Declarer", "Result", "Section", "Round", "Table")}
    sides = {"NS": ("North", "South"), "EW": ("East", "West")}
    names = {f"Names_{side}": ";".join(map(game.known, seats)) for side, seats in sides.items()}
    pairs = {f"PairId_{side}": game.known(f"Pair{side}") for side in sides}
    return Row(game.line_of("Contract"), cells | names | pairs)


def _entry(row: Row, board: int, reading: Reading) -> Entry | None:
    contract = row.known("Contract").upper().lstrip("^")
    if not contract:
        return None
    if contract in {"PASS", "P", "AP"}:
        return Entry(board, passed_out=True)
    match = CONTRACT.fullmatch(contract)
    declarer = next((seat for seat in DECLARERS if seat == row.known("Declarer").upper().lstrip("^")), None)
    tricks = RESULT.fullmatch(row.known("Result").upper())
    if not row.known("Result"):
        return None
    if match is None:
        reading.refuse(row.line, "pbn_contract", contract=contract[:20])
    if declarer is None:
        reading.refuse(row.line, "pbn_declarer", declarer=row.cells.get("Declarer", "")[:20])
    if tricks is None or int(tricks[1]) > MAX_TRICKS:
        reading.refuse(row.line, "pbn_result", result=row.known("Result")[:20])
        return None
    if match is None or declarer is None:
        return None
    level, strain, doubled = int(match[1]), _STRAINS[match[2]], _DOUBLED[match[3]]
    return Entry(
        board,
        level=level,
        strain=strain,
        doubled=doubled,
        declarer=declarer,
        tricks=int(tricks[1]),
        lead=read_card(row.known("Lead")),
    )
