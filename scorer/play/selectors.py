"""Data for the pages of a table, read in a fixed number of queries however long the sheet is."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery, Sum
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorer.club.models import Club, Membership, Player, User
from scorer.club.names import join_names, short_names
from scorer.history.models import Revision
from scorer.play.confirmations import Confirmation, objections_at
from scorer.play.forms import EntryForm, new_key
from scorer.play.late import waiting_at
from scorer.play.ledger import SheetLine
from scorer.play.models import Hand, Score, Seat, Table
from scorer.play.services.shared import Added
from scorer.play.table_context import Chair, TableContext
from scorer.registry import words
from scorer.scoring import Notice, load
from scorer.web.charts import MAX_LINES, Chart, Series, line_chart

MAX_MISSED = 30
"""The number of changes that a phone fetches. After more, it loads the page."""

ROOM = {1: (20, 20), 2: (9, 11), 3: (7.7, 10.2), 4: (6.2, 8.8), 5: (8.1, 7.4), 6: (6.2, 6.2), 7: (5.4, 6)}
"""For a name in the head of a column, by the number of columns: on a phone, and elsewhere (see `names.width`)."""

ROOM_IN_LIST, ROOM_OF_PARTNER = 7, 9
"""For a name in a list of tables on a phone: of a player alone, two of whom are in a line, and of one of partners."""

USUAL, MOST = 3, 8
"""The lengths of a total, with its sign and separators, between which the stylesheet makes its figures smaller."""


@dataclass(frozen=True, slots=True)
class Total:
    """A side's total. `lead` marks whoever is ahead; nobody leads while all totals are equal."""

    name: str
    players: str
    points: int
    lead: bool
    narrow: str = ""
    wide: str = ""
    """The name as a column has room for it, on a phone and elsewhere."""

    @property
    def label(self) -> str:
        return f"{self.name} · {self.players}" if self.players else self.name

    @property
    def figures(self) -> str:
        """CSS classes: red for negative points, and smaller figures if they would not fit in some language."""
        length = min(len(f"{self.points:,}"), MOST)
        return " ".join(["minus"] * (self.points < 0) + [f"d{length}"] * (length > USUAL))


@dataclass(frozen=True, slots=True)
class Author:
    """The author of a change, if known: a login, or the player who held a phone without one.

    Only logins of the club may read the names of logins (`author_name` in templates).
    """

    login: str = ""
    role: str = ""
    """The role of the login in the club."""
    player: str = ""


UNKNOWN_AUTHOR = Author()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet. `points`, `running` and `parts` go by side, and are empty for a voided hand.

    `ordinal` is the number that people see, or None for a line that is no counting hand. `title` is what they call the
    line.
    """

    hand: Hand
    entry: Any
    ordinal: int | None = None
    title: str = ""
    points: tuple[int, ...] = ()
    running: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()
    """The part of each side: "by" if it played the hand against the others, "out" if it sat out, else empty."""
    correction: Revision | None = None
    corrected_by: Author = UNKNOWN_AUTHOR
    chairs: tuple[Chair, ...] = ()
    confirmation: Confirmation | None = None

    @property
    def dealer(self) -> str:
        return self.chairs[self.hand.dealer - 1].short if self.hand.dealer else ""

    @property
    def cache_key(self) -> int | None:
        """A hash of everything that the row shows, except how logins are called.

        None if more than that decides: who looks at a hand that can be confirmed, how many dashes a voided one has, and
        how often a hand worth nothing counts.
        """
        more = self.confirmation or self.hand.voided or not any(self.points)
        return None if more else hash((self.line_key, str(self.running)))

    @property
    def line_key(self) -> int:
        """A hash of everything that the row shows apart from the running totals.

        Whatever depends on earlier hands, like Bock, shows in the points. These are hashed as text, since Python's hash
        of -1 is that of -2.
        """
        hand, correction = self.hand, self.correction
        line = hand.pk, hand.number, self.ordinal, hand.voided, hand.kind, hand.dealer, hand.why
        changed = correction and (correction.pk, correction.why, self.corrected_by)
        return hash((get_language(), line, self.entry, str(self.points), self.parts, changed, self.chairs))

    @property
    def cells(self) -> Iterable[tuple[int, int, str]]:
        return zip(self.points, self.running, self.parts, strict=True)


class Said(NamedTuple):
    """A notice in words. With `ends` it offers to close the table."""

    text: str
    ends: bool = False
    stands_out: bool = False
    """Whether it has a box of its own above the entry form."""


class Notices(NamedTuple):
    above: tuple[Said, ...]
    explaining: tuple[str, ...]
    """Shown above the hands."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    table_context: TableContext
    totals: tuple[Total, ...]
    rows: tuple[Row, ...]
    """The newest come first."""
    notices: Notices
    progress: Chart | None


