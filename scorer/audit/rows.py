"""The rows that belong to a table, read under its lock, and the faults that they may have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Season
from scorer.history.models import Revision
from scorer.play.models import Hand, LateHand, Reply, Score, Seat, Table
from scorer.registry import all_games

SCORE_COLUMNS = ("pk", "hand_id", "seat_id", "points", "table_id", "season_id", "game", "player_id", "played")
"""The columns of a score. They are read as tuples, since a million hands would be too many model instances."""

REVISION_COLUMNS = tuple(field.attname for field in Revision._meta.concrete_fields)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `row` names the row or value, where the number and the code do not."""

    table: Table | None
    """None if the fault belongs to no existing table."""
    hand: int
    """The number of a line on the sheet, or 0 if the fault is the table's."""
    code: str
    row: str = ""


SENTENCES = {
    "unknown_game": _("this game is not installed"),
    "size": _("the game is not played with this number of seats"),
    "state": _("the state does not exist"),
    "cancelled": _("the table was cancelled, but it has hands"),
    "season": _("its season belongs to another club"),
    "first_dealer": _("the first dealer has no seat"),
    "no_variant": _("the house rules are missing"),
    "variant": _("the house rules have impossible values"),
    "other_variant": _("it also has house rules of another game"),
    "unreadable": _("a row cannot be read"),
    "position": _("a seat is at a position that the table does not have"),
    "no_seat": _("from this hand on, a position has no player"),
    "two_seats": _("from this hand on, two players sit at one position"),
    "sits_twice": _("from this hand on, one player sits at two positions"),
    "player": _("a player from another club has a seat"),
    "gap": _("the number before it is missing"),
    "kind": _("the kind of line does not exist"),
    "dealer": _("the dealer has no seat"),
    "deal": _("the number of the deal is not that of the entry"),
    "no_detail": _("what was played is missing"),
    "wrong_game": _("what was played belongs to another game"),
    "has_detail": _("something was played in a line that is no hand"),
    "refused": _("the rules do not allow what was entered"),
    "missing": _("the score of a seat is missing"),
    "surplus": _("a seat has a score that it should not have"),
    "points": _("the points of a seat differ from what the rules give"),
    "result": _("the result of a seat differs from what its lines count for"),
    "copies": _("a score names another table, season, game, player or kind of line than the sheet"),
    "event_state": _("the state or the season of an event is impossible"),
    "event_value": _("a value of an event is impossible: its rules, comparison, format, their settings, or a number"),
    "event_rounds": _("the rounds of an event are not numbered from 1, or do not fit its state"),
    "contestants": _("the contestants of an event are not numbered from 1, or do not have the right players"),
    "sitting": _("the plan of a round seats somebody twice, or somebody who does not compete"),
    "event_table": _("a sitting does not have the table that its plan says"),
    "ruling": _("a ruling cannot be read, or belongs to another event"),
    "event_sessions": _("two sessions of an event have the same number"),
    "carried": _("what is carried over into a final differs from the results of the qualifying"),
    "lost": _("a row refers to a missing row"),
    "unlogged": _("it is not in the log"),
    "gone": _("it is in the log, but not in the database"),
    "logged": _("it differs from the log"),
}
"""What is wrong, by the code of the fault."""


@dataclass
class TableRows:
    """All rows that belong to one table."""

    table: Table
    season_club: int | None
    hands: list[Hand] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    variants: dict[str, Any] = field(default_factory=dict)
    """By game. There should be only one."""
    details: dict[str, dict[int, Any]] = field(default_factory=dict)
    """By game and hand id."""
    scores: list[Any] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    late_hands: list[LateHand] = field(default_factory=list)
    log: list[Any] = field(default_factory=list)
    """Its Revisions in order."""

    @cached_property
    def entries(self) -> dict[int, Any]:
        """The entries by hand id. Entries of other games and those that cannot be read are left out."""
        details = self.details.get(self.table.game, {})
        entries = {pk: _entry(detail) for pk, detail in details.items()}
        return {pk: entry for pk, entry in entries.items() if entry is not None}


def _entry(detail: Any) -> Any:
    try:
        return detail.entry
    except Exception:  # noqa: BLE001  # a value that its column should not hold may make anything raise
        return None


def read_rows(ids: Sequence[int]) -> Iterable[TableRows]:
    with transaction.atomic():
        locked = Table.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
        seasons = dict(Season.objects.filter(tables__in=ids).values_list("pk", "club_id"))
        tables = {table.pk: TableRows(table, seasons.get(table.season_id)) for table in locked}
        for hand in Hand.objects.filter(table__in=ids):
            tables[hand.table_id].hands.append(hand)
        for reply in Reply.objects.filter(hand__table__in=ids).select_related("hand"):
            tables[reply.hand.table_id].replies.append(reply)
        for late in LateHand.objects.filter(table__in=ids):
            tables[late.table_id].late_hands.append(late)
        for seat in Seat.objects.filter(table__in=ids).select_related("player"):
            tables[seat.table_id].seats.append(seat)
        for game in all_games():
            for row in game.table_model.objects.filter(table__in=ids):
                tables[row.table_id].variants[game.slug] = row
            for detail in game.hand_model.objects.for_tables(ids):
                tables[detail.hand.table_id].details.setdefault(game.slug, {})[detail.hand_id] = detail
        for score in Score.objects.filter(hand__table__in=ids).values_list("hand__table", *SCORE_COLUMNS, named=True):
            tables[score.hand__table].scores.append(score)
        for revision in Revision.objects.filter(table_id__in=ids).values_list(*REVISION_COLUMNS, named=True):
            tables[revision.table_id].log.append(revision)
    return tables.values()
