"""Deals with their cards, and what tables might make of them, for the demo."""

from random import Random

from games.bridge.rules.cards import HAND, RANKS, SUITS, Cards, Hand
from games.bridge.rules.contract import BOOK
from games.bridge.rules.entry import DECLARERS, MAX_TRICKS, Entry, Strain

# How many tricks cards are worth, and what is bid on them: rules of thumb of our own for the demo, from no source.
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
EVEN = 20
"""Points with which a side makes as many tricks as it has trumps, or BALANCED in notrump."""
POINTS_A_TRICK = 3
BALANCED = 7
FIT: dict[Strain, int] = {"S": 8, "H": 8, "D": 9, "C": 9}
"""Trumps with which a side plays in the suit and not in notrump. The suits are in the order of a hand."""
MAJORS = "S", "H"
GAME: dict[Strain, int] = {"NT": 3, "S": 4, "H": 4, "D": 5, "C": 5}
SLAM = 6
LIGHT = 0.4
"""Tricks by which a game may be short."""
PART_SCORE = 3
TO_OPEN = 12
CHOICE = 12, 3, 1
"""How many of 16 tables play in the best, second and third strain."""
BY_CHANCE = (-1, -0.4, 0, 0, 0.4, 1)
"""Tricks more or less than the cards are worth."""
MISJUDGED, POINTS_MISJUDGED = 0.5, 1.5
"""Standard deviations, of tricks and of points."""
OFTEN = 0.5
OTHER_HAND = 0.1
"""How often the shorter trumps are in the hand that plays."""
FEWEST_TRICKS = BOOK - 2


def random_cards(random: Random) -> Cards:
    pack = random.sample([suit + rank for suit in SUITS for rank in RANKS], len(SUITS) * len(RANKS))
    north, east, south, west = (_hand(pack[start : start + HAND]) for start in range(0, len(pack), HAND))
    return Cards((north, east, south, west))


def _hand(cards: list[str]) -> Hand:
    spades, hearts, diamonds, clubs = ("".join(rank for rank in RANKS if suit + rank in cards) for suit in SUITS)
    return spades, hearts, diamonds, clubs


def points_of(hand: Hand) -> int:
    return sum(POINTS.get(rank, 0) for suit in hand for rank in suit)


def random_result(random: Random, board: int, cards: Cards) -> Entry:
    """Return the result of a table. The stronger side plays, as high as it judges its cards; not all judge alike."""
    points = [points_of(hand) for hand in cards.hands]
    if max(points) < TO_OPEN and random.random() < OFTEN:
        return Entry(board, passed_out=True)
    seats = (0, 2) if points[0] + points[2] + random.gauss(0, POINTS_MISJUDGED) > EVEN else (1, 3)
    worth = _worth(cards, seats)
    (strain,) = random.choices(list(worth)[: len(CHOICE)], CHOICE)
    tricks = min(round(worth[strain] + random.choice(BY_CHANCE)), MAX_TRICKS)
    level = _level(strain, worth[strain] + random.gauss(0, MISJUDGED))
    doubled = tricks < BOOK + level - 1 and random.random() < OFTEN
    declarer = DECLARERS[_declarer(random, cards, seats, strain)]
    return Entry(board, level, strain, "X" if doubled else "", declarer, max(tricks, FEWEST_TRICKS))


def _worth(cards: Cards, seats: tuple[int, int]) -> dict[Strain, float]:
    """Return the tricks in each strain, those first that the side would rather play: a fit in a major, notrump."""
    one, other = (cards.hands[seat] for seat in seats)
    more = (points_of(one) + points_of(other) - EVEN) / POINTS_A_TRICK
    trumps = {suit: len(one[place]) + len(other[place]) for place, suit in enumerate(FIT)}

    def preference(strain: Strain) -> tuple[int, int]:
        if strain == "NT":
            return 1, 0
        has_fit = trumps[strain] >= FIT[strain]
        return (0 if strain in MAJORS else 2) if has_fit else 3, -trumps[strain]

    return {strain: more + trumps.get(strain, BALANCED) for strain in sorted(GAME, key=preference)}


def _level(strain: Strain, judged: float) -> int:
    levels, game = judged - BOOK, GAME[strain]
    if levels >= SLAM:
        return SLAM
    return game if levels >= game - LIGHT else max(1, min(PART_SCORE, int(levels), game - 1))


def _declarer(random: Random, cards: Cards, seats: tuple[int, int], strain: Strain) -> int:
    if strain == "NT":
        return random.choice(seats)
    longer = max(seats, key=lambda seat: len(cards.hands[seat][SUITS.index(strain)]))
    return sum(seats) - longer if random.random() < OTHER_HAND else longer
