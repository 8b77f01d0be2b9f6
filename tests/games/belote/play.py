"""An independent game of belote for the tests: deals cards, plays them by the rules, and counts them one by one."""

from random import Random

CARD_VALUES = {
    "trump": {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0},
    "plain": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0},
    "SA": {"A": 19, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0},
    "TA": {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2, "8": 0, "7": 0},
}
STRONGEST_TRUMP_FIRST = ["J", "9", "A", "10", "K", "Q", "8", "7"]
STRONGEST_PLAIN_FIRST = ["A", "10", "K", "Q", "J", "9", "8", "7"]
PACK = [rank + suit for suit in "CDHS" for rank in STRONGEST_PLAIN_FIRST]


def worth(card, trump):
    scale = trump if trump in ("SA", "TA") else "trump" if card[-1] == trump else "plain"
    return CARD_VALUES[scale][card[:-1]]


def beats(card, best, trump):
    """Whether `card`, played after `best`, beats it."""
    if card[-1] != best[-1]:
        return card[-1] == trump
    order = STRONGEST_TRUMP_FIRST if trump in ("TA", card[-1]) else STRONGEST_PLAIN_FIRST
    return order.index(card[:-1]) < order.index(best[:-1])


def legal(hand, trick, trump):
    """Follow suit, and overtrump in trumps. Without the suit, play a trump unless the partner is winning the trick."""
    if not trick:
        return hand
    led, best, holder = trick[0][-1], trick[0], 0
    for place, card in enumerate(trick):
        if beats(card, best, trump):
            best, holder = card, place
    following = [card for card in hand if card[-1] == led]
    if following:
        higher = [card for card in following if beats(card, best, trump)] if trump in (led, "TA") else []
        return higher or following
    trumps = [card for card in hand if card[-1] == trump]
    if trumps and holder != len(trick) - 2:
        return [card for card in trumps if beats(card, best, trump)] or trumps
    return hand


def play(seed, trump, leader=1):
    """Deal and play a hand by the rules. Return the hands by seat, the tricks as (leader, cards), and their winners."""
    random = Random(seed)
    pack = random.sample(PACK, 32)
    dealt = {seat: pack[8 * seat - 8 : 8 * seat] for seat in (1, 2, 3, 4)}
    left = {seat: list(cards) for seat, cards in dealt.items()}
    tricks, winners = [], []
    for _ in range(8):
        cards, best, winner = [], None, leader
        for step in range(4):
            seat = (leader + step - 1) % 4 + 1
            card = random.choice(legal(left[seat], cards, trump))
            left[seat].remove(card)
            if best is None or beats(card, best, trump):
                best, winner = card, seat
            cards.append(card)
        tricks.append((leader, tuple(cards)))
        winners.append(winner)
        leader = winner
    return dealt, tricks, winners
