"""Open, close, reopen and cancel tables; change their seats, links and house rules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from scorer.club.models import Club, Player, Season, User
from scorer.db.ids import random_id
from scorer.history.models import Revision
from scorer.live import publish_change, publish_changes, recheck_listeners
from scorer.play import ledger, revision_values
from scorer.play.models import Hand, Seat, Table, TableRate
from scorer.play.phones import Link
from scorer.play.services.closing import keep_closing, settle_closing
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.hands import correct_hand
from scorer.play.services.people import refuse_merged
from scorer.play.services.shared import (
    Actor,
    bump_version,
    earlier_change,
    lock,
    lock_all,
    lock_not_cancelled,
    lock_open,
    log,
    next_number,
    revision_of,
    scoped_key,
)
from scorer.registry import GameConfig
from scorer.scoring import Problem, dump
from scorer.scoring.settlement import Rate


@transaction.atomic
def open_table(
    club: Club,
    game: GameConfig,
    variant: Any,
    players: Sequence[Player],
    *,
    first_dealer: int,
    by: User | None,
    confirms: bool = False,
    first_deal: int | None = None,
    deal_count: int | None = None,
    sealed: bool = False,
    key: str | None = None,
    number: int | None = None,
    at: datetime | None = None,
) -> Table:
    """Open a table in the club's open season, with `players` at positions 1, 2, ...

    Without a `number`, it gets the lowest free one. If it plays certain deals, they are `deal_count` deals, starting
    with number `first_deal` if they are numbered.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    repeated = opened_before(club, key)
    if repeated:
        return repeated
    season = club.seasons.open().first()
    if season is None:
        raise Conflict(ConflictCode.NO_SEASON)
    problems = seating_problems(game, players, first_dealer)
    if problems:
        raise Refused(*problems)
    refuse_merged(players)
    table = Table(
        club=club,
        season=season,
        game=game.slug,
        number=number or free_numbers(club, 1)[0],
        size=len(players),
        first_dealer=first_dealer,
        confirms=confirms,
        first_deal=first_deal,
        deal_count=deal_count,
        sealed=sealed,
        opened_by=by,
        opened_at=at or timezone.now(),
    )
    _store([(table, players)], variant, by, key=scoped_key(club, key))
    return table


@dataclass(frozen=True, slots=True)
class NewTable:
    """One of several tables that are opened at once, with its players by position."""

    number: int
    players: Sequence[Player]
    first_deal: int | None = None
    deal_count: int | None = None
    sealed: bool = False


@transaction.atomic
def open_tables(
    season: Season, game: GameConfig, variant: Any, wanted: Sequence[NewTable], *, by: User | None, surrounded: bool
) -> list[Table]:
    """Open many tables in few statements. Position 1 deals first. A number that is taken goes up to the next free one.

    `surrounded` says that the tables are part of something larger (scorer.play.surroundings), whose season they have.
    """
    club = Club.objects.select_for_update().get(pk=season.club_id)
    problems = [problem for one in wanted for problem in seating_problems(game, one.players, 1)]
    if problems:
        raise Refused(*problems)
    refuse_merged([player for one in wanted for player in one.players])
    taken = set(club.tables.filter(state=Table.State.OPEN).values_list("number", flat=True))
    now, seated = timezone.now(), []
    for one in wanted:
        number = next(number for number in count(one.number) if number not in taken)
        taken.add(number)
        table = Table(
            club=club,
            season=season,
            game=game.slug,
            number=number,
            size=len(one.players),
            first_dealer=1,
            first_deal=one.first_deal,
            deal_count=one.deal_count,
            sealed=one.sealed,
            surrounded=surrounded,
            opened_by=by,
            opened_at=now,
        )
        seated.append((table, one.players))
    _store(seated, variant, by)
    return [table for table, _players in seated]


