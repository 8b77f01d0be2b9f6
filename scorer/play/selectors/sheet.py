"""The whole sheet, with its totals, what it says about its state, its chart, and what waits there for somebody."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorer.club.models import Player
from scorer.club.names import join_names
from scorer.play.forms import EntryForm, new_key
from scorer.play.models import Hand, LateHand, Reply
from scorer.play.selectors.history import Author, authors_of
from scorer.play.selectors.rows import Row
from scorer.play.sheets.sheet import SheetLine
from scorer.play.table_context import TableContext
from scorer.scoring import Notice, ResultUnit
from scorer.web.charts import MAX_LINES, Chart, Series, line_chart

NAME_WIDTHS = {1: (20, 20), 2: (9, 11), 3: (7.7, 10.2), 4: (6.2, 8.8), 5: (8.1, 7.4), 6: (6.2, 6.2), 7: (5.4, 6)}
"""The greatest width of a name at the head of a column, by the number of columns: on a phone, and on wider screens (see
`names.width`)."""

USUAL, MOST = 3, 8
"""The lengths of a total, with its sign and separators, between which the stylesheet makes its figures smaller."""


@dataclass(frozen=True, slots=True)
class Total:
    """A side's total. `lead` marks whoever is ahead; nobody leads while all are level."""

    name: str
    players: str
    points: int
    lead: bool
    narrow: str = ""
    wide: str = ""
    """The name as short as a column needs it, on a phone and on wider screens."""
    games: int | None = None
    """The games won, where these are the result. `points` are then those of the current game."""

    @property
    def label(self) -> str:
        return f"{self.name} · {self.players}" if self.players else self.name

    @property
    def figures(self) -> str:
        """CSS classes: red for negative points, and smaller figures if they would not fit in some language."""
        length = min(len(f"{self.points:,}"), MOST)
        return " ".join(["minus"] * (self.points < 0) + [f"d{length}"] * (length > USUAL))


def totals_of(table_context: TableContext) -> tuple[Total, ...]:
    """Return what the sheet shows for each side, in the order of the sides."""
    sheet, sides = table_context.sheet, table_context.sides
    shown, in_games = sheet.shown, sheet.unit is ResultUnit.GAMES
    points = [shown.get(side[0], 0) for side, _name in sides]
    games = [sheet.results.get(side[0], 0) if in_games else None for side, _name in sides]
    ahead = [(won or 0, own) for won, own in zip(games, points, strict=True)]
    best = max(ahead)
    decided = min(ahead) < best
    named = bool(table_context.game.side_names)
    narrow = wide = [name for _side, name in sides]
    if not named:
        widths = NAME_WIDTHS.get(len(points), NAME_WIDTHS[7])
        narrow, wide = [_side_names(width, table_context) for width in widths]
    return tuple(
        Total(
            name,
            join_names((table_context.chairs[seat - 1].short_player for seat in side), " & ") if named else "",
            points[index],
            decided and ahead[index] == best,
            narrow[index],
            wide[index],
            games[index],
        )
        for index, (side, name) in enumerate(sides)
    )


def _side_names(max_width: float, table_context: TableContext) -> list[str]:
    """Return the names of the sides, where no name of a player is wider than `max_width`."""
    names = table_context.names_within(max_width)
    return [" & ".join(names[seat] for seat in side) for side, _name in table_context.sides]


class NoticeText(NamedTuple):
    text: str
    ends: bool = False
    """Whether it offers to close the table."""
    stands_out: bool = False
    """Whether it has a box of its own above the entry form. Otherwise it is beside the totals."""


class Notices(NamedTuple):
    state: tuple[NoticeText, ...]
    explanations: tuple[str, ...]
    """Why the totals are as they are. They are shown above the hands."""


