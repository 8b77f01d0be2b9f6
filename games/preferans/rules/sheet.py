"""How a sheet of preferans continues from hand to hand."""

from collections.abc import Iterator, Sequence

from games.preferans.rules.entry import Entry
from games.preferans.rules.record import Record
from games.preferans.rules.variant import Variant
from scorer.scoring import Notice, ResultUnit, at_play


def remembers(variant: Variant) -> bool:
    """In the record a hand follows from those before it: a refa doubles its points."""
    return variant.keeps_record


def result_unit(variant: Variant) -> ResultUnit:
    return ResultUnit.RECORD if variant.keeps_record else ResultUnit.POINTS


def declarers(entry: Entry, seats: int) -> Sequence[int]:
    roles = zip(at_play(entry.sitting_out, seats), entry.roles or (), strict=False)
    return [seat for seat, role in roles if role == "declarer"]


def has_paper(variant: Variant) -> bool:
    return variant.keeps_record


def notices(totals: Sequence[int], carry: Record | None, variant: Variant, seats: int) -> tuple[Notice, ...]:
    """Say where the record stands, or explain totals that do not add up to zero: players expect that they do."""
    if variant.keeps_record:
        return tuple(_of_record(carry)) if carry else ()
    together = sum(totals)
    return (Notice("not_zero", {"points": together}, explains=True),) if together else ()


def _of_record(now: Record) -> Iterator[Notice]:
    """Yield little for the line beside the totals, and what each player has for those who look for it."""
    if now.has_ended:
        yield Notice("record_over", {"number": now.number, "signed_by_seat": now.result}, ends=True)
    else:
        yield Notice("bule_left", {"n": now.left})
        yield from (Notice("open_refa", {"n": own}, side=seat) for seat, own in enumerate(now.refe, start=1) if own)
    yield Notice("bule", {"by_seat": now.bule, "left": now.left}, explains=True)
    if not now.has_ended:
        yield Notice("settlement", {"signed_by_seat": now.result}, explains=True)
