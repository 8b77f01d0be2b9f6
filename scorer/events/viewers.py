"""Who looks at the results of an event. scorer.events.results says what each viewer sees."""

from dataclasses import dataclass

from scorer.club.rights import ALLOWED, ClubAct, Roles


@dataclass(frozen=True, slots=True)
class Viewer:
    """Directors see everything. `contestant` is the number of the contestant whose link somebody holds."""

    directs: bool = False
    contestant: int | None = None


DIRECTOR = Viewer(directs=True)


def viewer_with(roles: Roles) -> Viewer:
    return Viewer(directs=not roles.isdisjoint(ALLOWED[ClubAct.EVENTS]))
