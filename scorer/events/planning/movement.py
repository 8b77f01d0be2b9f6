"""The plan as it is stored: who plays where, round by round, in which section, and which places are free."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, permutations

from django.db.models import Max, Prefetch

from scorer.club.names import join_names
from scorer.contest import plan
from scorer.contest.plan import NOBODY
from scorer.events.contestants import ContestantRow, rows_by_number, rows_of
from scorer.events.links import Holder
from scorer.events.models import Contestant, Event, HalfTable, Round, Sitting, SittingSide
from scorer.events.planning.families import family_of

Sides = list[tuple[str, ContestantRow]]
"""Contestants by side, each with the name of the side, or "" where the game does not name its sides."""


def _by_side(event: Event, people: list[ContestantRow]) -> Sides:
    return list(zip(event.side_names or [""] * len(people), people, strict=False))


def _may_switch(event: Event) -> bool:
    family = family_of(event)
    return family is not None and family.switch > 0


def _are_turned(tables: Iterable[Sequence[int]]) -> bool:
    turned = [first > second for first, second in tables]
    return 2 * sum(turned) > len(turned)


def switched_rounds(event: Event) -> set[int]:
    """Return the ids of the rounds whose tables are turned (`PlannedRound.is_switched`)."""
    if not _may_switch(event):
        return set()
    places = SittingSide.objects.filter(sitting__round__event=event).order_by("sitting", "side")
    rows = places.values_list("sitting__round", "sitting", "contestant__number")
    rounds: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for round_id, sitting, number in rows:
        rounds[round_id][sitting].append(number)
    return {round_id for round_id, tables in rounds.items() if _are_turned(tables.values())}


@dataclass(frozen=True, slots=True)
class PlannedRound:
    round: Round
    sittings: list[tuple[Sitting, list[ContestantRow]]]
    resting: list[ContestantRow]

    @property
    def seated(self) -> list[tuple[Sitting, Sides]]:
        return [(sitting, _by_side(self.round.event, people)) for sitting, people in self.sittings]

    @property
    def is_switched(self) -> bool:
        """Whether the tables are turned: those who sit on the second side in most rounds sit on the first one.

        In a Mitchell, they have the higher numbers.
        """
        return _may_switch(self.round.event) and _are_turned(sitting.numbers for sitting, _people in self.sittings)

    @property
    def planned(self) -> plan.Round:
        """The same for scorer.contest."""
        sittings = (
            plan.Sitting(sitting.station, sitting.numbers, tuple(sitting.deals), sitting.copy, sitting.section)
            for sitting, _people in self.sittings
        )
        resting = (plan.Resting(contestant.number) for contestant in self.resting)
        return plan.Round(self.round.number, tuple(sittings), tuple(resting))


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a station or a contestant does in a round. Without a sitting, it rests."""

    round: Round
    sitting: Sitting | None
    people: list[ContestantRow]
    """Who plays there, by side."""
    is_switched: bool = False
    """Whether the tables are turned in this round."""
    side: int | None = None
    """The side of a team, which has a table on each."""
    line_up: str = ""
    """Who plays there for it."""

    @property
    def sides(self) -> Sides:
        return _by_side(self.round.event, self.people)


@dataclass(frozen=True, slots=True)
class Card:
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
        sittings = (assignment.sitting for assignment in self.assignments if assignment.sitting)
        return self.contestant.section_letter if self.contestant else next(sittings).section_letter


@dataclass(frozen=True, slots=True)
class Seats:
    """Where a contestant plays in a round."""

    contestant: ContestantRow
    places: list[tuple[int, str]]
    """Station and side: N–S, where the game names its sides. A team has two. Whoever rests has none."""


def seats_in(shown: Round, people: dict[int, ContestantRow]) -> list[Seats]:
    """Return the seats by the number of the contestant, for people who look for themselves."""
    names = shown.event.side_names
    places = SittingSide.objects.filter(sitting__round=shown).order_by("side")
    playing: dict[int, list[tuple[int, str]]] = {}
    for number, station, side in places.values_list("contestant__number", "sitting__station", "side"):
        playing.setdefault(number, []).append((station, names[side - 1] if names else ""))
    return [
        Seats(contestant, playing.get(number, []))
        for number, contestant in people.items()
        if number in playing or contestant.competes_in(shown.number)
    ]


