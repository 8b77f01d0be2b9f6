"""What a director hears of an event on other pages than its own: on the phone with which they play."""

from dataclasses import dataclass
from functools import cached_property

from scorer.events.models import Call, Event
from scorer.events.selectors.following import Stop, readiness_of
from scorer.events.selectors.requests import requests_of
from scorer.events.states import Phase, Progress


@dataclass(frozen=True)
class DirectorNews:
    event: Event

    @cached_property
    def can(self) -> Progress:
        return Progress(self.event)

    @cached_property
    def calling(self) -> list[int]:
        """The stations that call."""
        calls = Call.objects.open().filter(sitting__round=self.can.running)
        return list(calls.order_by("sitting__station").values_list("sitting__station", flat=True))

    @cached_property
    def stops(self) -> tuple[Stop, ...]:
        """Why the running round does not end by itself, once it could. A call is among `calling`."""
        return stops_of(self.can) if self.event.rounds_follow else ()

    @cached_property
    def requests(self) -> int:
        """How many requests for corrections are open, also about earlier rounds, which stop nothing."""
        return requests_of(self.event).open_requests().count()

    @cached_property
    def has_followed(self) -> bool:
        """Whether a round has started by itself, and can still be taken back; and nobody needs the director."""
        return bool(
            self.event.rounds_follow
            and not self.calling
            and not self.requests
            and self.can.running
            and self.can.running.number > 1
            and self.can["take_back_round"]
        )

    @property
    def waits(self) -> bool:
        """Whether the round has ended by itself, and what follows is up to the director."""
        return self.event.rounds_follow and self.can.phase is Phase.BETWEEN


def stops_of(can: Progress) -> tuple[Stop, ...]:
    return readiness_of(can.running).stops if can.running and can.running.stopped_at else ()
