"""Copies of an event: the same again on another day, and rehearsals with imagined results."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import Player, User
from scorer.db.references import delete_with_references
from scorer.events.models import Contestant, Event, Sitting
from scorer.events.services.shared import lock_for, log_change
from scorer.events.services.signing_up import create_event, sign_up_all
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Table

MAX_OF_NAME = 50
"""How many letters of an event's name its rehearsal keeps, so that the added word fits in every language."""


@transaction.atomic
def rehearse(event: Event, *, by: User | None) -> Event:
    """Copy an event with its contestants. Nothing of the copy counts."""
    event = lock_for(event, "rehearse").event
    name = _("%(name)s (rehearsal)") % {"name": event.name[:MAX_OF_NAME]}
    same = ("preset", "comparison", "comparison_settings", "rounds", "per_round")
    values = {"name": name, "announced": False, **{field: getattr(event, field) for field in same}}
    copy, _left_out = copy_event(event, values, contestants=True, by=by)
    copy.rehearsal = True
    copy.save(update_fields=["rehearsal"])
    return copy


@transaction.atomic
def imagine_round(event: Event, *, by: User | None) -> None:
    """Play the running round with imagined hands, at all tables that have not begun."""
    progress = lock_for(event, "imagine_round")
    event, running = progress.event, progress.running
    random = Random()  # noqa: S311  # plays cards
    for sitting in running.sittings.select_related("table").order_by("station"):
        table = sitting.table
        if table and table.is_open and not table.hands.exists():
            play.record_hands(table, random_entries(table, random), by=by)
    log_change(event, "random_entry", by, round=running.number)


@transaction.atomic
def delete_rehearsal(event: Event, *, by: User | None) -> None:
    """Delete a rehearsal with its tables and everything at them. Only the log still says that they existed."""
    event = lock_for(event, "delete_rehearsal").event
    sittings = Sitting.objects.filter(round__event=event).exclude(table=None)
    tables = sorted(sittings.values_list("table", flat=True))
    log_change(event, "remove", by)
    delete_with_references(Event.objects.filter(pk=event.pk).order_by())
    delete_with_references(Table.objects.filter(pk__in=tables).order_by())
    who, kind = by.pk if by else None, Revision.Kind.TABLE
    Revision.objects.bulk_create(
        Revision(actor_id=who, club_id=event.club_id, table_id=pk, kind=kind, object_id=pk, action="remove")
        for pk in tables
    )


COPIED = (
    "competes",
    "minutes",
    "one_field",
    "correction_minutes",
    "minimum_percent",
    "ranking_shown",
    "played_shown",
    "score_shown",
    "confirms",
    "round_minutes",
    "rounds_follow",
    "grace_minutes",
    "entry_fee",
    "starts_at",
    "place",
    "limit",
    "sign_off_hours",
    "names_shown",
    "prize_shares",
    "group_shares",
    "squads",
    "squad_best",
    "match_day",
)
"""The fields that a copy takes over unless something else was chosen."""


@transaction.atomic
def copy_event(earlier: Event, values: dict[str, Any], *, contestants: bool, by: User | None) -> tuple[Event, int]:
    """Create an event like an earlier one of the club. Return it, and how many contestants were left out.

    With `contestants`, those of the earlier event are signed up, except those with a player who has left the club.
    """
    event = event_like(earlier, {"announced": earlier.announced} | values, by=by)
    return event, sign_up_again(event, earlier.contestants.with_players(), by=by) if contestants else 0


def event_like(earlier: Event, values: dict[str, Any], *, by: User | None) -> Event:
    copied = {name: getattr(earlier, name) for name in COPIED} | {"variant": earlier.variant}
    return create_event(earlier.club, earlier.config, **copied | values, by=by)


def sign_up_again(event: Event, contestants: Iterable[Contestant], *, by: User | None) -> int:
    """Sign up contestants of an earlier event in this order. Return how many were left out.

    Those are left out with a player who has left the club. A substitute does not take the place of who comes again.
    """
    lines, names, same, left_out = [], {}, [], 0
    for contestant in contestants:
        first: dict[int, Player] = {}
        for row in contestant.players.all():
            first.setdefault(row.place, row.person)  # without substitutes
        if all(player.active for player in first.values()):
            lines.append((contestant.number, list(first.values())))
            same.append(contestant)
            names[contestant.number] = contestant.name
        else:
            left_out += 1
    signed_up = sign_up_all(event, lines, names=names, by=by)
    for new, earlier in zip(signed_up, same, strict=True):
        new.wish, new.squad = earlier.wish, earlier.squad
        new.entry = earlier.entry if event.continues else None
    Contestant.objects.bulk_update(signed_up, ["wish", "squad", "entry"])
    return left_out


def random_entries(table: Table, random: Random) -> Iterator[Any]:
    """Yield a hand for each deal that the table was given; one for each seat where it plays as many as it likes."""
    rules, entries = table.config.rules, list[Any]()
    variant, turn = table.config.table_model.objects.get(table=table).variant, table.first_dealer
    for deal in table.deals or range(table.deal_count or table.size):
        entry = rules.random_entry(random, entries, variant, table.size, turn)
        if table.deals:
            entry = replace(entry, **rules.deal_fields(deal))
        entries.append(entry)
        turn = rules.next_dealer(entry, turn, table.size, variant)
        yield entry
