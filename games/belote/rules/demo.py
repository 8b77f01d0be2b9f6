"""Hands that a club might play, for the demo and the tests."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from games.belote.rules.cards import CARDS, ROUND_POINTS, team_points, trick_winner
from games.belote.rules.checks import IMPOSSIBLE_POINTS
from games.belote.rules.entry import SUITS, TRICKS, VALUES, Coinche, Entry, PerSide, SideName, Slam, Trick, Trump
from games.belote.rules.variant import Variant
from scorer.scoring import after

# Roughly how a club's hands end. These are our own estimates for the demo, from no source.
_VALUE_WEIGHTS: Final = (24, 26, 20, 13, 9, 4, 2, 1, 1)
_PASSED_OUT: Final = 0.03
_COINCHED: Final = 0.12
_SURCOINCHED: Final = 0.15
_BELOTE: Final = 0.4
_FROM_CARDS: Final = 0.1
_NO_SUIT: Final = 0.08
_DECLARED: Final = 0.15
_SLAM: Final = 0.01
_SPREAD: Final = 20
_ABOVE: Final = 14
"""By how many points a side exceeds its contract, and how much that varies: about one contract in four fails."""


def random_entry(random: Random, entries: Sequence[Entry], variant: Variant, seats: int, dealer: int) -> Entry:
    if random.random() < _PASSED_OUT:
        return Entry(passed_out=True)
    bidder, trump = random.randint(1, seats), _trump(random, variant)
    contract = Entry(
        bidder=bidder,
        value=_value(random, variant),
        trump=trump,
        coinche=_coinche(random),
        declarations=_declarations(random, variant),
    )
    if random.random() > _FROM_CARDS:
        return _with_points(random, contract, variant)
    tricks = _tricks(random, trump, after(dealer, seats))
    points = team_points(tricks, trump, bidder)
    weaker = points.contracting < points.opponent
    return replace(contract, tricks=tricks, bidder=after(bidder, seats) if weaker else bidder)


def _with_points(random: Random, contract: Entry, variant: Variant) -> Entry:
    """Return the contract with a plausible number of points."""
    aim = contract.value if isinstance(contract.value, int) else ROUND_POINTS
    points = min(ROUND_POINTS, max(0, round(random.gauss(aim + _ABOVE, _SPREAD))))
    points += {IMPOSSIBLE_POINTS[0]: 1, IMPOSSIBLE_POINTS[1]: -1}.get(points, 0)
    hand = replace(contract, points=points)
    if variant.scoring == "ffb" and points == ROUND_POINTS:
        hand = replace(hand, capot="contracting")
    if contract.trump == "SA" or random.random() > _BELOTE:
        return hand
    owner: SideName = "contracting" if random.random() < 2 / 3 else "opponent"
    return replace(hand, belotes=PerSide.one(owner)) if contract.trump == "TA" else replace(hand, belote=owner)


def _value(random: Random, variant: Variant) -> int | Slam:
    if variant.scoring == "ffb" and random.random() < _SLAM:
        return "capot"
    return random.choices(VALUES, _VALUE_WEIGHTS)[0]


def _trump(random: Random, variant: Variant) -> Trump:
    if variant.scoring == "ffb" and random.random() < _NO_SUIT:
        return random.choice(("SA", "TA"))
    return random.choice(SUITS)


def _coinche(random: Random) -> Coinche:
    if random.random() > _COINCHED:
        return "none"
    return "surcoinche" if random.random() < _SURCOINCHED else "coinche"


def _declarations(random: Random, variant: Variant) -> PerSide:
    if variant.scoring == "house" or random.random() > _DECLARED:
        return PerSide()
    points = random.choices((20, 50, 100), (8, 3, 1))[0]
    return random.choice((PerSide(contracting=points), PerSide(opponent=points)))


def _tricks(random: Random, trump: Trump, leader: int) -> tuple[Trick, ...]:
    """Eight tricks from a shuffled pack. Winners lead, but nobody follows suit."""
    pack = random.sample(CARDS, len(CARDS))
    tricks = []
    for number in range(TRICKS):
        trick = Trick(leader, tuple(pack[4 * number : 4 * number + 4]))
        leader = trick_winner(trick, trump)
        tricks.append(trick)
    return tuple(tricks)
