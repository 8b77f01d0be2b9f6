"""Finds what is wrong with an entry, all problems at once, and what is improbable (digest section 8)."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.doppelkopf.rules import sheet
from games.doppelkopf.rules.entry import (
    ALL_AUGEN,
    AT_PLAY,
    HAND_KINDS,
    PARTIES,
    UNANNOUNCED_SOLOS,
    Entry,
    Extras,
    is_duty,
    is_solo,
)
from games.doppelkopf.rules.lines import parties
from games.doppelkopf.rules.ranges import augen_of, ranges
from games.doppelkopf.rules.variant import Variant
from scorer.scoring import Problem, coerce, kind_problems, seat_problems, sitting_out_problems, without_repeats

IMPOSSIBLE_AUGEN: Final = (1, ALL_AUGEN - 1)  # digest section 8: no card combination is worth 1
MOST_EXTRAS: Final = {"fuchs": 2, "doppelkopf": 4, "karlchen": 1}
"""Sonderpunkte of both parties together (digest section 8): two foxes, four times four aces or tens, one last trick."""

DOPPELKOPF_AUGEN: Final = 40  # club's text 5: "Stich mit 40+ Augen", which is four tens
FOX_AUGEN: Final = 11
JACK_AUGEN: Final = 2


def problems(entry: Entry, variant: Variant, seats: int) -> tuple[Problem, ...]:
    entry, wrong = coerce(entry)
    return without_repeats(
        [
            *wrong,
            *kind_problems(entry, HAND_KINDS, entry.kind),
            *_parties(entry, seats),
            *sitting_out_problems(entry.sitting_out, seats, (seats - AT_PLAY,)),
            *_augen(entry, variant),
            *_absagen(entry),
            *_extras(entry, variant),
            *_ddv(entry, variant),
        ]
    )


def least_augen(extras: Extras) -> int:
    """Return the fewest Augen that a party with these Sonderpunkte can have.

    A fox in a Doppelkopf takes the place of a ten, so it adds 1. A last trick that a jack won never has 40.
    """
    foxes = extras.fuchs * (1 if extras.doppelkopf else FOX_AUGEN)
    return extras.doppelkopf * DOPPELKOPF_AUGEN + extras.karlchen * JACK_AUGEN + foxes


def _parties(entry: Entry, seats: int) -> Iterator[Problem]:
    if entry.re is None:
        return
    if entry.kind is not None:
        needed = 1 if is_solo(entry) else 2
        if len(entry.re) != needed:
            yield Problem("re", "one_soloist" if needed == 1 else "two_of_re", {"n": len(entry.re)})
    yield from seat_problems("re", entry.re, seats)
    for seat in sorted({*entry.re} & {*entry.sitting_out}):
        yield Problem("re", "sits_out", {"seat": seat})


def _augen(entry: Entry, variant: Variant) -> Iterator[Problem]:
    augen = entry.re_augen
    if augen is None:
        return
    if not 0 <= augen <= ALL_AUGEN:
        yield Problem("re_augen", "augen_range", {"most": ALL_AUGEN})
        return
    if augen in IMPOSSIBLE_AUGEN and entry.augen_exact:
        yield Problem("re_augen", "augen_impossible", {"augen": augen})
    elif augen_of(entry, variant) is None:
        highest = ", ".join(str(part.highest) for part in ranges(variant))
        yield Problem("re_augen", "augen_no_range", {"highest": highest})
    if entry.schwarz and (augen if entry.schwarz == "re" else ALL_AUGEN - augen):
        yield Problem("schwarz", "schwarz_with_augen")


def _absagen(entry: Entry) -> Iterator[Problem]:
    if entry.re_absage and not entry.re_announced:
        yield Problem("re_absage", "absage_needs_re")
    if entry.kontra_absage and not entry.kontra_announced:
        yield Problem("kontra_absage", "absage_needs_kontra")


def _extras(entry: Entry, variant: Variant) -> Iterator[Problem]:
    both = {"re_extras": entry.re_extras, "kontra_extras": entry.kontra_extras}
    for name, most in MOST_EXTRAS.items():
        counts: dict[str, int] = {f"{field}.{name}": getattr(extras, name) for field, extras in both.items()}
        for field, count in counts.items():
            if count < 0:
                yield Problem(field, "extras_below_zero")
            elif count and sum(max(0, other) for other in counts.values()) > most:
                yield Problem(field, f"too_many_{name}", {"most": most})
    augen = augen_of(entry, variant)
    if augen is None:
        return
    for party, party_augen in zip(PARTIES, (augen, augen.of_the_other_party), strict=True):
        least = least_augen(both[f"{party}_extras"])
        if party_augen.highest < least:
            yield Problem(f"{party}_extras", "extras_augen", {"augen": party_augen.figure, "least": least})


def _ddv(entry: Entry, variant: Variant) -> Iterator[Problem]:
    if entry.bock and variant.scoring == "ddv":
        yield Problem("bock", "bock_ddv")


# What is improbable

MISSED_BY_FAR: Final = 120
RARE_DOPPELKOPF: Final = 2
"""Limits of what is improbable. They are our own, from no rule book."""


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = (), carry: None = None
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
