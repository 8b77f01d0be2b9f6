"""How a sheet of preferans continues from hand to hand. At a table of four the dealer sits out."""

from collections.abc import Sequence

from games.preferans.rules.entry import AT_PLAY, Entry
from games.preferans.rules.variant import Variant
from scorer.scoring import Fields, Notice


def notices(totals: Sequence[int], carry: None, variant: Variant, seats: int) -> tuple[Notice, ...]:
    """Explain totals that do not add up to zero, because players expect that they do."""
    together = sum(totals)
    return (Notice("not_zero", {"points": together}, explains=True),) if together else ()


def initial_values(entries: Sequence[Entry], turn: int, variant: Variant, seats: int) -> Fields:
    return {"sitting_out": (turn,)} if seats > AT_PLAY else {}


def dealer(entry: Entry, turn: int) -> int:
    return entry.sitting_out[0] if entry.sitting_out else turn
