"""What the sheet says about a target, parties and points in litige."""

from collections.abc import Hashable, Iterator, Sequence

from games.belote.rules import parties
from games.belote.rules.parties import Pair, Standing
from games.belote.rules.variant import Variant
from scorer.scoring import Notice, pairs


def notices(totals: Sequence[int], carry: Hashable, variant: Variant, seats: int) -> tuple[Notice, ...]:
    """The total of a side is that of its first seat."""
    first_seats = [side[0] for side in pairs(seats)]
    now = parties.of(carry)
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
    is_belle = now.is_belle(variant)
    of_three = variant.parties == "best_of_three"
    score = {"number": now.number, **_score(now.points)}
    if now.is_over:
        yield Notice(_code("over", is_belle), score, side=first_seats[now.leader], ends=not of_three)
    elif now.points[0] == now.points[1]:
        yield Notice(_code("even", is_belle), {"number": now.number, "points": now.points[0]})
        yield from _target(now.points, variant, first_seats)
    else:
        yield Notice(_code("lead", is_belle), score, side=first_seats[now.leader])
    if now.lapsed:
        yield Notice("litige_lapsed", {"points": now.lapsed})
    if of_three and now.is_decided(variant):
        yield Notice("match_over", _score(now.won), side=first_seats[_leader(now.won)], ends=True)
    elif variant.parties != "one" and now.won[0] != now.won[1]:
        yield Notice("parties_lead", _score(now.won), side=first_seats[_leader(now.won)])
    elif now.won[0] == now.won[1] > 0:
        yield Notice("parties_even", {"n": now.won[0]})


def _score(pair: Pair) -> dict[str, int]:
    return {"won": max(pair), "lost": min(pair)}


def _leader(pair: Pair) -> int:
    return int(pair[1] > pair[0])


def _code(code: str, is_belle: bool) -> str:
    return f"{'belle' if is_belle else 'party'}_{code}"
