"""The plans that suit the contestants who came and the time there is, the best first."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scorer.contest.draws import DEFAULT_ROUNDS, Draw
from scorer.contest.families import MAX_DEALS, Family, Impossible, Task
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell, best_switch
from scorer.contest.offer import GameEvents
from scorer.contest.plan import SIDES, Plan
from scorer.contest.sections import joined, split
from scorer.events.families import is_steered
from scorer.events.lengths import deals_at
from scorer.events.models import MAX_SECTIONS, Event
from scorer.events.proposal import Candidate, Proposal

SECTION_TABLES = {Mitchell: (5, 14), Howell: (4, 8)}
"""The fewest and the most tables of one section of several."""
MAX_SPLITS = 3
"""How many ways to split the contestants into sections are proposed, besides a single section."""
LARGEST_SECTION = 16
"""How many tables a section should have at most. In a larger one, contestants meet too few of the others."""
FEWEST_DEALS = 2
"""How many deals a round has at least. A movement is shortened rather than played with one deal a round."""
LONG_ROUND = 5
"""A round with more deals than this is long. The longer a round is, the fewer opponents there are."""


def proposals(event: Event, contestants: int, seed: int | None = None) -> list[Proposal]:
    """Return the best first: plans there is time for, small sections, short rounds, then the game's own order.

    Draws are made with `seed`, or else with a random one that is the same for the event every time.
    """
    found = [(place, _propose(event, one, seed=seed)) for place, one in _candidates(event, contestants)]
    order = [(_sort_key(event, place, proposal), proposal) for place, proposal in found if proposal]
    return [proposal for _key, proposal in sorted(order, key=lambda both: both[0])]


def proposal_of(event: Event, key: str, contestants: int, switch: int | None = None) -> Proposal | None:
    """Return the proposal with this key. `switch` is another number of switched rounds than it has by itself."""
    found = (one for _place, one in _candidates(event, contestants) if one.key == key)
    chosen = next(found, None)
    return _propose(event, chosen, switch) if chosen else None


def plan_sections(
    event: Event, family: Family, sizes: tuple[int, ...], *, rounds: int, per_round: int | None, seed: int
) -> Plan:
    """Return the plan of a whole evening, in one or more sections. Raise Impossible if there is none."""
    plans = []
    for size in sizes:
        task = Task(size, rounds=rounds, per_round=per_round, evening=event.offer.evening, seed=seed)
        completed, task = family.complete(task)
        plans.append(completed.plan(task))
    return joined(plans)


def _candidates(event: Event, contestants: int) -> Iterator[tuple[int, Candidate]]:
    """Yield the candidates, each with the place of its format in the game's own order."""
    offered = event.offer.formats
    for place, one in enumerate(offered):
        for sizes in _splits(one.family, contestants):
            yield place, Candidate(one, one.family, sizes)
            if isinstance(one.family, Mitchell) and event.comparison == "matchpoints":
                yield place, Candidate(one, replace(one.family, switch=1), sizes)
        if isinstance(one.family, Draw) and one.family.by == "random":
            yield place, Candidate(one, replace(one.family, by="standing"), (contestants,))
            if one.family.sizes == (SIDES,) and "swiss" not in {other.name for other in offered}:
                yield place, Candidate(one, replace(one.family, by="swiss"), (contestants,))


