"""What the pages of an event show."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Prefetch, prefetch_related_objects
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext

from scorer.club.rights import ALLOWED, ClubAct, Roles
from scorer.events.links import Holder
from scorer.events.models import Contestant, Event, Place, Round, Ruling, Sitting
from scorer.events.planning import UNITS
from scorer.events.results import EventResults, Line, contestants_of, line_of


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


@dataclass(frozen=True, slots=True)
class PlannedRound:
    round: Round
    sittings: list[tuple[Sitting, list[Contestant]]]
    resting: list[Contestant]


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


@dataclass(frozen=True, slots=True)
class ScoredLine:
    line: Line
    people: list[Contestant]
    points: list[float] | None
    scores: list[float | None]

    @property
    def ruling_text(self) -> str:
        return ruling_text(self.line.ruling) if self.line.ruling else ""

    @property
    def sides(self) -> Iterable[tuple[Contestant, float | None, float | None]]:
        points: Iterable[float | None] = self.points or [None] * len(self.people)
        return zip(self.people, points, self.scores, strict=True)


@dataclass(frozen=True, slots=True)
class RulingInForce:
    ruling: Ruling
    people: list[Contestant]
    text: str


def rulings_of(results: EventResults, people: dict[int, Contestant]) -> list[RulingInForce]:
    found = []
    for ruling in results.rulings:
        line = line_of(ruling)
        concerned = _named(line.get("contestants") or [line["contestant"]], people)
        found.append(RulingInForce(ruling, concerned, ruling_text(ruling)))
    return found


def contestants_by_number(event: Event) -> dict[int, Contestant]:
    found = event.contestants.prefetch_related("players__player__merged_into")
    return {contestant.number: contestant for contestant in found}


def may_see_results(event: Event, roles: Roles) -> bool:
    """While deals are still to be played elsewhere, only directors."""
    if event.state == Event.State.FINISHED or not roles.isdisjoint(ALLOWED[ClubAct.EVENTS]):
        return True
    return not Sitting.objects.filter(round__event=event, first_deal__isnull=False).exists()


def fields_of(results: EventResults, people: dict[int, Contestant]) -> list[Field]:
    fields: dict[int | None, list[Standing]] = {}
    for ranked in results.ranking.places:
        standing = ranked.standing
        percent = None if standing.percent is None else float(standing.percent)
        fields.setdefault(standing.field, []).append(
            Standing(ranked.place, people[standing.contestant], float(standing.score), percent, standing.deals)
        )
    return [Field(side, standings) for side, standings in fields.items()]


def stations_of(results: EventResults, running: Round, people: dict[int, Contestant]) -> list[Station]:
    """Per station of a round that has started what is in, and what is missing."""
    found = []
    for sitting in results.sittings:
        if sitting.round_id == running.pk:
            deals = results.deals_in(sitting)
            missing = [deal for deal in sitting.deals if deal not in deals]
            found.append(Station(sitting, _named(contestants_of(sitting), people), len(deals), missing))
    return found


def traveller_of(results: EventResults, deal: int, people: dict[int, Contestant]) -> list[ScoredLine]:
    """The best of the first side on top."""
    found = [one for one in scored_lines(results, people) if one.line.result.deal == deal]
    return sorted(found, key=lambda one: one.points is None or -one.points[0])


def scorecard_of(results: EventResults, number: int, people: dict[int, Contestant]) -> list[ScoredLine]:
    return [one for one in scored_lines(results, people) if number in one.line.result.contestants]


def ruling_text(ruling: Ruling) -> str:
    """Say what was ruled, without whom it concerns."""
    ((kind, value), *rest) = ruling.line.items()
    match kind:
        case "average":
            return " – ".join(f"{floatformat(percent, -2)} %" for percent in value)
        case "points":
            return gettext("assigned: %(points)s") % {"points": value}
        case "split":
            return gettext("split: %(first)s and %(second)s") % {"first": value[0], "second": value[1]}
        case "weighted":
            parts = [f"{Fraction(weight) * 100} % × {points}" for weight, points in value]
            return gettext("weighted: %(parts)s") % {"parts": ", ".join(parts)}
        case "carry":
            return gettext("carry-over: %(amount)s") % {"amount": floatformat(value, -2)}
        case "penalty":
            said = {"amount": floatformat(abs(value), -2), "unit": UNITS[dict(rest)["unit"]]}
            return (
                gettext("bonus: %(amount)s (%(unit)s)") if value < 0 else gettext("penalty: %(amount)s (%(unit)s)")
            ) % said
        case _:
            return gettext("not played")


def movement_of(event: Event, people: dict[int, Contestant]) -> list[PlannedRound]:
    rounds = event.planned_rounds.prefetch_related("sittings__places__contestant")
    found = []
    for each in rounds:
        sittings = [(sitting, _named(contestants_of(sitting), people)) for sitting in each.sittings.all()]
        playing = {number for sitting in each.sittings.all() for number in contestants_of(sitting)}
        resting = [one for number, one in people.items() if number not in playing]
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


def scored_lines(results: EventResults, people: dict[int, Contestant]) -> Iterable[ScoredLine]:
    for line, scores in results.scored:
        points = None if line.result.points is None else [_plain(each) for each in line.result.points]
        named = _named(line.result.contestants, people)
        yield ScoredLine(line, named, points, [_float(score) for score in scores])


def _named(numbers: Iterable[int], people: dict[int, Contestant]) -> list[Contestant]:
    return [people[number] for number in numbers]


def _plain(points: Fraction) -> float:
    """A whole number stays one."""
    return int(points) if points.denominator == 1 else float(points)


def _float(score: Fraction | None) -> float | None:
    return None if score is None else float(score)
