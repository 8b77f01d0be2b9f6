"""A rating over all games, from who finished ahead of whom at each closed table (openskill's Plackett-Luce model).

Everybody starts at 0, and the tables are gone through in the order in which they were closed: a correction of an old
one changes all that came after it. The figure shown is the cautious end of the estimate, mean less three deviations, in
hundredths of the model's unit.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce

from scorer.db.versioned_cache import VersionedCache
from scorer.standings.results import Result

MODEL = PlackettLuce()

MOST_KEPT = 20


@dataclass
class Ratings:
    """Where everybody stands after the tables in `seen`, and how each came there."""

    seen: list[Hashable] = field(default_factory=list)
    now: dict[int, Any] = field(default_factory=dict)
    story: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By player: each table with the rating after it."""

    def of(self, player: int) -> int | None:
        return self.story[player][-1][1] if player in self.story else None

    def copy(self) -> "Ratings":
        return Ratings(list(self.seen), dict(self.now), {player: list(story) for player, story in self.story.items()})

    def add(self, result: Result) -> None:
        self.seen.append(_mark(result))
        teams: list[list[int]] = [[] for _ in result.totals]
        for player, side in result.credited:
            teams[side].append(player)
        playing = [side for side, team in enumerate(teams) if team]
        if len(playing) < 2:  # noqa: PLR2004  # nobody to compare with
            return
        rated = MODEL.rate(
            [[self.now.get(player) or MODEL.rating() for player in teams[side]] for side in playing],
            ranks=[result.places[side] for side in playing],
        )
        for side, ratings in zip(playing, rated, strict=True):
            for player, rating in zip(teams[side], ratings, strict=True):
                self.now[player] = rating
                self.story.setdefault(player, []).append((result.table, round(100 * rating.ordinal())))


_kept: VersionedCache[Ratings] = VersionedCache(MOST_KEPT)


def ratings_of(results: Callable[[], Iterable[Result]], key: Hashable, version: Hashable) -> Ratings:
    """The ratings after the closed ones of `results`, which are those of `key` in this version. What has been worked
    out for the version before is continued where the new tables only follow."""

    def rate(before: Ratings | None) -> Ratings:
        closed = sorted(
            (result for result in results() if result.closed),
            key=lambda result: (result.closed, result.opened, result.number),
        )
        marks = [_mark(result) for result in closed]
        ratings = before.copy() if before and before.seen == marks[: len(before.seen)] else Ratings()
        for result in closed[len(ratings.seen) :]:
            ratings.add(result)
        return ratings

    return _kept.get(key, version, rate)


def _mark(result: Result) -> Hashable:
    """All of a table that the rating looks at."""
    return result.table, result.places, result.credited
