"""Which plans the game's events offer for the contestants that came, and what each of them means."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scorer.contest.draws import USUAL_ROUNDS, Draw
from scorer.contest.families import Impossible, Task
from scorer.contest.offer import Format
from scorer.contest.plan import Plan, judge
from scorer.events.models import Event

FORMATS: dict[str, Any] = {
    "mitchell": pgettext_lazy("movement", "Mitchell"),
    "howell": pgettext_lazy("movement", "Howell"),
    "round_robin": gettext_lazy("Round robin"),
    "draw": gettext_lazy("Draw"),
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


@dataclass(frozen=True, slots=True)
class Proposal:
    format: str
    plan: Plan
    per_round: int | None
    """How many deals a round; None for as many as the tables like."""
    winners: int

    @property
    def title(self) -> str:
        return str(FORMATS[self.format])

    @property
    def sentence(self) -> str:
        return ", ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        tables, rounds = len(self.plan.rounds[0].sittings), len(self.plan.rounds)
        yield ngettext("%(n)d table", "%(n)d tables", tables) % {"n": tables}
        yield ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
        if self.per_round:
            yield ngettext("%(n)d deal a round", "%(n)d deals a round", self.per_round) % {"n": self.per_round}
        rests = Counter(resting.contestant for each in self.plan.rounds for resting in each.resting)
        if rests:
            most = max(rests.values())
            yield ngettext("%(n)d rests", "%(n)d rest", len(rests)) % {"n": len(rests)}
            if most > 1:
                yield ngettext("up to %(n)d time", "up to %(n)d times", most) % {"n": most}
        warnings = {finding.code for finding in judge(self.plan).warnings}
        if "met_again" in warnings:
            yield _("some meet more than once")
        if "shared" in warnings:
            yield _("some tables share their deals")
        if self.winners > 1:
            yield _("two winners")


def proposals(event: Event, contestants: int) -> list[Proposal]:
    """In the order of the game's own list, the usual one first."""
    offered = event.config.events.formats if event.config.events else ()
    return [proposal for one in offered if (proposal := _propose(event, one, contestants))]


def proposal_of(event: Event, name: str, contestants: int) -> Proposal | None:
    return next((one for one in proposals(event, contestants) if one.format == name), None)


def _propose(event: Event, offered: Format, contestants: int) -> Proposal | None:
    """None where there is no such plan, or where each round is drawn from the standings."""
    family, rounds = offered.family, event.rounds
    if isinstance(family, Draw):
        if family.by != "random":
            return None
        rounds = rounds or USUAL_ROUNDS
    evening = event.config.events.evening if event.config.events else None
    try:
        family, task = family.complete(
            Task(contestants, rounds=rounds, per_round=event.per_round, evening=evening, seed=event.pk)
        )
    except Impossible:
        return None
    plan = family.plan(task)
    sizes = {len(sitting.contestants) * event.side_size for each in plan.rounds for sitting in each.sittings}
    if not sizes or not sizes <= set(event.config.seat_counts):
        return None
    return Proposal(offered.name, plan, task.per_round, _winners(event, plan))


def _winners(event: Event, plan: Plan) -> int:
    """Two where nobody changes sides and the comparison ranks each side by itself."""
    if event.comparison != "matchpoints":
        return 1
    sides = [{sitting.contestants[side] for each in plan.rounds for sitting in each.sittings} for side in (0, 1)]
    return 2 if sides[0].isdisjoint(sides[1]) else 1
