"""Late hands: typed on a phone while its table was closed or its deal was ruled on, and handed in for others to enter.

A late hand is on no sheet. It is stored only as a Revision until somebody enters it or puts it aside
(docs/decisions/0027-late-hands.md).
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from scorer.club.models import Club
from scorer.history.models import Revision
from scorer.play.models import Table

HAND_IN, ENTER, PUT_ASIDE = "hand_in", "enter", "put_aside"


def late_hands_at(table: Table) -> dict[int, Revision]:
    """Return the late hands of a table that nobody has entered or put aside: by id, the Revision of the handing in."""
    return _waiting(Revision.objects.for_table(table.pk).filter(kind=Revision.Kind.LATE))


def late_hands_at_any(tables: Any) -> dict[int, Revision]:
    """Return the same for several tables. `tables` has their ids, or is a query for them."""
    return _waiting(Revision.objects.filter(kind=Revision.Kind.LATE, table_id__in=tables).order_by("pk"))


def tables_with_late_hands(club: Club) -> list[tuple[Table, int]]:
    """Return the tables of a club where late hands wait, each with their number."""
    waiting = _waiting(Revision.objects.filter(kind=Revision.Kind.LATE, club_id=club.pk)).values()
    counts = Counter(revision.table_id for revision in waiting if revision.table_id)
    tables = club.tables.installed().filter(pk__in=counts) if counts else ()
    return [(table, counts[table.pk]) for table in tables]


def _waiting(revisions: Iterable[Revision]) -> dict[int, Revision]:
    found: dict[int, Revision] = {}
    for revision in revisions:
        if revision.action == HAND_IN:
            found[revision.object_id] = revision
        else:
            found.pop(revision.object_id, None)
    return found
