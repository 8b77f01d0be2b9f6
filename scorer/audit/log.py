"""Compare the rows with the log, which is a second record of them.

Rows may agree with each other although no service wrote them: a hand whose entry and points were both rewritten, a copy
of a hand, a table that was deleted with everything that belongs to it. Who changed what, when and why is only in the
log, so it cannot be checked.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef

from scorer.audit.rows import Fault, TableRows
from scorer.club.models import Player
from scorer.history.models import Revision
from scorer.play.models import Merge, Table
from scorer.play.sheets import revision_values

Values = dict[str, Any]


@dataclass(slots=True)
class _LoggedLine:
    """A line of the sheet as its Revisions describe it."""

    current: Values = field(default_factory=dict)
    original: Values = field(default_factory=dict)
    """The values that its changes replaced, as they were before the first change."""
    last_change: tuple[Any, ...] = (None, None, False, None)
    """By whom, from whose phone, whether it was taken back, and where it was moved to."""

    def apply(self, revision: Any) -> None:
        moved_to = revision.after["hand"] if revision.action == "move_away" else None
        taken_back = revision.action in ("undo", "move_away")
        self.last_change = revision.actor_id, revision.player_id, taken_back, moved_to
        self.current |= revision.after
        self.original = revision.before | self.original


def log_faults(rows: TableRows) -> Iterator[Fault]:
    """Yield the faults unlogged, gone, and logged with the names of the fields that differ from the log."""
    table = rows.table
    logged, lines = _logged_state(rows)
    if logged:
        yield from _differences(table, 0, _table_values(rows), logged)
    else:
        yield Fault(table, 0, "unlogged")
    digests = dict(enumerate(logged.get("lines", ()), start=1))
    for hand in rows.hands:
        line, digest = lines.pop(hand.pk, _LoggedLine()), digests.pop(hand.number, None)
        entry = rows.entries.get(hand.pk) if hand.is_played else None  # an unreadable one is a fault of its own
        actual = revision_values.line_values(hand, entry) | {"voided": hand.voided, "closing": hand.closing}
        moved_to = hand.moved_to_id or line.last_change[-1]  # empty if the other table has been deleted
        if line.last_change != (hand.changed_by_id, hand.changed_as_id, hand.taken_back, moved_to):
            yield Fault(table, hand.number, "logged", "last change")
        if "number" in line.current:
            yield from _differences(table, hand.number, actual, {"voided": False, "closing": False} | line.current)
        elif digest is None:
            yield Fault(table, hand.number, "unlogged")
        else:
            known = {"voided": hand.number in logged["voided"], "closing": hand.closing} | line.current
            different = list(
                _differences(table, hand.number, actual, {name: known.get(name, actual[name]) for name in actual})
            )
            imported = actual | {name: value for name, value in line.original.items() if name in actual}
            del imported["voided"]
            if not hand.closing:
                del imported["closing"]  # as in `line_values`
            if not different and revision_values.digest(imported) != digest:
                different = [Fault(table, hand.number, "logged")]
            yield from different
    actual = {"replies": _reply_values(rows), "late hands": _late_values(rows)}
    logged_rows = {"replies": _logged_replies(rows.log), "late hands": _logged_late_hands(rows.log)}
    yield from _differences(table, 0, actual, logged_rows)
    for number in [*digests, *(line.current["number"] for line in lines.values() if "number" in line.current)]:
        yield Fault(table, number, "gone")


def log_site_faults() -> Iterator[Fault]:
    """Yield faults for tables that only the log knows, and for players whose merges differ from the log."""
    tables = Table.objects.filter(pk=OuterRef("table_id"))
    gone = Revision.objects.exclude(table_id=None).exclude(Exists(tables)).order_by("table_id", "pk")
    last = dict(gone.filter(kind=Revision.Kind.TABLE).values_list("table_id", "action"))
    for pk in gone.order_by("table_id").values_list("table_id", flat=True).distinct():
        if last.get(pk) == "remove":
            continue
        yield Fault(None, 0, "gone", f"{Table._meta.db_table} {pk}")
    logged: dict[int, int | None] = {}
    given: dict[int, Any] = {}
    merges = Revision.objects.filter(kind=Revision.Kind.PLAYER, action__in=("merge", "unmerge"))
    for pk, action, before, after in merges.values_list("object_id", "action", "before", "after"):
        logged[pk] = after["into"] if action == "merge" else None
        if action == "merge":
            given[pk] = before["active"], after.get("seats")
    kept = {merge.pk: (merge.was_active, merge.seats) for merge in Merge.objects.all()}
    for pk in sorted(pk for pk in kept.keys() | given.keys() if kept.get(pk) != given.get(pk)):
        yield Fault(None, 0, "logged", f"{Merge._meta.db_table} {pk}")
    for pk, into in Player.objects.order_by("pk").values_list("pk", "merged_into"):
        if into != logged.get(pk):
            yield Fault(None, 0, "logged", f"{Player._meta.db_table} {pk}: merged_into")


def _logged_state(rows: TableRows) -> tuple[Values, dict[int, _LoggedLine]]:
    """Return what the log says about the table and, by id, about its lines.

    The table is empty if its log does not start with an "open" or "import". Tables from before confirmation and given
    deals existed have neither.
    """
    table: Values = {}
    lines: dict[int, _LoggedLine] = {}
    for revision in rows.log:
        if revision.kind == Revision.Kind.TABLE:
            table = table | revision.after if revision.action != "import" else dict(revision.after)
        elif revision.kind == Revision.Kind.HAND:
            lines.setdefault(revision.object_id, _LoggedLine()).apply(revision)
    clubs = {revision.club_id for revision in rows.log}
    unlogged = {"confirms": False, "first_deal": None, "deal_count": None, "sealed": False}
    return table and unlogged | table | {"club": clubs.pop() if len(clubs) == 1 else None}, lines


def _reply_values(rows: TableRows) -> list[Any]:
    """Return the replies in order, each with whether the line has not been changed since, and how it was refused."""
    return [
        [
            *(reply.hand_id, reply.kind, reply.player_id, reply.note, reply.at, reply.version == reply.hand.version),
            *(reply.entry, reply.refusal),
        ]
        for reply in rows.replies
    ]


def _logged_replies(log: Iterable[Any]) -> list[Any]:
    changed = {line.object_id: line.id for line in log if line.kind == Revision.Kind.HAND}
    replies: list[Any] = []
    requests: dict[int, Any] = {}
    for said in log:
        if said.kind != Revision.Kind.REPLY:
            continue
        request = said.after.get("request")
        if said.action == "refuse":
            if request in requests:
                requests[request][-1] = said.why
            continue
        is_current = said.id > changed.get(said.object_id, 0)
        reply = [
            said.object_id,
            said.action,
            said.player_id,
            said.why,
            said.at,
            is_current,
            said.after.get("entry"),
            "",
        ]
        replies.append(reply)
        requests[request] = reply
    return replies


def _late_values(rows: TableRows) -> dict[int, Any]:
    return {
        late.pk: ((late.typed, late.actor_id, late.player_id, late.at), late.state, late.hand_id)
        for late in rows.late_hands
    }


def _logged_late_hands(log: Iterable[Any]) -> dict[int, Any]:
    late_hands: dict[int, Any] = {}
    for logged in log:
        if logged.kind != Revision.Kind.LATE:
            continue
        if logged.action == "hand_in":
            handed_in = logged.after.get("typed"), logged.actor_id, logged.player_id, logged.at
            late_hands[logged.object_id] = handed_in, "waiting", None
        elif logged.object_id in late_hands:
            hand = logged.after.get("hand")
            late_hands[logged.object_id] = late_hands[logged.object_id][0], "entered" if hand else "put_aside", hand
    return late_hands


def _table_values(rows: TableRows) -> Values:
    """Return the logged values of the table. A missing variant is left out, and is a fault of its own."""
    row = rows.variants.get(rows.table.game)
    return revision_values.table_values(rows.table, row.variant if row else None, rows.seats) | {
        "club": rows.table.club_id
    }


def _differences(table: Table, number: int, actual: Values, logged: Mapping[str, Any]) -> Iterator[Fault]:
    different = [name for name, value in actual.items() if name not in logged or logged[name] != value]
    if different:
        yield Fault(table, number, "logged", ", ".join(different))
