"""Individual movements: players change partners from round to round, and nobody has the same partner twice.

There are R rounds and R sets of deals. `individual_starts.py` says where the players and sets are in the first round.
Players form rings of R numbers: 1 to R, R + 1 to 2R and so on. After each round, all numbers of players in their ring
and all numbers of sets go up by one, and the last becomes the first. Players who are left over keep their seats. If
four does not divide their number, one to three rest in turn. A plan of fewer rounds is the beginning of a longer one.

Each table has deals of its own in a round. Two tables have to share theirs in some movements. As a barometer, all
tables play the same deals in each round, each its own copy. Players then oppose each other more evenly in many
movements: 12, 16, 17, 20 and 28 of them twice each in the longest one, which is not known otherwise.

Larger numbers are drawn for the fewest repeats. All tables of a round then play the same deals. Where deals are only
counted, smaller numbers are drawn, too, if somebody would rest twice in a part of a movement before others have once,
unless the draw repeats partners.

Source: the club's text on events, A1.5.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from scorer.contest.draws import DEFAULT_ROUNDS, Draw, partnerships, with_new_partners
from scorer.contest.earlier_rounds import Couple
from scorer.contest.families import MAX_CONTESTANTS, MAX_DEFAULT_ROUNDS, Family, Task, moved_up, within
from scorer.contest.movements.individual_starts import STARTS, Start
from scorer.contest.plan import Plan, Resting, Round, Sitting, sittings_of

FEWEST, MOST_KNOWN = 4, 28
"""The numbers of players for which first rounds are known."""
MAX_DRAWN_ROUNDS = 15
IMPROVEMENTS = 20
"""How often the partners at all tables of a draw are chosen again, at most, if somebody has one twice."""


@dataclass(frozen=True, slots=True)
class Individual(Family):
    barometer: bool = False
    """Whether all tables play the same deals in each round, each its own copy."""

    def complete(self, task: Task) -> tuple[Self, Task]:
        players = within("contestants", task.contestants, FEWEST, MAX_CONTESTANTS)
        known = _known(players, barometer=self.barometer)
        most = max(known, default=MAX_DRAWN_ROUNDS)
        usual = max((rounds for rounds in known if rounds <= MAX_DEFAULT_ROUNDS), default=MAX_DEFAULT_ROUNDS)
        if task.evening is None:  # a round is long where deals are only counted
            usual = min(usual, DEFAULT_ROUNDS)
        rounds = task.rounds_or(usual, most)
        return replace(self, barometer=self.barometer or not known), task.with_deals(rounds)

    def plan(self, task: Task) -> Plan:
        rounds = task.rounds or 0
        known = _known(task.contestants, barometer=self.barometer)
        whole = min((longer for longer in known if longer >= rounds), default=None)
        if whole is None:
            return Plan(tuple(_drawn(task)))
        plan = Plan(tuple(self._round(task, known[whole], whole, number) for number in range(rounds)))
        if task.evening is None and not _rests_evenly(plan, task.contestants):
            drawn = Plan(tuple(_drawn(task)))
            return plan if _has_partner_twice(drawn) else drawn
        return plan

    def _round(self, task: Task, start: Start, whole: int, number: int) -> Round:
        """Return the round that comes so many rounds after the first."""
        moving = task.contestants // whole * whole
        sittings = []
        for station, (players, deals) in enumerate(start, start=1):
            own = number + 1 if self.barometer else (deals - 1 + number) % whole + 1
            copy = station if self.barometer and task.deals(own) else 1
            there = tuple(moved_up(player, number, whole, moving) for player in players)
            sittings.append(Sitting(station, there, task.deals(own), copy))
        playing = {player for sitting in sittings for player in sitting.contestants}
        resting = set(range(1, task.contestants + 1)) - playing
        return Round(number + 1, tuple(sittings), tuple(map(Resting, sorted(resting))))


@cache
def _known(players: int, *, barometer: bool) -> dict[int, Start]:
    """Return the first rounds by the number of rounds. Any movement can be played as a barometer."""
    known = {rounds: start for (number, rounds, own), start in STARTS.items() if number == players and not own}
    if barometer:
        known |= {rounds: start for (number, rounds, own), start in STARTS.items() if number == players and own}
    return known


def _rests_evenly(plan: Plan, players: int) -> bool:
    """Whether nobody rests for the second time before all others have rested, as in some parts of a movement."""
    rested = Counter(resting.contestant for planned in plan.rounds for resting in planned.resting)
    return max(rested.values(), default=0) <= 1 + min(rested[player] for player in range(1, players + 1))


def _has_partner_twice(plan: Plan) -> bool:
    played = Counter(both for _round, sitting in sittings_of(plan.rounds) for both in partnerships(sitting.contestants))
    return max(played.values()) > 1


def _drawn(task: Task) -> Iterator[Round]:
    drawn = Draw(sizes=(4,)).plan(task).rounds
    partners: Counter[Couple] = Counter()
    seated: dict[tuple[int, int], tuple[int, ...]] = {}
    for _again in range(IMPROVEMENTS):
        for round_ in drawn:
            for sitting in round_.sittings:
                where = (round_.number, sitting.station)
                partners.subtract(partnerships(seated.get(where, ())))
                seated[where] = with_new_partners(sitting.contestants, partners)
                partners.update(partnerships(seated[where]))
        if max(partners.values(), default=0) <= 1:
            break
    for round_ in drawn:
        sittings = (replace(sitting, contestants=seated[round_.number, sitting.station]) for sitting in round_.sittings)
        yield replace(round_, sittings=tuple(sittings))
