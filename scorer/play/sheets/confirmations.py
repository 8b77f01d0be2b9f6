"""What other sides say about the lines that one side has entered, at tables that ask for it (`Table.confirms`).

`scorer.play.replies` says who may reply (docs/decisions/0023-confirmation.md).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.db.models import F
from django.db.models.functions import Coalesce

from scorer.club.models import Player
from scorer.club.names import join_names
from scorer.play.models import Hand, Reply, Seat, Table

Side = tuple[int, ...]
"""The positions that add up together."""


@dataclass(frozen=True, slots=True)
class Said:
    """The reply of a side to a line."""

    player: str
    accepted: bool
    note: str


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A line as it was changed last, with the replies to that change."""

    version: int
    """That of the line."""
    login: int | None
    """The login that made the change."""
    author: Side | None
    """The side that made the change, or None if nobody knows. It has agreed already."""
    by_side: dict[Side, Said] = field(default_factory=dict)
    """The last reply of each other side."""

    @property
    def accepted_by(self) -> str:
        return join_names((said.player for said in self.by_side.values() if said.accepted), ", ")

    @property
    def objections(self) -> list[Said]:
        return [said for said in self.by_side.values() if not said.accepted]

    @property
    def confirmed(self) -> bool:
        """Whether a side has accepted and none objects."""
        return bool(self.by_side) and not self.objections

    @property
    def waiting(self) -> bool:
        return not self.by_side


def confirmations_of(table: Table, seats: Collection[Seat]) -> dict[int, Confirmation]:
    """Return the confirmation of each line entered at this table, by hand id. Imported lines need none.

    A player speaks for the side where they sit, or sat last. `seats` are all seats of the table, with their players.
    """
    return _read([table], seats)[table.pk]


def objection_counts(tables: Iterable[Table]) -> dict[int, int]:
    """Return the number of hands with objections by table id. Tables without any are left out."""
    asking = {table.pk: table for table in tables if table.confirms}
    objections = Reply.objects.filter(hand__table__in=asking, kind=Reply.Kind.OBJECT, version=F("hand__version"))
    counts = unconfirmed_counts(asking[pk] for pk in set(objections.values_list("hand__table", flat=True)))
    return {pk: objections for pk, (_waiting, objections) in counts.items() if objections}


def unconfirmed_counts(tables: Iterable[Table]) -> dict[int, tuple[int, int]]:
    """Return how many hands wait for confirmation and how many have objections, by table id.

    Tables that do not ask for confirmation are left out.
    """
    asking = [table for table in tables if table.confirms]
    by_table = _read(asking, Seat.objects.filter(table__in=asking).select_related("player"))
    return {table: count_unconfirmed(confirmations.values()) for table, confirmations in by_table.items()}


def count_unconfirmed(confirmations: Collection[Confirmation]) -> tuple[int, int]:
    """Return how many of the hands wait for confirmation, and how many have objections."""
    waiting = sum(confirmation.waiting for confirmation in confirmations)
    return waiting, sum(bool(confirmation.objections) for confirmation in confirmations)


def _read(tables: Iterable[Table], seats: Iterable[Seat]) -> dict[int, dict[int, Confirmation]]:
    """Return the confirmations by table and hand id, read in one query. Merged players are who they are now."""
    tables_by_id = {table.pk: table for table in tables}
    players: dict[int, Player] = {}
    sides: dict[tuple[int, int | None], Side] = {}
    for seat in sorted(seats, key=lambda seat: seat.since):
        players[seat.player_id] = seat.player
        sides[seat.table_id, seat.player_id] = side_at(tables_by_id[seat.table_id], seat.position)
    lines = Hand.objects.asking().filter(table__in=tables_by_id).order_by("number", "replies__pk")
    author = Coalesce("changed_as__merged_into", "changed_as")
    replying = Coalesce("replies__player__merged_into", "replies__player")
    said = ("replies__version", replying, "replies__kind", "replies__note")
    confirmations: dict[int, dict[int, Confirmation]] = {pk: {} for pk in tables_by_id}
    for table, pk, version, login, player, replied_to, replier, kind, note in lines.values_list(
        "table", "pk", "version", "changed_by", author, *said
    ):
        confirmation = confirmations[table].setdefault(pk, Confirmation(version, login, sides.get((table, player))))
        side = sides.get((table, replier))
        if side and side != confirmation.author and replied_to == version and kind != Reply.Kind.ASK:
            confirmation.by_side.pop(side, None)  # its last reply counts, and comes last
            confirmation.by_side[side] = Said(players[replier].shown, kind == Reply.Kind.ACCEPT, note)
    return confirmations


def side_at(table: Table, position: int) -> Side:
    return next(tuple(side) for side in table.config.rules.sides(table.size) if position in side)