def _store(
    seated: Sequence[tuple[Table, Sequence[Player]]], variant: Any, by: User | None, *, key: str | None = None
) -> None:
    """Insert new tables of one game and one club, each with its players by position and its Revision."""
    tables = [table for table, _players in seated]
    game = tables[0].config
    Table.objects.bulk_create(tables)
    game.table_model.objects.bulk_create(game.table_model.from_variant(table, variant) for table in tables)
    seats = [
        [Seat(table=table, position=position, player=player) for position, player in enumerate(players, start=1)]
        for table, players in seated
    ]
    Seat.objects.bulk_create(seat for at_table in seats for seat in at_table)
    Revision.objects.bulk_create(
        revision_of(
            table,
            Revision.Kind.TABLE,
            table.pk,
            "open",
            by,
            key=key,
            after=revision_values.table_values(table, variant, at_table),
        )
        for table, at_table in zip(tables, seats, strict=True)
    )
    publish_change(*(table.pk for table in tables), tables[0].club_id, version=tables[0].version)


def opened_before(club: Club, key: str | None) -> Table | None:
    """Return the table that the form with this key has opened already."""
    done = earlier_change(club, key)
    return Table.objects.get(pk=done.object_id) if done else None


def seating_problems(game: GameConfig, players: Sequence[Player], first_dealer: int) -> list[Problem]:
    problems = []
    if len(players) not in game.seat_counts:
        problems.append(Problem("players", "seats", {"counts": ", ".join(map(str, game.seat_counts))}))
    if len({player.pk for player in players}) < len(players):
        problems.append(Problem("players", "twice"))
    if not 1 <= first_dealer <= len(players):
        problems.append(Problem("first_dealer", "choice"))
    return problems


def free_numbers(club: Club, count: int) -> list[int]:
    """Return the lowest numbers that no open table has."""
    taken = set(club.tables.filter(state=Table.State.OPEN).values_list("number", flat=True))
    return [number for number in range(1, len(taken) + count + 1) if number not in taken][:count]


@transaction.atomic
def close_table(table: Table, *, by: Actor, at: datetime | None = None) -> Table:
    table = lock(table)
    if table.state == Table.State.CANCELLED:
        raise Conflict(ConflictCode.CANCELLED, table=table)
    if not table.is_open:
        return table
    settle_closing(table, by=by, at=at)
    table.state, table.closed_at = Table.State.CLOSED, at or timezone.now()
    recheck_listeners(table.pk)
    return _save_change(table, "close", by, after=revision_values.state_values(table))


@transaction.atomic
def close_tables(ids: Collection[int], *, by: Actor) -> None:
    """Close those of many tables that are open, in few statements."""
    tables = [table for table in lock_all(ids).values() if table.is_open]
    closed: dict[str, Any] = {"state": Table.State.CLOSED, "closed_at": timezone.now()}
    for table in tables:
        settle_closing(table, by=by, at=closed["closed_at"])
    recheck_listeners(*(table.pk for table in tables))
    _save_all(tables, "close", by, revision_values.state_values(Table(**closed)), **closed)


@transaction.atomic
def reopen_table(table: Table, *, by: Actor) -> Table:
    """Reopen a table, under another number if an open table has its number now."""
    Club.objects.select_for_update().get(pk=table.club_id)  # prevents opening a table meanwhile
    table = lock(table)
    if table.state == Table.State.CANCELLED:
        raise Conflict(ConflictCode.CANCELLED, table=table)
    if table.is_open:
        return table
    settle_closing(table, by=by, closed=False)
    after: dict[str, Any] = {}
    if table.club.tables.filter(state=Table.State.OPEN, number=table.number).exists():
        after["number"] = table.number = free_numbers(table.club, 1)[0]
    table.state, table.closed_at = Table.State.OPEN, None
    for link in Link:  # the old numbers showed which phones were in when the table was closed
        if getattr(table, link) is not None:
            setattr(table, link, random_id())
    return _save_change(table, "reopen", by, after=after | revision_values.state_values(table))


