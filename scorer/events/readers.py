"""Who reads the results of an event. What each of them sees is in scorer.events.results."""

from dataclasses import dataclass

from scorer.club.rights import ALLOWED, ClubAct, Roles


@dataclass(frozen=True, slots=True)
class Reader:
    """Directors see everything. `contestant` is the number of the contestant whose link somebody holds."""

    directs: bool = False
    contestant: int | None = None


DIRECTOR = Reader(directs=True)


def reader_with(roles: Roles) -> Reader:
    return Reader(directs=not roles.isdisjoint(ALLOWED[ClubAct.EVENTS]))
