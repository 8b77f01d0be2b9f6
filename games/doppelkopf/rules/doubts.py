"""Finds what is improbable about an entry, or not in the order of the list."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from games.doppelkopf.rules import sheet
from games.doppelkopf.rules.entry import ALL_AUGEN, UNANNOUNCED_SOLOS, Entry, is_duty, is_solo
from games.doppelkopf.rules.lines import parties
from games.doppelkopf.rules.variant import Variant
from scorer.scoring import Problem

MISSED_BY_FAR: Final = 120
RARE_DOPPELKOPF: Final = 2
"""Limits of what is improbable. They are our own, from no rule book."""


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = (), carry: Hashable = None
) -> tuple[Problem, ...]:
    *before, entry = entries
    return (
        *_improbable(entry, variant),
        *_bock(entry, variant),
        *_duty(entry, variant),
        *_order_of_the_list(before, entry, later, variant, seats),
    )


def _improbable(entry: Entry, variant: Variant) -> Iterator[Problem]:
    for party in parties(entry, variant):
        if party.absage and party.augen < MISSED_BY_FAR:
            yield Problem("re_augen", f"{party.name}_missed_by_far", {"augen": party.augen_range.figure})
    if variant.scoring == "ddv" and entry.schwarz is None and entry.re_augen in (0, ALL_AUGEN):
        yield Problem("schwarz", "no_schwarz")
    for field, extras in (("re_extras", entry.re_extras), ("kontra_extras", entry.kontra_extras)):
        if extras.doppelkopf >= RARE_DOPPELKOPF:
            yield Problem(f"{field}.doppelkopf", "rare_doppelkopf", {"n": extras.doppelkopf})


def _bock(entry: Entry, variant: Variant) -> Iterator[Problem]:
    if entry.bock and variant.has_bock_rounds:
        yield Problem("bock", "bock_by_itself")
    if entry.bock_event and not variant.bock_after_event:
        yield Problem("bock_event", "bock_event_unused")


def _duty(entry: Entry, variant: Variant) -> Iterator[Problem]:
    if not is_duty(entry):
        return
    if not variant.pflichtsolo:
        yield Problem("duty", "no_pflichtsolo")
    if entry.kind in UNANNOUNCED_SOLOS:
        yield Problem("duty", "unannounced_pflichtsolo")


def _order_of_the_list(
    before: Sequence[Entry], entry: Entry, later: Sequence[Entry], variant: Variant, seats: int
) -> Iterator[Problem]:
    duty_done = sheet.duty_done(before)
    owing = sheet.owing(duty_done, variant, seats)
    soloist = entry.re[0] if is_solo(entry) and entry.re else None
    if variant.pflichtsolo and is_duty(entry) and soloist in sheet.duty_done([*before, *later]):
        yield Problem("duty", "pflichtsolo_twice", {"seat": soloist})
    if soloist in owing and not is_duty(entry) and entry.kind not in UNANNOUNCED_SOLOS:
        yield Problem("duty", "lust_before_pflicht", {"seat": soloist})
    hands = variant.length(seats)
    if hands is None:
        return
    left = hands - len(before)
    if left <= 0:
        yield Problem("kind", "round_full", {"n": hands})
    elif left <= len(owing) and not is_duty(entry):
        yield Problem("kind", "pflichtsolo_due", {"n": len(owing)})
