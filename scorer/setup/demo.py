"""A made-up club: plausible evenings of every installed game, saved by the services like real ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import count
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import Club, Player, User
from scorer.club.services import add_player, hide_player, renew_player_link
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.play.sheets.sheet import load_sheet
from scorer.registry import GameConfig, all_games

NAMES = (
    "Ada",
    "Boris",
    "Chloé",
    "Dirk",
    "Élise",
    "Farid",
    "Greta",
    "Hugo",
    "Inês",
    "Jakub",
    "Kasia",
    "Léon",
    "Mehmet",
    "Noor",
    "Olga",
    "Paweł",
    "Quentin",
    "Rosa",
    "Søren",
    "Tereza",
    "Umberto",
    "Věra",
    "Wim",
    "Xenia",
    "Yusuf",
    "Zsófia",
    "Åke",
    "Bruno",
    "Carla",
    "Dušan",
)

A_SEASON = 300
"""Hands, as many as show every game."""

TABLES_AN_EVENING = 5
HANDS_A_TABLE = (7, 11)
FEWEST_HANDS = 4
"""If the last table would have fewer, its hands are played at the table before."""

STARTS = time(19, 30)
HOURS = timedelta(hours=3)
MISHAPS = ("correction", "voided", "penalty", "substitute")
PENALTY = 10


@dataclass(slots=True)
class Plan:
    """A table to be played: the game, the players, the number of hands, and what goes wrong."""

    game: GameConfig
    variant: Any
    players: list[Player]
    hands: int
    mishap: str
    substitute: Player | None = None
    """Somebody who does not play at another table at that time."""


@transaction.atomic
def fill_club(club: Club, *, hands: int, at: datetime, seed: int = 1, by: User | None = None) -> list[Table]:
    """Play this many hands in the club's open season, the last ones just before `at`, and leave some tables open.

    With enough hands, the last evening shows the records that players keep on paper, and all its tables are left open.

    The same seed gives the same names, hands and points in any club, on days that depend on the season. Players on the
    roster who have one of the names are used. The first has a link of its own, the last is hidden from visitors.
    """
    random = Random(seed)  # noqa: S311  # plays cards
    players = [club.players.named(name) or add_player(club, name, by=by) for name in NAMES]
    of_records = evening_of_records(random, players)
    hands_of_records = sum(plan.hands for plan in of_records)
    has_records = 2 * hands_of_records <= hands
    nights = list(evenings(random, players, hands - has_records * hands_of_records))
    if has_records:
        nights.append(of_records)
    season = club.seasons.open().get()
    tables: list[Table] = []
    for number, plans in enumerate(nights, start=1):
        is_last = number == len(nights)
        begins, ends = hours(season.starts, at, 1.0 if is_last else number / len(nights))
        tonight = [_open(club, plan, random, begins, by) for plan in plans]
        for place, (table, plan) in enumerate(zip(tonight, plans, strict=True)):
            _play(table, plan, random, ends, by)
            is_left_open = is_last and (has_records or place % 2 == 0)
            tables.append(table if is_left_open else services.close_table(table, by=by, at=ends))
    if not players[0].link:
        renew_player_link(players[0], by=by)
    hide_player(players[-1], hidden=True, by=by)
    return tables


def hours(starts: date, at: datetime, share: float) -> tuple[datetime, datetime]:
    """Return the beginning and end of the evening after this share of the days from the season's start to `at`."""
    today = timezone.localdate(at)
    day = starts + (today - starts) * share if starts < today else today
    if day == today:
        return max(at - HOURS, timezone.make_aware(datetime.combine(today, time.min))), at
    begins = timezone.make_aware(datetime.combine(day, STARTS))
    return begins, begins + HOURS


