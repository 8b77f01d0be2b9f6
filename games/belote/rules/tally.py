"""The result of a hand apart from its contract, whether points or cards were written down."""

from dataclasses import dataclass

from games.belote.rules import cards
from games.belote.rules.entry import Capot, Entry, PerSide
from games.belote.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Tally:
    """`points` are the card points of the contracting side, of 162. In the house scoring `capot` is always None."""

    points: int
    belotes: PerSide
    capot: Capot | None


def tally(entry: Entry, variant: Variant) -> Tally:
    """Return the tally of an entry without problems. Raises ValueError if points, or bidder and trump, are missing."""
    if entry.tricks is not None:
        return _from_cards(entry, variant)
    if entry.points is None:
        raise ValueError("neither points nor tricks")
    belotes = entry.belotes if entry.trump == "TA" else PerSide.one(entry.belote)
    return Tally(entry.points, belotes, entry.capot)


def _from_cards(entry: Entry, variant: Variant) -> Tally:
    if entry.tricks is None or entry.trump is None or entry.bidder is None:
        raise ValueError("cards need a bidder and a trump")
    hand = (entry.tricks, entry.trump, entry.bidder)
    points = cards.team_points(*hand).contracting
    if variant.scoring == "house":
        return Tally(points, PerSide.one(cards.find_belote(*hand)), None)
    return Tally(points, cards.belotes_in_one_hand(*hand), cards.find_capot(*hand))
