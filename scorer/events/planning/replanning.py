"""Plans for the rounds that have not started, for the contestants who are still there. What was played is kept."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from random import Random

from django.utils.translation import ngettext

from scorer.contest.draws import partnerships
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import Family, Impossible, Task
from scorer.contest.offer import Format
from scorer.contest.plan import NOBODY, Plan, Resting, Round, Sitting
from scorer.contest.sections import joined
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Event
from scorer.events.planning.families import family_of, title_of
from scorer.events.planning.movement import movement_of, per_round_of, present_contestants
from scorer.registry import GameConfig

SHUFFLES = 40
"""How many random orders are tried for the fewest repeats, besides those that keep everybody's side."""


@dataclass(frozen=True)
class RemainingPlan:
    game: GameConfig
    offered: Format
    plan: Plan
    """The rounds to come, with the contestants' numbers in the event."""
    per_round: int | None
    repeats: int
    """How many couples meet again, or are partners again where these change."""

    @property
    def title(self) -> str:
        return title_of(self.offered.name, self.offered.family)

    @property
    def sentence(self) -> str:
        rounds = len(self.plan.rounds)
        parts = [ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}]
        numbers = [deal for round_ in self.plan.rounds for sitting in round_.sittings for deal in sitting.deals]
        if numbers:
            parts.append(self.game.named_deals(range(min(numbers), max(numbers) + 1)))
        if self.repeats:
            again = (
                ngettext("%(n)d repeated partnership", "%(n)d repeated partnerships", self.repeats)
                if "players" in self.offered.competes
                else ngettext("%(n)d repeated meeting", "%(n)d repeated meetings", self.repeats)
            )
            parts.append(again % {"n": self.repeats})
        return ", ".join(parts)


def started_rounds(event: Event) -> tuple[Round, ...]:
    """Return the plan of the rounds that have started, with those who rested."""
    rounds = movement_of(event, contestants_by_number(event))
    return tuple(round_.planned for round_ in rounds if round_.round.started_at)


def remaining_plans(event: Event) -> list[RemainingPlan]:
    """Return the movements for as many rounds as are left, those with the fewest repeats first."""
    left = event.planned_rounds.not_started().prefetch_related("sittings__sides")
    sittings = [sitting for round_ in left for sitting in round_.sittings.all()]
    if not sittings:
        return []
    per_round, started = per_round_of(event, sittings), started_rounds(event)
    plans = [
        plan
        for offered in event.offer.formats_for(event.competes, numbered=event.numbers_deals)
        if not (offered.family.is_drawn or offered.family.squad_size)
        if (plan := _remaining_plan(event, offered, len(left), per_round, started))
    ]
    return sorted(plans, key=lambda plan: plan.repeats)


def _remaining_plan(
    event: Event, offered: Format, rounds: int, per_round: int | None, started: tuple[Round, ...]
) -> RemainingPlan | None:
    people = sorted(present_contestants(event).values(), key=lambda contestant: (contestant.section, contestant.number))
    sections = [
        [contestant.number for contestant in group]
        for _section, group in groupby(people, key=lambda contestant: contestant.section)
    ]
    task = Task(1, rounds, per_round, event.evening, earlier=EarlierRounds(started))
    family = family_of(event)
    if family and family.barometer:
        offered = replace(offered, family=offered.family.as_barometer())
    try:
        plan = joined([_planned(offered.family, replace(task, contestants=len(numbers))) for numbers in sections])
    except Impossible:
        return None
    sizes = {len(sitting.contestants) * event.side_size for round_ in plan.rounds for sitting in round_.sittings}
    if len(sizes) > 1 or not sizes <= set(event.config.seat_counts):
        return None
    met = {couple for round_ in started for sitting in round_.sittings for couple in _couples(sitting)}
    tried = (_named(plan, order, len(started)) for order in _orders(sections, event.pk))
    best = min(tried, key=lambda named: _repeats(named, met))
    return RemainingPlan(event.config, offered, best, per_round, _repeats(best, met))


def _planned(family: Family, task: Task) -> Plan:
    """Return the plan of a section. It has fewer rounds if the family has no plan with so many."""
    _family, longest = family.complete(replace(task, rounds=None))
    rounds = [count for count in (task.rounds, longest.rounds) if count]
    completed, task = family.complete(replace(task, rounds=min(rounds)))
    return completed.plan(task)


def _orders(sections: Sequence[list[int]], seed: int) -> Iterator[list[int]]:
    """Yield orders in which the contestants get the numbers of the plan.

    The first ones keep everybody on their side of a Mitchell.
    """
    longest = max(map(len, sections))
    for turn in range((longest + 1) // 2):
        yield [number for numbers in sections for number in _rotated(numbers, turn)]
    lot = Random(seed)  # noqa: S311  # draws lots
    for _try in range(SHUFFLES):
        yield [number for numbers in sections for number in lot.sample(numbers, len(numbers))]


def _rotated(numbers: list[int], turn: int) -> list[int]:
    """Return the numbers with their second half rotated by so many places."""
    half = (len(numbers) + 1) // 2
    first, second = numbers[:half], numbers[half:]
    turn %= max(1, len(second))
    return [*first, *second[turn:], *second[:turn]]


def _named(plan: Plan, order: Sequence[int], started: int) -> Plan:
    name = {NOBODY: NOBODY} | dict(enumerate(order, start=1))

    def named(sitting: Sitting) -> Sitting:
        return replace(sitting, contestants=tuple(name[contestant] for contestant in sitting.contestants))

    return Plan(
        tuple(
            Round(
                started + place,
                tuple(map(named, round_.sittings)),
                tuple(
                    Resting(name[rest.contestant], rest.half_table and named(rest.half_table))
                    for rest in round_.resting
                ),
            )
            for place, round_ in enumerate(plan.rounds, start=1)
        )
    )


def _repeats(plan: Plan, met: set[tuple[int, ...]]) -> int:
    seen, repeats = set(met), 0
    for round_ in plan.rounds:
        for sitting in round_.sittings:
            for couple in _couples(sitting):
                repeats += couple in seen
                seen.add(couple)
    return repeats


def _couples(sitting: Sitting) -> Iterable[tuple[int, ...]]:
    """Return who meets whom, or who has whom as a partner where these change."""
    return partnerships(sitting.contestants) or combinations(sorted(sitting.contestants), 2)
