"""What a game offers for events. Each `games/<slug>/rules/events.py` defines it under the name EVENTS."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from scorer.contest.families import Family
from scorer.contest.ranking import Comparison

Competes = Literal["sides", "players", "teams"]
"""Who a contestant is: what sits on a side of a table, such as a pair; each player alone, although partners add up
together at the table; or a team, which has a side at each of two tables with the same deals."""


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    family: Family
    """The way of planning, with the settings that are usual in this game."""
    competes: tuple[Competes, ...] = ("sides",)
    """For whom it is. In a plan for teams, a match may be a single sitting: the site gives it a second one, with the
    teams on each other's side."""
    numbered: bool | None = None
    """Whether it is only for events with numbered deals, or only for others. None if it is for both."""
    comparison: str | None = None
    """The comparison for which it is meant, where it is the first choice. It is not proposed for others."""
    own: bool = False
    """Whether it is the club's own movement, which only the site knows."""


@dataclass(frozen=True, slots=True)
class Duty:
    """What every player has to play once, such as a compulsory solo."""

    done: Callable[[Any], Sequence[int]]
    """Returns the seats that play theirs in a hand with this entry."""
    per: Callable[[Any], Literal["list", "event"] | None]
    """Returns whether these house rules ask for one at each table or once in an event, or for none."""


@dataclass(frozen=True, slots=True)
class GameEvents:
    formats: tuple[Format, ...]
    comparisons: tuple[Comparison, ...]
    """The first one is what clubs use most."""
    team_comparisons: tuple[Comparison, ...] = ()
    """Those of matches between teams. The command `rank` prefers them to others of their name."""
    player_comparison: Comparison | None = None
    """By which the players of teams are compared with each other. None if they are not."""
    settling: tuple[str, ...] = ()
    """The names of the comparisons that take the result of a whole table where house rules keep a record beside the
    points. Without any, no such house rules are offered."""
    minutes: int = 240
    """How long an evening takes."""
    evening: int | None = None
    """How many deals an evening has where deals are numbered; None if they are only counted."""
    most_playing: int | None = None
    """How many play a deal at most, where others at the table sit out. Tables with more players play more deals."""
    declarer: str | None = None
    """The field of an entry with the seat that plays the hand against the others, who wins or loses a game by it.

    It wins if it has points, and loses if it has less than none. None if games are not counted.
    """
    declarers_partner: str | None = None
    """The field with a seat that plays with the declarer, for games in which a hand with one counts as no game: only
    solos do. None if every declarer has a game.
    """
    duty: Duty | None = None
    """What every player has to play once, if the house rules say so."""
    turned: str | None = None
    """The field of an entry with the seat that plays the hand, for games in which a result that was entered for the
    other side looks like those of other tables with the opposite sign. None if nobody can be asked about that.
    """
    with_deals: Callable[[Any, int, int], Any] | None = None
    """Returns house rules for a table that plays so many deals with so many seats: with that length of a list, or
    without a target that would end it. None if no house rule says when a sitting ends.
    """
    target: Callable[[Any], int | None] | None = None
    """Returns the points to which house rules let a sitting be played that is given no number of deals, if any do."""
    games: Callable[[Any], int | None] | None = None
    """Returns how many won games, each to the target, end a sitting, if house rules make it a match of games."""
    minutes_a_deal: Fraction | None = None
    """How long a deal takes, for the clock of a round; None if rounds are usually played without a clock."""
    minutes_to_change: int = 0
    """How long a round takes in addition to its deals."""

    def is_won(self, house_rules: Any, points: Iterable[float], games: Iterable[float]) -> bool:
        """Whether one of the sides, which have so many points and games, has what ends a sitting, and the most."""
        needed = self.games and self.games(house_rules)
        target = needed or (self.target and self.target(house_rules))
        best, *others = sorted(games if needed else points, reverse=True)
        return bool(target) and best >= (target or 0) and best > max(others)

    def formats_for(self, competes: str, *, numbered: bool | None = None) -> tuple[Format, ...]:
        """Return what the site offers, with numbered deals, without, or in either case."""
        return tuple(
            format_
            for format_ in self.formats
            if competes in format_.competes and (numbered is None or format_.numbered in {None, numbered})
        )

    def comparisons_for(self, competes: str) -> tuple[Comparison, ...]:
        return self.team_comparisons if competes == "teams" else self.comparisons


NO_EVENTS = GameEvents((), ())
"""What a game without `rules/events.py` offers."""
