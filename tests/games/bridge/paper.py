"""A rubber as players keep it on paper: two columns, a line, and a sum at the end.

It shares nothing with games.bridge.rules and takes its numbers from event-rules, part C.
"""

from dataclasses import dataclass, field
from typing import Any

TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
TIMES = {"": 1, "X": 2, "XX": 4}
DOWN = {
    ("", False): [50] * 13,
    ("", True): [100] * 13,
    ("X", False): [100, 200, 200] + [300] * 10,
    ("X", True): [200] + [300] * 12,
}
SLAM = {6: (500, 750), 7: (1000, 1500)}


@dataclass
class Column:
    """What one side has written down."""

    above: list[int] = field(default_factory=list)
    below: list[list[int]] = field(default_factory=lambda: [[]])
    """The tricks of each game, the last of which is not finished."""
    games: int = 0

    @property
    def total(self) -> int:
        return sum(self.above) + sum(sum(game) for game in self.below)


@dataclass
class Paper:
    """One rubber. `columns` are those of N–S and E–W."""

    columns: tuple[Column, Column] = field(default_factory=lambda: (Column(), Column()))

    @property
    def is_finished(self) -> bool:
        return any(column.games == 2 for column in self.columns)

    @property
    def difference(self) -> int:
        return self.columns[0].total - self.columns[1].total

    def write(self, entry: Any) -> None:
        if entry.passed_out:
            return
        side = 0 if entry.declarer in "NS" else 1
        mine, theirs = self.columns[side], self.columns[1 - side]
        vulnerable = mine.games > 0
        for honours in entry.honours:
            self.columns[0 if honours.seat in "NS" else 1].above.append(honours.points)
        over = entry.tricks - 6 - entry.level
        if over < 0:
            times = 2 if entry.doubled == "XX" else 1
            theirs.above.append(times * sum(DOWN[entry.doubled.replace("XX", "X"), vulnerable][:-over]))
            return
        first = 10 if entry.strain == "NT" else 0
        mine.below[-1].append((entry.level * TRICK[entry.strain] + first) * TIMES[entry.doubled])
        if entry.doubled:
            mine.above.append(50 * TIMES[entry.doubled] // 2)
            mine.above.append(over * 50 * TIMES[entry.doubled] * (2 if vulnerable else 1))
        else:
            mine.above.append(over * TRICK[entry.strain])
        if entry.level in SLAM:
            mine.above.append(SLAM[entry.level][vulnerable])
        if sum(mine.below[-1]) >= 100:
            mine.games += 1
            for column in self.columns:
                column.below.append([])
        if mine.games == 2:
            mine.above.append(500 if theirs.games else 700)

    def unfinished(self, part_score: int = 100) -> int:
        """What the difference gains if the rubber ends as it is."""
        found = 0
        for sign, mine, theirs in ((1, *self.columns), (-1, *self.columns[::-1])):
            found += sign * 300 * (mine.games > 0 == theirs.games)
            found += sign * part_score * (sum(mine.below[-1]) > 0 == sum(theirs.below[-1]))
        return 0 if self.is_finished else found


def difference_of(entries: Any) -> int:
    """Return the difference of all rubbers of a session together, for N–S."""
    papers = [Paper()]
    for entry in entries:
        if papers[-1].is_finished:
            papers.append(Paper())
        papers[-1].write(entry)
    return sum(paper.difference for paper in papers)


def last_of(entries: Any) -> Paper:
    """Return the rubber that the last deal of a session belongs to."""
    paper = Paper()
    for entry in entries:
        paper = Paper() if paper.is_finished else paper
        paper.write(entry)
    return paper
