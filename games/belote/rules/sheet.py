"""How a sheet of belote continues from hand to hand: a target, parties, and points in litige."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.belote.rules.entry import Entry
from games.belote.rules.parties import Pair, Standing
from games.belote.rules.variant import Variant
from scorer.scoring import Notice, ResultUnit, pairs

_ENDS_OF_THREE: Final[Mapping[Pair, str]] = {
    (1, 0): "party_ahead",
    (1, 1): "party_level",
    (2, 0): "match_over",
    (2, 1): "belle_over",
}
"""The code of the end of a party, by the parties that have been won in a match of three."""


def remembers(variant: Variant) -> bool:
    return variant.has_parties or variant.has_litige


def result_unit(variant: Variant) -> ResultUnit:
    return ResultUnit.GAMES if variant.has_parties else ResultUnit.POINTS


def declarers(entry: Entry, seats: int) -> Sequence[int]:
    return (entry.bidder,) if entry.bidder else ()


def has_paper(variant: Variant) -> bool:
    return variant.has_parties


def current_points(carry: Standing | None, seats: int) -> tuple[int, ...]:
    """Return those of the party; one that is over stays until the next hand."""
    points = (carry or Standing()).points
    return tuple(points[(seat - 1) % 2] for seat in range(1, seats + 1))


def notices(totals: Sequence[int], carry: Standing | None, variant: Variant, seats: int) -> tuple[Notice, ...]:
    """The total of a side is that of its first seat."""
    first_seats = [side[0] for side in pairs(seats)]
    now = carry or Standing()
    if variant.has_parties:
        said = list(_parties(now, variant, first_seats))
    else:
        ours, theirs = (totals[seat - 1] for seat in first_seats)
        said = list(_target((ours, theirs), variant, first_seats))
    if now.waiting:
        said.append(Notice("litige_waiting", {"points": now.waiting}))
    return tuple(said)


def _target(points: Pair, variant: Variant, first_seats: Sequence[int]) -> Iterator[Notice]:
    if variant.target is None or max(points) < variant.target:
        return
    if points[0] == points[1]:
        yield Notice("target_level", {"target": variant.target})
    else:
        winner = first_seats[_leader(points)]
        yield Notice("target_reached", {"target": variant.target, "seat": winner}, side=winner, ends=True)


def _parties(now: Standing, variant: Variant, first_seats: Sequence[int]) -> Iterator[Notice]:
    """Yield how the party and the match stand."""
    if now.is_over:
        yield _end(now, variant, first_seats)
    else:
        yield from _so_far(now, variant, first_seats)
    if now.lapsed:
        yield Notice("litige_lapsed", {"points": now.lapsed})
    if now.is_over and variant.parties != "unlimited":
        return  # the end says it
    if now.won[0] != now.won[1]:
        yield Notice("parties_lead", _score(now.won), side=first_seats[_leader(now.won)])
    elif now.won[0]:
        yield Notice("parties_even", {"n": now.won[0]})


def _end(now: Standing, variant: Variant, first_seats: Sequence[int]) -> Notice:
    """Return who has won the party, and in a match of three what that decides."""
    score = {"number": now.number, **_score(now.points)}
    winner = first_seats[now.leader]
    if variant.parties != "best_of_three":
        return Notice("party_over", score, side=winner, ends=True)
    decided = now.is_decided(variant)
    return Notice(_ENDS_OF_THREE[max(now.won), min(now.won)], score, side=winner, ends=decided, stands_out=True)


def _so_far(now: Standing, variant: Variant, first_seats: Sequence[int]) -> Iterator[Notice]:
    kind = "belle" if now.is_belle(variant) else "party"
    if now.points[0] == now.points[1]:
        yield Notice(f"{kind}_even", {"number": now.number, "points": now.points[0]})
        yield from _target(now.points, variant, first_seats)
    else:
        yield Notice(f"{kind}_lead", {"number": now.number, **_score(now.points)}, side=first_seats[now.leader])


def _score(pair: Pair) -> dict[str, int]:
    return {"won": max(pair), "lost": min(pair)}


def _leader(pair: Pair) -> int:
    return int(pair[1] > pair[0])
