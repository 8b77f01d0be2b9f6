"""A plan as it is proposed to the director, and all that is said of it."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scorer.contest.draws import partnerships
from scorer.contest.families import Family
from scorer.contest.offer import Format
from scorer.contest.plan import Plan, Verdict, balance, is_barometer, judge, sittings_of
from scorer.events.planning.families import title_of
from scorer.events.planning.words import time_in_words
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
        found = balance(self.plan, self.plan.sides) if self.winners > 1 else self.verdict.balance
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
        tables = (sitting.contestants for _round, sitting in sittings_of(self.plan.rounds))
        partners = Counter(chain.from_iterable(map(partnerships, tables)))
        if "players" in self.offered.competes and partners:
            is_new = max(partners.values()) == 1
            yield _("everybody has a new partner in each round") if is_new else _("some have the same partner again")
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
