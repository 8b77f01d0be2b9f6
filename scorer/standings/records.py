"""What one player has achieved: in each game, with partners and against opponents."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from scorer.club.hidden_names import HiddenName
from scorer.club.models import Club, Player, Season
from scorer.club.names import sort_key
from scorer.events.models import Event, Sitting
from scorer.play.models import Score, Seat, ordinal
from scorer.play.table_context import Chair, chair_of
from scorer.registry import GameConfig, get_game
from scorer.registry.words import variant_story
from scorer.scoring import ResultUnit
from scorer.standings.boards import Tally, display_names
from scorer.standings.championships import OwnPlace, places_of
from scorer.standings.event_results import EventResult, whole_event
from scorer.standings.head_to_head import NO_HANDS, Hands, hands_with
from scorer.standings.periods import Period
from scorer.standings.rating import Step
from scorer.standings.result import Part, Result
from scorer.standings.selectors import PeriodResults

HANDS = 5
"""The number of best hands, and of worst hands, that are shown."""

MIN_HANDS, MIN_RESULTS = 30, 3
"""What a partner or an opponent needs to be called the best: a few hands say nothing."""
NAMED = 3
"""How many of them are named."""

LATEST = 5
"""How many results the form is the mean of."""


@dataclass(frozen=True, slots=True)
class Record:
    """A player's tally in one game under one variant. Points under different variants are never added up."""

    game: GameConfig
    variant: Any
    variant_name: str
    tally: Tally
    tables: int
    """Those that stood by themselves. The tables of an event are one event."""
    events: int

    @property
    def in_games(self) -> bool:
        """Whether it counts games won instead of points."""
        return self.game.rules.result_unit(self.variant) is ResultUnit.GAMES


@dataclass(slots=True)
class OtherPlayer:
    """The closed tables a player shared with another one, as partners and as opponents. A tie counts half."""

    player: int
    name: str = ""
    hands: Hands = NO_HANDS
    beside: int = 0
    won: int = 0
    beaten: float = 0
    """The sum of the shares of opponents that they beat together."""
    against: int = 0
    ahead: float = 0

    @property
    def has_page(self) -> bool:
        return not isinstance(self.name, HiddenName)

    @property
    def share(self) -> float | None:
        return self.ahead / self.against if self.against else None

    @property
    def share_together(self) -> float | None:
        return self.beaten / self.beside if self.beside else None


@dataclass(frozen=True, slots=True)
class Named:
    """The best partners, and the opponents who were beaten most and least often. Each has played enough hands."""

    partners: Sequence[OtherPlayer]
    beaten: Sequence[OtherPlayer]
    hardest: Sequence[OtherPlayer]


@dataclass(frozen=True, slots=True)
class Streak:
    """Tables won in a row: the longest streak, and the current one."""

    longest: int
    running: int


@dataclass(frozen=True, slots=True)
class Finish:
    """How a player finished at a closed table or in an event, and what that has made of the rating."""

    result: Result
    part: Part
    before: int
    step: Step | None
    """None for one that is not rated."""

    @property
    def game(self) -> GameConfig:
        return get_game(self.result.game)

    @property
    def event(self) -> Event | None:
        return self.result.event if isinstance(self.result, EventResult) else None

    @property
    def place(self) -> int:
        return self.result.places[self.part.side]

    @property
    def field(self) -> int:
        return len(self.result.totals)

    @property
    def beaten(self) -> float:
        return self.result.beaten[self.part.side]

    @property
    def share(self) -> float:
        return self.beaten / self.result.opponents

    @property
    def change(self) -> int:
        return self.step.rating - self.before if self.step else 0

    @property
    def against_expectation(self) -> int:
        """1 if more opponents were beaten than were rated below, -1 if fewer, 0 if just as many."""
        below = self.step.below if self.step else self.beaten
        return (self.beaten > below) - (self.beaten < below)


@dataclass(frozen=True, slots=True)
class RecordHand:
    """One of the best or worst hands, with what the game's row template needs to describe it."""

    score: Score
    entry: Any
    chairs: Sequence[Chair]
    sitting: Sitting | None
    """The sitting of an event in which it was played, if it was one."""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """How a player did in a finished event, as contestant `number`. Of several `sessions`, it is the last one."""

    event: Event
    sessions: int
    number: int
    place: int
    field: int
    """How many were ranked together."""
    percent: float | None

    @property
    def share(self) -> float:
        """The share of the others who are ranked below, as far as the place says."""
        return (self.field - self.place) / max(self.field - 1, 1)


