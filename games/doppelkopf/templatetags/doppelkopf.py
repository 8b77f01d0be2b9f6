"""A hand as the sheet shows it: "Ada & Chloé 155 : 85" or, if only a range was entered, "151–180"; "Re, keine 90"."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import template
from django.utils.translation import pgettext

from games.doppelkopf.labels import CHOICES, KIND_LETTERS, LETTERS, PARTIES, SITUATIONS, SORTS, VARIANT_FIELDS, WORTH
from games.doppelkopf.rules import ranges
from games.doppelkopf.rules.bock import TIMES
from games.doppelkopf.rules.entry import ALL_AUGEN, Entry, is_solo
from games.doppelkopf.rules.variant import Variant
from scorer.play.models import Hand
from scorer.play.table_context import Chair
from scorer.scoring import Outcome

register = template.Library()


@register.filter
def kind(entry: Entry) -> str:
    return str(CHOICES["kind"][entry.kind or "normal"])


@register.filter
def brief_kind(entry: Entry) -> str:
    return str(KIND_LETTERS[entry.kind or "normal"])


@register.filter
def is_normal(entry: Entry) -> bool:
    return entry.kind == "normal"


@register.filter
def player_names(seats: Sequence[int], chairs: Sequence[Chair]) -> list[str]:
    """The names of the players or, in an example, the positions."""
    players = {chair.position: chair.short for chair in chairs}
    return [players.get(seat) or pgettext("doppelkopf", "seat %(seat)d") % {"seat": seat} for seat in seats]


@register.filter
def kontra_augen(entry: Entry) -> int:
    return ALL_AUGEN - (entry.re_augen or 0)


@register.simple_tag(takes_context=True)
def re_augen(context: Mapping[str, Any], entry: Entry) -> str:
    """The Augen of Re, or their range if only that was entered; no example has one."""
    if entry.augen_exact:
        return str(entry.re_augen)
    part = ranges.augen_of(entry, context["table_context"].variant)
    return str(part.figure if part else entry.re_augen)


@register.filter
def brief_augen(augen: str) -> str:
    """Return a range by where it begins: "121+"."""
    lowest, dash, _highest = augen.partition("–")
    return f"{lowest}+" if dash else augen


class Detail(NamedTuple):
    words: str
    letters: str
    """The same for a sheet with little room."""


@register.filter
def details(entry: Entry) -> list[Detail]:
    """What was announced and made, which the sheet shows in small letters."""
    return [*_announcements(entry), *_sonderpunkte(entry), *_duty_and_event(entry)]


def _announcements(entry: Entry) -> Iterator[Detail]:
    """Yield the announcement of each party that made one: "Re, keine 90"."""
    for party, announced, absage in (
        ("re", entry.re_announced, entry.re_absage),
        ("kontra", entry.kontra_announced, entry.kontra_absage),
    ):
        if announced and absage:
            yield Detail(f"{PARTIES[party]}, {CHOICES['re_absage'][absage]}", f"{LETTERS[party]}{LETTERS[absage]}")
        elif announced:
            yield Detail(str(PARTIES[party]), str(LETTERS[party]))


def _sonderpunkte(entry: Entry) -> Iterator[Detail]:
    """Yield the Sonderpunkte of each party that has some: "Re + Fuchs, 2 × Doppelkopf"."""
    for party, extras in (("re", entry.re_extras), ("kontra", entry.kontra_extras)):
        counts = {sort: n for sort in SORTS if (n := getattr(extras, sort))}
        words = [f"{n} × {SORTS[sort]}" if n > 1 else str(SORTS[sort]) for sort, n in counts.items()]
        if counts:
            yield Detail(f"{PARTIES[party]} + {', '.join(words)}", f"{LETTERS[party]}+{sum(counts.values())}")


def _duty_and_event(entry: Entry) -> Iterator[Detail]:
    if is_solo(entry) and entry.duty and entry.duty != "lust":
        yield Detail(str(CHOICES["duty"][entry.duty]), str(LETTERS[entry.duty]))
    if entry.bock_event:
        yield Detail(pgettext("doppelkopf", "starts a Bock round"), str(LETTERS["bock_event"]))


@register.simple_tag(takes_context=True)
def bock(context: Mapping[str, Any], entry: Entry) -> int:
    """How many times the hand counts, by the Bock rounds that the replay finds, or else by the tick."""
    table_context, hand = context.get("table_context"), context.get("hand")
    if table_context is None or not isinstance(hand, Hand) or not table_context.variant.has_bock_rounds:
        return TIMES if entry.bock else 1
    if not hand.table_id:  # a preview: the next hand, or the correction of number `at`
        return _times(table_context.sheet.outcome(entry, table_context.at))
    outcome = table_context.outcome_of(hand, entry)
    return _times(outcome) if outcome else 1


def _times(outcome: Outcome) -> int:
    return next((int(reason.params["times"] or 1) for reason in outcome.reasons if reason.code == "bock"), 1)


# For the sheet on paper


@register.filter
def kind_letters(kind: str) -> str:
    return str(KIND_LETTERS[kind])


@register.filter
def bock_letters(times: int) -> str:
    """Return a B for each Bock round that doubles the hand: "BB" for one that counts four times."""
    return pgettext("doppelkopf, Bock", "B") * (times.bit_length() - 1)


# For the rules page


@register.filter
def kind_word(kind: str) -> str:
    return str(CHOICES["kind"][kind])


@register.filter
def absage(step: str) -> str:
    return str(CHOICES["re_absage"][step])


@register.filter
def situation(code: str) -> str:
    return str(SITUATIONS[code])


@register.filter
def worth(code: str, variant: Variant) -> str:
    words = WORTH[code]
    return str(words[variant.scoring] if isinstance(words, dict) else words)


@register.filter
def variant_field(name: str) -> str:
    return str(VARIANT_FIELDS[name][0])
