"""The cards of belote: their points, who wins a trick, and what a side has after eight tricks.

    card           A  10   K   Q   J   9   8   7    sum
    trump suit    11  10   4   3  20  14   0   0     62
    plain suit    11  10   4   3   2   0   0   0     30     62 + 3 x 30 = 152
    SA, reduced   19  10   4   3   2   0   0   0     38     4 x 38     = 152
    TA, reduced    6   5   3   2  13   9   0   0     38     4 x 38     = 152

The last trick counts ten more (dix de der): 162. In SA (sans-atout) every suit is plain, in TA (tout-atout) every suit
is a trump suit, and the highest card of the suit that was led wins.

Four functions are those of the club's text, with its exceptions: `trick_points`, `team_points`, `find_belote` (one
team played king and queen of trumps) and `round_score` in house.py. `belotes_in_one_hand` follows the federation: one
player held both. All functions of a round expect its 32 different cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from games.belote.rules.entry import SUITS, TRICKS, Capot, PerSide, SideName, Trick, Trump
from scorer.scoring import after

SEATS: Final = 4
LAST_TRICK: Final = 10  # club's text: LAST_TRICK_BONUS
CARD_POINTS: Final = 152  # club's text: TOTAL_CARD_POINTS
ROUND_POINTS: Final = CARD_POINTS + LAST_TRICK  # club's text: TOTAL_ROUND_POINTS

RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
CARDS: Final = tuple(rank + suit for suit, rank in product(SUITS, RANKS))

PLAIN_ORDER: Final = ("7", "8", "9", "J", "Q", "K", "10", "A")
TRUMP_ORDER: Final = ("7", "8", "Q", "K", "10", "A", "9", "J")
"""Weakest first."""

PLAIN: Final[Mapping[str, int]] = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMPED: Final[Mapping[str, int]] = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
SA: Final[Mapping[str, int]] = {**PLAIN, "A": 19}
TA: Final[Mapping[str, int]] = {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2, "8": 0, "7": 0}
"""The reduced scales of sans-atout and tout-atout, so that a round still has 162 points."""


class UnfinishedTrick(ValueError):
    """A trick does not have four cards."""


class NotEightTricks(ValueError):
    """A round does not have eight tricks."""


@dataclass(frozen=True, slots=True)
class TeamPoints:
    """Card points of a round, including ten for the last trick: always 162 together."""

    contracting: int
    opponent: int


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str:
    return card[-1]


def card_points(card: str, trump: Trump) -> int:
    if trump == "SA":
        return SA[rank_of(card)]
    if trump == "TA":
        return TA[rank_of(card)]
    return (TRUMPED if suit_of(card) == trump else PLAIN)[rank_of(card)]


def trick_points(trick: Trick, trump: Trump) -> int:
    """Return the card points of a finished trick, without the ten for the last trick."""
    _, cards = _finished(trick)
    return sum(card_points(card, trump) for card in cards)


def trick_winner(trick: Trick, trump: Trump) -> int:
    """Return the seat that wins: the highest trump or, without trumps, the highest card of the suit that was led."""
    leader, cards = _finished(trick)
    led = suit_of(cards[0])

    def strength(place: int) -> tuple[bool, bool, int]:
        suit, rank = suit_of(cards[place]), rank_of(cards[place])
        order = TRUMP_ORDER if trump in (suit, "TA") else PLAIN_ORDER
        return suit == trump, suit == led, order.index(rank)

    return after(leader, SEATS, max(range(SEATS), key=strength))


def team_points(tricks: Sequence[Trick], trump: Trump, bidder: int) -> TeamPoints:
    _check_round(tricks)
    points: dict[SideName, int] = {"contracting": 0, "opponent": 0}
    for trick in tricks:
        points[_side(trick_winner(trick, trump), bidder)] += trick_points(trick, trump)
    points[_side(trick_winner(tricks[-1], trump), bidder)] += LAST_TRICK
    return TeamPoints(**points)


def find_belote(tricks: Sequence[Trick], trump: Trump, bidder: int) -> SideName | None:
    """Return the side that played king and queen of trumps, from one hand or two. There is none in SA and TA."""
    _check_round(tricks)
    if trump not in SUITS:
        return None
    player = _players(tricks)
    king, queen = player["K" + trump], player["Q" + trump]
    return _side(king, bidder) if _partners(king, queen) else None


def belotes_in_one_hand(tricks: Sequence[Trick], trump: Trump, bidder: int) -> PerSide:
    """Return for each side how often one player held king and queen of a trump suit. In TA all four suits count."""
    _check_round(tricks)
    player = _players(tricks)
    suits = SUITS if trump == "TA" else [suit for suit in SUITS if suit == trump]
    owners = [_side(player["K" + suit], bidder) for suit in suits if player["K" + suit] == player["Q" + suit]]
    return PerSide(owners.count("contracting"), owners.count("opponent"))


def find_capot(tricks: Sequence[Trick], trump: Trump, bidder: int) -> Capot | None:
    """Return the side that won all eight tricks, or "bidder" if that player won them alone."""
    _check_round(tricks)
    winners = {trick_winner(trick, trump) for trick in tricks}
    if winners == {bidder}:
        return "bidder"
    sides = {_side(winner, bidder) for winner in winners}
    return sides.pop() if len(sides) == 1 else None


def _finished(trick: Trick) -> tuple[int, tuple[str, ...]]:
    if trick.leader is None or len(trick.cards) != SEATS:
        raise UnfinishedTrick(f"{len(trick.cards)} cards led by {trick.leader}")
    return trick.leader, trick.cards


def _check_round(tricks: Sequence[Trick]) -> None:
    if len(tricks) != TRICKS:
        raise NotEightTricks(f"{len(tricks)} tricks")
    for trick in tricks:
        _finished(trick)


def _players(tricks: Sequence[Trick]) -> dict[str, int]:
    """Return the seat that played each card."""
    return {
        card: after(leader, SEATS, place)
        for leader, cards in map(_finished, tricks)
        for place, card in enumerate(cards)
    }


def _partners(seat: int, other: int) -> bool:
    return seat % 2 == other % 2


def _side(seat: int, bidder: int) -> SideName:
    return "contracting" if _partners(seat, bidder) else "opponent"


# Tricks as a line of text, and as they are entered: one card after the other


def tricks_to_text(tricks: Sequence[Trick]) -> str:
    """Return the leader and the cards of each trick, separated by slashes: "1 JH 7H 9H AH/1 AS 10S 7S 8S/..."."""
    return "/".join(" ".join([str(trick.leader), *trick.cards]) for trick in tricks)


def tricks_from_text(text: str) -> tuple[Trick, ...]:
    """The inverse of `tricks_to_text`. Raises ValueError for any other text."""
    tricks = []
    for part in text.split("/"):
        leader, *cards = part.split(" ")
        tricks.append(Trick(int(leader), tuple(cards)))
    return tuple(tricks)


def tricks_of(cards: Sequence[str], leader: int, trump: Trump | None) -> tuple[Trick, ...]:
    """Divide cards in the order of play into tricks. The last trick may be unfinished.

    The winner of a trick leads the next one. If the winner is not known (no trump was chosen, or there is no such
    card), the same leader leads again.
    """
    tricks = []
    for start in range(0, len(cards), SEATS):
        trick = Trick(leader, tuple(cards[start : start + SEATS]))
        tricks.append(trick)
        if trump is not None and len(trick.cards) == SEATS and set(trick.cards) <= set(CARDS):
            leader = trick_winner(trick, trump)
    return tuple(tricks)
