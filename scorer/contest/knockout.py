"""Knock-outs: whoever loses a match is out. The order of the contestants' numbers is that of the seeds, the best first.

The bracket has places for the next power of two. The best seeds, who would meet a number that is not there, have a bye
in the first round. The two best can meet in the final only. Whoever is out rests.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

from scorer.contest.bracket import bracket_of, couples_of, round_count, seeded
from scorer.contest.families import MAX_CONTESTANTS, Family, Impossible, Task, within
from scorer.contest.plan import NOBODY, Plan, Resting, Round, Sitting

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Knockout(Family):
    absent: tuple[int, ...] = ()
    is_drawn: ClassVar = True
    eliminates: ClassVar = True

    @property
    def notes(self) -> tuple[str, ...]:
        return ("loser_is_out",)

    def rounds_needed(self, contestants: int) -> int:
        return round_count(contestants)

    def complete(self, task: Task) -> tuple[Self, Task]:
        within("contestants", task.contestants, FEWEST, MAX_CONTESTANTS)
        for number in self.absent:
            within("absent", number, 1, task.contestants)
        rounds = task.rounds_or(1, 1)
        taking_part = self._taking_part(task)
        within("contestants", len(taking_part), FEWEST, MAX_CONTESTANTS)
        if len(self._places(task)) == 1:
            raise Impossible("rounds", "all_rounds_drawn")
        return self, task.with_deals(rounds, of=round_count(len(taking_part)))

    def plan(self, task: Task) -> Plan:
        """Return the next round."""
        away = {NOBODY, *self.absent}
        matches = [match for match in couples_of(self._places(task)) if away.isdisjoint(match)]
        deals = task.deals(1)
        sittings = tuple(
            Sitting(station, match, deals, station if deals else 1)
            for station, match in enumerate(sorted(matches, key=min), start=1)
        )
        at_tables = away.union(*matches)
        resting = tuple(Resting(number) for number in range(1, task.contestants + 1) if number not in at_tables)
        return Plan((Round(task.earlier.last_round() + 1, sittings, resting),))

    def _taking_part(self, task: Task) -> list[int]:
        """Return the contestants of the first round, or of those who are there before it."""
        if task.earlier.rounds:
            return sorted(set(task.earlier.rounds[0].contestants()))
        return [number for number in range(1, task.contestants + 1) if number not in self.absent]

    def _places(self, task: Task) -> list[int]:
        """Return who is still in. Neighbours meet. Raise Impossible if a match is undecided."""
        taking_part = self._taking_part(task)
        rounds = bracket_of(taking_part, task.earlier, absent=self.absent)
        for match in rounds[-1] if rounds else ():
            if match.winner is None:
                first, second = match.contestants
                raise Impossible("past", "undecided", round=match.round, first=first, second=second)
        return [match.winner or NOBODY for match in rounds[-1]] if rounds else seeded(taking_part)
