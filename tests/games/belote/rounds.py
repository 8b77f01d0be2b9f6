"""Rounds built for tests: each of the eight tricks has one suit, so the highest card wins, whoever leads."""

from games.belote.rules.entry import Trick

# Hearts are trumps. The strongest card of each trick stands first; points: 34, 28, then 28 and 2 in every plain suit.
TRUMP_HIGH = ("JH", "9H", "8H", "7H")
TRUMP_LOW = ("AH", "10H", "KH", "QH")
CLUBS_HIGH, CLUBS_LOW = ("AC", "10C", "KC", "QC"), ("JC", "9C", "8C", "7C")
DIAMONDS_HIGH, DIAMONDS_LOW = ("AD", "10D", "KD", "QD"), ("JD", "9D", "8D", "7D")
SPADES_HIGH, SPADES_LOW = ("AS", "10S", "KS", "QS"), ("JS", "9S", "8S", "7S")
ALL = (TRUMP_HIGH, TRUMP_LOW, CLUBS_HIGH, DIAMONDS_HIGH, SPADES_HIGH, CLUBS_LOW, DIAMONDS_LOW, SPADES_LOW)

# The same cards with king and queen of trumps in different tricks: 38 points and 24.
TRUMP_KING = ("JH", "9H", "KH", "7H")
TRUMP_QUEEN = ("AH", "10H", "QH", "8H")
PARTED = (TRUMP_KING, TRUMP_QUEEN, *ALL[2:])


def round_of(won, held=None):
    """`won`: (cards, winning seat) for each trick. `held`: the seats that must have played certain cards."""
    held, leader, tricks = held or {}, won[0][1], []
    for cards, winner in won:
        by_seat = {winner: cards[0]}
        for card in cards[1:]:
            if card in held:
                assert held[card] not in by_seat, f"seat {held[card]} plays two cards to one trick"
                by_seat[held[card]] = card
        rest = [card for card in cards if card not in by_seat.values()]
        for seat in (1, 2, 3, 4):
            if seat not in by_seat:
                by_seat[seat] = rest.pop(0)
        order = [(leader + step - 1) % 4 + 1 for step in range(4)]
        tricks.append(Trick(leader, tuple(by_seat[seat] for seat in order)))
        leader = winner
    return tuple(tricks)


def split(*ours, last, held=None, tricks=ALL):
    """Seat 1 wins the tricks `ours`, seat 2 the others. `last` is played last."""
    order = [cards for cards in tricks if cards != last] + [last]
    return round_of([(cards, 1 if cards in ours else 2) for cards in order], held)
