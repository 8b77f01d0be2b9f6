"""Hides the names of those players who want it from visitors: from whoever reads a public club without a login.

Names are shown in a hundred places. So who reads is noted for the whole request, as Django notes its language, and
`shown_name` goes by it. Caches of what pages show go by the names in it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils.translation import gettext as _

_is_visitor: ContextVar[bool] = ContextVar("is_visitor", default=False)


class HiddenName(str):
    """What stands for a name that the reader must not see. It leads to no page."""

    __slots__ = ()


@contextmanager
def read_by_visitor(*, visitor: bool = True) -> Iterator[None]:
    """Say who reads what is shown inside. Without this, nobody is a visitor."""
    token = _is_visitor.set(visitor)
    try:
        yield
    finally:
        _is_visitor.reset(token)


def hides(*, hidden: bool) -> bool:
    """Return whether a player with this value of `Player.hidden` is hidden from the reader."""
    return hidden and _is_visitor.get()


def shown_name(name: str, shown_as: str, *, hidden: bool) -> str:
    """Return the name of a player that the reader sees. The arguments are columns of the player."""
    return HiddenName(_("Anonymous")) if hides(hidden=hidden) else shown_as or name