def movement_of(event: Event, people: dict[int, ContestantRow]) -> list[PlannedRound]:
    rounds = event.planned_rounds.prefetch_related(Prefetch("sittings", Sitting.objects.with_contestants()))
    planned = []
    for round_ in rounds:
        sittings = [(sitting, rows_of(sitting.numbers, people)) for sitting in round_.sittings.all()]
        playing = {number for sitting in round_.sittings.all() for number in sitting.numbers}
        resting = [
            contestant
            for number, contestant in people.items()
            if number not in playing and contestant.competes_in(round_.number)
        ]
        planned.append(PlannedRound(round_, sittings, resting))
    return planned


def without_knocked_out(planned: PlannedRound, out: Mapping[int, int]) -> PlannedRound:
    """Return the round in which nobody rests who is out. `out` has the last round of each of these."""
    number = planned.round.number
    resting = [contestant for contestant in planned.resting if out.get(contestant.number, number) >= number]
    return replace(planned, resting=resting)


def stored_plan(
    event: Event, people: dict[int, ContestantRow], late: Collection[tuple[int, int]] = frozenset()
) -> plan.Plan:
    """Return the plan. `late` are the rounds and stations that count as draws where the next round is drawn."""
    return plan.Plan(tuple(_marked(planned.planned, late) for planned in movement_of(event, people)))


def _marked(planned: plan.Round, late: Collection[tuple[int, int]]) -> plan.Round:
    sittings = (
        replace(sitting, late=True) if (planned.number, sitting.station) in late else sitting
        for sitting in planned.sittings
    )
    return replace(planned, sittings=tuple(sittings))


