"""A plan that suits the contestants who came, with what it means in a sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scorer.contest.draws import Draw
from scorer.contest.families import Family
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.offer import Format
from scorer.contest.plan import Plan, judge
from scorer.events.families import is_steered, title_of
from scorer.events.words import count_in_words

WARNINGS: dict[str, Any] = {
    "met_again": gettext_lazy("some meet more than once"),
    "shared": gettext_lazy("some tables share their deals"),
    "one_direction": gettext_lazy("some never change sides"),
}
"""The warnings of the judge that a proposal mentions. Who rests is said anyway."""
STEP = 5
"""Lengths are rounded up to a multiple of this many minutes."""


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
    """Only the first round, if each round is drawn from the results of those before."""
    rounds: int
    per_round: int | None
    """How many deals a round has; None if the tables play as many as they like."""
    winners: int
    seed: int
    side_size: int
    minutes: int | None
    """How long it takes, if that is known."""
    has_time: bool
    """Whether there is time for it."""
    round_minutes: int | None = None
    """How long a round may take, if the tables play as many deals as they like."""
    longer: Mapping[int, int] = field(default_factory=dict)
    """How many deals the tables play where somebody sits out, by how many sit there."""

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
        """The settings of the family that are not the usual ones."""
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
        people = count_in_words(sum(self.sizes), self.side_size)
        plan = f"{self.title}, {self._tables()}, {self._rounds()}"
        first = pgettext("of an event", "%(people)s: %(plan)s") % {"people": people, "plan": plan}
        return pgettext("between parts of a sentence", "; ").join([first, *self._more()])

    def _tables(self) -> str:
        tables = [(size + 1) // 2 for size in self.sizes]
        if len(self.sizes) == 1:
            first = self.plan.rounds[0]
            count = len(first.sittings) + sum(one.half_table is not None for one in first.resting)
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
            yield _("takes longer than the time available")

    def _rests(self) -> Iterator[str]:
        """Yield who rests how often, and how many deals they play."""
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


def _deals(count: int) -> str:
    return ngettext("%(n)d deal", "%(n)d deals", count) % {"n": count}


def _time(minutes: int) -> str:
    hours, rest = divmod(-(-minutes // STEP) * STEP, 60)
    said = [_("%(n)d h") % {"n": hours}] if hours else []
    return " ".join([*said, _("%(n)d min") % {"n": rest}] if rest or not hours else said)
