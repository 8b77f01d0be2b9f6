"""What was played, in words. Files take its text; pages take the HTML that is made from it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy
from django_stubs_ext import StrOrPromise

from scorer.scoring import Outcome

SUITS = {
    "C": ("♣", pgettext_lazy("suit", "clubs")),
    "D": ("♦", pgettext_lazy("suit", "diamonds")),
    "H": ("♥", pgettext_lazy("suit", "hearts")),
    "S": ("♠", pgettext_lazy("suit", "spades")),
}
SUIT_NAMES = {
    "C": pgettext_lazy("suit", "Clubs"),
    "D": pgettext_lazy("suit", "Diamonds"),
    "H": pgettext_lazy("suit", "Hearts"),
    "S": pgettext_lazy("suit", "Spades"),
}
"""The same with a capital letter, for the choices of a field."""
LOOKS = {
    "main": ("b", ""),
    "points": ("b", "points"),
    "line": ("b", "rest"),  # a line that is no hand
    "who": ("bdi", "who"),
    "name": ("bdi", ""),
}
"""Elements and their classes. Any other look is the class of a `span`."""


def suit_html(suit: str) -> SafeString:
    """Draw C, D, H or S as text, not as an emoji (U+FE0E), with its name for screen readers."""
    sign, name = SUITS[suit]
    drawn = '<span aria-hidden="true">{}&#xFE0E;</span><span class="visually-hidden">{}</span>'
    return format_html('<span class="suit {}">' + drawn + "</span>", suit.lower(), sign, name)


class Words(NamedTuple):
    text: StrOrPromise
    look: str = ""
    """One of LOOKS, or a class of the stylesheet: `kind`, `mark`, `rest` (left out where there is little room)."""
    brief: StrOrPromise | None = None
    """Shown instead on a sheet with little room, where the text is only read out. Nothing is shown if it is empty."""
    glued: bool = False
    """Without a space before it."""
    suit: str = ""
    """C, D, H or S, to be drawn in place of the text."""


def suit(code: str, look: str = "") -> Words:
    return Words(SUITS[code][0], look, suit=code)


class Description(NamedTuple):
    said: Sequence[Words]
    """Empty words are left out."""
    details: Sequence[Sequence[Words]] = ()
    """Lines in small letters below it."""

    @property
    def text(self) -> str:
        lines = [[(str(words.text), words.glued) for words in line] for line in (self.said, *self.details)]
        return " · ".join(filter(None, map(_joined, lines)))

    @property
    def html(self) -> SafeString:
        lines = [_joined([(_html(words), words.glued) for words in line]) for line in (self.said, *self.details)]
        small = [f"<small>{line}</small>" for line in lines[1:] if line]
        return mark_safe(" ".join([lines[0], *small]))  # noqa: S308  # _html has escaped it


def _joined(line: Sequence[tuple[str, bool]]) -> str:
    return "".join([text if glued else f" {text}" for text, glued in line if text]).strip()


def _html(words: Words) -> str:
    if not words.text:
        return ""
    inner = suit_html(words.suit) if words.suit else escape(str(words.text))
    if not words.look and words.brief is None:
        return inner
    element, css = LOOKS.get(words.look, ("span", words.look))
    attributes = f' class="{css}"' if css else ""
    if words.brief is not None:
        attributes += f' data-brief="{escape(words.brief)}"'
    return f"<{element}{attributes}>{inner}</{element}>"


@dataclass(frozen=True)
class Subject:
    """A hand to be described."""

    entry: Any
    names: Mapping[int, str]
    """The players by seat. An example has none."""
    variant: Any
    outcome: Callable[[], Outcome | None] = lambda: None
    """Returns what the hand scores at its table."""
    deal_known: bool = False
    """The deal stands beside it already."""

    def name(self, seat: int) -> str:
        return self.names.get(seat) or gettext("seat %(seat)d") % {"seat": seat}


def dotted(line: Sequence[Words]) -> list[Words]:
    """Return what stands in one line with dots between. A dot goes where the words after it go."""
    return [*line[:1], *(words._replace(text=f"· {words.text}") for words in line[1:])]
