"""Names of the people who changed a sheet, as far as the reader may know them."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from scorer.club.models import Role
from scorer.play.selectors import Author

register = template.Library()

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
