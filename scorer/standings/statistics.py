"""Statistics for the fun of it: what a game counts in its hands, for a club and each of its players.

Only closed tables count, and those of an event only when it is finished: what is counted here must not tell anything
about deals that others still have to play. Hands that `check_ledger` calls unreadable are left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache, partial
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scorer.db.versioned_cache import VersionedCache, sized
from scorer.events.models import Event, Sitting
from scorer.play.models import Score, Table
from scorer.registry import GameConfig, get_game
from scorer.registry.words import variant_story
from scorer.scoring import Case, Statistic
from scorer.standings.periods import ALL, Period
from scorer.standings.result import variant_columns, variant_values
from scorer.standings.results import SeasonGame, Version, season_versions
from scorer.standings.selectors import variant_code

MAX_CACHED = 100
"""The number of seasons of a game that are cached. A season of 50 evenings with 200 players takes some 15 MB, and
one of a usual club a tenth of that."""

A_BATCH = 400
"""Tables that are read together."""

CLUB = 0
"""In place of the id of a player: all of them."""

FEW_DEALS = 50
"""With fewer, the page says that they are few."""


@dataclass(slots=True)
class Count:
    times: int = 0
    made: int = 0
    points: int = 0

    def add(self, other: "Count") -> None:
        self.times += other.times
        self.made += other.made
        self.points += other.points


@dataclass(slots=True)
class Tally:
    """What was counted in some deals. The counts go by statistic and group, and by None for the deals with any."""

    deals: int = 0
    unreadable: int = 0
    """Further deals, which are left out."""
    counts: dict[tuple[str, str | None], Count] = field(default_factory=dict)

    def count(self, statistic: str, group: str | None) -> Count:
        count = self.counts.get((statistic, group))
        if count is None:
            count = self.counts[statistic, group] = Count()
        return count

    def add(self, other: "Tally") -> None:
        self.deals += other.deals
        self.unreadable += other.unreadable
        for (statistic, group), count in other.counts.items():
            self.count(statistic, group).add(count)


Tallies = dict[tuple[Any, ...], dict[int, Tally]]
"""By the values of a variant, then by player or CLUB."""


@dataclass(frozen=True, slots=True)
class Day:
    """The tables that were opened on one day. `version` changes with them."""

    version: tuple[int, int, int]
    tallies: Tallies


_cache: VersionedCache[dict[date, Day]] = VersionedCache("statistics", sized(MAX_CACHED))
"""By season and game."""


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    count: Count
    all_times: int
    """How often anything was counted in this statistic."""

    @property
    def share(self) -> float:
        return self.count.times / self.all_times

    @property
    def made(self) -> float:
        return self.count.made / self.count.times

    @property
    def average(self) -> float:
        return self.count.points / self.count.times


@dataclass(frozen=True, slots=True)
class Section:
    """A statistic with the groups that were counted, and in how many deals that was."""

    title: str
    made: str
    """The heading of how many were made."""
    deals: int
    rows: Sequence[Row]
    total: Row


@dataclass(frozen=True, slots=True)
class Statistics:
    games: Sequence[GameConfig]
    """Those with statistics of which there are tables, the one with the most first."""
    game: GameConfig | None
    variants: Sequence[tuple[str, str]]
    """Codes and names of the house rules, those with the most deals first."""
    variant: str
    deals: int
    unreadable: int
    """How many further deals are left out."""
    sections: Sequence[Section]

    @property
    def is_mixed(self) -> bool:
        return self.variant == ALL

    @property
    def is_few(self) -> bool:
        return self.deals < FEW_DEALS


def statistics_of(period: Period, game: str = "", variant: str = "", *, who: int = CLUB) -> Statistics:
    """Return the statistics of a player or of the CLUB.

    Without a `game` that was played they are about the one with the most tables, and without a `variant` about that of
    the most deals.
    """
    versions = season_versions(period.seasons)
    games = _games(versions)
    shown = next((played for played in games if played.slug == game), next(iter(games), None))
    if shown is None:
        return Statistics((), None, (), "", 0, 0, ())
    by_variant = _by_variant(period, shown, versions, who)
    codes = {variant_code(values): values for values in by_variant}
    if len(codes) > 1 and variant == ALL:
        chosen, tallies = ALL, list(by_variant.values())
    else:
        chosen = variant if variant in codes else next(iter(codes), "")
        tallies = [by_variant[codes[chosen]]] if chosen else []
    total = Tally()
    for tally in tallies:
        total.add(tally)
    names = [(code, variant_story(shown, shown.rules.Variant(*values))) for code, values in codes.items()]
    sections = filter(None, (_section(shown, statistic, total) for statistic in shown.rules.STATISTICS))
    return Statistics(games, shown, names, chosen, total.deals, total.unreadable, list(sections))


def _games(versions: Mapping[SeasonGame, Version]) -> list[GameConfig]:
    tables: dict[str, int] = {}
    for (_season, slug), version in versions.items():
        tables[slug] = tables.get(slug, 0) + (version.tables[0] if version.tables else 0)
    played = [get_game(slug) for slug, _count in sorted(tables.items(), key=lambda item: (-item[1], item[0]))]
    return [game for game in played if game.rules.STATISTICS]


def _by_variant(
    period: Period, game: GameConfig, versions: Mapping[SeasonGame, Version], who: int
) -> dict[tuple[Any, ...], Tally]:
    """Return the tallies of a player or of the CLUB, those with the most deals first."""
    added: dict[tuple[Any, ...], Tally] = {}
    for unit, version in versions.items():
        if unit[1] != game.slug:
            continue
        for day, counted in _cache.get(unit, version, partial(_update, *unit)).items():
            if period.month is None or (day.year, day.month) == (period.month.year, period.month.month):
                for values, tallies in counted.tallies.items():
                    if who in tallies:
                        added.setdefault(values, Tally()).add(tallies[who])
    return dict(sorted(added.items(), key=lambda item: (-item[1].deals, variant_code(item[0]))))


def _section(game: GameConfig, statistic: Statistic, tally: Tally) -> Section | None:
    """Return None if nothing was counted."""
    title, made, labels = game.labels.STATISTICS[statistic.name]
    counts = {group: tally.counts.get((statistic.name, group)) for group in statistic.groups}
    total = Count()
    for count in filter(None, counts.values()):
        total.add(count)
    if not total.times:
        return None
    rows = [Row(str(labels[group]), count, total.times) for group, count in counts.items() if count]
    deals = tally.counts[statistic.name, None].times
    return Section(str(title), str(made), deals, rows, Row("", total, total.times))


def _update(season: int, slug: str, before: Mapping[date, Day] | None) -> dict[date, Day]:
    """Read the days on which a table has changed since `before` was read, and take over the rest."""
    of_finished = Sitting.objects.filter(table=OuterRef("pk"), round__event__in=Event.objects.finished())
    counted = Table.objects.closed().unsealed().filter(Q(has_occasion=False) | Exists(of_finished))
    days: dict[int, date] = {}
    versions: dict[date, tuple[int, int, int]] = {}
    rows = counted.filter(season=season, game=slug).order_by("opened_at")
    for table, opened, version, era in rows.values_list("pk", "opened_at", "version", "era"):
        day = days[table] = timezone.localdate(opened)
        tables, sum_of_versions, sum_of_eras = versions.get(day, (0, 0, 0))
        versions[day] = tables + 1, sum_of_versions + version, sum_of_eras + era
    kept = {day: read for day, read in (before or {}).items() if versions.get(day) == read.version}
    changed = {day: Day(version, {}) for day, version in versions.items() if day not in kept}
    tables_of_them = [table for table, day in days.items() if day in changed]
    for start in range(0, len(tables_of_them), A_BATCH):
        batch = tables_of_them[start : start + A_BATCH]
        _count(get_game(slug), batch, {table: changed[days[table]].tallies for table in batch})
    return {**kept, **changed}


def _count(game: GameConfig, tables: Sequence[int], tallies: Mapping[int, Tallies]) -> None:
    """Add what is counted at each of these tables to its tallies."""
    variant_at = lru_cache(game.rules.Variant)
    rows = game.table_model.objects.filter(table__in=tables).values_list("table_id", *variant_columns(game))
    rules = {table: (variant_values(game, *row), variant_at(*row[2:]), row[0]) for table, *row in rows}
    hands: dict[int, tuple[int, dict[int, tuple[int, int]]]] = {}
    scores = Score.objects.filter(table__in=rules, played=True)
    for table, hand, position, player, value in scores.values_list(
        "table_id", "hand_id", "seat__position", "player_id", "points"
    ):
        hands.setdefault(hand, (table, {}))[1][position] = player, value
    saved = game.hand_model.objects.for_tables(tables).filter(hand__voided=False).select_related(None).order_by()
    details = {detail.hand_id: detail for detail in saved}
    for hand, (table, points) in hands.items():
        values, variant, size = rules[table]
        cases = _cases(game.rules.STATISTICS, details.get(hand), variant, size)
        _count_hand(cases, points, tallies[table].setdefault(values, {}))


def _cases(
    statistics: Iterable[Statistic], detail: Any, variant: Any, size: int
) -> list[tuple[Statistic, list[Case]]] | None:
    """Return the cases of each statistic in a hand. None if the database was damaged since it was saved."""
    try:
        entry = detail.entry
        found = [(statistic, list(statistic.cases(entry, variant, size))) for statistic in statistics]
    except Exception:  # noqa: BLE001  # columns may hold anything; the other hands still count
        return None
    known = all(case.group in statistic.groups for statistic, cases in found for case in cases)
    return found if known else None


def _count_hand(
    statistics: Iterable[tuple[Statistic, Iterable[Case]]] | None,
    points: Mapping[int, tuple[int, int]],
    tallies: dict[int, Tally],
) -> None:
    """`statistics` has the cases of each, and `points` the player at each position and what that player scored."""
    tallies_of_hand = {who: tallies.setdefault(who, Tally()) for who in (CLUB, *(who for who, _ in points.values()))}
    if statistics is None:
        for tally in tallies_of_hand.values():
            tally.unreadable += 1
        return
    for tally in tallies_of_hand.values():
        tally.deals += 1
    for statistic, cases in statistics:
        counted: set[int] = set()
        for case in cases:
            done_by = [points[seat] for seat in case.seats if seat in points]
            for who, value in [(CLUB, value) for _player, value in done_by[:1]] + done_by:
                count = tallies[who].count(statistic.name, case.group)
                count.times += 1
                count.made += case.made
                count.points += value
                counted.add(who)
        for who in counted:
            tallies[who].count(statistic.name, None).times += 1