def totals_of(table_context: TableContext) -> tuple[Total, ...]:
    points = [table_context.sheet.totals.get(side[0], 0) for side, _name in table_context.sides]
    best = max(points)
    decided = min(points) < best
    named = bool(table_context.game.side_names)
    names = [chair.player for chair in table_context.chairs]
    narrow, wide = (short_names(names, room) for room in ROOM.get(len(points), ROOM[7]))

    def of_side(names: Sequence[str], side: Sequence[int]) -> str:
        return join_names((names[seat - 1] for seat in side), " & ")

    return tuple(
        Total(
            name,
            join_names((table_context.chairs[seat - 1].called for seat in side), " & ") if named else "",
            points[index],
            decided and points[index] == best,
            name if named else of_side(narrow, side),
            name if named else of_side(wide, side),
        )
        for index, (side, name) in enumerate(table_context.sides)
    )


def notices_of(table_context: TableContext) -> Notices:
    alike: dict[tuple[Any, ...], list[Notice]] = {}
    for notice in table_context.notices:
        of_a_player = "seat" in notice.params
        alike.setdefault((notice.code, of_a_player or tuple(notice.params.items())), []).append(notice)
    said = [(table_context.notice_text(*same), same[0]) for same in alike.values()]
    above = [Said(text, notice.ends, notice.ends or notice.stands_out) for text, notice in said if not notice.explains]
    count, played = table_context.table.deal_count, len(table_context.sheet.hands)
    if count:
        above.append(Said(_("Played: %(n)s of %(count)s") % {"n": played, "count": count}))
        if table_context.all_played:
            above.append(Said(_("All hands of this table have been played."), ends=True, stands_out=True))
    return Notices(tuple(above), tuple(text for text, notice in said if notice.explains))


def sheet_page(table_context: TableContext) -> SheetPage:
    """Return the whole sheet, for a page load."""
    rows = rows_of(table_context)
    return SheetPage(
        table_context,
        totals_of(table_context),
        rows,
        notices_of(table_context),
        progress_of(table_context, rows),
    )


