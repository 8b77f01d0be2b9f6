"""The plans that suit the contestants who came and the time there is, the best first."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

from scorer.contest.draws import FOUR
from scorer.contest.families import MAX_DEALS, Family, Impossible, Task
from scorer.contest.offer import Format, GameEvents
from scorer.contest.plan import SIDES, Plan, is_of_teams
from scorer.contest.sections import joined, split
from scorer.events.models import MAX_SECTIONS, Event
from scorer.events.planning.proposal import Candidate, Proposal
from scorer.events.results.comparisons import comparison_of

MAX_SPLITS = 3
"""How many ways to split the contestants into sections are proposed, besides a single section."""
LARGEST_SECTION = 16
"""How many tables a section should have at most. In a larger one, contestants meet too few of the others."""
FEWEST_DEALS = 2
"""How many deals a round has at least. A movement is shortened rather than played with one deal a round."""
SHORTEST_MATCH = 5
"""The fewest boards for which there is a scale of victory points."""
LONG_ROUND = 5
"""A round with more deals than this is long. The longer a round is, the fewer opponents there are."""


def proposals(event: Event, contestants: int, seed: int | None = None) -> list[Proposal]:
    """Return the best first: plans there is time for, small sections, short rounds, then the game's own order.

    Draws are made with `seed`, or else with a random one that is the same for the event every time.
    """
    proposed = (_propose(event, candidate, seed=seed) for candidate in _candidates(event, contestants))
    return sorted(filter(None, proposed), key=partial(_sort_key, event))


def proposal_of(
    event: Event, key: str, contestants: int, switch: int | None = None, *, barometer: bool = False
) -> Proposal | None:
    """Return the proposal with this key. `switch` is another number of switched rounds than it has by itself.

    With `barometer` all tables play the same deals in each round, if the movement can be played so.
    """
    chosen = next((candidate for candidate in _candidates(event, contestants) if candidate.key == key), None)
    if chosen and barometer:
        chosen = replace(chosen, family=chosen.family.as_barometer())
    return _propose(event, chosen, switch) if chosen else None


def own_format(event: Event) -> Format | None:
    """Return the format of a club's own movement, or None if the event cannot have one."""
    offered = event.offer.formats_for(event.competes)
    return next((format_ for format_ in offered if format_.own), None)


def own_proposal(event: Event, offered: Format, movement: str, contestants: int) -> Proposal:
    """Return the club's own movement as a proposal. Raise Impossible if it is not sound, or for other numbers."""
    family = replace(cast("Any", offered.family), movement=movement)
    family.complete(Task(contestants, event.rounds, event.per_round, event.evening))
    proposal = _propose(event, Candidate(offered, family, (contestants,)))
    if proposal is None:
        raise Impossible("movement", "of_players" if event.side_size > 1 else "of_pairs")
    return proposal


def plan_sections(
    event: Event, family: Family, sizes: tuple[int, ...], *, rounds: int, per_round: int | None, seed: int
) -> Plan:
    """Return the plan of a whole evening, in one or more sections. Raise Impossible if there is none."""
    plans = []
    squads = event.squad_of if family.minds_squads else {}
    for size in sizes:
        task = Task(size, rounds, per_round, event.evening, seed, squads=squads)
        completed, task = family.complete(task)
        plans.append(completed.plan(task))
    return joined(plans)


def _candidates(event: Event, contestants: int) -> Iterator[Candidate]:
    """Yield the candidates, in the game's own order of the formats."""
    offered = event.offer.formats_for(event.competes, numbered=event.numbers_deals)
    names = {format_.name for format_ in offered}
    by_side, day = comparison_of(event).ranks_sides, event.match_day if is_league(event) else None
    for format_ in offered:
        family = format_.family
        if format_.comparison not in {None, event.comparison}:
            continue
        if family.squad_size and not is_of_squads(event, family.squad_size):
            continue
        variants = [variant for variant in family.variants(by_side=by_side, day=day) if variant.variant not in names]
        for sizes in _splits(family, contestants):
            yield from (Candidate(format_, variant, sizes) for variant in (family, *variants))


def is_league(event: Event) -> bool:
    """Whether its contestants are the squads of a league, in groups of four at tables of four."""
    if event.squads != Event.Squads.MATCH_POINTS:
        return False
    return is_of_squads(event, FOUR) and not len(set(event.squad_of.values())) % FOUR


def is_of_squads(event: Event, size: int) -> bool:
    """Whether all contestants are in squads of so many."""
    squads = event.squad_of
    return set(Counter(squads.values()).values()) == {size} and len(squads) == event.contestants.count()


