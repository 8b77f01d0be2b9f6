"""What a game offers for events: the dataclasses of `games/<slug>/rules/events.py`, whose name is EVENTS."""

from dataclasses import dataclass
from fractions import Fraction

from scorer.contest.families import Family
from scorer.contest.ranking import Comparison


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    family: Family
    """With the settings that are usual in this game."""


@dataclass(frozen=True, slots=True)
class GameEvents:
    formats: tuple[Format, ...]
    comparisons: tuple[Comparison, ...]
    """The first is what clubs use most."""
    minutes: int = 240
    """How long an evening takes."""
    presets: tuple[str, ...] = ()
    """The house rules that its events may have, by name; empty if all of them."""
    evening: int | None = None
    """How many deals an evening has, where they are numbered; None where they are only counted."""
    minutes_a_deal: Fraction | None = None
    """For the clock of a round; None where rounds are usually played without one."""
    minutes_to_change: int = 0
    """What a round takes beside its deals."""
