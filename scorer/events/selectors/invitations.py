"""What an invitation says of its event."""

from dataclasses import dataclass
from datetime import datetime

from scorer.events.contestants import contestants_by_number, count_in_words
from scorer.events.models import Event


@dataclass(frozen=True, slots=True)
class Facts:
    count: str
    """How many have signed up: "13 pairs"."""
    limit: int | None
    left: int | None
    """How many more there is room for. None if there is no limit."""
    waiting: int
    looking: int
    sign_off_until: datetime | None
    names: tuple[str, ...]
    """Who comes, if the invitation shows it."""


def facts_of(event: Event) -> Facts:
    people = contestants_by_number(event)
    looking = list(event.applicants.filter(contestant=None).values_list("looking", flat=True))
    return Facts(
        count=count_in_words(len(people), event),
        limit=event.limit,
        left=None if event.limit is None else max(event.limit - len(people), 0),
        waiting=looking.count(False),
        looking=looking.count(True),
        sign_off_until=event.sign_off_until,
        names=tuple(map(str, people.values())) if event.names_shown else (),
    )
