"""What a game offers for events. Each `games/<slug>/rules/events.py` defines it under the name EVENTS."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorer.contest.families import Family
from scorer.contest.ranking import Comparison


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    family: Family
    """The way of planning, with the settings that are usual in this game."""
    individual: bool = False
    """Whether it is for players who compete alone, although partners add up together at the table."""
    only_by_command: bool = False
    """Whether only `manage.py plan` knows it: on the site, nobody is at two tables at once."""
    own: bool = False
    """Whether it is the club's own movement, which only the site knows."""


@dataclass(frozen=True, slots=True)
class GameEvents:
    formats: tuple[Format, ...]
    comparisons: tuple[Comparison, ...]
    """The first one is what clubs use most."""
    more_comparisons: tuple[Comparison, ...] = ()
    """Those that only the command `rank` has. It prefers them to others of their name."""
    minutes: int = 240
    """How long an evening takes."""
    evening: int | None = None
    """How many deals an evening has if deals are numbered; None if they are only counted."""
    most_playing: int | None = None
    """How many play a deal at most, where others at the table sit out. Tables with more players play more deals."""
    declarer: str | None = None
    """The field of an entry with the seat that plays the hand against the others, who wins or loses a game by it.

    It wins if it has points, and loses if it has less than none. None if games are not counted.
    """
    with_deals: Callable[[Any, int, int], Any] | None = None
    """Returns house rules for a table that plays so many deals with so many seats: with that length of a list, or
    without a target that would end it. None if no house rule says when a sitting ends.
    """
    minutes_a_deal: Fraction | None = None
    """How long a deal takes, for the clock of a round; None if rounds are usually played without a clock."""
    minutes_to_change: int = 0
    """How long a round takes in addition to its deals."""

    def formats_for(self, *, individual: bool) -> tuple[Format, ...]:
        """Return what the site offers."""
        offered = (format_ for format_ in self.formats if not format_.only_by_command)
        return tuple(format_ for format_ in offered if format_.individual == individual)


NO_EVENTS = GameEvents((), ())
"""What a game without `rules/events.py` offers."""