def progress_of(table_context: TableContext, rows: Sequence[Row]) -> Chart | None:
    """Return a chart of the running totals of `rows`, the newest of which come first. None if no hand counts.

    A line that is no hand changes the totals after the hand before it.
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


def newest_row(table_context: TableContext, hand: Hand, added: Added) -> Row:
    """Return the row of the line that was just added. Its running totals are those of the table."""
    _line, entry = added.sheet.played[-1]
    ordinal = added.sheet.ordinal(hand.number)
    sides = [side for side, _name in table_context.sides]
    return Row(
        hand,
        entry,
        ordinal,
        table_context.title(hand, entry, ordinal),
        tuple(added.outcome.points[side[0] - 1] for side in sides),
        tuple(added.sheet.totals.get(side[0], 0) for side in sides),
        parts_of(table_context, entry, [side for side in sides if side[0] in added.outcome.sitting_out]),
        chairs=tuple(table_context.chairs),
        confirmation=table_context.confirmations.get(hand.pk),
    )


def parts_of(table_context: TableContext, entry: Any, resting: Container[tuple[int, ...]]) -> tuple[str, ...]:
    """Return the part of each side in a hand, as in `Row.parts`. `resting` are the sides that sat out."""
    declarers = table_context.game.declarers(entry, table_context.size)

    def part_of(side: tuple[int, ...]) -> str:
        if any(seat in declarers for seat in side):
            return "by"
        return "out" if side in resting else ""

    return tuple(part_of(side) for side, _name in table_context.sides)


def rows_of(table_context: TableContext, *, only: int | None = None) -> tuple[Row, ...]:
    """Return the lines of the sheet, the newest first, or only one of them with its running totals."""
    table = table_context.table
    details = {hand.pk: entry for hand, entry in table_context.sheet.played}
    hands = table.hands.all()
    scored: dict[int, dict[int, int]] = {}
    ledger = Score.objects.filter(table=table).values_list("hand_id", "seat_id", "points")
    positions = {seat.pk: seat.position for seat in table_context.seats}
    for hand_id, seat_id, scored_points in ledger:
        scored.setdefault(hand_id, {})[positions[seat_id]] = scored_points
    corrections = corrections_of(table)
    authors = authors_of(corrections.values())
    running = [0] * len(table_context.sides)
    rows = []
    for hand in hands:
        gains = scored.get(hand.pk, {})
        points = tuple(gains.get(side[0], 0) for side, _name in table_context.sides)
        running = [total + gain for total, gain in zip(running, points, strict=True)]
        if only and hand.number != only:
            continue
        correction = corrections.get(hand.pk)
        entry = details.get(hand.pk)
        ordinal = table_context.sheet.ordinal(hand.number)
        parts = ("",) * len(points)
        if entry is not None:
            resting = [side for side, _name in table_context.sides if side[0] not in gains]
            parts = parts_of(table_context, entry, resting)
        rows.append(
            Row(
                hand,
                entry,
                ordinal,
                table_context.title(hand, entry, ordinal),
                () if hand.voided else points,
                () if hand.voided else tuple(running),
                () if hand.voided else parts,
                correction,
                authors.get(correction.pk, UNKNOWN_AUTHOR) if correction else UNKNOWN_AUTHOR,
                tuple(table_context.chairs_at(hand.number)),
                table_context.confirmations.get(hand.pk),
            )
        )
    return tuple(reversed(rows))


def rows_for_side(rows: Iterable[Row], index: int) -> tuple[Row, ...]:
    """Return the same rows with the points of one side only."""
    one = slice(index, index + 1)
    return tuple(replace(row, points=row.points[one], running=row.running[one], parts=row.parts[one]) for row in rows)


@dataclass(frozen=True, slots=True)
class Objection:
    number: int
    title: str
    """Of the line."""
    player: str
    note: str


def objections_to(table_context: TableContext) -> list[Objection]:
    """What nobody has settled yet."""
    disputed = {pk: one.objections for pk, one in table_context.confirmations.items() if one.objections}
    lines: list[Hand | SheetLine] = [line for line, _entry in table_context.sheet.played if line.pk in disputed]
    others = disputed.keys() - {line.pk for line in lines}
    lines += table_context.table.hands.filter(pk__in=others) if others else ()
    return [
        Objection(line.number, table_context.title_of(line), reply.player, reply.note)
        for line in lines
        for reply in disputed[line.pk]
    ]


def unconfirmed(table_context: TableContext) -> tuple[int, int]:
    """Return how many hands wait for confirmation, and how many have objections."""
    confirmations = table_context.confirmations.values()
    return sum(one.waiting for one in confirmations), sum(bool(one.objections) for one in confirmations)


def rows_since(table_context: TableContext, version: int | None) -> tuple[Row, ...] | None:
    """Return the lines that have changed since a version, the newest first.

    These are all lines from the first changed hand on, because of their running totals, and lines that got a reply.
    Return None if something other than lines has changed, or too much to send.

    Every version of a table has one Revision.
    """
    table = table_context.table
    if version is None or not 0 < table.version - version <= MAX_MISSED:
        return None
    missed = Revision.objects.for_table(table.pk).order_by("-pk")[: table.version - version]
    if any(revision.kind not in LINE_KINDS for revision in missed):
        return None
    changed = {revision.object_id for revision in missed if revision.kind == Revision.Kind.HAND}
    answered = {revision.object_id for revision in missed} - changed
    rows = rows_of(table_context)
    first = min((row.hand.number for row in rows if row.hand.pk in changed), default=len(rows) + 1)
    return tuple(row for row in rows if row.hand.number >= first or row.hand.pk in answered)


@dataclass(frozen=True, slots=True)
class LateHand:
    """A late hand. `form` has what was typed as the next hand of the table, with its errors."""

    pk: int
    handed_in: Revision
    by: Author
    form: EntryForm


def late_hands(table_context: TableContext) -> list[LateHand]:
    """Return the late hands that wait at a table."""
    waiting = waiting_at(table_context.table)
    authors = authors_of(waiting.values())
    return [
        LateHand(
            pk, revision, authors.get(revision.pk, UNKNOWN_AUTHOR), _form_of(table_context, pk, revision.after["typed"])
        )
        for pk, revision in waiting.items()
    ]


def _form_of(table_context: TableContext, late: int, typed: str) -> EntryForm:
    data = QueryDict(typed, mutable=True)
    data["late"], data["key"] = str(late), new_key()
    data["number"], data["layout"] = str(table_context.number), str(table_context.table.layout)
    form: EntryForm = table_context.game.form_class(data.get("way"))(data, table_context=table_context)
    form.is_valid()
    return form


LINE_KINDS = (Revision.Kind.HAND, Revision.Kind.REPLY)


def corrections_of(table: Table) -> dict[int, Revision]:
    """Return the last correction of each hand by id."""
    changes = Revision.objects.for_table(table.pk).filter(kind=Revision.Kind.HAND, action="correct")
    return {revision.object_id: revision for revision in changes}


def authors_of(revisions: Iterable[Revision]) -> dict[int, Author]:
    """Return the authors by id of the revision. Unknown ones are left out."""
    revisions = list(revisions)
    in_club = Membership.objects.filter(user=OuterRef("pk"), club__in={revision.club_id for revision in revisions})
    users = User.objects.filter(pk__in={revision.actor_id for revision in revisions if revision.actor_id})
    rows = users.annotate(role=Subquery(in_club.values("role")[:1])).values_list("pk", "username", "role")
    logins = {pk: Author(login=username, role=role or "") for pk, username, role in rows}
    players = Player.objects.in_bulk({revision.player_id for revision in revisions if revision.player_id})
    found: dict[int, Author] = {}
    for revision in revisions:
        if revision.actor_id in logins:
            found[revision.pk] = logins[revision.actor_id]
        elif revision.player_id in players:
            found[revision.pk] = Author(player=players[revision.player_id].shown)
    return found


def author_of(revision: Revision | None) -> Author:
    return authors_of([revision]).get(revision.pk, UNKNOWN_AUTHOR) if revision else UNKNOWN_AUTHOR


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table in a list, with the points of its sides and how many hands were played."""

    table: Table
    title: str
    icon: str
    sides: tuple[Total, ...]
    hands: int
    old: bool
    """An imported old evening, of which only the points are known."""
    objections: int

    @property
    def people(self) -> str:
        return ", ".join(side.name for side in self.sides)

    @property
    def has_pairs(self) -> bool:
        return len(self.sides) < self.table.size


