"""The rates, stake and declarations of a one-for-one deal (club's text; digest 4.3 and 4.4).

    score = 4 x (rate x stake + (players - 1) x own declarations - declarations of the others)
    stake = 25 + best difference + card points in the dog, the last two each rounded up (-12.5 becomes -12)

    rates, best to worst       no dispute         dispute of 2      of 3            of 4           of 5
    3 players                  1 0 -1             2 -1 -1
    4                          2 1 -1 -2          3 1 -2 -2         6 -2 -2 -2
    5                          2 1 0 -1 -2        3 1 0 -2 -2       6 0 -2 -2 -2    8 -2 -2 -2 -2
    6                          3 2 1 -1 -2 -3     3 2 1 0 -3 -3     4 2 0 -2 -2 -2  8 0 -2 -2 -2 -2  10 -2 -2 -2 -2 -2
    2 pairs                    1 -1
    3 pairs                    1 0 -1             2 -1 -1

Declarations: handful 20/30/40, Petit au bout 10, slam 200 (nobody else has a trick). Their owner always gets them,
whatever the rank. In pairs, each member of the other pairs pays them to each member of the owner's pair. So each player
gets 2 x the declarations of the own pair less 2 x those of the others with four players, and 4 x less 2 x with six. A
slam counts once for each pair.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.tarot.rules.cards import HANDFUL_POINTS, PETIT_AU_BOUT, figure, product, signed
from games.tarot.rules.contenders import Contender, contenders, disputing, dog_points, ranked, step_between
from games.tarot.rules.entry import Entry
from games.tarot.rules.variant import Variant
from scorer.scoring import Params, Reason

BASE: Final = 25
TIMES: Final = 4
SLAM: Final = 200

RATES: Final[Mapping[int, Mapping[int, tuple[int, ...]]]] = {
    3: {0: (1, 0, -1), 2: (2, -1, -1)},
    4: {0: (2, 1, -1, -2), 2: (3, 1, -2, -2), 3: (6, -2, -2, -2)},
    5: {0: (2, 1, 0, -1, -2), 2: (3, 1, 0, -2, -2), 3: (6, 0, -2, -2, -2), 4: (8, -2, -2, -2, -2)},
    6: {
        0: (3, 2, 1, -1, -2, -3),
        2: (3, 2, 1, 0, -3, -3),
        3: (4, 2, 0, -2, -2, -2),
        4: (8, 0, -2, -2, -2, -2),
        5: (10, -2, -2, -2, -2, -2),
    },
}
PAIR_RATES: Final[Mapping[int, Mapping[int, tuple[int, ...]]]] = {2: {0: (1, -1)}, 3: RATES[3]}
"""The rates, best to worst, by the number of players or pairs and of those in a dispute (club's text, "Rate")."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a rate of 1 is worth before it is multiplied: the sum of `parts`.

    It is `raised` if the best difference was negative and counted 0.
    """

    parts: tuple[int, ...]
    raised: bool

    @property
    def points(self) -> int:
        return sum(self.parts)


@dataclass(frozen=True, slots=True)
class _Declared:
    """A declaration of the player at `seat`. Each opponent pays its points to each member of the owner's side."""

    code: str
    points: int
    owner: Contender
    seat: int


def stake(best: float, dog: float, variant: Variant) -> Stake:
    """Return the stake for this best difference and these card points in the dog."""
    raised = variant.stake_floor == "zero" and best < 0
    if raised:
        best = 0.0
    rest = (math.ceil(best), math.ceil(dog)) if variant.stake_rounding == "each" else (math.ceil(best + dog),)
    return Stake((BASE, *rest), raised)


def reasons(entry: Entry, variant: Variant, seats: int) -> Iterator[Reason]:
    """Return the reasons of a deal without problems.

    They say for each seat what it won, its place and what decided it, its share of the stake, and the declarations.
    """
    among = contenders(entry, seats)
    if not among:
        raise ValueError("a one-for-one deal without its players")
    order = ranked(among)
    at_stake = stake(order[0].difference, dog_points(entry), variant)
    disputed = disputing(order)
    rates = (RATES if entry.teams is None else PAIR_RATES)[len(order)][len(disputed)]
    declared = list(_declared(among))
    for place, contender in enumerate(order):
        for seat in contender.seats:
            yield from _place(order, place, disputed, seat)
            yield from _share(rates[place], at_stake, seat)
            yield from _declarations(declared, contender, len(among), seat)


def _place(order: Sequence[Contender], place: int, disputed: frozenset[Contender], seat: int) -> Iterator[Reason]:
    """What `seat` won and how that ranks. `place` counts from 0."""
    contender = order[place]
    yield Reason(
        "difference",
        seat,
        0,
        {
            "points": figure(contender.points),
            "n": len(contender.oudlers),
            "needed": contender.needed,
            "sign": signed(contender.difference)[:1],
            "by": figure(abs(contender.difference)),
        },
    )
    if contender in disputed:
        yield Reason("dispute", seat, 0, {"n": len(disputed)})
        return
    if contender.trickless:
        yield Reason("no_trick", seat, 0)
    yield Reason("place", seat, 0, {"place": place + 1, "of": len(order)})
    if place > 0:
        step = step_between(order[place - 1], contender)
        if step is not None:
            yield Reason(f"behind_by_{step}", seat, 0, {"seat": order[place - 1].seats[0]})
    if place + 1 < len(order):
        step = step_between(contender, order[place + 1])
        if step is not None:
            yield Reason(f"ahead_by_{step}", seat, 0, {"seat": order[place + 1].seats[0]})


def _share(rate: int, at_stake: Stake, seat: int) -> Iterator[Reason]:
    if at_stake.raised:
        yield Reason("stake_floor", seat, 0)
    if at_stake.points <= 0:
        yield Reason("stake_negative" if at_stake.points else "stake_zero", seat, 0)
    params: Params = {
        "rate": signed(rate),
        "stake": signed(at_stake.points).removeprefix("+"),
        "sum": _added(at_stake.parts),
        "times": TIMES,
    }
    yield Reason("stake", seat, TIMES * rate * at_stake.points, params)


def _added(parts: Sequence[int]) -> str:
    """Return the sum in words: "25 + 5 + 3", "25 − 12 + 5"."""
    first, *rest = parts
    return " ".join([str(first), *(f"{'−' if part < 0 else '+'} {abs(part)}" for part in rest)])


def _declared(among: Sequence[Contender]) -> Iterator[_Declared]:
    for contender in among:
        for seat, player in zip(contender.seats, contender.players, strict=True):
            for size in player.handfuls:
                yield _Declared(f"handful_{size}", HANDFUL_POINTS[size], contender, seat)
            if player.petit_au_bout:
                yield _Declared("petit_au_bout_declared", PETIT_AU_BOUT, contender, seat)
        if all(other.trickless for other in among if other is not contender):
            yield _Declared("slam_declared", SLAM, contender, contender.seats[0])


def _declarations(declared: Sequence[_Declared], mine: Contender, sides: int, seat: int) -> Iterator[Reason]:
    """Every player of the other sides pays every player of the owner's side 4 times the points."""
    size = len(mine.seats)
    for item in declared:
        share = size * (sides - 1) if item.owner is mine else -size
        params: Params = {"sum": product(item.points, TIMES, abs(share)), "seat": item.seat}
        yield Reason(item.code, seat, TIMES * share * item.points, params)
