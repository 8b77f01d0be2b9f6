"""What the templates of tables need: occasion, authors, replies, streams, names on paper, worth in money."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from scorer.club.models import Role
from scorer.club.names import short_names
from scorer.club.rights import ClubRequest
from scorer.db.ids import IdConverter
from scorer.live import Ticket, browser_id, live_path
from scorer.play.forms import EntryForm, ReplyForm
from scorer.play.models import Table
from scorer.play.occasions import Occasion, occasion_of, topics_around
from scorer.play.phones import Phone, Reader, link_number
from scorer.play.result.settlement import with_sign
from scorer.play.rights import writer_of
from scorer.play.selectors import Author, Row
from scorer.play.selectors.rows import describe, describe_entry
from scorer.play.services import rate_of
from scorer.play.table_context import Chair, TableContext
from scorer.registry import GameConfig
from scorer.scoring.settlement import against_mean, settle

KEPT = re.compile(r"<!--kept (\S+)-->.*?<!--end-->", re.DOTALL)

register = template.Library()


@register.simple_tag
def around(table: Table) -> Occasion | None:
    return occasion_of(table)


@register.simple_tag(takes_context=True)
def played(context: dict[str, Any], line: Any, entry: Any = None) -> str:
    """Say what stands on a line. `line` has `hand`, `entry` and `chairs`; with another `entry`, say it of that."""
    return describe(context.get("table_context", line), line.hand, entry or line.entry, line.chairs).html


@register.simple_tag
def entry_in_words(table_context: Any, entry: Any, chairs: Sequence[Chair]) -> str:
    """Say what was played in a hand that is on no sheet."""
    return describe_entry(table_context, entry, chairs).html


@register.filter
def named_deals(deals: Sequence[int], game: GameConfig) -> str:
    return game.named_deals(deals)


@register.filter
def topic_id(around: Occasion) -> str:
    """Return the topic as event streams name it."""
    return IdConverter().to_url(around.topic)


A_LOGIN: dict[str, StrOrPromise] = {
    Role.DIRECTOR: _("a director"),
    Role.SCORER: _("a scorer"),
    Role.MEMBER: _("a member"),
}
"""Shown to readers without a login in the club."""


@register.simple_tag(takes_context=True)
def author_name(context: dict[str, Any], author: Author) -> str:
    """Return the author's name, or "somebody" if it is not known, as that of a phone whose holder never said it."""
    known = author.login if context.get("knows_logins") else A_LOGIN.get(author.role)
    return str(known or author.player or _("somebody"))


@register.simple_tag(takes_context=True)
def reply_to(context: dict[str, Any], row: Row) -> ReplyForm | None:
    """Return the form for a reply, with errors if it was refused. None if the reader may not reply."""
    reader: Reader | None = context.get("reader")
    if reader is None or row.confirmation is None or not reader.may_reply(row.confirmation):
        return None
    form: ReplyForm = context.get("refused") or ReplyForm(number=row.hand.number)
    said = reader.said(row.confirmation)
    form.may_accept, form.may_object = not (said and said.accepted), not said or said.accepted
    return form


@register.simple_tag(takes_context=True)
def live(context: dict[str, Any], topic: int) -> str:
    """Return the URL for a page of a club."""
    return _path(context["request"], (topic,), None)


@register.simple_tag(takes_context=True)
def live_table(context: dict[str, Any], table: Table) -> str:
    """Return the URL for a page of a table. For a phone without a login, it is valid as long as the link."""
    actor = context["request"].actor
    topics = (table.pk, *(topics_around(table) if table.has_occasion else ()))
    return _path(context["request"], topics, link_number(table, actor.link) if isinstance(actor, Phone) else None)


def _path(request: ClubRequest, topics: tuple[int, ...], link: int | None) -> str:
    login = request.user.pk if link is None else None
    has_right = login is not None or link is not None
    browser = browser_id(request.session.session_key or "") if has_right else ""
    return live_path(Ticket(topics, request.club.pk, login, link, browser))


@register.simple_tag(takes_context=True)
def writer(context: dict[str, Any]) -> str:
    return writer_of(context["request"])


NAME_WIDTHS = {3: (7.4, 16), 4: (4.7, 11), 5: (4.7, 9), 6: (4.9, 8), 7: (4.2, 6.2)}
"""The greatest width of a name, by the number of columns: on a phone, and on wider screens (see `names.width`)."""


class Head(NamedTuple):
    label: str
    narrow: str
    wide: str


@register.simple_tag
def heads_on_paper(chairs: Sequence[Chair], *widths: float) -> dict[int, Head]:
    """Return the name of each player by position, as short as a column of their own, or of these widths, needs it."""
    names = tuple(chair.player for chair in chairs)
    narrow, wide = (short_names(names, width) for width in widths or NAME_WIDTHS[len(names)])
    heads = map(Head, [chair.label for chair in chairs], narrow, wide)
    return dict(zip((chair.position for chair in chairs), heads, strict=True))


@register.filter
def players_at(table_context: TableContext, ordinal: int) -> list[tuple[tuple[int, ...], str]]:
    """Return the sides with the names of their players at the hand with this number, as people count."""
    line, _entry = table_context.sheet.hands[ordinal - 1]
    return table_context.players_at(line.number)


@register.simple_tag
def is_used(form: EntryForm, *names: str) -> bool:
    return form.is_used(*names)


@dataclass(frozen=True, slots=True)
class Worth:
    currency: str
    amounts: tuple[tuple[str, bool], ...]
    """Each without the currency, and whether it is negative."""


@register.simple_tag(takes_context=True)
def worth_of(context: Mapping[str, Any], totals: Sequence[int]) -> Worth | None:
    """Return what the totals are worth at the rate of the table, or None if it settles in points."""
    rate = rate_of(context["table_context"].table)
    if rate is None:
        return None
    amounts, bare = settle(against_mean(totals), rate).amounts, replace(rate, currency="")
    return Worth(rate.currency, tuple((with_sign(amount, bare), amount < 0) for amount in amounts))


@register.filter(is_safe=True)
def without_kept(html: str, request: HttpRequest) -> str:
    """Leave out the parts that the page has had before, as it says (play/kept.html)."""
    names = request.headers.get("Scorer-Kept", "").split()
    return KEPT.sub(lambda part: f"<!--kept {part[1]}--><!--end-->" if part[1] in names else part[0], html)
