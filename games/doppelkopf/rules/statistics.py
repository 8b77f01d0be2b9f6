"""What is counted in hands: Re and Kontra, what they announced, and solos."""

from collections.abc import Iterator
from typing import Final

from games.doppelkopf.rules.entry import ABSAGEN, PARTIES, SOLOS, Entry, PartyName, is_solo
from games.doppelkopf.rules.scoring import result_of
from games.doppelkopf.rules.variant import Variant
from scorer.scoring import Case, Statistic, at_play


def _party(name: PartyName, group: str, entry: Entry, variant: Variant, seats: int) -> Case:
    """Count the hand for the players of a party."""
    re = entry.re or ()
    kontra = tuple(seat for seat in at_play(entry.sitting_out, seats) if seat not in re)
    return Case(group, re if name == "re" else kontra, result_of(entry, variant).winner == name)


def _parties(entry: Entry, variant: Variant, seats: int) -> Iterator[Case]:
    for name in PARTIES:
        yield _party(name, name, entry, variant, seats)


def _announced(entry: Entry, variant: Variant, seats: int) -> Iterator[Case]:
    """The highest that a party said. An Absage counts alone, since it includes Re or Kontra."""
    if entry.re_absage or entry.re_announced:
        yield _party("re", entry.re_absage or "re", entry, variant, seats)
    if entry.kontra_absage or entry.kontra_announced:
        yield _party("kontra", entry.kontra_absage or "kontra", entry, variant, seats)


def _solos(entry: Entry, variant: Variant, seats: int) -> Iterator[Case]:
    if entry.kind and is_solo(entry):
        yield _party("re", entry.kind, entry, variant, seats)


STATISTICS: Final = (
    Statistic("party", PARTIES, _parties),
    Statistic("announced", (*PARTIES, *ABSAGEN), _announced),
    Statistic("solo", SOLOS, _solos),
)