def _splits(family: Family, contestants: int) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of a single section, then of a few splits: equal sizes first, then the fewest sections."""
    yield (contestants,)
    fewest, most = SECTION_TABLES.get(type(family), (0, 0))
    tables = (contestants + 1) // 2
    fitting = [
        sections
        for sections in range(2, MAX_SECTIONS + 1)
        if fewest <= tables // sections and -(-tables // sections) <= most
    ]
    fitting.sort(key=lambda sections: (tables % sections != 0, sections))
    yield from (tuple(split(contestants, sections)) for sections in fitting[:MAX_SPLITS])


def _propose(
    event: Event, candidate: Candidate, switch: int | None = None, *, seed: int | None = None
) -> Proposal | None:
    """Return None if there is no such plan."""
    offer, family, seed = event.offer, candidate.family, event.pk if seed is None else seed
    steered = is_steered(family)
    try:
        rounds, per_round = _lengths(event, family, min(candidate.sizes))
        if isinstance(family, Mitchell) and family.switch:
            family = replace(family, switch=switch or best_switch(candidate.sizes[0], rounds, family.even))
        plan = plan_sections(
            event, family, candidate.sizes, rounds=1 if steered else rounds, per_round=per_round, seed=seed
        )
    except Impossible:
        return None
    sizes = {len(sitting.contestants) * event.side_size for each in plan.rounds for sitting in each.sittings}
    if not sizes or not sizes <= set(event.config.seat_counts):
        return None
    longer = {size: deals_at(event, per_round, size // event.side_size) or 0 for size in sorted(sizes)}
    longer = {size: deals for size, deals in longer.items() if deals > (per_round or 0)}
    minutes = _minutes(offer, rounds, max(longer.values(), default=per_round))
    return Proposal(
        replace(candidate, family=family),
        plan,
        rounds,
        per_round,
        1 if steered else winners_of(event, plan),
        seed,
        event.side_size,
        minutes,
        has_time=minutes is None or event.minutes is None or minutes <= event.minutes,
        round_minutes=event.minutes // rounds - offer.minutes_to_change if event.minutes and not per_round else None,
        longer=longer,
    )


def _lengths(event: Event, family: Family, contestants: int) -> tuple[int, int | None]:
    """Return how many rounds there are and how many deals each has: as asked for, or else as there is time for."""
    offer, rounds, per_round = event.offer, event.rounds, event.per_round
    if isinstance(family, Draw):
        rounds = rounds or DEFAULT_ROUNDS
    _family, task = family.complete(Task(contestants, rounds=rounds, per_round=per_round, evening=offer.evening))
    most = task.rounds or 1
    if event.minutes is None or not offer.minutes_a_deal or (per_round is None and offer.evening is None):
        return most, task.per_round
    if per_round is None:
        while event.rounds is None and most > 1 and _deals_in(offer, event.minutes, most) < FEWEST_DEALS:
            most -= 1
        return most, min(MAX_DEALS, max(1, _deals_in(offer, event.minutes, most)))
    if event.rounds is None:
        in_time = event.minutes // (per_round * offer.minutes_a_deal + offer.minutes_to_change)
        most = max(1, min(most, in_time))
    return most, per_round


def _deals_in(offer: GameEvents, minutes: int, rounds: int) -> int:
    """Return how many deals each of this many rounds may have."""
    return math.floor((Fraction(minutes, rounds) - offer.minutes_to_change) / (offer.minutes_a_deal or 1))


def _minutes(offer: GameEvents, rounds: int, per_round: int | None) -> int | None:
    if offer.minutes_a_deal is None or per_round is None:
        return None
    return math.ceil(rounds * (per_round * offer.minutes_a_deal + offer.minutes_to_change))


def _sort_key(event: Event, place: int, proposal: Proposal) -> tuple[Any, ...]:
    """Return the sort key of a proposal. The best has the smallest."""
    movement = isinstance(proposal.family, Mitchell | Howell)
    return (
        not proposal.has_time,
        movement and event.comparison != "matchpoints",
        movement and max(proposal.sizes) > 2 * LARGEST_SECTION,
        max(LONG_ROUND, proposal.per_round or 0) if movement else LONG_ROUND,
        place,
        len({(size + 1) // 2 for size in proposal.sizes}),
        len(proposal.sizes),
        proposal.switch,
        is_steered(proposal.family),
    )


def winners_of(event: Event, plan: Plan) -> int:
    """Return 2 if nobody changes sides and the comparison ranks each side by itself, else 1."""
    if event.comparison != "matchpoints":
        return 1
    sides = [{sitting.contestants[side] for each in plan.rounds for sitting in each.sittings} for side in (0, 1)]
    return 2 if sides[0].isdisjoint(sides[1]) else 1
