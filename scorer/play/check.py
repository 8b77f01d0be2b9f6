"""The check of the ledger: whatever somebody with SQL may have done to the rows, it is found here and named.

It trusts no column, and reads only. Tables are read under the lock that every service takes first, so that a hand
which is being saved is not taken for damage.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db import OperationalError, transaction
from django.db.models import Exists, ForeignKey, OuterRef

from scorer.club.models import Season
from scorer.play.ledger import Due, points_due
from scorer.play.models import Hand, Score, Seat, Table
from scorer.registry import GameConfig, all_games
from scorer.scoring import MAX_NUMBER, Outcome, settle

SCORE = ("pk", "hand_id", "seat_id", "points", "table_id", "season_id", "game", "player_id", "played")
"""The columns of a score, read without making models of a million hands' worth of rows."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `row` says which row or value is meant, where number and code do not."""

    table: Table | None
    """None where a row belongs to no table any more (code lost)."""
    hand: int
    """A number on the sheet; 0 where it is about the table."""
    code: str
    row: str = ""


def faults(table: Table) -> list[Fault]:
    """Everything in which a table's rows disagree with its entries or with each other.

    Of the table: unknown_game, size, state, cancelled (but with hands), season (another club's), first_dealer,
    no_variant, variant (values that cannot be), other_variant (one of another game too), unreadable.
    Of the seats: position, no_seat, two_seats, sits_twice, player (another club's).
    Of the hands: gap (in the numbers), kind, dealer, no_detail, wrong_game (a detail of another game), has_detail (a
    line that is no hand), refused (by the rules), unreadable.
    Of the score rows: missing, surplus, points, copies (season, game, table, player, or whether it was played).
    """
    return list(faults_of([table]))


def faults_of(tables: Sequence[Table]) -> Iterator[Fault]:
    """The faults of many tables with the queries of one. What cannot be read costs its own table's check only."""
    try:
        read = _read([table.pk for table in tables])
    except OperationalError:  # the database is locked or gone, which is no damage
        raise
    except Exception as error:  # noqa: BLE001  # a value that its column should not hold may make anything raise
        if len(tables) > 1:
            for table in tables:
                yield from faults_of([table])
        else:
            yield Fault(tables[0], 0, "unreadable", repr(error))
        return
    for rows in read:
        try:
            yield from _faults(rows)
        except Exception as error:  # noqa: BLE001  # as above
            yield Fault(rows.table, 0, "unreadable", repr(error))


def lost() -> Iterator[Fault]:
    """Rows of the site that refer to a row which is not there: no table's own check comes across all of them."""
    labels = ["club", "play", *(game.label for game in all_games())]
    models: list[Any] = [model for label in labels for model in apps.get_app_config(label).get_models()]
    for model in models:
        meta = model._meta  # noqa: SLF001  # public in spite of its name
        for column in meta.concrete_fields:
            if isinstance(column, ForeignKey):
                target: Any = column.related_model
                there = target.objects.filter(pk=OuterRef(column.attname))
                found = model.objects.exclude(**{column.attname: None}).exclude(Exists(there))
                for pk in found.order_by("pk").values_list("pk", flat=True):
                    yield Fault(None, 0, "lost", f"{meta.db_table} {pk}, {column.column}")


@dataclass(slots=True)
class _Rows:
    """All that belongs to one table."""

    table: Table
    season_club: int | None
    hands: list[Hand] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    variants: dict[str, Any] = field(default_factory=dict)
    """By game; there should be one."""
    details: dict[str, dict[int, Any]] = field(default_factory=dict)
    """By game and hand."""
    scores: list[Any] = field(default_factory=list)


