"""An evening as the files of other programs have it: who competed, what was played, and who came where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from scorer.contest.offer import Competes
from scorer.scoring import Problem


@dataclass(frozen=True, slots=True)
class ReportedPlayer:
    name: str
    federation_number: str = ""


@dataclass(frozen=True, slots=True)
class ReportedContestant:
    number: int
    players: tuple[ReportedPlayer, ...]
    """Those who began, then the substitutes."""
    name: str = ""
    """That of a team, if it has one."""
    side: int | None = None
    """1 or 2 where each side is ranked by itself."""
    section: str = ""
    """The letter of the section where each is ranked by itself."""
    place: int | None = None
    score: Fraction | None = None
    percent: Fraction | None = None
    besides: Fraction | None = None
    """What counts in the score besides results, in its unit: carry-overs, and penalties, which are below 0."""
    deals: int = 0
    line: int = 0
    """The line of the file."""


@dataclass(frozen=True, slots=True)
class ReportedResult:
    deal: int
    contestants: tuple[int, ...]
    """By side; by position where each player competes alone."""
    entry: Any = None
    """What was played, if that is the result."""
    points: int | None = None
    """Those of the first side. None if the score is artificial."""
    scores: tuple[Fraction | None, Fraction | None] = (None, None)
    """What the result is worth for each side."""
    average: tuple[Fraction, ...] = ()
    """An artificial score in percent, by side."""
    section: str = ""
    round: int | None = None
    station: int | None = None
    seated: tuple[tuple[str, ...], ...] = ()
    """The names of those who played for each of two teams, if that is known."""
    match: int | None = None
    """The number of the match, which is that of its first round, where matches are compared."""
    of_match: tuple[Fraction | None, Fraction | None] = (None, None)
    """What the whole match is worth for each side."""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    club: str
    club_number: str
    """That of the club at its federation, if it has one."""
    name: str
    day: date
    comparison: str
    """The name of the comparison, such as "matchpoints"."""
    winners: int
    """2 if each side is ranked by itself."""
    competes: Competes
    contestants: tuple[ReportedContestant, ...]
    results: tuple[ReportedResult, ...]
    cards: Mapping[int, str] = field(default_factory=dict)
    """What was dealt, by the number of the deal, as the game writes it: only of deals that are over everywhere."""
    left_out: tuple[tuple[int, Problem], ...] = ()
    """What the file has besides, and what is wrong with it, by line: the event does without it."""
    drawn: bool = False
    """Whether each round was drawn from the results of those before."""

    @property
    def individual(self) -> bool:
        """Whether each player competes alone."""
        return self.competes == "players"

    @property
    def of_teams(self) -> bool:
        return self.competes == "teams"


class BadReport(Exception):
    """A file cannot be read. Each problem comes with the line of the file; its field is the element there."""

    def __init__(self, *problems: tuple[int, Problem]) -> None:
        super().__init__(len(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """A format of other programs."""

    name: str
    """What people call it."""
    ending: str
    content_type: str
    write: Callable[[Report], bytes] | None = None
    read: Callable[[bytes], Report] | None = None
    """Raises BadReport."""
