"""The log as a second witness: where the rows are not what the Revisions say that they became.

What agrees with itself may still be no work of the services: a hand whose entry and points were both rewritten, a copy
of a hand, a table that is gone with all that belonged to it. Who changed what, when and why has no second witness:
nothing but the log tells it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef

from scorer.audit.rows import Fault, Rows
from scorer.club.models import Player
from scorer.history.models import Revision
from scorer.play import revision_values
from scorer.play.models import Hand, Table

Values = dict[str, Any]


@dataclass(slots=True)
class _LoggedLine:
    """A line of the sheet as its Revisions tell it."""

    now: Values = field(default_factory=dict)
    before: Values = field(default_factory=dict)
    """What its first change found, of what was changed."""

    def goes_on(self, revision: Any) -> None:
        self.now |= revision.after
        self.before = revision.before | self.before


def log_faults(rows: Rows) -> Iterator[Fault]:
    """unlogged, gone, or logged, with the names of what is not as it was logged."""
    table = rows.table
    told, lines = _told(rows)
    if told:
        yield from _differences(table, 0, _table_now(rows), told)
    else:
        yield Fault(table, 0, "unlogged")
    whole = dict(enumerate(told.get("lines", ()), start=1))
    for hand in rows.hands:
        line, digest = lines.pop(hand.pk, _LoggedLine()), whole.pop(hand.number, None)
        now = _line_now(hand, rows)
        if "number" in line.now:
            yield from _differences(table, hand.number, now, {"voided": False} | line.now)
        elif digest is None:
            yield Fault(table, hand.number, "unlogged")
        else:
            was = {"voided": hand.number in told["voided"]} | line.now
            different = list(_differences(table, hand.number, now, {name: was.get(name, now[name]) for name in now}))
            first = now | {name: value for name, value in line.before.items() if name in now}
            del first["voided"]
            if not different and revision_values.digest(first) != digest:
                different = [Fault(table, hand.number, "logged")]
            yield from different
    for number in [*whole, *(line.now["number"] for line in lines.values() if "number" in line.now)]:
        yield Fault(table, number, "gone")


def site_faults() -> Iterator[Fault]:
    """Tables of which nothing is left but the log, and players who are not who the log says."""
    there = Table.objects.filter(pk=OuterRef("table_id"))
    gone = Revision.objects.exclude(table_id=None).exclude(Exists(there)).order_by("table_id", "pk")
    last = dict(gone.filter(kind=Revision.Kind.TABLE).values_list("table_id", "action"))
    for pk in gone.order_by("table_id").values_list("table_id", flat=True).distinct():
        if last.get(pk) == "remove":
            continue
        yield Fault(None, 0, "gone", f"{Table._meta.db_table} {pk}")
    told: dict[int, int | None] = {}
    merges = Revision.objects.filter(kind=Revision.Kind.PLAYER, action__in=("merge", "unmerge"))
    for pk, action, after in merges.values_list("object_id", "action", "after"):
        told[pk] = after["into"] if action == "merge" else None
    for pk, into in Player.objects.order_by("pk").values_list("pk", "merged_into"):
        if into != told.get(pk):
            yield Fault(None, 0, "logged", f"{Player._meta.db_table} {pk}: merged_into")


def _told(rows: Rows) -> tuple[Values, dict[int, _LoggedLine]]:
    """What the log says of the table (nothing where it does not begin with it), and of its lines by id.

    A table asked for no answers before there was anything to say about it.
    """
    table: Values = {}
    lines: dict[int, _LoggedLine] = {}
    for revision in rows.log:
        if revision.kind == Revision.Kind.TABLE:
            table = table | revision.after if revision.action != "import" else dict(revision.after)
        elif revision.kind == Revision.Kind.HAND:
            lines.setdefault(revision.object_id, _LoggedLine()).goes_on(revision)
    clubs = {revision.club_id for revision in rows.log}
    return table and {"confirms": False} | table | {"club": clubs.pop() if len(clubs) == 1 else None}, lines


def _table_now(rows: Rows) -> Values:
    """Without the house rules where there are none, which is a fault by itself."""
    row = rows.variants.get(rows.table.game)
    return revision_values.table_values(rows.table, row.variant if row else None, rows.seats) | {
        "club": rows.table.club_id
    }


def _line_now(hand: Hand, rows: Rows) -> Values:
    """Without an entry where there is none that can be read, which is a fault by itself."""
    entry = rows.entries.get(hand.pk) if hand.is_played else None
    return revision_values.line_values(hand, entry) | {"voided": hand.voided}


def _differences(table: Table, number: int, now: Values, told: Mapping[str, Any]) -> Iterator[Fault]:
    different = [name for name, value in now.items() if name not in told or told[name] != value]
    if different:
        yield Fault(table, number, "logged", ", ".join(different))
