"""The late hands of a table, each with a form from which it can be entered."""

from dataclasses import dataclass

from django.http import QueryDict

from scorer.history.models import Revision
from scorer.play.forms import EntryForm, new_key
from scorer.play.late import late_hands_at
from scorer.play.selectors.history import UNKNOWN_AUTHOR, Author, authors_of
from scorer.play.table_context import TableContext


@dataclass(frozen=True, slots=True)
class LateHand:
    """A late hand. `form` has what was typed as the next hand of the table, with its errors."""

    pk: int
    handed_in: Revision
    by: Author
    form: EntryForm


def late_hands(table_context: TableContext) -> list[LateHand]:
    """Return the late hands that wait at a table."""
    waiting = late_hands_at(table_context.table)
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
