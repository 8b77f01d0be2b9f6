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
    """Return the author's name, or "" if it is not known."""
    if context.get("knows_logins"):
        return author.login or author.player
    return author.player or str(A_LOGIN.get(author.role, ""))