@transaction.atomic
def cancel_table(table: Table, *, by: Actor) -> Table:
    """Cancel a table that was opened by mistake. It must not have any lines, not even voided ones."""
    table = lock_open(table)
    if table.hands.exists():
        raise Conflict(ConflictCode.HAS_HANDS, table=table)
    table.state = Table.State.CANCELLED
    recheck_listeners(table.pk)
    return _save_change(table, "cancel", by, after=revision_values.state_values(table))


@transaction.atomic
def seal_tables(ids: Collection[int], *, by: Actor) -> None:
    """Hide the results of tables from those who may still have to play their deals."""
    tables = [table for table in lock_all(ids).values() if not table.sealed]
    recheck_listeners(*(table.pk for table in tables))
    _save_all(tables, "seal", by, {"sealed": True}, sealed=True)


@transaction.atomic
def unseal_tables(ids: Collection[int], *, by: Actor) -> None:
    """Show the results of tables to everybody who may read tables."""
    tables = [table for table in lock_all(ids).values() if table.sealed]
    _save_all(tables, "unseal", by, {"sealed": False}, sealed=False)


@transaction.atomic
def renew_link(table: Table, link: Link, *, by: Actor) -> Table:
    """Replace a link, or create one. Phones that joined by the old link are out at once."""
    return _set_link(table, link, random_id(), "renew_link", by)


@transaction.atomic
def revoke_link(table: Table, link: Link, *, by: Actor) -> Table:
    """Remove a link until it is renewed."""
    return _set_link(table, link, None, "revoke_link", by)


def _set_link(table: Table, link: Link, number: int | None, action: str, by: Actor) -> Table:
    table = lock_open(table)
    setattr(table, link, number)
    table.save(update_fields=[link])
    bump_version(table)
    recheck_listeners(table.pk)
    log(table, Revision.Kind.TABLE, table.pk, action, by, after={"link": link})
    return table


@transaction.atomic
def set_rate(table: Table, rate: Rate | None, *, by: Actor) -> Table:
    """Set the value of points in money, or None to settle in points."""
    table = lock_not_cancelled(table)
    before = rate_of(table)
    if rate == before:
        return table
    TableRate.objects.filter(table=table).delete()
    if rate:
        TableRate.objects.create(table=table, **asdict(rate))
    bump_version(table)
    was, now = ({"rate": one and asdict(one)} for one in (before, rate))
    log(table, Revision.Kind.TABLE, table.pk, "rate", by, before=was, after=now)
    return table


def rate_of(table: Table) -> Rate | None:
    row = TableRate.objects.filter(table=table).first()
    return row.rate if row else None


@transaction.atomic
def substitute(table: Table, position: int, player: Player, *, by: Actor) -> Seat:
    """Seat `player` at `position` from the next hand on. Earlier hands stay with whoever played them."""
    refuse_merged([player])
    table = lock_open(table)
    if table.seats.current().filter(player=player).exists():
        raise Conflict(ConflictCode.SEATED, table=table)
    leaving = table.seats.current().get(position=position)
    following = next_number(table)
    if leaving.since == following:  # nothing was played yet, so the player at the position is simply replaced
        before, leaving.player = leaving.player_id, player
        leaving.save(update_fields=["player"])
        seat = leaving
    else:
        before, leaving.until = leaving.player_id, following - 1
        leaving.save(update_fields=["until"])
        seat = Seat.objects.create(table=table, position=position, player=player, since=following)
    _save_change(
        table,
        "substitute",
        by,
        before={"position": position, "player": before},
        after={
            "position": position,
            "player": player.pk,
            "since": following,
            **revision_values.seat_values(table.seats.all()),
        },
    )
    return seat


