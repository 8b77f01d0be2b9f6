"""Who plays where, round by round."""

from dataclasses import dataclass

from django.db.models import Prefetch, prefetch_related_objects

from scorer.contest import plan
from scorer.events.links import Holder
from scorer.events.models import Contestant, Event, Place, Round, Sitting
from scorer.events.results import contestants_of
from scorer.events.selectors.people import named


@dataclass(frozen=True, slots=True)
class PlannedRound:
    round: Round
    sittings: list[tuple[Sitting, list[Contestant]]]
    resting: list[Contestant]

    @property
    def planned(self) -> plan.Round:
        """The same for scorer.contest."""
        sittings = (
            plan.Sitting(one.station, contestants_of(one), tuple(one.deals), one.copy, one.section)
            for one, _people in self.sittings
        )
        resting = (plan.Resting(one.number) for one in self.resting)
        return plan.Round(self.round.number, tuple(sittings), tuple(resting))


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a station or a contestant does in a round. Without a sitting, it rests."""

    round: Round
    sitting: Sitting | None
    people: list[Contestant]
    """Who plays there, by side."""


@dataclass(frozen=True, slots=True)
class Card:
    """A guide card, to print: of a station, or of a contestant."""

    holder: Holder
    number: int
    contestant: Contestant | None
    assignments: list[Assignment]

    @property
    def section_letter(self) -> str:
        sittings = (one.sitting for one in self.assignments if one.sitting)
        return self.contestant.section_letter if self.contestant else next(sittings).section_letter


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a contestant plays in a round. Without a sitting, it rests."""

    contestant: Contestant
    sitting: Sitting | None
    side: str
    """N–S, where the game names its sides."""


def seats_in(shown: Round, people: dict[int, Contestant]) -> list[Seat]:
    """Return the seats by the number of the contestant, for people who look for themselves."""
    names = shown.event.config.side_names
    playing: dict[int, tuple[Sitting, str]] = {}
    for sitting in shown.sittings.prefetch_related("places__contestant"):
        for place in sitting.places.all():
            playing[place.contestant.number] = sitting, str(names[place.side - 1]) if names else ""
    rests: tuple[None, str] = (None, "")
    return [
        Seat(one, *playing.get(number, rests))
        for number, one in people.items()
        if number in playing or one.competes_in(shown.number)
    ]


def movement_of(event: Event, people: dict[int, Contestant]) -> list[PlannedRound]:
    rounds = event.planned_rounds.prefetch_related("sittings__places__contestant")
    found = []
    for each in rounds:
        sittings = [(sitting, named(contestants_of(sitting), people)) for sitting in each.sittings.all()]
        playing = {number for sitting in each.sittings.all() for number in contestants_of(sitting)}
        resting = [one for number, one in people.items() if number not in playing and one.competes_in(each.number)]
        found.append(PlannedRound(each, sittings, resting))
    return found


def assignments_of(event: Event, holder: Holder, number: int) -> list[Assignment]:
    """Return an assignment for each round, in order."""
    own = {"station": number} if holder == Holder.STATION else {"places__contestant__number": number}
    sittings = Sitting.objects.filter(round__event=event, **own).select_related("table")
    by_round = {sitting.round_id: sitting for sitting in sittings}
    shared = Prefetch("places", Place.objects.select_related("contestant"))
    prefetch_related_objects(list(by_round.values()), shared, "places__contestant__players__player__merged_into")
    found = []
    for each in event.planned_rounds.all():
        sitting = by_round.get(each.pk)
        people = [place.contestant for place in sitting.places.all()] if sitting else []
        found.append(Assignment(each, sitting, people))
    return found


def cards_of(event: Event, people: dict[int, Contestant]) -> list[Card]:
    """Return the cards of all stations, then those of all contestants."""
    rounds = movement_of(event, people)
    playing: dict[tuple[int, Holder, int], tuple[Sitting, list[Contestant]]] = {}
    for each in rounds:
        for sitting, contestants in each.sittings:
            playing[each.round.number, Holder.STATION, sitting.station] = sitting, contestants
            for contestant in contestants:
                playing[each.round.number, Holder.CONTESTANT, contestant.number] = sitting, contestants

    def card(holder: Holder, number: int, contestant: Contestant | None = None) -> Card:
        rests: tuple[None, list[Contestant]] = (None, [])
        assignments = [
            Assignment(each.round, *playing.get((each.round.number, holder, number), rests)) for each in rounds
        ]
        return Card(holder, number, contestant, assignments)

    stations = sorted({number for _round, holder, number in playing if holder == Holder.STATION})
    return [card(Holder.STATION, number) for number in stations] + [
        card(Holder.CONTESTANT, number, contestant) for number, contestant in people.items()
    ]
