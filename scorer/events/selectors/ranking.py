"""The ranking as pages show it."""

from dataclasses import dataclass

from scorer.events.models import Contestant
from scorer.events.results import EventResults


@dataclass(frozen=True, slots=True)
class Standing:
    place: int
    contestant: Contestant
    score: float
    percent: float | None
    deals: int


@dataclass(frozen=True, slots=True)
class Field:
    """Who is ranked together; the number of the side where each side is ranked by itself."""

    side: int | None
    standings: list[Standing]


def fields_of(results: EventResults, people: dict[int, Contestant]) -> list[Field]:
    fields: dict[int | None, list[Standing]] = {}
    for ranked in results.ranking.places:
        standing = ranked.standing
        percent = None if standing.percent is None else float(standing.percent)
        fields.setdefault(standing.field, []).append(
            Standing(ranked.place, people[standing.contestant], float(standing.score), percent, standing.deals)
        )
    return [Field(side, standings) for side, standings in fields.items()]
