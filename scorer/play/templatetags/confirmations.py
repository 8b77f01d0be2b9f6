"""The form for replying to a line of the sheet."""

from typing import Any

from django import template

from scorer.play.confirmations import Reader
from scorer.play.forms import ReplyForm
from scorer.play.selectors import Row

register = template.Library()


@register.simple_tag(takes_context=True)
def reply_to(context: dict[str, Any], row: Row) -> ReplyForm | None:
    """Return the form for a reply, with errors if it was refused. None if the reader may not reply."""
    reader: Reader | None = context.get("reader")
    if reader is None or row.confirmation is None or not reader.may_reply(row.confirmation):
        return None
    form: ReplyForm = context.get("refused") or ReplyForm(number=row.hand.number)
    form.may_accept, form.may_object = reader.may_accept(row.confirmation), reader.may_object(row.confirmation)
    return form
