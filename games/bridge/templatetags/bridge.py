"""A board as the sheet shows it: "4♠ S +1", "E–W vulnerable"."""

from django import template

from games.bridge.labels import SEATS, VULNERABLE_WORDS
from games.bridge.rules.boards import board_vulnerability
from games.bridge.rules.contract import result_of
from games.bridge.rules.entry import Entry

register = template.Library()


@register.filter
def result(entry: Entry) -> str:
    over = result_of(entry)
    if over is None:
        return ""
    return f"{over:+d}".replace("-", "−") if over else "="


@register.filter
def seat(code: str) -> str:
    return str(SEATS[code])


@register.filter
def vulnerability(entry: Entry) -> str:
    return str(VULNERABLE_WORDS[entry.vulnerable or board_vulnerability(entry.board or 1)])


@register.filter
def vulnerable_side(vulnerable: str) -> str:
    return str(VULNERABLE_WORDS[vulnerable])
