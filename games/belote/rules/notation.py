"""Tricks as a line of text, and as they are entered: one card after the other."""

from collections.abc import Sequence

from games.belote.rules.cards import CARDS, SEATS, trick_winner
from games.belote.rules.entry import Trick, Trump


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