def notices_of(table_context: TableContext) -> Notices:
    """Return the game's notices, with one sentence for those that say the same of several players, and whether the
    table has played its deals.
    """
    alike: dict[tuple[Any, ...], list[Notice]] = {}
    for notice in table_context.notices:
        of_a_player = "seat" in notice.params
        alike.setdefault((notice.code, of_a_player or tuple(notice.params.items())), []).append(notice)
    texts = [(table_context.notice_text(*group), group[0]) for group in alike.values()]
    state = [
        NoticeText(text, notice.ends, notice.ends or notice.stands_out) for text, notice in texts if not notice.explains
    ]
    count = table_context.table.deal_count
    if count:
        state.append(NoticeText(_("Played: %(n)s of %(count)s") % {"n": table_context.done, "count": count}))
        if table_context.all_played and not any(notice.ends for notice in state):
            state.append(NoticeText(_("All hands of this table have been played."), ends=True, stands_out=True))
    return Notices(tuple(state), tuple(text for text, notice in texts if notice.explains))


def progress_of(table_context: TableContext, rows: Sequence[Row]) -> Chart | None:
    """Return a chart of the running totals of `rows`, the newest of which come first. None if no hand counts.

    A line that is no hand changes the totals after the hand that precedes it.
    """
    totals = {0: (0,) * len(table_context.sides)}
    for row in reversed(rows):
        if not row.hand.voided:
            totals[row.ordinal or max(totals)] = row.running
    if len(totals) == 1 or len(table_context.sides) > MAX_LINES:
        return None
    lines = [[running[index] for running in totals.values()] for index in range(len(table_context.sides))]
    series = [
        Series(total.name, line, total.narrow) for total, line in zip(totals_of(table_context), lines, strict=True)
    ]
    return line_chart("running-totals", _("Running totals"), at=tuple(totals), series=series, across=_("Hand"))


@dataclass(frozen=True, slots=True)
class Objection:
    number: int
    title: str
    """Of the line."""
    player: str
    note: str


def objections_to(table_context: TableContext) -> list[Objection]:
    """Return the objections that have neither been withdrawn nor led to a correction."""
    confirmations = table_context.confirmations.items()
    disputed = {pk: confirmation.objections for pk, confirmation in confirmations if confirmation.objections}
    if not disputed:
        return []
    lines: list[Hand | SheetLine] = [line for line, _entry in table_context.sheet.played if line.pk in disputed]
    others = disputed.keys() - {line.pk for line in lines}
    lines += table_context.table.hands.filter(pk__in=others) if others else ()
    return [
        Objection(line.number, table_context.title_of(line), reply.player, reply.note)
        for line in lines
        for reply in disputed[line.pk]
    ]


def refusals_for(table_context: TableContext, player: Player) -> list[tuple[str, Reply]]:
    """Return the refused requests of a player that they have not read yet, each with the title of its hand.

    Not those of hands that were corrected since, or about which the player has asked again.
    """
    if not table_context.sheet.has_refusals:
        return []
    asks = Reply.objects.current_requests().filter(hand__table=table_context.table, player=player)
    latest = {ask.hand_id: ask for ask in asks.select_related("hand")}
    unread = (ask for ask in latest.values() if ask.refusal and not ask.seen)
    return [(table_context.title_of(ask.hand), ask) for ask in unread]


@dataclass(frozen=True, slots=True)
class WaitingHand:
    """A late hand that waits. `form` has what was typed as the next hand of the table, with its errors."""

    row: LateHand
    by: Author
    form: EntryForm


def waiting_hands(table_context: TableContext) -> list[WaitingHand]:
    waiting = list(table_context.table.late_hands.waiting())
    authors = authors_of(waiting, table_context.table.club_id)
    return [WaitingHand(row, authors[row.pk], _form_of(table_context, row)) for row in waiting]


def _form_of(table_context: TableContext, row: LateHand) -> EntryForm:
    data = QueryDict(row.typed, mutable=True)
    data["late"], data["key"] = str(row.pk), new_key()
    data["number"], data["layout"] = str(table_context.number), str(table_context.table.layout)
    form: EntryForm = table_context.game.form_class(data.get("way"))(data, table_context=table_context)
    form.is_valid()
    return form
