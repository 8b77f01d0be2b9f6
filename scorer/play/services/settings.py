"""Change the links, the rate, the deals and the house rules of a table."""

from dataclasses import asdict, replace
from typing import Any

from django.db import transaction

from scorer.db.ids import random_id
from scorer.live import recheck_listeners
from scorer.play.models import Hand, Table, TableRate
from scorer.play.phones import Link
from scorer.play.services.errors import Refused
from scorer.play.services.hands import correct_hand
from scorer.play.services.shared import Actor, lock_not_cancelled, lock_open, log_version, save_table
from scorer.play.services.states import refresh_closing_line
from scorer.play.sheets import ledger
from scorer.play.sheets.sheet import load_sheet
from scorer.scoring import Problem, ResultUnit, dump
from scorer.scoring.settlement import Rate


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
    recheck_listeners(table.pk)
    log_version(table, table, action, by, after={"link": link})
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
    old, new = ({"rate": value and asdict(value)} for value in (before, rate))
    log_version(table, table, "rate", by, before=old, after=new)
    return table


def rate_of(table: Table) -> Rate | None:
    """Return the value of points in money, or None if the table settles in points."""
    row = TableRate.objects.filter(table=table).first()
    return row.rate if row else None


@transaction.atomic
def change_deals(table: Table, first_deal: int, *, by: Actor, why: str) -> Table:
    """Give a table with numbered deals as many others, from `first_deal` on, and correct its hands accordingly.

    The old and the new deals must not overlap.
    """
    table = lock_not_cancelled(table)
    before, step = table.first_deal, first_deal - (table.first_deal or 0)
    hands = list(table.hands.filter(kind=Hand.Kind.PLAYED))
    table.first_deal = first_deal
    table.save(update_fields=["first_deal"])
    table = save_table(table, "deals", by, before={"first_deal": before}, after={"first_deal": first_deal}, why=why)
    rules = table.config.rules
    for hand in hands:
        entry = table.config.hand_model.objects.get(hand=hand).entry
        entry = replace(entry, **rules.deal_fields((rules.deal(entry) or 0) + step))
        correct_hand(hand, entry, by=by, why=why)
    return table


@transaction.atomic
def change_variant(table: Table, variant: Any, *, by: Actor, why: str) -> Table:
    """Change the house rules of a table and replay its sheet. Unchanged rules leave no Revision. A rate for points is
    removed if the result is in games now, and the other way round.

    A hand that the rules do not allow, even a voided one, is a problem at "hands.<number>.<field>".
    """
    table = lock_not_cancelled(table)
    sheet = load_sheet(table)
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
    unit = sheet.game.rules.result_unit(variant)
    if unit is not sheet.unit and ResultUnit.GAMES in (unit, sheet.unit):
        table = set_rate(table, None, by=by)
    before, after = {"variant": dump(sheet.variant)}, {"variant": dump(variant)}
    changed = save_table(table, "variant", by, before=before, after=after, why=why)
    refresh_closing_line(changed, by=by)
    return changed
