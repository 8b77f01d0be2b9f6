"""The stations of a running round."""

from dataclasses import dataclass

from scorer.events.models import Contestant, Round, Sitting
from scorer.events.results import EventResults, contestants_of
from scorer.events.selectors.people import named


@dataclass(frozen=True, slots=True)
class Station:
    """A sitting on the console."""

    sitting: Sitting
    people: list[Contestant]
    played: int
    missing: list[int]
    """The numbers of the deals that are not in yet, where they have any."""

    @property
    def is_done(self) -> bool:
        return self.sitting.deal_count is not None and self.played >= self.sitting.deal_count

    @property
    def is_missing_hands(self) -> bool:
        """Whether it has played fewer than it was given. A table that may play as many as it likes misses none."""
        return self.sitting.deal_count is not None and not self.is_done


def stations_of(results: EventResults, running: Round, people: dict[int, Contestant]) -> list[Station]:
    """Per station of a round that has started what is in, and what is missing."""
    found = []
    for sitting in results.sittings:
        if sitting.round_id == running.pk:
            deals = results.deals_in(sitting)
            missing = [deal for deal in sitting.deals if deal not in deals]
            found.append(Station(sitting, named(contestants_of(sitting), people), len(deals), missing))
    return found
