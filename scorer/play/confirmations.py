"""Replies of other sides to the lines that one side has entered, at tables that ask for them (`Table.confirms`).

A reply is stored only as a Revision, since the log is there to say who did what and when
(docs/decisions/0023-confirmation.md).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorer.club.models import Player
from scorer.club.names import join_names
from scorer.history.models import Revision
from scorer.play.models import Seat, Table
from scorer.play.phones import Link, Phone
from scorer.play.sheets.revision_values import LINE_KINDS

ACCEPT, OBJECT = "accept", "object"

TAKEN_BACK = frozenset({"undo", "move_away"})
"""Actions that leave nothing to confirm."""

Side = tuple[int, ...]
"""The positions that add up together."""


@dataclass(frozen=True, slots=True)
class Reply:
    side: Side
    player: str
    accepted: bool
    note: str


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The last change of a line, with the replies to it. Replies to earlier changes do not count."""

    change: Revision
    author: Side | None
    """The side that made the change, or None if nobody knows."""
    replies: tuple[Reply, ...] = ()
    """The last reply of each other side."""

    @property
    def accepted_by(self) -> str:
        return join_names((reply.player for reply in self.replies if reply.accepted), ", ")

    @property
    def objections(self) -> list[Reply]:
        return [reply for reply in self.replies if not reply.accepted]

    @property
    def confirmed(self) -> bool:
        """Whether a side has accepted and none objects."""
        return bool(self.replies) and not self.objections

    @property
    def waiting(self) -> bool:
        return not self.replies

    def reply_of(self, side: Side) -> Reply | None:
        return next((reply for reply in self.replies if reply.side == side), None)

    def with_reply(self, reply: Reply) -> Self:
        """Add a reply in place of an earlier one from the same side. The author's own side has agreed already."""
        if reply.side == self.author:
            return self
        return replace(self, replies=(*(other for other in self.replies if other.side != reply.side), reply))


@dataclass(frozen=True, slots=True)
class Reader:
    """The holder of a phone that enters hands at the table.

    `position` and `side` are None if they do not sit there, or have not said who they are.
    """

    position: int | None
    side: Side | None
    login: int | None

    def may_reply(self, confirmation: Confirmation) -> bool:
        """Whether the reader may reply: only to other sides, and never to what their own login entered."""
        own = self.login is not None and self.login == confirmation.change.actor_id
        return self.side is not None and self.side != confirmation.author and not own

    def may_accept(self, confirmation: Confirmation) -> bool:
        reply = self.side and confirmation.reply_of(self.side)
        return self.may_reply(confirmation) and not (reply and reply.accepted)

    def may_object(self, confirmation: Confirmation) -> bool:
        reply = self.side and confirmation.reply_of(self.side)
        return self.may_reply(confirmation) and (not reply or reply.accepted)

    def is_asked_about(self, confirmation: Confirmation) -> bool:
        return confirmation.waiting and self.may_reply(confirmation)


def reader_of(phone: Phone | None, table: Table, seats: Collection[Seat]) -> Reader | None:
    """Return the holder of the phone, or None if this is no phone that enters hands."""
    if phone is None or phone.link != Link.ENTRY:
        return None
    player = phone.player.pk if phone.player else None
    position = next((seat.position for seat in seats if seat.until is None and seat.player_id == player), None)
    return Reader(position, _side_at(table, position) if position else None, phone.login)


def confirmations_of(table: Table, seats: Collection[Seat]) -> dict[int, Confirmation]:
    """Return the confirmation of each line entered at this table, by hand id. Imported lines need none.

    A player speaks for the side where they sit, or sat last. `seats` are all seats of the table, with their players.
    """
    return _read([table], seats)[table.pk]


def objection_counts(tables: Iterable[Table]) -> dict[int, int]:
    """Return the number of hands with objections by table id. Tables without any are left out."""
    asking = {table.pk: table for table in tables if table.confirms}
    if not asking:
        return {}
    objections = Revision.objects.filter(table_id__in=asking, kind=Revision.Kind.REPLY, action=OBJECT)
    disputed = set(objections.values_list("table_id", flat=True))
    if not disputed:
        return {}
    counts = unconfirmed_counts(asking[pk] for pk in disputed)
    return {pk: objections for pk, (_waiting, objections) in counts.items() if objections}


def unconfirmed_counts(tables: Iterable[Table]) -> dict[int, tuple[int, int]]:
    """Return how many hands wait for confirmation and how many have objections, by table id.

    Tables that do not ask for confirmation are left out.
    """
    asking = [table for table in tables if table.confirms]
    if not asking:
        return {}
    found = _read(asking, Seat.objects.filter(table__in=asking).select_related("player"))
    return {table: count_unconfirmed(confirmations.values()) for table, confirmations in found.items()}


def count_unconfirmed(confirmations: Collection[Confirmation]) -> tuple[int, int]:
    """Return how many of the hands wait for confirmation, and how many have objections."""
    waiting = sum(confirmation.waiting for confirmation in confirmations)
    return waiting, sum(bool(confirmation.objections) for confirmation in confirmations)


def _read(tables: Sequence[Table], seats: Iterable[Seat]) -> dict[int, dict[int, Confirmation]]:
    """Read the log once, and return the confirmations by table and hand id."""
    ids = [table.pk for table in tables]
    log = list(Revision.objects.filter(table_id__in=ids, kind__in=LINE_KINDS).defer("before", "after"))
    tables_by_id = {table.pk: table for table in tables}
    players: dict[int, Player] = {}
    sides: dict[tuple[int, int], Side] = {}
    for seat in sorted(seats, key=lambda seat: seat.since):
        players[seat.player_id] = seat.player
        sides[seat.table_id, seat.player_id] = _side_at(tables_by_id[seat.table_id], seat.position)
    merged_into = _merged({revision.player_id for revision in log if revision.player_id} - players.keys())
    found: dict[int, dict[int, Confirmation]] = {pk: {} for pk in ids}
    for revision in log:
        confirmations = found[revision.table_id or 0]
        player = merged_into.get(revision.player_id or 0, revision.player_id) or 0
        side = sides.get((revision.table_id or 0, player))
        if revision.kind == Revision.Kind.HAND:
            confirmations[revision.object_id] = Confirmation(revision, side)
        elif side and revision.object_id in confirmations:
            reply = Reply(side, players[player].shown, revision.action == ACCEPT, revision.why)
            confirmations[revision.object_id] = confirmations[revision.object_id].with_reply(reply)
    return {
        table: {
            hand: confirmation
            for hand, confirmation in confirmations.items()
            if confirmation.change.action not in TAKEN_BACK
        }
        for table, confirmations in found.items()
    }


def _merged(ids: set[int]) -> dict[int, int]:
    """Map players who have been merged to the players they are now."""
    if not ids:
        return {}
    return {pk: into for pk, into in Player.objects.filter(pk__in=ids).values_list("pk", "merged_into") if into}


def _side_at(table: Table, position: int) -> Side:
    return next(tuple(side) for side in table.config.rules.sides(table.size) if position in side)
