"""Which plans the game's events offer for the contestants that came and the time there is, the best first."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scorer.contest.draws import USUAL_ROUNDS, Draw
from scorer.contest.families import MAX_DEALS, Family, Impossible, Task
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell, best_switch
from scorer.contest.offer import Format, GameEvents
from scorer.contest.plan import SIDES, Plan, judge
from scorer.contest.sections import joined, split
from scorer.events.lengths import deals_at
from scorer.events.models import MAX_SECTIONS, Event

FORMATS: dict[str, Any] = {
    "mitchell": pgettext_lazy("movement", "Mitchell"),
    "howell": pgettext_lazy("movement", "Howell"),
    "round_robin": gettext_lazy("Round robin"),
    "draw": gettext_lazy("Draw"),
    "swiss": gettext_lazy("Swiss"),
    "standing": gettext_lazy("Draw by standing"),
}
COMPARISONS: dict[str, Any] = {
    "matchpoints": gettext_lazy("Matchpoints"),
    "total": gettext_lazy("Total"),
    "wins": gettext_lazy("Wins"),
    "places": gettext_lazy("Places at each table"),
}

TIE_BREAKS: dict[str, Any] = {
    "points": gettext_lazy("ahead by points"),
    "difference": gettext_lazy("ahead by the difference"),
}
"""What separates contestants who are level in the score, by what comparisons call it."""

UNITS: dict[str, Any] = {
    "points": gettext_lazy("Points"),
    "top": gettext_lazy("Percent of a top"),
    "percent": gettext_lazy("Percent of the score"),
}
"""Of penalties, as scorer.contest.results names them."""


WARNINGS: dict[str, Any] = {
    "met_again": gettext_lazy("some meet more than once"),
    "shared": gettext_lazy("some tables share their deals"),
    "one_direction": gettext_lazy("some never change sides"),
}
"""Of what the judge finds in a plan; who rests is said anyway."""

SECTION_TABLES = {Mitchell: (5, 14), Howell: (4, 8)}
"""The fewest and the most tables of one section of several."""
MAX_SPLITS = 3
"""So many numbers of sections are proposed beside one."""
LARGEST_SECTION = 16
"""Tables of a movement. In a larger one, contestants meet too few of the others."""
FEWEST_DEALS = 2
"""Of a round: a movement is shortened rather than played with one deal a round."""
LONG_ROUND = 5
"""Deals. The longer a round is, the fewer opponents there are."""
STEP = 5
"""Minutes, to which a length is rounded up."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may become a proposal."""

    offered: Format
    family: Family
    sizes: tuple[int, ...]
    """How many contestants each section has."""

    @property
    def key(self) -> str:
        """The name by which it is chosen: mitchell, mitchell-switched-4, draw-standing."""
        words = [self.offered.name]
        if isinstance(self.family, Mitchell) and self.family.switch:
            words.append("switched")
        if self.family != self.offered.family and isinstance(self.family, Draw):
            words.append(self.family.by)
        if len(self.sizes) > 1:
            words.append(str(len(self.sizes)))
        return "-".join(words)


