"""The sections of an event, and the copies of its deals."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from scorer.events.models import Contestant, Event, Sitting, section_letter


@dataclass(frozen=True, slots=True)
class Room:
    """How many sections and copies of the deals there are. Pages name them where there are several."""

    sections: int
    copies: int


@dataclass(frozen=True, slots=True)
class Section:
    number: int
    letter: str
    contestants: list[Contestant]


def room_of(event: Event) -> Room:
    found: dict[str, Any] = Sitting.objects.filter(round__event=event).aggregate(
        sections=Max("section"), copies=Max("copy")
    )
    return Room(found["sections"] or 1, found["copies"] or 1)


def sections_of(event: Event) -> list[Section]:
    by_section: dict[int, list[Contestant]] = {}
    for contestant in event.contestants.with_players():
        by_section.setdefault(contestant.section, []).append(contestant)
    return [Section(number, section_letter(number), those) for number, those in sorted(by_section.items())]