def _read(ids: Sequence[int]) -> Iterable[_Rows]:
    with transaction.atomic():
        locked = Table.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
        seasons = dict(Season.objects.filter(tables__in=ids).values_list("pk", "club_id"))
        found = {table.pk: _Rows(table, seasons.get(table.season_id)) for table in locked}
        for hand in Hand.objects.filter(table__in=ids):
            found[hand.table_id].hands.append(hand)
        for seat in Seat.objects.filter(table__in=ids).select_related("player"):
            found[seat.table_id].seats.append(seat)
        for game in all_games():
            for row in game.table_model.objects.filter(table__in=ids):
                found[row.table_id].variants[game.slug] = row
            for detail in game.hand_model.objects.of_tables(ids):
                found[detail.hand.table_id].details.setdefault(game.slug, {})[detail.hand_id] = detail
        for score in Score.objects.filter(hand__table__in=ids).values_list("hand__table", *SCORE, named=True):
            found[score.hand__table].scores.append(score)
    return found.values()


def _faults(rows: _Rows) -> Iterator[Fault]:
    table = rows.table
    yield from _table_faults(rows)
    yield from seat_faults(table, rows.seats)
    strays: set[int] = set()
    for game in (game.slug for game in all_games() if game.slug != table.game):
        if game in rows.variants:
            yield Fault(table, 0, "other_variant", game)
        alien = rows.details.get(game, {})
        yield from (Fault(table, hand.number, "wrong_game", game) for hand in rows.hands if hand.pk in alien)
        strays.update(alien)
    if table.game not in [game.slug for game in all_games()]:
        yield Fault(table, 0, "unknown_game", table.game)
    elif table.size not in table.config.seat_counts:
        yield Fault(table, 0, "size", str(table.size))
    else:
        yield from _sheet_faults(rows, strays)


def _table_faults(rows: _Rows) -> Iterator[Fault]:
    table = rows.table
    if table.state not in Table.State.values:
        yield Fault(table, 0, "state", table.state)
    if table.state == Table.State.CANCELLED and rows.hands:
        yield Fault(table, 0, "cancelled")
    if rows.season_club != table.club_id:
        yield Fault(table, 0, "season")
    if not 1 <= table.first_dealer <= table.size:
        yield Fault(table, 0, "first_dealer")
    before = 0
    for hand in rows.hands:
        if hand.number != before + 1:
            yield Fault(table, hand.number, "gap")
        before = hand.number


def seat_faults(table: Table, seats: Sequence[Seat]) -> Iterator[Fault]:
    for position in range(1, table.size + 1):
        yield from _position_faults(table, position, [seat for seat in seats if seat.position == position])
    for place, seat in enumerate(seats):
        if not 1 <= seat.position <= table.size:
            yield Fault(table, seat.since, "position", str(seat))
        if seat.player.club_id != table.club_id:
            yield Fault(table, seat.since, "player", str(seat))
        for other in seats[place + 1 :]:
            together = max(seat.since, other.since)
            if seat.player_id == other.player_id and seat.holds(together) and other.holds(together):
                yield Fault(table, together, "sits_twice", str(seat.player))


def _position_faults(table: Table, position: int, seats: Sequence[Seat]) -> Iterator[Fault]:
    """One player at a time holds it, without a gap from hand 1 to whatever comes; `seats` go by `since`."""
    free: int | None = 1  # from this hand on; None: for no hand any more
    for seat in seats:
        if free is None or seat.since < free:
            yield Fault(table, seat.since, "two_seats", str(seat))
        elif seat.since > free:
            yield Fault(table, free, "no_seat", str(position))
        free = None if free is None or seat.until is None else max(free, seat.until + 1)
    if free is not None:
        yield Fault(table, free, "no_seat", str(position))


