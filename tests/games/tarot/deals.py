"""Tarot dealt and played card by card, and what each player has won, counted card by card."""

from dataclasses import dataclass, field

SUITS = "SHDC"
EXCUSE = ("E", 0)
PETIT = ("T", 1)
TWENTY_ONE = ("T", 21)
PACK = [*((suit, rank) for suit in SUITS for rank in range(1, 15)), *(("T", rank) for rank in range(1, 22)), EXCUSE]
OUDLER_NAMES = {TWENTY_ONE: "21", EXCUSE: "excuse", PETIT: "petit"}
COURT = {14: "K", 13: "Q", 12: "C", 11: "J"}
HALVES = {"K": 9, "Q": 7, "C": 5, "J": 3}

DEALINGS = [(3, 24, 6), (4, 18, 6), (5, 15, 3), (5, 14, 8), (6, 12, 6)]


def court(card):
    return COURT.get(card[1]) if card[0] in SUITS else None


def halves(card):
    """The half points that a card counts."""
    if card in OUDLER_NAMES:
        return 9
    return HALVES.get(court(card), 1)


@dataclass
class Trick:
    cards: list  # (place, card), as played
    winner: int = -1


@dataclass
class Deal:
    count: int
    dog: list
    hands: list  # as held when play begins
    tricks: list = field(default_factory=list)


def deal(random, count, hand, dog, favoured=None, trumps=0):
    """Hands by index. The favoured player gets so many of the highest trumps, and then kings."""
    pack = PACK[:]
    random.shuffle(pack)
    strongest = [*(("T", rank) for rank in range(21, 0, -1)), *((suit, 14) for suit in SUITS)]
    gift = [] if favoured is None else strongest[: min(trumps, hand)]
    rest = [card for card in pack if card not in gift]
    hands = []
    for place in range(count):
        mine = gift[:] if place == favoured else []
        while len(mine) < hand:
            mine.append(rest.pop())
        hands.append(mine)
    assert len(rest) == dog
    return Deal(count, rest, hands)


def legal(hand, played):
    """The cards that may be played to a trick: follow suit, else trump and overtrump, else anything."""
    led = next((card[0] for _, card in played if card != EXCUSE), None)
    if led is None:
        return hand
    trumps = [card for card in hand if card[0] == "T"]
    highest = max((card[1] for _, card in played if card[0] == "T"), default=0)
    over = [card for card in trumps if card[1] > highest]
    suit = [card for card in hand if card[0] == led]
    if led != "T" and suit:
        may = suit
    elif trumps:
        may = over or trumps
    else:
        return hand
    return [*may, *(card for card in hand if card == EXCUSE)]


def wins(played):
    led = next(card[0] for _, card in played if card != EXCUSE)

    def strength(item):
        suit, rank = item[1]
        return (suit == "T", suit == led, rank) if suit in ("T", led) else (False, False, -1)

    return max(played, key=strength)[0]


def play(random, deal, leader=0, bold=None):
    """Play any legal cards, in half of the deals the Petit last; the player `bold` always plays the strongest."""
    hands = [hand[:] for hand in deal.hands]
    saves = random.random() < 0.5
    while hands[0]:
        played = []
        for step in range(deal.count):
            place = (leader + step) % deal.count
            may = legal(hands[place], played)
            if saves and len(may) > 1:
                may = [card for card in may if card != PETIT]
            strongest = max(may, key=lambda card: (card[0] == "T", card[1]))
            card = strongest if place == bold else random.choice(may)
            hands[place].remove(card)
            played.append((place, card))
        leader = wins(played)
        deal.tricks.append(Trick(played, leader))
    return deal


@dataclass
class Pile:
    """What a player or a side has won; points in halves."""

    halves: int = 0
    oudlers: set = field(default_factory=set)
    court: list = field(default_factory=list)
    first: int | None = None
    tricks: int = 0
    petit_au_bout: bool = False

    def take(self, card):
        self.halves += halves(card)
        if card in OUDLER_NAMES:
            self.oudlers.add(OUDLER_NAMES[card])
        if court(card):
            self.court.append(court(card))


def count(deal, side_of, *, short=False):
    """The piles by side; `side_of` gives each place's side.

    The Excuse stays with its owner's side, for a card of half a point; in the last trick it goes with the trick. A side
    that never wins a trick has no card to give: it counts 4 and the winner of the trick has half a point more, or with
    `short` 4.5 and a card is missing from the trick.
    """
    piles = {side: Pile() for side in set(side_of)}
    for trick in deal.tricks:
        piles[side_of[trick.winner]].tricks += 1
    for number, trick in enumerate(deal.tricks, start=1):
        winner = piles[side_of[trick.winner]]
        winner.first = winner.first or number
        last = number == len(deal.tricks)
        for place, card in trick.cards:
            owner = piles[side_of[place]]
            if card != EXCUSE or last or owner is winner:
                winner.take(card)
                continue
            owner.take(card)
            if owner.tricks or not short:
                owner.halves -= 1
                winner.halves += 1
        if last:
            winner.petit_au_bout = any(card == PETIT for _, card in trick.cards)
    return piles
