"""Past seasons of the made-up club, for seeing how Scorer copes with a million hands."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from string import ascii_uppercase
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import Club, Player, Season
from scorer.club.services import add_player, start_season
from scorer.play.models import Hand, Seat, Table
from scorer.setup.demo import HOURS, NAMES, STARTS, Plan, evenings, hours
from scorer.transfer.bulk import WholeTable, write_tables

A_FULL_SEASON = 20_000
"""Number of hands."""

WEEKS = timedelta(weeks=13)
"""Length of a season."""

NAMESAKES = 8
"""Number of players with the same first name, distinguished by a letter."""

TABLES_AN_EVENING = 20
HANDS_A_TABLE = (20, 30)


FIRST_NUMBER = 11
"""Of the tables of an evening. Lower numbers are those of the newest tables (scorer.setup.demo), which may be of the
same evenings: with the same number too, only their random ids would tell which comes first in an export."""

A_BATCH = 200
"""Tables that are written together. Smaller batches take longer, and larger ones need more memory."""


@dataclass(frozen=True, slots=True)
class Evening:
    season: Season
    begins: datetime
    ends: datetime
    plans: list[Plan]


def fill_seasons(
    club: Club, *, hands: int, room: int = A_FULL_SEASON, at: datetime, seed: int = 1
) -> Iterator[list[Table]]:
    """Play this many hands: up to `room` in the club's open season until `at`, and the rest in new, earlier seasons.

    Yield the tables in batches, each of which is a transaction. The same seed gives the same hands.
    """
    random = Random(seed)  # noqa: S311  # plays cards
    players = _crowd(club)
    tables = (
        _played(evening, number, plan, random)
        for season, share in _seasons(club, hands, room)
        for evening in _evenings(season, at, random, players, share)
        for number, plan in enumerate(evening.plans, start=FIRST_NUMBER)
    )
    while written := list(islice(tables, A_BATCH)):
        write_tables(written, by=None)
        yield [whole.table for whole in written]


@transaction.atomic
def _crowd(club: Club) -> list[Player]:
    names = [f"{name} {letter}." for letter in ascii_uppercase[:NAMESAKES] for name in NAMES]
    return [club.players.named(name) or add_player(club, name, by=None) for name in names]


@transaction.atomic
def _seasons(club: Club, hands: int, room: int) -> list[tuple[Season, int]]:
    """Return the seasons, oldest first, each with its number of hands."""
    first = club.seasons.order_by("starts")[0].starts
    shares = [(club.seasons.open().get(), min(hands, room))]
    hands -= shares[0][1]
    while hands:
        first, before = first - WEEKS, first
        name = _("Season of %(day)s") % {"day": first.isoformat()}
        season = start_season(club, name, starts=first, ends=before - timedelta(days=1), by=None)
        shares.append((season, min(hands, A_FULL_SEASON)))
        hands -= shares[-1][1]
    return shares[::-1]


def _evenings(season: Season, at: datetime, random: Random, players: list[Player], hands: int) -> Iterator[Evening]:
    if season.ends:
        at = timezone.make_aware(datetime.combine(season.ends, STARTS)) + HOURS
    all_plans = list(evenings(random, players, hands, tables_an_evening=TABLES_AN_EVENING, hands_a_table=HANDS_A_TABLE))
    for number, plans in enumerate(all_plans, start=1):
        yield Evening(season, *hours(season.starts, at, number / len(all_plans)), plans)


def _played(evening: Evening, number: int, plan: Plan, random: Random) -> WholeTable:
    rules, size = plan.game.rules, len(plan.players)
    table = Table(
        club=evening.season.club,
        season=evening.season,
        game=plan.game.slug,
        number=number,
        size=size,
        first_dealer=random.randint(1, size) if plan.game.deals_in_turn else 1,
        state=Table.State.CLOSED,
        opened_at=evening.begins,
        closed_at=evening.ends,
    )
    seats = [Seat(table=table, position=position, player=player) for position, player in enumerate(plan.players, 1)]
    entries: list[Any] = []
    hands: list[Hand] = []
    turn = table.first_dealer
    for place in range(1, plan.hands + 1):
        entry = rules.random_entry(random, entries, plan.variant, size, turn)
        dealer = rules.dealer(entry, turn)
        at = evening.begins + (evening.ends - evening.begins) * place / (plan.hands + 1)
        hands.append(Hand(table=table, number=place, dealer=dealer, entered_at=at))
        entries.append(entry)
        turn = rules.next_dealer(entry, dealer, size, plan.variant)
    return WholeTable(table, plan.variant, seats, list(zip(hands, entries, strict=True)))