def _splits(family: Family, contestants: int) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of a single section, then of a few splits: equal sizes first, then the fewest sections."""
    yield (contestants,)
    fewest, most = family.section_tables or (0, 0)
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
    offer, family, seed = event.offer, candidate.family, event.pk if seed is None else seed
    try:
        rounds, per_round = _lengths(event, family, min(candidate.sizes))
        family = family.switched(candidate.sizes[0], rounds, switch)
        at_once = family.planned_at_once(rounds)
        plan = plan_sections(event, family, candidate.sizes, rounds=at_once, per_round=per_round, seed=seed)
    except Impossible:
        return None
    sizes = {len(sitting.contestants) * event.side_size for round_ in plan.rounds for sitting in round_.sittings}
    if not sizes or not sizes <= set(event.config.seat_counts):
        return None
    longer = {size: event.deals_at(per_round, size // event.side_size) or 0 for size in sorted(sizes)}
    longer = {size: deals for size, deals in longer.items() if deals > (per_round or 0)}
    minutes = _minutes(offer, rounds, max(longer.values(), default=per_round))
    return Proposal(
        candidate.offered,
        family,
        candidate.sizes,
        plan,
        rounds,
        per_round,
        1 if family.is_steered else winners_of(event, plan),
        seed,
        minutes,
        has_time=minutes is None or event.minutes is None or minutes <= event.minutes,
        round_minutes=event.minutes // rounds - offer.minutes_to_change if event.minutes and not per_round else None,
        longer=longer,
        mixed=len(sizes) > 1 and offer.most_playing is None,
        rooms=SIDES if event.of_teams and not is_of_teams(plan) else 1,
    )


def _lengths(event: Event, family: Family, contestants: int) -> tuple[int, int | None]:
    """Return how many rounds there are and how many deals each has: as asked for, or else as there is time for."""
    offer, per_round = event.offer, event.per_round
    needed = family.rounds_needed(contestants)
    rounds = None if needed else event.rounds or family.usual_rounds
    squads = event.squad_of if family.minds_squads else {}
    _family, task = family.complete(Task(contestants, rounds, per_round, event.evening, squads=squads))
    most, is_asked = needed or task.rounds or 1, bool(needed or event.rounds)
    if event.minutes is None or not offer.minutes_a_deal or (per_round is None and event.evening is None):
        return most, task.per_round
    if per_round is None:
        while not is_asked and most > 1 and _deals_in(offer, event.minutes, most) < FEWEST_DEALS:
            most -= 1
        return most, min(MAX_DEALS, max(1, _deals_in(offer, event.minutes, most)))
    if not is_asked:
        in_time = event.minutes // (per_round * offer.minutes_a_deal + offer.minutes_to_change)
        most = max(1, min(most, in_time))
    return most, per_round


def _deals_in(offer: GameEvents, minutes: int, rounds: int) -> int:
    return math.floor((Fraction(minutes, rounds) - offer.minutes_to_change) / (offer.minutes_a_deal or 1))


def _minutes(offer: GameEvents, rounds: int, per_round: int | None) -> int | None:
    if offer.minutes_a_deal is None or per_round is None:
        return None
    return math.ceil(rounds * (per_round * offer.minutes_a_deal + offer.minutes_to_change))


def _sort_key(event: Event, proposal: Proposal) -> tuple[Any, ...]:
    """Return the sort key of a proposal. The best has the smallest."""
    family, movement = proposal.family, proposal.family.section_tables is not None
    return (
        not proposal.has_time,
        family.day is None,
        proposal.offered.comparison is None,
        movement and not comparison_of(event).ranks_sides,
        not family.is_steered and (is_by_match(event) or _is_short_for_teams(event, proposal)),
        movement and max(proposal.sizes) > 2 * LARGEST_SECTION,
        max(LONG_ROUND, proposal.per_round or 0) if movement and not _all_meet(proposal) else LONG_ROUND,
        event.offer.formats.index(proposal.offered),
        len({(size + 1) // 2 for size in proposal.sizes}),
        len(proposal.sizes),
        family.switch,
        family.is_steered,
    )


def _all_meet(proposal: Proposal) -> bool:
    """Whether everybody meets everybody, so that shorter rounds would find nobody else to meet."""
    met = {frozenset(sitting.contestants) for round_ in proposal.plan.rounds for sitting in round_.sittings}
    return len(met) == math.comb(sum(proposal.sizes), SIDES)


def _is_short_for_teams(event: Event, proposal: Proposal) -> bool:
    """Whether teams do not all meet, or have matches for which there is no scale."""
    few = proposal.rounds < sum(proposal.sizes) - 1
    return event.of_teams and (few or (proposal.per_round or 0) < SHORTEST_MATCH)


def is_by_match(event: Event) -> bool:
    """Whether the deals of each round are a match, for which the next opponents are drawn."""
    comparison = comparison_of(event)
    return comparison.by_deal and comparison.by_meeting


def winners_of(event: Event, plan: Plan) -> int:
    """Return 2 if nobody changes sides and the comparison ranks each side by itself, else 1."""
    if event.individual or not comparison_of(event).ranks_sides:
        return 1
    first, second = plan.sides
    return 2 if first.isdisjoint(second) else 1
