"""Two players of a club: the hands that they have played with and against each other, and their common results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count

from scorer.club.models import Player
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.play.models import Score, Seat, Table
from scorer.registry import GameConfig, get_game
from scorer.standings.event_results import EventResult
from scorer.standings.result import Part, Result
from scorer.standings.selectors import PeriodResults

MAX_CACHED = 200
"""The number of players whose hands with others are cached."""


class Hands(NamedTuple):
    """The number of hands that two players have played at one table."""

    beside: int = 0
    against: int = 0


NO_HANDS = Hands()

_hands: VersionedCache[Mapping[int, Hands]] = VersionedCache("hands with others", sized(MAX_CACHED))


def hands_with(player: Player, found: PeriodResults) -> Mapping[int, Hands]:
    """Return the hands at closed tables that a player has played with each other player, by the other's id."""
    period = found.period
    key = player.pk, period.code, *(season.pk for season in period.seasons)
    return _hands.get(key, tuple(found.versions.items()), lambda _before: _count(player, found))


def _count(player: Player, found: PeriodResults) -> Mapping[int, Hands]:
    period = found.period
    own = Seat.objects.filter(
        player=player,
        table__season__in=period.seasons,
        table__game__in={game for _season, game in found.versions},
        table__state=Table.State.CLOSED,
        table__sealed=False,
    )
    if period.month:
        month = period.month
        own = own.filter(table__opened_at__year=month.year, table__opened_at__month=month.month)
    scores = Score.objects.filter(played=True, hand__scores__seat__in=own, hand__scores__played=True)
    columns = ("player", "game", "table__size", "seat__position", "hand__scores__seat__position")
    rows = scores.exclude(player=player).order_by().values_list(*columns).annotate(Count("pk"))
    hands: dict[int, Hands] = {}
    for other, game, size, *positions, count in rows:
        beside, against = hands.get(other, NO_HANDS)
        if any(set(positions) <= set(side) for side in get_game(game).rules.sides(size)):
            hands[other] = Hands(beside + count, against)
        else:
            hands[other] = Hands(beside, against + count)
    return hands


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table, or a finished event, in which both players have a result."""

    result: Result
    mine: Part
    theirs: Part

    @property
    def game(self) -> GameConfig:
        return get_game(self.result.game)

    @property
    def event(self) -> Any:
        return self.result.event if isinstance(self.result, EventResult) else None

    @property
    def is_together(self) -> bool:
        return self.mine.side == self.theirs.side

    @property
    def field(self) -> int:
        return len(self.result.totals)

    @property
    def places(self) -> tuple[int, int]:
        return self.result.places[self.mine.side], self.result.places[self.theirs.side]

    @property
    def ahead(self) -> int:
        """1 if the first player finished ahead of the second, -1 if behind, 0 if neither."""
        mine, theirs = self.places
        return (mine < theirs) - (mine > theirs)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The meetings go by day, the newest first."""

    hands: Hands
    against: Sequence[Meeting]
    together: Sequence[Meeting]

    @property
    def ahead(self) -> int:
        return sum(meeting.ahead > 0 for meeting in self.against)

    @property
    def behind(self) -> int:
        return sum(meeting.ahead < 0 for meeting in self.against)

    @property
    def equal(self) -> int:
        return len(self.against) - self.ahead - self.behind

    @property
    def won(self) -> int:
        """How often they came first together."""
        return sum(meeting.result.won(meeting.mine.side) for meeting in self.together)


def common_results(player: Player, other: Player, found: PeriodResults) -> HeadToHead:
    meetings = [
        Meeting(result, mine, theirs)
        for result in reversed(found.results())
        if result.is_comparison
        for mine in result.parts
        if mine.player == player.pk and mine.credited
        for theirs in result.parts
        if theirs.player == other.pk and theirs.credited
    ]
    return HeadToHead(
        hands_with(player, found).get(other.pk, NO_HANDS),
        [meeting for meeting in meetings if not meeting.is_together],
        [meeting for meeting in meetings if meeting.is_together],
    )
