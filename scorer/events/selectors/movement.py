"""Who plays where, round by round."""

from dataclasses import dataclass

from django.db.models import Prefetch

from scorer.contest import plan
from scorer.events.links import Holder
from scorer.events.models import Event, Place, Round, Sitting
from scorer.events.results import contestants_of
from scorer.events.selectors.people import ContestantRow, rows_by_number, rows_of


@dataclass(frozen=True, slots=True)
class PlannedRound:
    round: Round
    sittings: list[tuple[Sitting, list[ContestantRow]]]
    resting: list[ContestantRow]

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
    people: list[ContestantRow]
    """Who plays there, by side."""


@dataclass(frozen=True, slots=True)
class Card:
    """A guide card, to print: of a station, or of a contestant."""

    holder: Holder
    number: int
    contestant: ContestantRow | None
    assignments: list[Assignment]

    @property
    def key(self) -> int:
        """What its link names."""
        return self.contestant.link if self.contestant else self.number

    @property
    def section_letter(self) -> str:
        sittings = (one.sitting for one in self.assignments if one.sitting)
        return self.contestant.section_letter if self.contestant else next(sittings).section_letter


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a contestant plays in a round. Without a station, it rests."""

    contestant: ContestantRow
    station: int | None
    side: str
    """N–S, where the game names its sides."""


def seats_in(shown: Round, people: dict[int, ContestantRow]) -> list[Seat]:
    """Return the seats by the number of the contestant, for people who look for themselves."""
    names = shown.event.config.side_names
    places = Place.objects.filter(sitting__round=shown).order_by()
    playing = {
        number: (station, str(names[side - 1]) if names else "")
        for number, station, side in places.values_list("contestant__number", "sitting__station", "side")
    }
    rests: tuple[None, str] = (None, "")
    return [
        Seat(one, *playing.get(number, rests))
        for number, one in people.items()
        if number in playing or one.competes_in(shown.number)
    ]


def movement_of(event: Event, people: dict[int, ContestantRow]) -> list[PlannedRound]:
    rounds = event.planned_rounds.prefetch_related(Prefetch("sittings", Sitting.objects.with_contestants()))
    found = []
    for each in rounds:
        sittings = [(sitting, rows_of(contestants_of(sitting), people)) for sitting in each.sittings.all()]
        playing = {number for sitting in each.sittings.all() for number in contestants_of(sitting)}
        resting = [one for number, one in people.items() if number not in playing and one.competes_in(each.number)]
        found.append(PlannedRound(each, sittings, resting))
    return found


def assignments_of(event: Event, holder: Holder, number: int) -> list[Assignment]:
    """Return an assignment for each round, in order."""
    own = {"station": number} if holder == Holder.STATION else {"places__contestant__number": number}
    sittings = Sitting.objects.filter(round__event=event, **own)
    by_round = {sitting.round_id: sitting for sitting in sittings}
    places = Place.objects.filter(sitting__in=by_round.values())
    playing: dict[int, list[int]] = {pk: [] for pk in by_round}
    for round_id, contestant in places.order_by("side").values_list("sitting__round", "contestant__number"):
        playing[round_id].append(contestant)
    met = {contestant for contestants in playing.values() for contestant in contestants}
    people = rows_by_number(event.contestants.filter(number__in=met))
    return [
        Assignment(each, by_round.get(each.pk), rows_of(playing.get(each.pk, ()), people))
        for each in event.planned_rounds.all()
    ]


def cards_of(event: Event, people: dict[int, ContestantRow]) -> list[Card]:
    """Return the cards of all stations, then those of all contestants."""
    rounds = movement_of(event, people)
    playing: dict[tuple[int, Holder, int], tuple[Sitting, list[ContestantRow]]] = {}
    for each in rounds:
        for sitting, contestants in each.sittings:
            playing[each.round.number, Holder.STATION, sitting.station] = sitting, contestants
            for contestant in contestants:
                playing[each.round.number, Holder.CONTESTANT, contestant.number] = sitting, contestants

    def card(holder: Holder, number: int, contestant: ContestantRow | None = None) -> Card:
        rests: tuple[None, list[ContestantRow]] = (None, [])
        assignments = [
            Assignment(each.round, *playing.get((each.round.number, holder, number), rests)) for each in rounds
        ]
        return Card(holder, number, contestant, assignments)

    stations = sorted({number for _round, holder, number in playing if holder == Holder.STATION})
    return [card(Holder.STATION, number) for number in stations] + [
        card(Holder.CONTESTANT, number, contestant) for number, contestant in people.items()
    ]