@transaction.atomic
def swap_seats(
    table: Table,
    one: int,
    other: int,
    *,
    since: int,
    until: int | None = None,
    by: Actor,
    why: str,
    key: str | None = None,
) -> Table:
    """Swap the players of two positions from hand `since` on, or up to hand `until`. Swapping them again undoes this.

    The seats change positions, with their players and substitutes, and the replay moves the points.
    """
    table = lock_not_cancelled(table)
    if earlier_change(table, key):
        return table
    problems = swap_problems(table, one, other, since=since, until=until, why=why)
    if problems:
        raise Refused(*problems)
    swap_positions(table, one, other, since=since, until=until)
    ledger.replay(table)
    return _save_swap(table, [one, other], since, until, by, why=why, key=scoped_key(table, key))


@transaction.atomic
def change_partners(table: Table, partner: int, *, by: Actor) -> Table:
    """Seat the player at position `partner` opposite the first one from the next hand on.

    The earlier hands stay with those who played them. Whoever sat opposite takes the free seat.
    """
    table = lock_open(table)
    opposite = next(side for side in table.config.rules.sides(table.size) if 1 in side)[-1]
    if partner == opposite:
        return table
    if partner == 1 or not 1 <= partner <= table.size:
        raise Refused(Problem("partner", "choice"))
    following = next_number(table)
    swap_positions(table, opposite, partner, since=following)
    return _save_swap(table, [opposite, partner], following, None, by)


def swap_positions(table: Table, one: int, other: int, *, since: int, until: int | None = None) -> None:
    """Swap the seats of two positions for these lines, without scoring anything anew."""
    both = table.seats.filter(position__in=(one, other))
    edges = [since] if until is None else [since, until + 1]
    for edge in edges:
        for seat in both.filter(Q(until=None) | Q(until__gte=edge), since__lt=edge):
            _split(seat, edge)
    swapped = both.filter(since__gte=since) if until is None else both.filter(since__gte=since, until__lte=until)
    ones = list(swapped.filter(position=one).values_list("pk", flat=True))
    # Only one seat may have a position at a time, so one of the two groups steps aside first.
    table.seats.filter(pk__in=ones).update(position=NO_POSITION)
    swapped.filter(position=other).update(position=one)
    table.seats.filter(pk__in=ones).update(position=other)
    for edge in reversed(edges):
        for seat in both.filter(until=edge - 1):
            _rejoin(seat)


def _save_swap(table: Table, positions: list[int], since: int, until: int | None, by: Actor, **values: Any) -> Table:
    after = {"positions": positions, "since": since, **({"until": until} if until else {})}
    after |= revision_values.seat_values(table.seats.all())
    return _save_change(table, "swap", by, after=after, **values)


NO_POSITION = 0
"""A position that no table has."""


def swap_problems(table: Table, one: int, other: int, *, since: int, until: int | None, why: str) -> list[Problem]:
    problems = []
    if not why.strip():
        problems.append(Problem("why", "required"))
    if one == other or not (1 <= one <= table.size and 1 <= other <= table.size):
        problems.append(Problem("other", "two_seats"))
    last = max(next_number(table) - 1, 1)
    if not 1 <= since <= last:
        problems.append(Problem("since", "no_hand"))
    elif until is not None and not since <= until <= last:
        problems.append(Problem("until", "no_hand"))
    return problems


def _split(seat: Seat, since: int) -> None:
    """Split a seat in two: until the hand before `since`, and from then on."""
    until, seat.until = seat.until, since - 1
    seat.save(update_fields=["until"])
    Seat.objects.create(table=seat.table, position=seat.position, player_id=seat.player_id, since=since, until=until)


def _rejoin(seat: Seat) -> None:
    """Undo `_split` if the same player continues where this seat ends."""
    tail = Seat.objects.filter(
        table=seat.table, position=seat.position, player=seat.player_id, since=(seat.until or 0) + 1
    ).first()
    if tail:
        tail.scores.update(seat=seat)
        tail.delete()
        seat.until = tail.until
        seat.save(update_fields=["until"])


