"""Hands that a club might play, for the demo and the tests."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from games.preferans.rules.entry import (
    AT_PLAY,
    BETL,
    DEFENCES,
    LEVELS,
    SPADES,
    STOP,
    TRICKS,
    Counter,
    Defence,
    Entry,
    Role,
)
from games.preferans.rules.variant import Variant

# Roughly how a club's hands end. These are our own estimates for the demo, from no source.
_PASSED_OUT: Final = 0.05
_IN_HAND: Final = 0.12
_DOUBLED_AGAIN: Final = 0.1
_BETL_FAILS: Final = 0.35
_DEFENDERS: Final = {defence: pair for pair, defence in DEFENCES.items()}

_LEVEL_WEIGHTS: Final = (30, 25, 18, 13, 8, 6)

_WEIGHTS: Final[dict[Defence, int]] = {"nobody": 18, "one": 38, "both": 28, "call": 9, "counter": 7}
_BETL_WEIGHTS: Final[dict[Defence, int]] = {"both": 92, "counter": 8}

_TAKEN: Final[dict[Defence, float]] = {"nobody": 7.0, "one": 7.0, "both": 6.3, "call": 6.2, "counter": 5.4}
_SPREAD: Final = 1.0
_LEAST, _MOST = 4, 9
"""The declarer's tricks: mean by defence, spread, and limits."""


def random_entry(random: Random, entries: Sequence[Entry], variant: Variant, seats: int, dealer: int) -> Entry:
    sitting_out = (dealer,) if seats > AT_PLAY else ()
    if random.random() < _PASSED_OUT:
        return Entry(passed_out=True, sitting_out=sitting_out)
    level, in_hand = random.choices(LEVELS, _LEVEL_WEIGHTS)[0], random.random() < _IN_HAND
    defence = _defence(random, _BETL_WEIGHTS if level == BETL else _WEIGHTS)
    if variant.forces_counter and level == SPADES and not in_hand and defence != "counter":
        defence = "nobody"
    least = TRICKS - STOP if variant.stop_at_five else _LEAST
    taken, *won = _betl(random) if level == BETL else _tricks(random, defence, least)
    players: list[tuple[Role, int]] = [("declarer", taken), *zip(_DEFENDERS[defence], won, strict=True)]
    random.shuffle(players)
    return Entry(
        level=level,
        in_hand=in_hand,
        counter=_counter(random) if defence == "counter" else "none",
        roles=tuple(role for role, _ in players),
        tricks=None if defence == "nobody" else tuple(tricks for _, tricks in players),
        sitting_out=sitting_out,
    )


def _defence(random: Random, weights: Mapping[Defence, int]) -> Defence:
    return random.choices(tuple(weights), tuple(weights.values()))[0]


def _counter(random: Random) -> Counter:
    return "double_counter" if random.random() < _DOUBLED_AGAIN else "counter"


def _betl(random: Random) -> tuple[int, int, int]:
    return int(random.random() < _BETL_FAILS), 0, 0


def _tricks(random: Random, defence: Defence, least: int) -> tuple[int, int, int]:
    """Return the tricks of the declarer and of each defender. If only one defender scores, the other has none."""
    taken = min(_MOST, max(least, round(random.gauss(_TAKEN[defence], _SPREAD))))
    rest = TRICKS - taken
    first = sum(random.random() < 1 / 2 for _ in range(rest)) if defence == "both" else rest
    return taken, first, rest - first