def evening_of_records(random: Random, players: Sequence[Player]) -> list[Plan]:
    """Return an evening that shows the records which players keep on paper (`has_paper` of the rules).

    It has a table for each preset that has such a record while the game's default preset has none. A game without such
    presets has a table of its default preset.
    """
    free = random.sample(players, len(players))
    plans: list[Plan] = []
    for game in all_games():
        usual, *others = game.rules.PRESETS.values()
        size = min(game.seat_counts)
        records = [] if game.rules.has_paper(usual) else list(filter(game.rules.has_paper, others))
        for variant in records or [usual]:
            if size <= len(free):
                seated, free = free[:size], free[size:]
                mishap = random.choice(MISHAPS)
                plans.append(Plan(game, variant, seated, random.randint(*HANDS_A_TABLE), mishap))
    return plans


def evenings(
    random: Random,
    players: Sequence[Player],
    hands: int,
    *,
    tables_an_evening: int = TABLES_AN_EVENING,
    hands_a_table: tuple[int, int] = HANDS_A_TABLE,
) -> Iterator[list[Plan]]:
    """Yield evenings, each with as many tables as the room and the players allow. Without games there are none."""
    if not all_games():
        return
    tables = _tables()
    game, size = next(tables)
    mishaps: list[str] = []
    while hands:
        free = random.sample(players, len(players))
        plans: list[Plan] = []
        while hands and len(plans) < tables_an_evening and size <= len(free):
            seated, free = free[:size], free[size:]
            mishaps = mishaps or random.sample(MISHAPS, len(MISHAPS))
            played = min(random.randint(*hands_a_table), hands)
            if hands - played < FEWEST_HANDS:
                played = hands
            variant = random.choice(list(game.rules.PRESETS.values()))
            plans.append(Plan(game, variant, seated, played, mishaps.pop()))
            hands -= played
            game, size = next(tables)
        for plan, player in zip(plans, free, strict=False):
            plan.substitute = player
        yield plans


def _tables() -> Iterator[tuple[GameConfig, int]]:
    """Yield every game over and over, each time with the next of its numbers of seats."""
    for again in count():
        for game in all_games():
            yield game, game.seat_counts[again % len(game.seat_counts)]


def _open(club: Club, plan: Plan, random: Random, at: datetime, by: User | None) -> Table:
    dealer = random.randint(1, len(plan.players)) if plan.game.deals_in_turn else 1
    return services.open_table(club, plan.game, plan.variant, plan.players, first_dealer=dealer, by=by, at=at)


def _play(table: Table, plan: Plan, random: Random, ends: datetime, by: User | None) -> None:
    rules = plan.game.rules
    entries: list[Any] = []
    turn, sheet = table.first_dealer, None
    for number in range(1, plan.hands + 1):
        entry = rules.random_entry(random, entries, plan.variant, table.size, turn)
        at = table.opened_at + (ends - table.opened_at) * number / (plan.hands + 1)
        saved = services.record_hand(table, entry, by=by, key=None, at=at, known=sheet)
        hand, sheet = saved.hand, saved.sheet
        entries.append(entry)
        turn = rules.next_dealer(entry, hand.dealer or turn, table.size, plan.variant)
        if number == (plan.hands + 1) // 2:
            _apply_mishap(hand, entries, plan, random, by)
            after = load_sheet(table)
            entries, turn = list(after.entries), after.turn


def _apply_mishap(hand: Hand, entries: Sequence[Any], plan: Plan, random: Random, by: User | None) -> None:
    """Let the planned mishap happen after `hand`, which is the last of `entries`."""
    table, rules = hand.table, plan.game.rules
    match plan.mishap:
        case "correction":
            entry = rules.random_entry(random, entries[:-1], plan.variant, table.size, hand.dealer or 1)
            services.correct_hand(hand, entry, by=by, why=_("Typed wrong"))
        case "voided":
            services.void_hand(hand, by=by, why=_("A card was missing"))
        case "penalty":
            side = random.choice(rules.sides(table.size))
            points = [-PENALTY * (position in side) for position in range(1, table.size + 1)]
            services.record_adjustment(table, points, why=_("Came late"), by=by, key=None, at=hand.entered_at)
        case "substitute" if plan.substitute:
            services.substitute(table, random.randint(1, table.size), plan.substitute, by=by)
