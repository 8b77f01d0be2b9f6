"""The URL of a page's event stream, and who writes on the page."""

from typing import Any

from django import template

from scorer.club.rights import ClubRequest
from scorer.live import Ticket, browser_id, live_path
from scorer.play.models import Table
from scorer.play.phones import Phone, link_number
from scorer.play.rights import writer_of
from scorer.play.surroundings import topics_around

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: dict[str, Any], topic: int) -> str:
    """Return the URL for a page of a club."""
    return _path(context["request"], (topic,), None)


@register.simple_tag(takes_context=True)
def live_table(context: dict[str, Any], table: Table) -> str:
    """Return the URL for a page of a table. For a phone without a login, it is valid as long as the link."""
    actor = context["request"].actor
    topics = (table.pk, *topics_around(table))
    return _path(context["request"], topics, link_number(table, actor.link) if isinstance(actor, Phone) else None)


def _path(request: ClubRequest, topics: tuple[int, ...], link: int | None) -> str:
    login = request.user.pk if link is None else None
    has_right = login is not None or link is not None
    browser = browser_id(request.session.session_key or "") if has_right else ""
    return live_path(Ticket(topics, request.club.pk, login, link, browser))


@register.simple_tag(takes_context=True)
def writer(context: dict[str, Any]) -> str:
    return writer_of(context["request"])
