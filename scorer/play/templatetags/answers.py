"""What the reader of a sheet may say to a line of it."""

from typing import Any

from django import template

from scorer.play.answers import Reader
from scorer.play.forms import AnswerForm
from scorer.play.selectors import Row

register = template.Library()


@register.simple_tag(takes_context=True)
def answer_to(context: dict[str, Any], row: Row) -> AnswerForm | None:
    """The form for it, the refused one where there is one; None for who has nothing to say."""
    reader: Reader | None = context.get("reader")
    if reader is None or row.answers is None or not reader.may_answer(row.answers):
        return None
    form: AnswerForm = context.get("refused") or AnswerForm(number=row.hand.number)
    form.may_accept, form.may_object = reader.may_accept(row.answers), reader.may_object(row.answers)
    return form