@dataclass(frozen=True)
class Proposal:
    candidate: Candidate
    plan: Plan
    """Of the first round only, where each is drawn from the results of those before."""
    rounds: int
    per_round: int | None
    """How many deals a round; None for as many as the tables like."""
    winners: int
    seed: int
    side_size: int
    minutes: int | None
    """How long it takes, if that is known."""
    has_time: bool
    """Whether there is as much time."""
    round_minutes: int | None = None
    """How long a round may take, where the tables play as many deals as they like."""
    longer: Mapping[int, int] = field(default_factory=dict)
    """How many deals the tables play at which somebody sits out, by how many sit there."""

    @property
    def key(self) -> str:
        return self.candidate.key

    @property
    def format(self) -> str:
        return self.candidate.offered.name

    @property
    def family(self) -> Family:
        return self.candidate.family

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.candidate.sizes

    @property
    def settings(self) -> dict[str, Any]:
        """Of the family, where they are not the usual ones."""
        usual = asdict(self.candidate.offered.family)
        return {name: value for name, value in asdict(self.family).items() if value != usual[name]}

    @property
    def switch(self) -> int:
        """How many of the last rounds are arrow-switched."""
        return self.family.switch if isinstance(self.family, Mitchell) else 0

    @property
    def title(self) -> str:
        title = title_of(self.format, self.family)
        return _("%(format)s, arrow-switched") % {"format": title} if self.switch else title

    @property
    def choice(self) -> str:
        """The title, and how many sections."""
        sections = len(self.sizes)
        said = ngettext("%(n)d section", "%(n)d sections", sections) % {"n": sections}
        return f"{self.title}, {said}" if sections > 1 else self.title

    @cached_property
    def warnings(self) -> set[str]:
        return {finding.code for finding in judge(self.plan).warnings}

    @property
    def sentence(self) -> str:
        first = f"{how_many(sum(self.sizes), self.side_size)}: {self.title}, {self._tables()}, {self._rounds()}"
        return "; ".join([first, *self._more()])

    def _tables(self) -> str:
        tables = [(size + 1) // 2 for size in self.sizes]
        if len(self.sizes) == 1:
            first = self.plan.rounds[0]
            count = len(first.sittings) + sum(one.waits is not None for one in first.resting)
            return ngettext("%(n)d table", "%(n)d tables", count) % {"n": count}
        sizes = str(tables[0]) if len(set(tables)) == 1 else " + ".join(map(str, tables))
        said = {"n": sum(tables), "count": len(tables), "sizes": sizes}
        return _("%(n)d tables in %(count)d sections of %(sizes)s") % said

    def _rounds(self) -> str:
        if not self.per_round:
            return ngettext("%(n)d round", "%(n)d rounds", self.rounds) % {"n": self.rounds}
        said = {"n": self.rounds, "deals": _deals(self.per_round)}
        return ngettext("%(n)d round of %(deals)s", "%(n)d rounds of %(deals)s", self.rounds) % said

    def _more(self) -> Iterator[str]:
        for size, count in self.longer.items():
            yield _("%(deals)s at tables of %(size)d") % {"deals": _deals(count), "size": size}
        if is_steered(self.family):
            yield _("each round is drawn from the results of those before")
        else:
            yield from self._rests()
        yield from (str(text) for code, text in WARNINGS.items() if code in self.warnings)
        if self.switch:
            yield ngettext("the last round is switched", "the last %(n)d rounds are switched", self.switch) % {
                "n": self.switch
            }
        if self.winners > 1:
            yield _("two winners")
        elif self.switch:
            yield _("one winner")
        if self.minutes is not None:
            yield _("about %(time)s") % {"time": _time(self.minutes)}
        elif self.round_minutes:
            yield _("about %(time)s a round") % {"time": _time(self.round_minutes)}
        if not self.has_time:
            yield _("longer than the time there is")

    def _rests(self) -> Iterator[str]:
        """Who rests how often, and plays how many deals."""
        rests = dict.fromkeys(range(1, sum(self.sizes) + 1), 0)
        for each in self.plan.rounds:
            for resting in each.resting:
                rests[resting.contestant] += 1
        if not any(rests.values()):
            return
        times = list(rests.values())
        groups = [
            self._group(times.count(often), often)
            for often in sorted(set(times), reverse=True)
            if often or self.per_round
        ]
        yield ", ".join(groups)

    def _group(self, count: int, often: int) -> str:
        said: dict[str, Any] = {"n": count, "times": often}
        if not self.per_round:
            return ngettext("%(n)d rests (%(times)d ×)", "%(n)d rest (%(times)d ×)", count) % said
        said["deals"] = _deals((self.rounds - often) * self.per_round)
        if not often:
            return ngettext("%(n)d plays %(deals)s", "%(n)d play %(deals)s", count) % said
        if often == 1:
            return ngettext("%(n)d rests once and plays %(deals)s", "%(n)d rest once and play %(deals)s", count) % said
        return (
            ngettext("%(n)d rests %(times)d × and plays %(deals)s", "%(n)d rest %(times)d × and play %(deals)s", count)
            % said
        )


def title_of(name: str, family: Family) -> str:
    """The name of a format, in words."""
    return str(FORMATS[family.by if isinstance(family, Draw) and is_steered(family) else name])


def is_steered(family: Family | None) -> bool:
    """Whether each round is drawn from the results of those before."""
    return isinstance(family, Draw) and family.by != "random"


def format_of(event: Event) -> Format | None:
    return next((one for one in event.offer.formats if one.name == event.format), None)


def family_of(event: Event) -> Family | None:
    """How the rounds of the event are planned; None while there is no plan."""
    offered = format_of(event)
    if offered is None:
        return None
    changed: Any = replace(offered.family, **event.settings)
    return changed  # type: ignore[no-any-return]


def proposals(event: Event, contestants: int) -> list[Proposal]:
    """The best first: what there is time for, small sections, rounds that are not long, then the game's own order."""
    found = [(place, _propose(event, one)) for place, one in _candidates(event, contestants)]
    order = [(_worse(event, place, proposal), proposal) for place, proposal in found if proposal]
    return [proposal for _key, proposal in sorted(order, key=lambda both: both[0])]


def proposal_of(event: Event, key: str, contestants: int, switch: int | None = None) -> Proposal | None:
    """The proposal of this name; of a switched one, with another number of rounds switched."""
    found = (one for _place, one in _candidates(event, contestants) if one.key == key)
    chosen = next(found, None)
    return _propose(event, chosen, switch) if chosen else None


def plan_sections(
    event: Event, family: Family, sizes: tuple[int, ...], *, rounds: int, per_round: int | None, seed: int
) -> Plan:
    """The plan of a whole evening, of one or more sections. Raises Impossible if there is none."""
    plans = []
    for size in sizes:
        task = Task(size, rounds=rounds, per_round=per_round, evening=event.offer.evening, seed=seed)
        completed, task = family.complete(task)
        plans.append(completed.plan(task))
    return joined(plans)


def _candidates(event: Event, contestants: int) -> Iterator[tuple[int, Candidate]]:
    """With the place of the format in the game's own order."""
    offered = event.offer.formats
    for place, one in enumerate(offered):
        for sizes in _splits(one.family, contestants):
            yield place, Candidate(one, one.family, sizes)
            if isinstance(one.family, Mitchell) and event.comparison == "matchpoints":
                yield place, Candidate(one, replace(one.family, switch=1), sizes)
        if isinstance(one.family, Draw) and one.family.by == "random":
            yield place, Candidate(one, replace(one.family, by="standing"), (contestants,))
            if one.family.sizes == (SIDES,) and "swiss" not in {other.name for other in offered}:
                yield place, Candidate(one, replace(one.family, by="swiss"), (contestants,))


def _splits(family: Family, contestants: int) -> Iterator[tuple[int, ...]]:
    """One section, and a few ways to have several: those of equal size first, then the fewest."""
    yield (contestants,)
    fewest, most = SECTION_TABLES.get(type(family), (0, 0))
    tables = (contestants + 1) // 2
    fitting = [
        sections
        for sections in range(2, MAX_SECTIONS + 1)
        if fewest <= tables // sections and -(-tables // sections) <= most
    ]
    fitting.sort(key=lambda sections: (tables % sections != 0, sections))
    yield from (tuple(split(contestants, sections)) for sections in fitting[:MAX_SPLITS])


def _propose(event: Event, candidate: Candidate, switch: int | None = None) -> Proposal | None:
    """None where there is no such plan."""
    offer, family = event.offer, candidate.family
    steered = is_steered(family)
    try:
        rounds, per_round = _lengths(event, family, min(candidate.sizes))
        if isinstance(family, Mitchell) and family.switch:
            family = replace(family, switch=switch or best_switch(candidate.sizes[0], rounds, family.even))
        plan = plan_sections(
            event, family, candidate.sizes, rounds=1 if steered else rounds, per_round=per_round, seed=event.pk
        )
    except Impossible:
        return None
    sizes = {len(sitting.contestants) * event.side_size for each in plan.rounds for sitting in each.sittings}
    if not sizes or not sizes <= set(event.config.seat_counts):
        return None
    longer = {size: deals_at(event, per_round, size // event.side_size) or 0 for size in sorted(sizes)}
    longer = {size: deals for size, deals in longer.items() if deals > (per_round or 0)}
    minutes = _minutes(offer, rounds, max(longer.values(), default=per_round))
    return Proposal(
        replace(candidate, family=family),
        plan,
        rounds,
        per_round,
        1 if steered else winners_of(event, plan),
        event.pk,
        event.side_size,
        minutes,
        has_time=minutes is None or event.minutes is None or minutes <= event.minutes,
        round_minutes=event.minutes // rounds - offer.minutes_to_change if event.minutes and not per_round else None,
        longer=longer,
    )


def _lengths(event: Event, family: Family, contestants: int) -> tuple[int, int | None]:
    """How many rounds, and how many deals in each: as many as were asked for, or else as there is time for."""
    offer, rounds, per_round = event.offer, event.rounds, event.per_round
    if isinstance(family, Draw):
        rounds = rounds or USUAL_ROUNDS
    _family, task = family.complete(Task(contestants, rounds=rounds, per_round=per_round, evening=offer.evening))
    most = task.rounds or 1
    if event.minutes is None or not offer.minutes_a_deal or (per_round is None and offer.evening is None):
        return most, task.per_round
    if per_round is None:
        while event.rounds is None and most > 1 and _deals_in(offer, event.minutes, most) < FEWEST_DEALS:
            most -= 1
        return most, min(MAX_DEALS, max(1, _deals_in(offer, event.minutes, most)))
    if event.rounds is None:
        in_time = event.minutes // (per_round * offer.minutes_a_deal + offer.minutes_to_change)
        most = max(1, min(most, in_time))
    return most, per_round


def _deals_in(offer: GameEvents, minutes: int, rounds: int) -> int:
    """How many deals each of so many rounds may have."""
    return math.floor((Fraction(minutes, rounds) - offer.minutes_to_change) / (offer.minutes_a_deal or 1))


def _minutes(offer: GameEvents, rounds: int, per_round: int | None) -> int | None:
    if offer.minutes_a_deal is None or per_round is None:
        return None
    return math.ceil(rounds * (per_round * offer.minutes_a_deal + offer.minutes_to_change))


def _worse(event: Event, place: int, proposal: Proposal) -> tuple[Any, ...]:
    """What a proposal is sorted by; the best has the least."""
    movement = isinstance(proposal.family, Mitchell | Howell)
    return (
        not proposal.has_time,
        movement and event.comparison != "matchpoints",
        movement and max(proposal.sizes) > 2 * LARGEST_SECTION,
        max(LONG_ROUND, proposal.per_round or 0) if movement else LONG_ROUND,
        place,
        len({(size + 1) // 2 for size in proposal.sizes}),
        len(proposal.sizes),
        proposal.switch,
        is_steered(proposal.family),
    )


def winners_of(event: Event, plan: Plan) -> int:
    """Two where nobody changes sides and the comparison ranks each side by itself."""
    if event.comparison != "matchpoints":
        return 1
    sides = [{sitting.contestants[side] for each in plan.rounds for sitting in each.sittings} for side in (0, 1)]
    return 2 if sides[0].isdisjoint(sides[1]) else 1


def how_many(count: int, side_size: int) -> str:
    """Say "13 pairs" or "18 players"."""
    if side_size > 1:
        return ngettext("%(n)d pair", "%(n)d pairs", count) % {"n": count}
    return ngettext("%(n)d player", "%(n)d players", count) % {"n": count}


def _deals(count: int) -> str:
    return ngettext("%(n)d deal", "%(n)d deals", count) % {"n": count}


def _time(minutes: int) -> str:
    hours, rest = divmod(-(-minutes // STEP) * STEP, 60)
    said = [_("%(n)d h") % {"n": hours}] if hours else []
    return " ".join([*said, _("%(n)d min") % {"n": rest}] if rest or not hours else said)
