"""A table as its forms and pages see it: the sheet, who sits where, and the words for both."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from scorer.club.names import isolated, join_names, short_names
from scorer.play.models import Hand, Seat, Table
from scorer.play.occasions import ruled_deals
from scorer.play.sheets.confirmations import Confirmation, confirmations_of
from scorer.play.sheets.sheet import Sheet, SheetLine, cached_sheet, count_done, deal_problems, next_deal
from scorer.registry import GameConfig, words
from scorer.scoring import Fields, Notice, Outcome, PaperLine, Problem


def line_title(game: GameConfig, line: Hand | SheetLine, entry: Any, ordinal: int | None) -> str:
    """Return what people call a line of the sheet. Only a counting hand has a number."""
    if ordinal:
        return game.title_of(entry, ordinal)
    if line.is_played:
        return " · ".join((str(game.word_for(entry)), _("does not count")))
    return _("Total of the evening") if line.kind == Hand.Kind.TOTAL else _("Adjustment")


@dataclass(frozen=True, slots=True)
class Chair:
    """A position and who sits there. `name` is N, E, S or W if the game names its positions, else empty."""

    position: int
    name: str
    player: str
    short_player: str = ""
    """As much of the player's name as tells the players of the table apart. Empty if the others are not known."""

    @property
    def short(self) -> str:
        return self.name or isolated(self.short_player or self.player)

    @property
    def label(self) -> str:
        return f"{self.name} · {isolated(self.player)}" if self.name else isolated(self.player)


def chair_of(game: GameConfig, seat: Seat, short_player: str = "") -> Chair:
    names = game.seat_names
    return Chair(seat.position, str(names[seat.position - 1]) if names else "", seat.player.shown, short_player)


class Seating:
    """The players of a table, and its sheet, which says when somebody else sat there.

    `at` is the number of the line that the request is about, or None for the next one.
    """

    def __init__(self, table: Table, *, at: int | None = None, sheet: Sheet | None = None) -> None:
        self.table = table
        self.game: GameConfig = table.config
        self.sheet = sheet or cached_sheet(table)
        self.variant = self.sheet.variant
        self.size = table.size
        self.at = at

    @cached_property
    def seats(self) -> list[Seat]:
        all_seats = self.table.all_seats
        if all_seats is None or self.sheet.version_key != self.table.version_key:
            return Seat.objects.with_players(self.table.pk)
        return all_seats

    @cached_property
    def seated(self) -> list[tuple[Seat, Chair]]:
        """Everybody who sits or sat at the table."""
        players = {seat.player_id: seat.player.shown for seat in self.seats}
        short = dict(zip(players, short_names(tuple(players.values())), strict=True))
        return [(seat, chair_of(self.game, seat, short[seat.player_id])) for seat in self.seats]

    def chairs_at(self, number: int) -> list[Chair]:
        return [chair for seat, chair in self.seated if seat.holds(number)]

    @cached_property
    def chairs(self) -> list[Chair]:
        if self.at:
            return self.chairs_at(self.at)
        return [chair for seat, chair in self.seated if seat.until is None]

    @property
    def chairs_with_first_hand(self) -> list[tuple[Chair, int]]:
        """Everybody who sits or sat at the table, each with the number of their first hand."""
        return [(chair, self.sheet.count_before(seat.since) + 1) for seat, chair in self.seated]

    def names_within(self, max_width: float, *, two_lines: bool = False) -> dict[int, str]:
        """Return the names of the seats by position, none of them wider than `max_width` (see `names.short_names`)."""
        names = short_names(tuple(chair.player for chair in self.chairs), max_width, two_lines=two_lines)
        return {chair.position: chair.name or isolated(name) for chair, name in zip(self.chairs, names, strict=True)}

    def seat_name(self, position: int) -> str:
        return self.chairs[position - 1].short if 1 <= position <= len(self.chairs) else str(position)

    @cached_property
    def sides(self) -> list[tuple[tuple[int, ...], str]]:
        """The sides with their names: N–S, or the names of the players."""
        if self.game.side_names:
            return list(zip(self.game.rules.sides(self.size), map(str, self.game.side_names), strict=True))
        return self._with_players(self.chairs)

    def players_at(self, number: int) -> list[tuple[tuple[int, ...], str]]:
        """Return the sides with the names of their players at line `number`."""
        return self._with_players(self.chairs_at(number))

    def _with_players(self, chairs: Sequence[Chair]) -> list[tuple[tuple[int, ...], str]]:
        names = [chair.short_player for chair in chairs]
        return [
            (side, join_names((names[seat - 1] for seat in side), " & ")) for side in self.game.rules.sides(self.size)
        ]

    @property
    def has_moved(self) -> bool:
        """Whether somebody has left their seat: partners were cut again, or there was a substitute."""
        return any(seat.until is not None for seat in self.seats)

    @property
    def has_pairs(self) -> bool:
        return [len(side) for side, _name in self.sides] == [2, 2]

    def side_index(self, position: int) -> int:
        """Return the index of the side that a position belongs to."""
        return next(index for index, (side, _name) in enumerate(self.sides) if position in side)


