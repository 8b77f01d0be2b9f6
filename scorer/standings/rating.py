"""Ratings over all games, from who finished ahead of whom at each closed table (openskill's Plackett-Luce model).

Everybody starts at 0. The tables are rated in the order in which they were closed, so that a correction of an old table
changes everything after it. The displayed rating is a conservative estimate: the mean minus three standard deviations,
in hundredths of the model's unit.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from scorer.db.versioned_cache import VersionedCache, sized
from scorer.standings.result import Result

MODEL = PlackettLuce()

MAX_CACHED = 20


class Step(NamedTuple):
    """What one result has made of a player's rating."""

    result: int
    """The id of the table, or of the event."""
    rating: int
    below: float
    """How many of the opponents were rated below the player's side before. An equal one counts half."""


@dataclass
class Ratings:
    """The ratings of all players after the tables in `rated`, with the history of each player."""

    rated: list[Hashable] = field(default_factory=list)
    current: dict[int, Any] = field(default_factory=dict)
    history: dict[int, list[Step]] = field(default_factory=dict)
    """By player, in order."""

    def rating_of(self, player: int) -> int | None:
        return self.history[player][-1].rating if player in self.history else None

    def copy(self) -> "Ratings":
        return Ratings(
            list(self.rated), dict(self.current), {player: list(history) for player, history in self.history.items()}
        )

    def add(self, result: Result) -> None:
        self.rated.append(_inputs(result))
        teams: list[list[int]] = [[] for _ in result.totals]
        for player, side in result.credited:
            teams[side].append(player)
        playing = [side for side, team in enumerate(teams) if team]
        if len(playing) < 2:  # noqa: PLR2004  # nobody to compare with
            return
        before = [[self.current.get(player) or MODEL.rating() for player in teams[side]] for side in playing]
        rated = MODEL.rate(before, ranks=[result.places[side] for side in playing])
        for side, ratings, below in zip(playing, rated, _below(before), strict=True):
            for player, rating in zip(teams[side], ratings, strict=True):
                self.current[player] = rating
                self.history.setdefault(player, []).append(Step(result.table, round(100 * rating.ordinal()), below))


_cache: VersionedCache[Ratings] = VersionedCache("ratings", sized(MAX_CACHED))


def ratings_of(results: Callable[[], Iterable[Result]], key: Hashable, version: Hashable) -> Ratings:
    """Return the ratings after the closed tables among `results`, which belong to `key` at `version`.

    The cached ratings of the previous version are continued if the new tables simply follow.
    """

    def rate(before: Ratings | None) -> Ratings:
        closed = sorted(
            (result for result in results() if result.closed),
            key=lambda result: (result.closed, result.opened, result.number),
        )
        inputs = [_inputs(result) for result in closed]
        ratings = before.copy() if before and before.rated == inputs[: len(before.rated)] else Ratings()
        for result in closed[len(ratings.rated) :]:
            ratings.add(result)
        return ratings

    return _cache.get(key, version, rate)


def _below(teams: Sequence[Sequence[Any]]) -> list[float]:
    """Return for each team how many of the others are rated below it, by the means of their players' ratings."""
    strengths = [sum(rating.mu for rating in team) / len(team) for team in teams]
    ordered = sorted(strengths)
    return [(bisect_left(ordered, mean) + bisect_right(ordered, mean) - 1) / 2 for mean in strengths]


def _inputs(result: Result) -> Hashable:
    """Everything about a table that affects the ratings."""
    return result.table, result.places, result.credited
