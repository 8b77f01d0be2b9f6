"""A deal with a taker: one player, or two of five, against the others (FFT rules R-RO; digest section 3).

d      = card points of the taker's side - card points needed with its oudlers
         half points go to the side that wins: 40.5 for 41 is one short, 41.5 is one over
base   = +(25 + |d|) won with d >= 0, -(25 + |d|) otherwise
         +10 the attack won the last trick with the Petit in it, -10 the defence did
unit   = base x 1 petite, 2 garde, 4 garde sans, 6 garde contre
         +20/30/40 for each handful, to the side that wins, whoever showed it
         slam: made +200, announced and made +400, announced and missed -200, by the defence -200

players   taker          partner   each defender
3         +2 x unit                -unit
4         +3 x unit                -unit
5         +2 x unit      +unit     -unit
5 alone   +4 x unit                -unit
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.tarot.rules.cards import HANDFUL_POINTS, PETIT_AU_BOUT, THRESHOLDS, figure, product
from games.tarot.rules.entry import Contract, Entry, Slam
from scorer.scoring import Params, Reason, ScoreLine

BASE: Final = 25
TIMES: Final[Mapping[Contract, int]] = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
SLAM: Final[Mapping[Slam, int]] = {"made": 200, "announced_made": 400, "announced_failed": -200, "defence": -200}
"""Score points that each defender pays the taker's side."""


def reasons(entry: Entry, playing: Sequence[int]) -> Iterator[Reason]:
    """Return the reasons of a deal without problems: how the contract ended, then the points of each seat at play."""
    ending = _ending(entry)
    lines = list(_lines(entry))
    for seat, share in shares(entry, playing).items():
        yield ending.reason(seat)
        for line in lines:
            yield Reason(
                line.code, seat, share * line.points, {**line.params, "sum": product(line.params["sum"], abs(share))}
            )


def shares(entry: Entry, playing: Sequence[int]) -> Mapping[int, int]:
    """Return how many times each seat gets the unit. The shares add up to zero."""
    attack = {entry.taker, entry.partner} - {None}
    defenders = len(playing) - len(attack)
    partners = len(attack) - 1
    return {seat: defenders - partners if seat == entry.taker else 1 if seat in attack else -1 for seat in playing}


def over(points: float, oudlers: int) -> int:
    """Return d: the card points of the taker's side above those it needs. Half points go to the side that wins."""
    exact = points - THRESHOLDS[oudlers]
    return math.ceil(exact) if exact >= 0 else math.floor(exact)


def _ending(entry: Entry) -> ScoreLine:
    points, oudlers = _result(entry)
    by = over(points, oudlers)
    params: Params = {"points": figure(points), "n": oudlers, "needed": THRESHOLDS[oudlers], "by": abs(by)}
    return ScoreLine("contract_made" if by >= 0 else "contract_failed", 0, params)


def _lines(entry: Entry) -> Iterator[ScoreLine]:
    """Yield what each defender pays or, if it is negative, gets."""
    if entry.contract is None:
        raise ValueError("a deal with a taker but without a contract")
    by, times = over(*_result(entry)), TIMES[entry.contract]
    sign = 1 if by >= 0 else -1
    yield ScoreLine(entry.contract, sign * (BASE + abs(by)) * times, {"sum": f"({BASE} + {abs(by)}) × {times}"})
    if entry.petit_au_bout is not None:
        winner = 1 if entry.petit_au_bout == "attack" else -1
        total = winner * PETIT_AU_BOUT * times
        yield ScoreLine(f"petit_au_bout_{entry.petit_au_bout}", total, {"sum": product(PETIT_AU_BOUT, times)})
    for handful in entry.handfuls:
        if handful.size is not None:
            points = HANDFUL_POINTS[handful.size]
            yield ScoreLine(f"handful_{handful.size}", sign * points, {"sum": points, "seat": handful.seat})
    if entry.slam is not None:
        yield ScoreLine(f"slam_{entry.slam}", SLAM[entry.slam], {"sum": abs(SLAM[entry.slam])})


def _result(entry: Entry) -> tuple[float, int]:
    if entry.points is None or entry.oudlers is None:
        raise ValueError("a deal with a taker but without a result")
    return entry.points, entry.oudlers