@dataclass(frozen=True, slots=True)
class Evening:
    """The day on which somebody played most hands."""

    day: date
    hands: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    records: Sequence[Record]
    events: Sequence[EventRecord]
    """The newest first."""
    championships: Sequence[OwnPlace]
    chosen: Record | None
    """The record whose progress and hands are shown."""
    best: Sequence["RecordHand"]
    worst: Sequence["RecordHand"]
    streak: Streak
    longest_evening: Evening | None
    other_players: Sequence[OtherPlayer]
    has_partners: bool
    named: Named
    rating: Sequence[int]
    """The rating after each closed table."""
    finishes: Sequence[Finish]
    """In the order in which they were closed."""

    @property
    def best_event(self) -> EventRecord | None:
        """The one with the largest share of the field below; among equals, that with the largest field."""
        return max(self.events, key=lambda record: (record.share, record.field), default=None)

    @property
    def events_won(self) -> int:
        return sum(record.place == 1 for record in self.events)


def player_page(club: Club, player: Player, period: Period, game: str = "") -> PlayerPage:
    """`game` is the index of the requested record. Without it, the record with the most tables is chosen."""
    period_results = PeriodResults.for_period(period)
    played = [
        (result, part) for result in period_results.results() for part in result.parts if part.player == player.pk
    ]
    sittings = sittings_of(player, period.seasons)
    records = records_of(played, sittings)
    chosen = next((record for place, record in enumerate(records) if str(place) == game), None) or next(
        iter(records), None
    )
    other_players = other_players_of(club, played, hands_with(player, period_results))
    history = period_results.ratings().history.get(player.pk, [])
    best, worst = hands_of(player, chosen, period.seasons, sittings) if chosen else ([], [])
    return PlayerPage(
        records,
        events_of(played),
        places_of(player, period.seasons, period_results.versions),
        chosen,
        best,
        worst,
        streak_of(played),
        longest_evening_of(played),
        other_players,
        any(other.beside for other in other_players),
        named_of(other_players),
        [step.rating for step in history],
        finishes_of(played, history),
    )


def sittings_of(player: Player, seasons: Sequence[Season]) -> dict[int, Sitting]:
    """Return the sittings of events in which the player has played, by table."""
    sittings = Sitting.objects.filter(table__seats__player=player, table__season__in=seasons)
    needed = ("table", "round__number", "round__event__series", "round__event__name")
    return {sitting.table_id or 0: sitting for sitting in sittings.select_related("round__event").only(*needed)}


def records_of(played: Iterable[tuple[Result, Part]], sittings: Mapping[int, Sitting]) -> list[Record]:
    """Return the records, those with the most tables first."""
    tallies: dict[tuple[str, tuple[object, ...]], Tally] = {}
    events: dict[tuple[str, tuple[object, ...]], set[int]] = {}
    for result, part in played:
        kind = result.game, result.variant
        tallies.setdefault(kind, Tally(part.player)).add(result, part)
        sitting = sittings.get(result.table)
        if isinstance(result, EventResult):
            events.setdefault(kind, set()).add(whole_event(result.event))
        elif sitting:
            events.setdefault(kind, set()).add(whole_event(sitting.round.event))
    records = []
    for (slug, variant), tally in tallies.items():
        game = get_game(slug)
        rules = game.rules.Variant(*variant)
        tables = sum(table not in sittings for _points, table in tally.by_table)
        own_events = len(events.get((slug, variant), ()))
        records.append(Record(game, rules, variant_story(game, rules), tally, tables, own_events))
    return sorted(records, key=lambda record: (-record.tally.tables, record.game.slug, record.variant_name))


def events_of(played: Iterable[tuple[Result, Part]]) -> list[EventRecord]:
    return [
        EventRecord(
            result.event,
            result.sessions,
            result.contestants[part.side],
            result.places[part.side],
            len(result.totals),
            result.percents[part.side],
        )
        for result, part in reversed(list(played))
        if isinstance(result, EventResult)
    ]


def hands_of(
    player: Player, record: Record, seasons: Sequence[Season], sittings: Mapping[int, Sitting]
) -> tuple[Sequence[RecordHand], Sequence[RecordHand]]:
    """Return the best and the worst hands of a record."""
    tables = [table for _points, table in record.tally.by_table]
    hands = Score.objects.filter(
        player=player, season__in=seasons, game=record.game.slug, table__in=tables, played=True
    )
    numbered = hands.select_related("hand", "table").annotate(ordinal=ordinal("hand__"))
    best = list(numbered.filter(points__gt=0).order_by("-points", "pk")[:HANDS])
    worst = list(numbered.filter(points__lt=0).order_by("points", "pk")[:HANDS])
    shown = _with_entries(record.game, [*best, *worst], sittings)
    return [hand for hand in shown if hand.score.points > 0], [hand for hand in shown if hand.score.points < 0]


