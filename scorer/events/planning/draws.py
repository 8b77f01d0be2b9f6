"""Rounds that are drawn while the event runs, from what has been played so far; and a look at the next one."""

import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import Impossible, Task
from scorer.contest.plan import Plan
from scorer.events.contestants import ContestantRow, contestants_by_number, rows_of
from scorer.events.models import Event, Round, Sitting
from scorer.events.planning.families import family_of
from scorer.events.planning.movement import movement_of, stored_plan
from scorer.events.results.event_results import EventResults
from scorer.events.results.rows import SittingRow


def earlier_rounds_of(event: Event, people: dict[int, ContestantRow], before: float = math.inf) -> EarlierRounds:
    """Return the rounds with lower numbers, and all results so far. `plan --past` reads the same from the export."""
    results = EventResults(event)
    plan = stored_plan(event, people, results.late)
    rounds = tuple(planned for planned in plan.rounds if planned.number < before)
    lines = tuple(line.result for line in results.lines)
    return EarlierRounds(rounds, lines, tuple(results.extras), results.comparison)


def drawn_rounds(event: Event, number: int, *, rounds: int, per_round: int | None, seed: int) -> Plan:
    """Return the plan of the rounds from this number on, which follow all that are planned.

    Raise a ValidationError if there is none.
    """
    people, family = contestants_by_number(event), cast("Any", family_of(event))
    draw = replace(family, absent=tuple(person.number for person in people.values() if not person.competes_in(number)))
    task = Task(
        max(people),
        rounds=rounds,
        per_round=per_round,
        evening=event.evening,
        seed=seed,
        earlier=earlier_rounds_of(event, people),
        squads=event.squad_of,
    )
    try:
        draw, task = draw.complete(task)
        plan: Plan = draw.plan(task)
    except Impossible as refused:
        if refused.problem.code == "undecided":
            said = _("Nobody has won the match of %(first)s and %(second)s in round %(round)s. Say first who goes on.")
            raise ValidationError(said % refused.problem.params) from None
        if refused.problem.code == "all_rounds_drawn":
            raise ValidationError(_("The final has been drawn already.")) from None
        raise ValidationError(_("There is no such plan for this number of contestants.")) from None
    return plan


@dataclass(frozen=True, slots=True)
class DrawnContestant:
    contestant: ContestantRow
    points: float | None
    """The points that the draw goes by; None if it goes by lot."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    sittings: list[Sitting]
    """One, or both tables of a match of teams."""
    people: list[DrawnContestant]
    again: list[tuple[int, int]]
    """The numbers of those who have met before."""
    mates: list[tuple[int, int]]
    """The numbers of those who play for the same squad."""


@dataclass(frozen=True, slots=True)
class NextRound:
    round: Round
    tables: list[DrawnTable]
    resting: list[DrawnContestant]
    rested: set[int]
    """The numbers of those who have rested before."""
    out: Collection[int]
    """The numbers of those who have been knocked out."""
    running: Round | None
    """A round whose last results are not in yet."""


def next_round_of(event: Event, people: dict[int, ContestantRow]) -> NextRound | None:
    """Return None if no round waits for its start."""
    rounds = movement_of(event, people)
    waiting = next((round_ for round_ in rounds if round_.round.started_at is None), None)
    if waiting is None:
        return None
    before = rounds[: rounds.index(waiting)]
    met = Counter(
        couple
        for round_ in before
        for _sitting, there in round_.sittings
        for couple in combinations(sorted(contestant.number for contestant in there), 2)
    )
    points = _points(event, people, waiting.round.number)
    out = EventResults(event).out

    def drawn(contestant: ContestantRow) -> DrawnContestant:
        return DrawnContestant(contestant, None if points is None else points.get(contestant.number, 0))

    together: dict[tuple[int, ...], list[Sitting]] = {}
    for sitting, _there in waiting.sittings:
        together.setdefault(tuple(sorted(sitting.numbers)), []).append(sitting)
    tables = [
        DrawnTable(
            sittings,
            [drawn(contestant) for contestant in there],
            [couple for couple in combinations(numbers, 2) if couple in met],
            _mates(there) if event.squads else [],
        )
        for numbers, sittings in together.items()
        for there in [rows_of(sittings[0].numbers, people)]
    ]
    return NextRound(
        waiting.round,
        tables,
        [drawn(contestant) for contestant in waiting.resting if contestant.number not in out],
        {contestant.number for round_ in before for contestant in round_.resting},
        out,
        next((round_.round for round_ in before if round_.round.is_running), None),
    )


def _mates(people: Iterable[ContestantRow]) -> list[tuple[int, int]]:
    in_order = sorted(people, key=lambda contestant: contestant.number)
    couples = combinations(in_order, 2)
    return [(one.number, other.number) for one, other in couples if one.squad and one.squad == other.squad]


def unfinished_matches(event: Event) -> list[SittingRow]:
    """Return those that may count as draws where the next round is drawn from the results so far."""
    family = family_of(event)
    if family is None or not family.is_drawn or family.eliminates:
        return []
    results = EventResults(event)
    return [sitting for sitting in results.sittings if results.played.is_unfinished(sitting)]


def _points(event: Event, people: dict[int, ContestantRow], number: int) -> dict[int, float] | None:
    """Return what the draw of this round goes by."""
    family = family_of(event)
    if family is None or not family.by_standing:
        return None
    points = family.standings(earlier_rounds_of(event, people, before=number))
    return {number: float(worth) for number, worth in points.items()}
