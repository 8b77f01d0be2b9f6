"""The plans that suit the contestants who came and the time there is, the best first."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scorer.contest.draws import FOUR
from scorer.contest.families import MAX_DEALS, Family, Impossible, Task
from scorer.contest.offer import Format, GameEvents
from scorer.contest.plan import SIDES, Plan, Verdict, balance, is_barometer, is_of_teams, judge
from scorer.contest.sections import joined, split
from scorer.events.models import MAX_SECTIONS, Event
from scorer.events.planning.families import title_of
from scorer.events.planning.words import time_in_words
from scorer.events.results.event_results import comparison_of
from scorer.registry import GameConfig
from scorer.registry.contest_words import NOTES

WARNINGS: dict[str, Any] = {
    "met_again": gettext_lazy("some meet more than once"),
    "shared": gettext_lazy("some tables share their cards"),
    "one_direction": gettext_lazy("some never change sides"),
}
"""The warnings of the judge that a proposal mentions. Who rests is said anyway."""


@dataclass(frozen=True)
class Candidate:
    offered: Format
    family: Family
    sizes: tuple[int, ...]
    """How many contestants each section has."""

    @property
    def key(self) -> str:
        """The name by which it is chosen: mitchell, mitchell-switched-4, draw-standing."""
        words = [self.offered.name]
        if self.family.variant != self.offered.family.variant:
            words.append(self.family.variant)
        if len(self.sizes) > 1:
            words.append(str(len(self.sizes)))
        return "-".join(words)


@dataclass(frozen=True)
class Proposal(Candidate):
    plan: Plan
    """Only the first round, if each round is drawn from the results of those before."""
    rounds: int
    per_round: int | None
    """How many deals a round has; None if the tables play as many as they like."""
    winners: int
    seed: int
    minutes: int | None
    """How long it takes, if that is known."""
    has_time: bool
    """Whether there is time for it."""
    round_minutes: int | None = None
    """How long a round may take, if the tables play as many deals as they like."""
    longer: Mapping[int, int] = field(default_factory=dict)
    """How many deals the tables play where somebody sits out, by how many sit there."""
    mixed: bool = False
    """Whether tables of several sizes play, at which all take part in each deal."""
    rooms: int = 1
    """How many tables a sitting of the plan has: two for a match of teams."""

    @property
    def format(self) -> str:
        return self.offered.name

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the family that are not the usual ones."""
        usual = asdict(self.offered.family)
        return {name: value for name, value in asdict(self.family).items() if value != usual[name]}

    @property
    def title(self) -> str:
        return title_of(self.format, self.family)

    @property
    def can_be_barometer(self) -> bool:
        tables = (sitting for planned in self.plan.rounds for sitting in planned.sittings if sitting.deals)
        return self.family.can_be_barometer and any(sitting.station > 1 for sitting in tables)

    @property
    def copies(self) -> int:
        """How many copies of each deal are needed."""
        rounds = self.plan.rounds
        return max((sitting.copy for planned in rounds for sitting in planned.sittings if sitting.deals), default=1)

    @property
    def choice(self) -> str:
        sections = len(self.sizes)
        said = ngettext("%(n)d section", "%(n)d sections", sections) % {"n": sections}
        return f"{self.title}, {said}" if sections > 1 else self.title

    @property
    def lengths(self) -> str:
        """Rounds and deals: "7 × 4"."""
        return f"{self.rounds} × {self.per_round}" if self.per_round else str(self.rounds)

    @property
    def deals_each(self) -> str:
        """How many deals everybody plays, from the fewest to the most: "24–28"."""
        if not self.per_round:
            return ""
        fewest, most = ((self.rounds - often) * self.per_round for often in (max(self.rests), min(self.rests)))
        return f"{fewest}–{most}" if fewest < most else str(most)

    @property
    def sits_out(self) -> str:
        """How many sit out how often: "7 once". In a knock-out, these are the byes."""
        if self.family.eliminates:
            byes = len(self.plan.rounds[0].resting)
            return _times_in_words(byes, 1) if byes else ""
        return ", ".join(_times_in_words(count, often) for often, count in sorted(self.rests.items()) if often)

    @cached_property
    def rests(self) -> Counter[int]:
        """How many rest so often. Where each round is drawn from the results, nobody rests again before all have."""
        if self.family.eliminates:
            return Counter([0, self.rounds - 1])  # whoever wins, and whoever is out at once
        if self.family.is_steered:
            often, more = divmod(self.rounds * len(self.plan.rounds[0].resting), sum(self.sizes))
            return +Counter({often: sum(self.sizes) - more, often + 1: more})
        rests = Counter(resting.contestant for round_ in self.plan.rounds for resting in round_.resting)
        return Counter(rests[number] for number in range(1, sum(self.sizes) + 1))

    @property
    def time(self) -> str:
        if self.minutes is not None:
            return time_in_words(self.minutes)
        return _("%(time)s per round") % {"time": time_in_words(self.round_minutes)} if self.round_minutes else ""

    @property
    def balance(self) -> str:
        """How evenly those in a field are compared; nothing in matches, or if that is not known before the draw."""
        if self.family.is_steered or self.rooms > 1 or self.family.squad_size:
            return ""
        found = balance(self.plan, sides_of(self.plan)) if self.winners > 1 else self.verdict.balance
        if not found.sd:
            return str(BALANCES[0]) if found.mean else ""
        return str(next(word for most, word in BALANCES.items() if found.sd <= most * found.mean or most == math.inf))

    @cached_property
    def verdict(self) -> Verdict:
        return judge(self.plan)

    @property
    def notes(self) -> str:
        mixed = [_("points spread more or less at tables of another size")] if self.mixed else []
        return pgettext("between parts of a sentence", "; ").join([self._tables(), *mixed, *self._more()])

    def _tables(self) -> str:
        tables = [(size + 1) // 2 for size in self.sizes]
        if len(self.sizes) == 1:
            first = self.plan.rounds[0]
            count = len(first.sittings) + sum(rest.half_table is not None for rest in first.resting)
            return ngettext("%(n)d table", "%(n)d tables", self.rooms * count) % {"n": self.rooms * count}
        sizes = str(tables[0]) if len(set(tables)) == 1 else " + ".join(map(str, tables))
        said = {"n": sum(tables), "count": len(tables), "sizes": sizes}
        return _("%(n)d tables in %(count)d sections of %(sizes)s") % said

    def _first_by_lot(self) -> Iterator[str]:
        planned = len(self.plan.rounds)
        yield ngettext(
            "the first round is drawn by lot, those after it by standing",
            "the first %(n)d rounds are drawn by lot, those after them by standing",
            planned,
        ) % {"n": planned}
        if any(finding.code == "met_again" for finding in self.verdict.warnings):
            yield str(WARNINGS["met_again"])

    def _planned_at_once(self) -> Iterator[str]:
        warnings = {finding.code for finding in self.verdict.warnings} - self.family.intended
        if self.rooms > 1:
            warnings.discard("one_direction")
        if "players" in self.offered.competes:
            yield _("everybody has a new partner in each round")
            warnings.discard("met_again")
        yield from (str(text) for code, text in WARNINGS.items() if code in warnings)

    def _more(self) -> Iterator[str]:
        for size, count in self.longer.items():
            deals = GameConfig.counted_deals % {"n": count}  # tables of several sizes have no boards
            yield _("%(deals)s at tables of %(size)d") % {"deals": deals, "size": size}
        yield from (str(NOTES[note]) for note in self.family.notes)
        if self.family.together:
            yield from self._first_by_lot()
        elif not self.family.is_steered:
            yield from self._planned_at_once()
        if not self.family.is_steered and is_barometer(self.plan):
            yield _("everybody plays the same in each round (barometer)")
        if self.copies > 1:
            yield ngettext("%(n)d copy of all cards", "%(n)d copies of all cards", self.copies) % {"n": self.copies}
        switch = self.family.switch
        if switch:
            yield ngettext("the last round is switched", "the last %(n)d rounds are switched", switch) % {"n": switch}
        if not self.has_time:
            yield _("takes longer than the time available")


def _times_in_words(count: int, often: int) -> str:
    if often == 1:
        return ngettext("%(n)d once", "%(n)d once", count) % {"n": count}
    if often == TWICE:
        return ngettext("%(n)d twice", "%(n)d twice", count) % {"n": count}
    return _("%(n)d %(times)d ×") % {"n": count, "times": often}


TWICE = 2
BALANCES: dict[float, Any] = {
    0: pgettext_lazy("balance", "perfect"),
    1 / 3: pgettext_lazy("balance", "good"),
    1: pgettext_lazy("balance", "fair"),
    math.inf: pgettext_lazy("balance", "poor"),
}
"""What the balance of a plan is called up to which standard deviation, in parts of its mean.

The limits are ours. Most Howells are perfect or good. So is a Mitchell of one winner with the switched rounds that are
proposed; without them it is poor, as is a round robin, where everybody keeps to one side.
"""
MAX_SPLITS = 3
"""How many ways to split the contestants into sections are proposed, besides a single section."""
LARGEST_SECTION = 16
"""How many tables a section should have at most. In a larger one, contestants meet too few of the others."""
FEWEST_DEALS = 2
"""How many deals a round has at least. A movement is shortened rather than played with one deal a round."""
SHORTEST_MATCH = 5
"""The fewest boards for which there is a scale of victory points."""
LONG_ROUND = 5
"""A round with more deals than this is long. The longer a round is, the fewer opponents there are."""


def proposals(event: Event, contestants: int, seed: int | None = None) -> list[Proposal]:
    """Return the best first: plans there is time for, small sections, short rounds, then the game's own order.

    Draws are made with `seed`, or else with a random one that is the same for the event every time.
    """
    proposed = (_propose(event, candidate, seed=seed) for candidate in _candidates(event, contestants))
    return sorted(filter(None, proposed), key=partial(_sort_key, event))


def proposal_of(
    event: Event, key: str, contestants: int, switch: int | None = None, *, barometer: bool = False
) -> Proposal | None:
    """Return the proposal with this key. `switch` is another number of switched rounds than it has by itself.

    With `barometer` all tables play the same deals in each round, if the movement can be played so.
    """
    chosen = next((candidate for candidate in _candidates(event, contestants) if candidate.key == key), None)
    if chosen and barometer:
        chosen = replace(chosen, family=chosen.family.as_barometer())
    return _propose(event, chosen, switch) if chosen else None


def own_format(event: Event) -> Format | None:
    """Return the format of a club's own movement, or None if the event cannot have one."""
    offered = event.offer.formats_for(event.competes)
    return next((format_ for format_ in offered if format_.own), None)


def own_proposal(event: Event, offered: Format, movement: str, contestants: int) -> Proposal:
    """Return the club's own movement as a proposal. Raise Impossible if it is not sound, or for other numbers."""
    family = replace(cast("Any", offered.family), movement=movement)
    family.complete(Task(contestants, event.rounds, event.per_round, event.evening))
    proposal = _propose(event, Candidate(offered, family, (contestants,)))
    if proposal is None:  # such as one of four players at a table, where pairs compete
        raise Impossible("movement", "seats", counts=", ".join(map(str, event.config.seat_counts)))
    return proposal


def plan_sections(
    event: Event, family: Family, sizes: tuple[int, ...], *, rounds: int, per_round: int | None, seed: int
) -> Plan:
    """Return the plan of a whole evening, in one or more sections. Raise Impossible if there is none."""
    plans = []
    squads = event.squad_of if family.minds_squads else {}
    for size in sizes:
        task = Task(size, rounds, per_round, event.evening, seed, squads=squads)
        completed, task = family.complete(task)
        plans.append(completed.plan(task))
    return joined(plans)


def _candidates(event: Event, contestants: int) -> Iterator[Candidate]:
    """Yield the candidates, in the game's own order of the formats."""
    offered = event.offer.formats_for(event.competes, numbered=event.numbers_deals)
    names = {format_.name for format_ in offered}
    by_side, day = comparison_of(event).ranks_sides, event.match_day if is_league(event) else None
    for format_ in offered:
        family = format_.family
        if format_.comparison not in {None, event.comparison}:
            continue
        if family.squad_size and not is_of_squads(event, family.squad_size):
            continue
        variants = [variant for variant in family.variants(by_side=by_side, day=day) if variant.variant not in names]
        for sizes in _splits(family, contestants):
            yield from (Candidate(format_, variant, sizes) for variant in (family, *variants))


def is_league(event: Event) -> bool:
    """Whether its contestants are the squads of a league, in groups of four at tables of four."""
    if event.squads != Event.Squads.MATCH_POINTS:
        return False
    return is_of_squads(event, FOUR) and not len(set(event.squad_of.values())) % FOUR


def is_of_squads(event: Event, size: int) -> bool:
    """Whether all contestants are in squads of so many."""
    squads = event.squad_of
    return set(Counter(squads.values()).values()) == {size} and len(squads) == event.contestants.count()


def _splits(family: Family, contestants: int) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of a single section, then of a few splits: equal sizes first, then the fewest sections."""
    yield (contestants,)
    fewest, most = family.section_tables or (0, 0)
    tables = (contestants + 1) // 2
    fitting = [
        sections
        for sections in range(2, MAX_SECTIONS + 1)
        if fewest <= tables // sections and -(-tables // sections) <= most
    ]
    fitting.sort(key=lambda sections: (tables % sections != 0, sections))
    yield from (tuple(split(contestants, sections)) for sections in fitting[:MAX_SPLITS])


def _propose(
    event: Event, candidate: Candidate, switch: int | None = None, *, seed: int | None = None
) -> Proposal | None:
    offer, family, seed = event.offer, candidate.family, event.pk if seed is None else seed
    try:
        rounds, per_round = _lengths(event, family, min(candidate.sizes))
        family = family.switched(candidate.sizes[0], rounds, switch)
        at_once = family.planned_at_once(rounds)
        plan = plan_sections(event, family, candidate.sizes, rounds=at_once, per_round=per_round, seed=seed)
    except Impossible:
        return None
    sizes = {len(sitting.contestants) * event.side_size for round_ in plan.rounds for sitting in round_.sittings}
    if not sizes or not sizes <= set(event.config.seat_counts):
        return None
    longer = {size: event.deals_at(per_round, size // event.side_size) or 0 for size in sorted(sizes)}
    longer = {size: deals for size, deals in longer.items() if deals > (per_round or 0)}
    minutes = _minutes(offer, rounds, max(longer.values(), default=per_round))
    return Proposal(
        candidate.offered,
        family,
        candidate.sizes,
        plan,
        rounds,
        per_round,
        1 if family.is_steered else winners_of(event, plan),
        seed,
        minutes,
        has_time=minutes is None or event.minutes is None or minutes <= event.minutes,
        round_minutes=event.minutes // rounds - offer.minutes_to_change if event.minutes and not per_round else None,
        longer=longer,
        mixed=len(sizes) > 1 and offer.most_playing is None,
        rooms=SIDES if event.of_teams and not is_of_teams(plan) else 1,
    )


def _lengths(event: Event, family: Family, contestants: int) -> tuple[int, int | None]:
    """Return how many rounds there are and how many deals each has: as asked for, or else as there is time for."""
    offer, per_round = event.offer, event.per_round
    needed = family.rounds_needed(contestants)
    rounds = None if needed else event.rounds or family.usual_rounds
    squads = event.squad_of if family.minds_squads else {}
    _family, task = family.complete(Task(contestants, rounds, per_round, event.evening, squads=squads))
    most, is_asked = needed or task.rounds or 1, bool(needed or event.rounds)
    if event.minutes is None or not offer.minutes_a_deal or (per_round is None and event.evening is None):
        return most, task.per_round
    if per_round is None:
        while not is_asked and most > 1 and _deals_in(offer, event.minutes, most) < FEWEST_DEALS:
            most -= 1
        return most, min(MAX_DEALS, max(1, _deals_in(offer, event.minutes, most)))
    if not is_asked:
        in_time = event.minutes // (per_round * offer.minutes_a_deal + offer.minutes_to_change)
        most = max(1, min(most, in_time))
    return most, per_round


def _deals_in(offer: GameEvents, minutes: int, rounds: int) -> int:
    return math.floor((Fraction(minutes, rounds) - offer.minutes_to_change) / (offer.minutes_a_deal or 1))


def _minutes(offer: GameEvents, rounds: int, per_round: int | None) -> int | None:
    if offer.minutes_a_deal is None or per_round is None:
        return None
    return math.ceil(rounds * (per_round * offer.minutes_a_deal + offer.minutes_to_change))


def _sort_key(event: Event, proposal: Proposal) -> tuple[Any, ...]:
    """Return the sort key of a proposal. The best has the smallest."""
    family, movement = proposal.family, proposal.family.section_tables is not None
    return (
        not proposal.has_time,
        family.day is None,
        proposal.offered.comparison is None,
        movement and not comparison_of(event).ranks_sides,
        not family.is_steered and (is_by_match(event) or _is_short_for_teams(event, proposal)),
        movement and max(proposal.sizes) > 2 * LARGEST_SECTION,
        max(LONG_ROUND, proposal.per_round or 0) if movement and not _all_meet(proposal) else LONG_ROUND,
        event.offer.formats.index(proposal.offered),
        len({(size + 1) // 2 for size in proposal.sizes}),
        len(proposal.sizes),
        family.switch,
        family.is_steered,
    )


def _all_meet(proposal: Proposal) -> bool:
    """Whether everybody meets everybody, so that shorter rounds would find nobody else to meet."""
    met = {frozenset(sitting.contestants) for round_ in proposal.plan.rounds for sitting in round_.sittings}
    return len(met) == math.comb(sum(proposal.sizes), SIDES)


def _is_short_for_teams(event: Event, proposal: Proposal) -> bool:
    """Whether teams do not all meet, or have matches for which there is no scale."""
    few = proposal.rounds < sum(proposal.sizes) - 1
    return event.of_teams and (few or (proposal.per_round or 0) < SHORTEST_MATCH)


def is_by_match(event: Event) -> bool:
    """Whether the deals of each round are a match, for which the next opponents are drawn."""
    comparison = comparison_of(event)
    return comparison.by_deal and comparison.by_meeting


def winners_of(event: Event, plan: Plan) -> int:
    """Return 2 if nobody changes sides and the comparison ranks each side by itself, else 1."""
    if event.individual or not comparison_of(event).ranks_sides:
        return 1
    first, second = sides_of(plan)
    return 2 if first.isdisjoint(second) else 1


def sides_of(plan: Plan) -> list[set[int]]:
    """Return who sits on each of the two sides, in whichever round."""
    return [{sitting.contestants[side] for round_ in plan.rounds for sitting in round_.sittings} for side in (0, 1)]