def table_cards(tables: Iterable[Table]) -> list[TableCard]:
    """Return cards for many tables. The number of queries does not depend on how many."""
    tables = list(tables)
    ids = [table.pk for table in tables]
    points: dict[int, dict[int, int]] = {}
    sums = (
        Score.objects.filter(table__in=ids)
        .values_list("table_id", "seat__position")
        .annotate(points=Sum("points"))
        .order_by()
    )
    for table_id, position, total in sums:
        points.setdefault(table_id, {})[position] = total
    seated: dict[int, dict[int, str]] = {}
    for seat in Seat.objects.current().filter(table__in=ids).select_related("player"):
        seated.setdefault(seat.table_id, {})[seat.position] = seat.player.shown
    live = Count("pk", filter=Q(voided=False))
    hands = Hand.objects.filter(table__in=ids).values_list("table_id", "kind").annotate(live=live).order_by()
    lines: dict[int, dict[str, int]] = {}
    for table_id, kind, count in hands:
        lines.setdefault(table_id, {})[kind] = count
    objections = objections_at(tables)
    return [
        _card(
            table,
            points.get(table.pk, {}),
            seated.get(table.pk, {}),
            lines.get(table.pk, {}),
            objections.get(table.pk, 0),
        )
        for table in tables
    ]


