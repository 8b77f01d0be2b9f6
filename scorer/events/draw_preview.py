"""The draw of the next round, as a director looks at it before the start."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from scorer.events.drawing import draw_of, past_of
from scorer.events.models import Event, Round, Sitting
from scorer.events.selectors.movement import movement_of
from scorer.events.selectors.people import ContestantRow


@dataclass(frozen=True, slots=True)
class DrawnContestant:
    """A contestant in the draw."""

    contestant: ContestantRow
    points: float | None
    """The points that the draw goes by; None if it goes by lot."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    sitting: Sitting
    people: list[DrawnContestant]
    again: list[tuple[int, int]]
    """The numbers of those who have met before."""


@dataclass(frozen=True, slots=True)
class NextRound:
    round: Round
    tables: list[DrawnTable]
    resting: list[DrawnContestant]
    rested: set[int]
    """The numbers of those who have rested before."""
    running: Round | None
    """A round whose last results are not in yet."""


def next_round_of(event: Event, people: dict[int, ContestantRow]) -> NextRound | None:
    """Return None if no round waits for its start."""
    rounds = movement_of(event, people)
    waiting = next((each for each in rounds if each.round.started_at is None), None)
    if waiting is None:
        return None
    before = rounds[: rounds.index(waiting)]
    met = Counter(
        couple
        for each in before
        for _sitting, there in each.sittings
        for couple in combinations(sorted(one.number for one in there), 2)
    )
    points = _points(event, people)

    def drawn(one: ContestantRow) -> DrawnContestant:
        return DrawnContestant(one, None if points is None else points.get(one.number, 0))

    tables = [
        DrawnTable(
            sitting,
            [drawn(one) for one in there],
            [couple for couple in combinations(sorted(one.number for one in there), 2) if couple in met],
        )
        for sitting, there in waiting.sittings
    ]
    return NextRound(
        waiting.round,
        tables,
        [drawn(one) for one in waiting.resting],
        {one.number for each in before for one in each.resting},
        next((each.round for each in before if each.round.is_running), None),
    )


def _points(event: Event, people: dict[int, ContestantRow]) -> dict[int, float] | None:
    draw = draw_of(event)
    if draw is None or draw.by == "random":
        return None
    past = past_of(event, people)
    sums = past.totals() if draw.by == "standing" else past.wins()
    return {number: float(points) for number, points in sums.items()}