def _sheet_faults(rows: _Rows, strays: Collection[int]) -> Iterator[Fault]:
    """Of the variant, the hands and their scores; what depends on a hand that cannot be judged is left out."""
    table, hands = rows.table, rows.hands
    variant = None
    row = rows.variants.get(table.game)
    if row is None:
        yield Fault(table, 0, "no_variant")
    elif settle(row.variant)[1]:
        yield Fault(table, 0, "variant")
    else:
        variant = row.variant
    details = rows.details.get(table.game, {})
    judge = _Judge(table.config, variant, table.size)
    doubtful: set[int] = set()
    for hand in hands:
        codes = judge.codes(hand, details.get(hand.pk))
        if set(codes) - {"dealer"}:  # who dealt has no part in the points
            doubtful.add(hand.pk)
        if hand.pk in strays and "no_detail" in codes:  # said already: it has one of another game
            codes.remove("no_detail")
        yield from (Fault(table, hand.number, code) for code in codes)
    live = [hand for hand in hands if not hand.voided]
    played = [hand for hand in live if hand.is_played]
    if variant is None or (judge.game.rules.remembers(variant) and any(hand.pk in doubtful for hand in played)):
        doubtful |= {hand.pk for hand in played}
    scored = [hand for hand in played if hand.pk not in doubtful]
    outcomes = judge.outcomes([details[hand.pk].entry for hand in scored])
    seats = [seat for seat in rows.seats if 1 <= seat.position <= table.size]
    due: Due = {}
    for hand, outcome in zip(scored, outcomes, strict=True):
        due |= points_due(hand, outcome.points, seats, outcome.sitting_out)
    for hand in live:
        if not hand.is_played and hand.pk not in doubtful:
            due |= points_due(hand, tuple(hand.points or ()), seats)
    yield from _score_faults(rows, due, seats, doubtful)


@dataclass(frozen=True, slots=True)
class _Judge:
    game: GameConfig
    variant: Any
    """None where the table has none that could be."""
    size: int

    def codes(self, hand: Hand, detail: Any) -> list[str]:
        """What is wrong with one line of the sheet by itself."""
        if hand.kind not in Hand.Kind.values:
            return ["kind"]
        if not hand.is_played:
            return ["has_detail"] * (detail is not None) + ["refused"] * (not self._is_line(hand.points))
        codes = [] if hand.dealer is not None and 1 <= hand.dealer <= self.size else ["dealer"]
        if detail is None:
            return [*codes, "no_detail"]
        try:
            entry = detail.entry
            refused = self.variant is not None and self.game.rules.problems(entry, self.variant, self.size)
        except Exception:  # noqa: BLE001  # as above; but here the other hands can still be judged
            return [*codes, "unreadable"]
        return [*codes, "refused"] if refused else codes

    def _is_line(self, points: Any) -> bool:
        """Whether these can be the points of a line that is no hand: a number a position, the same for partners."""
        return (
            isinstance(points, list)
            and len(points) == self.size
            and all(type(number) is int and abs(number) <= MAX_NUMBER for number in points)
            and all(len({points[seat - 1] for seat in side}) == 1 for side in self.game.rules.sides(self.size))
        )

    def outcomes(self, entries: list[Any]) -> list[Outcome]:
        return self.game.rules.replay(entries, self.variant, self.size) if entries else []


def _score_faults(rows: _Rows, due: Due, seats: Sequence[Seat], doubtful: Collection[int]) -> Iterator[Fault]:
    """`due` is what there must be; of hands that are `doubtful` nobody can tell."""
    table = rows.table
    numbers = {hand.pk: hand.number for hand in rows.hands}
    played = {hand.pk: hand.is_played for hand in rows.hands if hand.kind in Hand.Kind.values}
    chairs = {seat.pk: seat for seat in seats}
    held = {(score.hand_id, score.seat_id): score for score in rows.scores}
    for hand, seat in due:
        if (hand, seat) not in held:
            yield Fault(table, numbers[hand], "missing", str(chairs[seat]))
    for (hand, seat), score in held.items():
        if hand not in doubtful:
            if (hand, seat) not in due:
                yield Fault(table, numbers[hand], "surplus", _whose(score, chairs))
            elif score.points != due[hand, seat].points:
                yield Fault(table, numbers[hand], "points", _whose(score, chairs))
        player = chairs[seat].player_id if seat in chairs else score.player_id
        copies = (score.table_id, score.season_id, score.game, score.player_id, score.played)
        if copies != (table.pk, table.season_id, table.game, player, played.get(hand, score.played)):
            yield Fault(table, numbers[hand], "copies", _whose(score, chairs))


def _whose(score: Any, chairs: dict[int, Seat]) -> str:
    return str(chairs.get(score.seat_id, f"play_score {score.pk}"))