def _with_entries(game: GameConfig, scores: Sequence[Score], sittings: Mapping[int, Sitting]) -> list[RecordHand]:
    """Leave out hands of which a damaged database no longer tells what was entered."""
    tables = {score.table_id for score in scores}
    details = game.hand_model.objects.for_tables(tables).filter(hand__in=[score.hand_id for score in scores])
    entries: dict[int, Any] = {}
    for detail in details:
        with suppress(Exception):  # columns may hold anything
            entries[detail.hand_id] = detail.entry
    seats: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in Seat.objects.filter(table__in=tables).select_related("player"):
        seats[seat.table_id].append(seat)
    return [
        RecordHand(
            score,
            entries[score.hand_id],
            [chair_of(game, seat) for seat in seats[score.table_id] if seat.holds(score.hand.number)],
            sittings.get(score.table_id),
        )
        for score in scores
        if score.hand_id in entries
    ]


def streak_of(played: Iterable[tuple[Result, Part]]) -> Streak:
    longest = running = 0
    for result, part in _in_order(played):
        running = running + 1 if result.won(part.side) else 0
        longest = max(longest, running)
    return Streak(longest, running)


def longest_evening_of(played: Iterable[tuple[Result, Part]]) -> Evening | None:
    hands: Counter[date] = Counter()
    for result, part in played:
        hands[timezone.localdate(result.opened)] += part.hands
    return max(
        (Evening(day, count) for day, count in hands.items() if count), key=lambda evening: evening.hands, default=None
    )


def finishes_of(played: Iterable[tuple[Result, Part]], history: Sequence[Step]) -> list[Finish]:
    before = [0, *(step.rating for step in history)]
    steps = {step.result: (rating, step) for rating, step in zip(before, history, strict=False)}
    return [Finish(result, part, *steps.get(result.table, (0, None))) for result, part in _in_order(played)]


def form_of(finishes: Sequence[Finish]) -> list[int]:
    """Return the share of opponents beaten after each finish, as a mean of the latest ones, in percent."""
    shares = [finish.share for finish in finishes]
    latest = [shares[max(end - LATEST, 0) : end] for end in range(1, len(shares) + 1)]
    return [round(100 * sum(part) / len(part)) for part in latest]


def named_of(others: Sequence[OtherPlayer]) -> Named:
    def best(of: Iterable[OtherPlayer], share: Callable[[OtherPlayer], float | None]) -> list[OtherPlayer]:
        return sorted(of, key=lambda other: -(share(other) or 0))[:NAMED]

    partners = (other for other in others if other.hands.beside >= MIN_HANDS and other.beside >= MIN_RESULTS)
    known = [other for other in others if other.hands.against >= MIN_HANDS and other.against >= MIN_RESULTS]
    return Named(
        best(partners, lambda other: other.share_together),
        best((other for other in known if (other.share or 0) > 1 / 2), lambda other: other.share),
        best((other for other in known if (other.share or 0) < 1 / 2), lambda other: 1 - (other.share or 0)),
    )


def other_players_of(
    club: Club, played: Iterable[tuple[Result, Part]], hands: Mapping[int, Hands]
) -> list[OtherPlayer]:
    """Return the other players, those with the most common hands first, then those with the most common tables."""
    others: dict[int, OtherPlayer] = {}
    for result, mine in _finished(played):
        for part in result.parts:
            if not part.credited or part.player == mine.player:
                continue
            other = others.setdefault(part.player, OtherPlayer(part.player))
            if part.side == mine.side:
                other.beside += 1
                other.won += result.won(mine.side)
                other.beaten += result.beaten[mine.side] / result.opponents
            else:
                here, there = result.totals[mine.side], result.totals[part.side]
                other.against += 1
                other.ahead += (here > there) + (here == there) / 2
    names = display_names(club)
    for player, other in others.items():
        other.name, other.hands = names.get(player, ""), hands.get(player, NO_HANDS)
    return sorted(
        others.values(),
        key=lambda other: (-sum(other.hands), -other.beside - other.against, sort_key(other.name)),
    )


def _in_order(played: Iterable[tuple[Result, Part]]) -> list[tuple[Result, Part]]:
    return sorted(_finished(played), key=lambda item: (item[0].closed, item[0].opened))


def _finished(played: Iterable[tuple[Result, Part]]) -> list[tuple[Result, Part]]:
    return [(result, part) for result, part in played if result.is_comparison and part.credited]