def _card(
    table: Table, points: dict[int, int], names: dict[int, str], lines: dict[str, int], objections: int
) -> TableCard:
    """`lines` has the number of counting lines of each kind."""
    game = table.config
    sides = game.rules.sides(table.size)
    sums = [points.get(side[0], 0) for side in sides]
    seats = range(1, table.size + 1)
    room = ROOM_IN_LIST if len(sides) == table.size else ROOM_OF_PARTNER
    short = dict(zip(seats, short_names([names.get(seat, "") for seat in seats], room), strict=True))
    teams, brief = ([join_names((of.get(seat, "") for seat in side), " & ") for side in sides] for of in (names, short))
    best, decided = max(sums), min(sums) < max(sums)
    totals = tuple(
        Total(team, "", own, decided and own == best, narrow, team)
        for team, narrow, own in zip(teams, brief, sums, strict=True)
    )
    old = Hand.Kind.TOTAL in lines and Hand.Kind.PLAYED not in lines
    hands = lines.get(Hand.Kind.PLAYED, 0)
    return TableCard(table, str(game.title), game.icon, totals, hands, old, objections)


@dataclass(frozen=True, slots=True)
class Change:
    """One change in a hand's history, with the entry before and after it."""

    revision: Revision
    author: Author
    before: Any = None
    after: Any = None
    other: Hand | None = None
    """For a hand that was moved, the line at the other table."""


def history_of(hand: Hand, table_context: TableContext) -> list[Change]:
    revisions = list(Revision.objects.filter(kind__in=LINE_KINDS, object_id=hand.pk))
    authors = authors_of(revisions)
    others = moved_from_or_to(revisions)
    return [
        Change(
            revision,
            authors.get(revision.pk, UNKNOWN_AUTHOR),
            _entry_of(table_context, revision.before),
            _entry_of(table_context, revision.after),
            others.get(revision.pk),
        )
        for revision in revisions
    ]


def moved_from_or_to(revisions: Iterable[Revision]) -> dict[int, Hand]:
    """Return the line at the other table for each revision of a move."""
    told = {"move_away": "after", "move_here": "before"}
    lines = {one.pk: getattr(one, told[one.action])["hand"] for one in revisions if one.action in told}
    found = Hand.objects.select_related("table").in_bulk(lines.values()) if lines else {}
    return {pk: found[line] for pk, line in lines.items() if line in found}


def _entry_of(table_context: TableContext, snapshot: dict[str, Any]) -> Any:
    """Return the entry that a revision holds, or None for a line that is no hand."""
    if "entry" not in snapshot:
        return None
    return load(table_context.game.rules.Entry, snapshot["entry"])[0]


def club_tables(club: Club) -> list[TableCard]:
    """Return the open tables that are not sealed, by number."""
    return table_cards(club.tables.open().unsealed().order_by("number", "opened_at"))


def variant_of(table: Table) -> Any:
    return table.config.table_model.objects.get(table=table).variant


def variant_text(table_context: TableContext) -> str:
    return words.variant_text(table_context.game, table_context.variant)