class TableContext(Seating):
    """Everything about a table that a request needs."""

    is_assumed = False
    """Whether the last hands of the sheet are only assumed (`future_contexts`), so that their carry is unknown."""

    @property
    def number(self) -> int:
        """The number of the next line."""
        return self.sheet.last + 1

    @property
    def shown_version(self) -> tuple[Hashable, ...]:
        """What the next form and the rows without authors depend on: version, names, and rulings of an event."""
        return self.table.version_key, tuple([seat.player.shown for seat in self.seats]), frozenset(self.ruled_deals)

    @property
    def initial_values(self) -> Fields:
        """The initial values of the form for the next hand, with the deal that comes next."""
        entries, rules = self.sheet.entries, self.game.rules
        values = rules.initial_values(entries, self.turn, self.variant, self.size)
        deal = next_deal(self.table, entries, self.ruled_deals)
        return values if deal is None else {**values, **rules.deal_fields(deal)}

    @property
    def all_played(self) -> bool:
        """Whether the table plays certain deals, and none of them is left; or in an event to a target or a number of
        won games, and has it.
        """
        if self.table.deal_count is not None:
            return self.done >= self.table.deal_count
        events = self.game.events
        if not (self.table.has_occasion and events and events.target):
            return False
        firsts = [side[0] for side, _name in self.sides]
        points, games = ([made.get(seat, 0) for seat in firsts] for made in (self.sheet.totals, self.sheet.counted))
        return events.is_won(self.variant, points, games)

    @property
    def done(self) -> int:
        """How many of its deals were played or ruled on."""
        played = [self.game.rules.deal(entry) for entry in self.sheet.entries]
        return count_done(self.table.deals or (), played, self.ruled_deals)

    @property
    def deals_done(self) -> Collection[int]:
        """Those of its numbered deals that were played or ruled on."""
        played = {self.game.rules.deal(entry) for entry in self.sheet.entries}
        return [deal for deal in self.table.deals or () if deal in played or deal in self.ruled_deals]

    @cached_property
    def ruled_deals(self) -> Collection[int]:
        """The deals that a director has ruled on, so that nobody has to play them any more."""
        return ruled_deals(self.table) if self.table.has_occasion else ()

    def deal_problems(self, entry: Any) -> list[Problem]:
        """Return why `entry` cannot be one of the table's deals."""
        is_voided = self.at is not None and self.sheet.entry_at(self.at) is None
        if self.table.deal_count is None or is_voided:
            return []
        return deal_problems(self.table, entry, self.sheet.entries_but(self.at))

    @cached_property
    def confirmations(self) -> dict[int, Confirmation]:
        """The confirmations of lines by hand id, at a table that asks for them."""
        return confirmations_of(self.table, self.seats) if self.table.confirms else {}

    @property
    def last_change(self) -> int:
        """The latest version among the lines to confirm."""
        return max((confirmation.version for confirmation in self.confirmations.values()), default=0)

    @property
    def offers_cut(self) -> bool:
        """Whether the page offers to cut for partners anew, as pairs do after a rubber. An event keeps its pairs."""
        return not self.table.has_occasion and self.has_pairs and self.table.is_open and self.has_paper

    @property
    def carry(self) -> Any:
        """The carry to the hand that is being typed, or None if it is not known."""
        return None if self.at or self.is_assumed else self.sheet.carry

    @property
    def turn(self) -> int:
        """The dealer of the next hand, or of the hand at `at`."""
        dealers = [hand.dealer for hand, _entry in self.sheet.played if hand.number == self.at] if self.at else []
        return dealers[0] if dealers else self.sheet.turn

    def title_of(self, line: Hand | SheetLine) -> str:
        entry = next((entry for other, entry in reversed(self.sheet.played) if other.number == line.number), None)
        return line_title(self.game, line, entry, self.sheet.ordinal(line.number))

    @property
    def has_paper(self) -> bool:
        """Whether players keep a record on paper for this variant, which the game's paper.html draws."""
        return self.game.rules.has_paper(self.variant)

    @cached_property
    def paper(self) -> Any:
        """What the game's paper.html draws. This reads all lines, so a save does not wait for it."""
        lines = {line.number: PaperLine(entry) for line, entry in self.sheet.hands}
        for other in self.table.hands.not_voided().exclude(kind=Hand.Kind.PLAYED):
            lines[other.number] = PaperLine(points=tuple(other.points or ()))
        in_order = [line for _number, line in sorted(lines.items(), key=itemgetter(0))]
        return self.game.rules.on_paper(in_order, self.variant, self.size, closed=not self.table.is_open)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the sheet says about its state."""
        totals = [self.sheet.totals.get(position, 0) for position in range(1, self.size + 1)]
        return self.game.rules.notices(totals, self.sheet.carry, self.variant, self.size)

    @property
    def variant_text(self) -> str:
        """The name of the house rules."""
        return words.variant_text(self.game, self.variant, self.table.deal_count, self.size)

    def problem_text(self, problem: Problem) -> str:
        return words.problem_text(self.game, problem, self.seat_name)

    def notice_text(self, notice: Notice, *others: Notice) -> str:
        """Return a sentence that names the players of all these notices, which say the same about each of them."""

        def name(position: int) -> str:
            side = next((name for seats, name in self.sides if position in seats), None)
            return side or self.seat_name(position)

        def names(position: int) -> str:
            return ", ".join(name(other.side or position) for other in (notice, *others))

        return words.notice_text(self.game, notice, names)

    def warnings(self, entry: Any, *, instead_of: int | None = None) -> tuple[Problem, ...]:
        """Return the warnings for `entry` as the next hand, or instead of hand `instead_of`."""
        before = [other for hand, other in self.sheet.hands if instead_of is None or hand.number < instead_of]
        later = [other for hand, other in self.sheet.hands if instead_of is not None and hand.number > instead_of]
        carry = self.sheet.carry if instead_of is None else None
        return self.game.rules.warnings([*before, entry], self.variant, self.size, later, carry)

    def outcome_of(self, hand: Hand, entry: Any) -> Outcome | None:
        """Return the outcome of a counting hand, or None if it is not on the sheet with this entry."""
        counts = entry is not None and self.sheet.entry_at(hand.number) == entry
        return self.sheet.outcome(entry, hand.number) if counts else None

    def future_contexts(self) -> "Iterator[TableContext]":
        """Yield the context for each hand after the next one, assuming that each hand has its initial values."""
        rules, later = self.game.rules, self
        while True:
            entry = rules.Entry(**later.initial_values)
            line = SheetLine(0, later.number, rules.dealer(entry, later.turn))
            sheet = replace(later.sheet, played=(*later.sheet.played, (line, entry)), last=line.number)
            later = later.with_sheet(self.table, sheet)
            later.is_assumed = True
            if later.all_played:
                return
            yield later

    def with_sheet(self, table: Table, sheet: Sheet) -> "TableContext":
        """Return the context after one more hand. The players and the deals that were ruled on are the same."""
        later = TableContext(table, sheet=sheet)
        later.seats, later.seated, later.ruled_deals = self.seats, self.seated, self.ruled_deals
        return later
