"""Tricks as a line of text, and as they are typed: one card after the other."""

from collections.abc import Sequence

from games.belote.rules.cards import CARDS, SEATS, trick_winner
from games.belote.rules.entry import Trick, Trump


def tricks_to_text(tricks: Sequence[Trick]) -> str:
    """Each trick is its leader and its cards, tricks by slashes: "1 JH 7H 9H AH/1 AS 10S 7S 8S/..."."""
    return "/".join(" ".join([str(trick.leader), *trick.cards]) for trick in tricks)


def tricks_from_text(text: str) -> tuple[Trick, ...]:
    """Undoes `tricks_to_text`. Raises ValueError for a text that it has not made."""
    tricks = []
    for part in text.split("/"):
        leader, *cards = part.split(" ")
        tricks.append(Trick(int(leader), tuple(cards)))
    return tuple(tricks)


def tricks_of(cards: Sequence[str], leader: int, trump: Trump | None) -> tuple[Trick, ...]:
    """Cards in the order played, parted into tricks; the last may be unfinished.

    The winner of a trick leads the next. Where that cannot be told (no trump yet, a card that there is not), the same
    leader goes on.
    """
    tricks = []
    for start in range(0, len(cards), SEATS):
        trick = Trick(leader, tuple(cards[start : start + SEATS]))
        tricks.append(trick)
        if trump is not None and len(trick.cards) == SEATS and set(trick.cards) <= set(CARDS):
            leader = trick_winner(trick, trump)
    return tuple(tricks)
