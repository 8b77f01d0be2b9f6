"""The address of a page's event stream, and who writes on the page."""

from typing import Any

from django import template

from scorer.live import live_path
from scorer.play.models import Table
from scorer.play.phones import Phone, number_of
from scorer.play.rights import writer_of

register = template.Library()


@register.simple_tag
def live(topic: int) -> str:
    return live_path([topic])


@register.simple_tag(takes_context=True)
def live_table(context: dict[str, Any], table: Table) -> str:
    """For a phone without a login it holds as long as the link that it came in by."""
    phone: Phone | None = getattr(context["request"], "phone", None)
    login = context["request"].user.is_authenticated
    return live_path([table.pk], None if login or phone is None else number_of(table, phone.link))


@register.simple_tag(takes_context=True)
def writer(context: dict[str, Any]) -> str:
    return writer_of(context["request"])