def per_round_of(event: Event, sittings: Iterable[Sitting]) -> int | None:
    """Return how many deals a round has, worked out from those that its tables play (`Event.deals_at`)."""
    lengths = []
    for sitting in sittings:
        if sitting.deal_count:
            contestants = len(sitting.sides.all())
            lengths.append(sitting.deal_count * event.playing(contestants) // (contestants * event.side_size))
    return max(lengths, default=None)


def assignments_of(event: Event, holder: Holder, number: int) -> list[Assignment]:
    """Return what a station or a contestant does in each round, in order. A team has two tables in a round."""
    own = {"station": number} if holder == Holder.STATION else {"sides__contestant__number": number}
    by_round: defaultdict[int, list[Sitting]] = defaultdict(list)
    for sitting in Sitting.objects.filter(round__event=event, **own):
        by_round[sitting.round_id].append(sitting)
    places = SittingSide.objects.filter(sitting__in=chain.from_iterable(by_round.values()))
    playing: defaultdict[int, list[int]] = defaultdict(list)
    for sitting_id, contestant in places.order_by("side").values_list("sitting", "contestant__number"):
        playing[sitting_id].append(contestant)
    lined_up = _line_ups_of(event, number) if event.of_teams and holder == Holder.CONTESTANT else {}
    met = {contestant for contestants in playing.values() for contestant in contestants}
    people, switched = rows_by_number(event.contestants.filter(number__in=met)), switched_rounds(event)
    return [
        Assignment(
            round_,
            sitting,
            rows_of(playing[sitting.pk] if sitting else (), people),
            round_.pk in switched,
            *(lined_up.get(sitting.pk, ()) if sitting else ()),
        )
        for round_ in event.planned_rounds.all()
        for sitting in by_round[round_.pk] or NOWHERE
    ]


def line_up_of(event: Event, contestant: Contestant) -> dict[int, int]:
    """Return the side on which each place of a team plays in the rounds to come."""
    return {place: side for side in range(1, plan.SIDES + 1) for place in contestant.places_on(event, side)}


NOWHERE: list[Sitting | None] = [None]


def _line_ups_of(event: Event, number: int) -> dict[int, tuple[int, str]]:
    """Return on which side a team sits at each of its tables, and the names of those who play there, by sitting."""
    sides = SittingSide.objects.filter(sitting__round__event=event, contestant__number=number).with_players()
    return {
        side.sitting_id: (
            side.side,
            join_names((player.shown for player in side.players_of(event, side.sitting.round.number).values()), " & "),
        )
        for side in sides.select_related("contestant", "sitting__round")
    }


def cards_of(event: Event, people: dict[int, ContestantRow]) -> list[Card]:
    """Return the cards of all stations, then those of all contestants."""
    rounds = movement_of(event, people)
    switching = [(round_.round, round_.is_switched) for round_ in rounds]
    playing: defaultdict[tuple[int, Holder, int], list[tuple[Sitting, list[ContestantRow]]]] = defaultdict(list)
    for round_ in rounds:
        for sitting, contestants in round_.sittings:
            playing[round_.round.number, Holder.STATION, sitting.station].append((sitting, contestants))
            for contestant in contestants:
                playing[round_.round.number, Holder.CONTESTANT, contestant.number].append((sitting, contestants))

    def card(holder: Holder, number: int, contestant: ContestantRow | None = None) -> Card:
        assignments = []
        for there, switched in switching:
            where = playing.get((there.number, holder, number), [])
            assignments += [Assignment(there, sitting, people, switched) for sitting, people in where]
            assignments += [] if where else [Assignment(there, None, [], switched)]
        return Card(holder, number, contestant, assignments)

    stations = sorted({number for _round, holder, number in playing if holder == Holder.STATION})
    return [card(Holder.STATION, number) for number in stations] + [
        card(Holder.CONTESTANT, number, contestant) for number, contestant in people.items()
    ]


MOST = 32
"""Contestants for whom a table of all meetings can be read, and fits on a page of paper."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """A row of the table: the rounds in which a contestant meets each, in the order of their numbers."""

    contestant: ContestantRow
    met: list[str]
    """As in "3, 7"; empty for itself, and for those that it never meets."""


def meetings_of(rounds: list[PlannedRound], people: dict[int, ContestantRow]) -> list[Meetings]:
    """Return none for more contestants than a page has room for."""
    if len(people) > MOST:
        return []
    met: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)
    for round_ in rounds:
        for _sitting, contestants in round_.sittings:
            for contestant, other in permutations(contestants, 2):
                met[contestant.number, other.number][str(round_.round.number)] = None
    return [
        Meetings(contestant, [", ".join(met[number, other]) for other in people])
        for number, contestant in people.items()
    ]


def room_of(event: Event) -> dict[str, int | None]:
    """Return how many sections and copies of the deals there are. Pages name them where there are several."""
    sittings = Sitting.objects.filter(round__event=event)
    return sittings.aggregate(sections=Max("section"), copies=Max("copy"))


@dataclass(frozen=True, slots=True)
class FreePlace:
    """The place of a contestant who is missing, in all rounds that have not started."""

    section: int
    number: int
    """The number of the contestant who has left; NOBODY if none ever had the place."""
    halves: tuple[HalfTable, ...]
    """Where it would play, by round. In all other rounds it would rest."""


def free_place(event: Event) -> FreePlace | None:
    """Return the place that a late contestant gets: the one with the most rounds left to play."""
    present = present_contestants(event)
    free: dict[tuple[int, int], list[HalfTable]] = {}
    for half in half_tables_to_come(event):
        away = [number for number in half.numbers if number not in present]
        if len(away) == 1:
            free.setdefault((half.section, away[0]), []).append(half)
    if not free:
        return None
    section, number = max(free, key=lambda place: (len(free[place]), place[1] == NOBODY, -place[0], -place[1]))
    return FreePlace(section, number, tuple(free[section, number]))


def present_contestants(event: Event) -> dict[int, Contestant]:
    there = event.contestants.filter(left_after=None).with_players()
    return {contestant.number: contestant for contestant in there}


def half_tables_to_come(event: Event) -> Iterable[HalfTable]:
    halves = HalfTable.objects.filter(round__event=event, round__started_at=None).select_related("round")
    return halves.order_by("round__number", "station")


def assignments_in_free_place(event: Event) -> list[Assignment]:
    """Return where a late contestant plays in each round, and against whom. Empty if no place is free."""
    free, present = free_place(event), rows_by_number(event.contestants.filter(left_after=None))
    return [
        Assignment(half.round, half.as_sitting(), [present[number] for number in half.numbers if number in present])
        for half in (free.halves if free else ())
    ]
