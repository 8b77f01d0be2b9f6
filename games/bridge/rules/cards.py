"""The cards of a deal, as the Deal tag of PBN 2.1 (3.4.11) writes them: `N:AKQ2.T9.864.KQ53 ...`."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from games.bridge.rules.entry import CARDS, DECLARERS, Declarer
from scorer.scoring import Problem

SUITS = "SHDC"
"""In the order in which a hand is written."""
RANKS = "AKQJT98765432"
HAND = len(RANKS)

Hand = tuple[str, str, str, str]
"""The ranks in each suit, from the ace down, with T for the ten. Empty is a void."""


@dataclass(frozen=True, slots=True)
class Cards:
    hands: tuple[Hand, Hand, Hand, Hand]
    """Of North, East, South and West."""

    def text(self, first: Declarer = "N") -> str:
        """Return the value of a Deal tag that begins with this seat."""
        start = DECLARERS.index(first)
        return f"{first}:{' '.join('.'.join(hand) for hand in self.hands[start:] + self.hands[:start])}"


def read_cards(text: str) -> tuple[Cards | None, list[Problem]]:
    """Return the cards of a Deal tag, or everything that is wrong with it. Ranks may have any order, 10 is a ten."""
    first, colon, rest = text.strip().upper().replace("10", "T").partition(":")
    written = rest.split()
    if not colon or first not in DECLARERS or len(written) != len(DECLARERS):
        return None, [Problem("", "pbn_deal")]
    start = DECLARERS.index(first)
    seats = DECLARERS[start:] + DECLARERS[:start]
    by_seat = {seat: hand.split(".") for seat, hand in zip(seats, written, strict=True)}
    problems = [problem for seat, hand in by_seat.items() for problem in _of_hand(seat, hand)]
    if not problems:
        dealt = Counter(
            suit + rank for hand in by_seat.values() for suit, ranks in zip(SUITS, hand, strict=True) for rank in ranks
        )
        problems = [Problem("", "pbn_card_twice", {"card": card}) for card, times in dealt.items() if times > 1]
    if problems:
        return None, problems
    north, east, south, west = (_sorted(by_seat[seat]) for seat in DECLARERS)
    return Cards((north, east, south, west)), []


def read_card(text: str) -> str | None:
    """Return a card such as H4 or 4H as entries have it. What is no card, as where a lead is not known, is None."""
    signs = text.upper().replace("T", "10")
    return next((card for card in (signs, signs[1:] + signs[:1]) if card in CARDS), None)


def _of_hand(seat: Declarer, hand: list[str]) -> Iterator[Problem]:
    strange = "".join(sorted(set("".join(hand)) - set(RANKS)))
    count = sum(map(len, hand))
    if hand == ["-"]:
        yield Problem("", "pbn_no_hand", {"seat": seat})
    elif strange:
        yield Problem("", "pbn_rank", {"seat": seat, "rank": strange[:20]})
    elif len(hand) != len(SUITS):
        yield Problem("", "pbn_suits", {"seat": seat})
    elif count != HAND:
        yield Problem("", "pbn_hand_cards", {"seat": seat, "n": count})


def _sorted(hand: list[str]) -> Hand:
    spades, hearts, diamonds, clubs = ("".join(sorted(ranks, key=RANKS.index)) for ranks in hand)
    return spades, hearts, diamonds, clubs