@transaction.atomic
def exchange_players(one: Table, other: Table | None, players: Mapping[int, int], *, by: Actor, why: str) -> None:
    """Give the seats of some players to those who really sat there, from the first hand on.

    `players` has the ids of those who were on the sheet of `one`, each with the player who sat in that place. These get
    their seats at `other`, if they were on its sheet. Exchanging them again undoes this.
    """
    tables = lock_all({one.pk, other.pk} if other else {one.pk})
    moves = [(tables[one.pk], players)]
    moves += [(tables[other.pk], {came: left for left, came in players.items()})] if other else []
    for table, reseated in moves:
        if table.state == Table.State.CANCELLED:
            raise Conflict(ConflictCode.CANCELLED, table=table)
        if table.seats.filter(player__in=reseated.values()).exists():
            raise Conflict(ConflictCode.SEATED, table=table)
        for seat in table.seats.filter(player__in=reseated):
            seat.player_id = reseated[seat.player_id]
            seat.save(update_fields=["player"])
            seat.scores.update(player=seat.player_id)
        after = revision_values.seat_values(table.seats.all())
        _save_change(table, "exchange", by, after=after, why=why)


@transaction.atomic
def change_deals(table: Table, first_deal: int, *, by: Actor, why: str) -> Table:
    """Let a table with numbered deals play others, as many as before. The hands on its sheet become hands of these.

    `first_deal` must be such that no deal belongs to both.
    """
    table = lock_not_cancelled(table)
    before, step = table.first_deal, first_deal - (table.first_deal or 0)
    hands = list(table.hands.filter(kind=Hand.Kind.PLAYED))
    table.first_deal = first_deal
    table.save(update_fields=["first_deal"])
    table = _save_change(table, "deals", by, before={"first_deal": before}, after={"first_deal": first_deal}, why=why)
    rules = table.config.rules
    for hand in hands:
        entry = table.config.hand_model.objects.get(hand=hand).entry
        entry = replace(entry, **rules.deal_fields((rules.deal(entry) or 0) + step))
        correct_hand(hand, entry, by=by, why=why)
    return table


@transaction.atomic
def change_variant(table: Table, variant: Any, *, by: Actor, why: str) -> Table:
    """Change the house rules of a table and replay its sheet. Unchanged rules leave no Revision.

    A hand that the rules do not allow, even a voided one, is a problem at "hands.<number>.<field>".
    """
    table = lock_not_cancelled(table)
    sheet = ledger.Sheet.load(table)
    if variant == sheet.variant:
        return table
    problems = [
        replace(problem, field=f"hands.{hand.number}.{problem.field}")
        for hand, entry in sheet.played
        for problem in sheet.game.rules.problems(entry, variant, table.size)
    ]
    if not why.strip():
        problems.append(Problem("why", "required"))
    if problems:
        raise Refused(*problems)
    sheet.game.table_model.from_variant(table, variant).save(force_update=True)
    ledger.replay(table)
    before, after = {"variant": dump(sheet.variant)}, {"variant": dump(variant)}
    changed = _save_change(table, "variant", by, before=before, after=after, why=why)
    keep_closing(changed, by=by)
    return changed


def _save_change(table: Table, action: str, by: Actor, **values: Any) -> Table:
    table.version += 1
    table.layout += 1
    table.save(update_fields=["number", "state", "closed_at", "sealed", "version", "layout", *Link])
    log(table, Revision.Kind.TABLE, table.pk, action, by, **values)
    return table


def _save_all(tables: Sequence[Table], action: str, by: Actor, after: Mapping[str, Any], **columns: Any) -> None:
    """Give several locked tables the same values, and log that of each. The rows must not be used afterwards."""
    if not tables:
        return
    changed = Table.objects.filter(pk__in=[table.pk for table in tables])
    changed.update(**columns, version=F("version") + 1, layout=F("layout") + 1)
    Revision.objects.bulk_create(
        revision_of(table, Revision.Kind.TABLE, table.pk, action, by, after=after) for table in tables
    )
    versions = [(table.pk, table.version + 1) for table in tables]
    publish_changes([*versions, (tables[0].club_id, tables[0].version + 1)])
