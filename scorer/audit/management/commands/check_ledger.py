from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorer.audit.check import SCORE_FAULTS, Fault, faults_of, site_faults
from scorer.audit.repair import repair
from scorer.club.models import Club
from scorer.play.models import Hand, Table

BATCH_SIZE = 100
"""Tables that are locked and read together."""

SENTENCES = {
    "unknown_game": gettext_lazy("this game is not installed"),
    "size": gettext_lazy("the game is not played with this number of seats"),
    "state": gettext_lazy("the state does not exist"),
    "cancelled": gettext_lazy("the table was cancelled, but it has hands"),
    "season": gettext_lazy("its season belongs to another club"),
    "first_dealer": gettext_lazy("the first dealer has no seat"),
    "no_variant": gettext_lazy("the house rules are missing"),
    "variant": gettext_lazy("the house rules have impossible values"),
    "other_variant": gettext_lazy("it also has house rules of another game"),
    "unreadable": gettext_lazy("a row cannot be read"),
    "position": gettext_lazy("a seat is at a position that the table does not have"),
    "no_seat": gettext_lazy("from this hand on, a position has no player"),
    "two_seats": gettext_lazy("from this hand on, two players sit at one position"),
    "sits_twice": gettext_lazy("from this hand on, one player sits at two positions"),
    "player": gettext_lazy("a player from another club has a seat"),
    "gap": gettext_lazy("the number before it is missing"),
    "kind": gettext_lazy("the kind of line does not exist"),
    "dealer": gettext_lazy("the dealer has no seat"),
    "deal": gettext_lazy("the number of the deal is not that of the entry"),
    "no_detail": gettext_lazy("what was played is missing"),
    "wrong_game": gettext_lazy("what was played belongs to another game"),
    "has_detail": gettext_lazy("something was played in a line that is no hand"),
    "refused": gettext_lazy("the rules do not allow what was entered"),
    "missing": gettext_lazy("the score of a seat is missing"),
    "surplus": gettext_lazy("a seat has a score that it should not have"),
    "points": gettext_lazy("the points of a seat differ from what the rules give"),
    "result": gettext_lazy("the result of a seat differs from what its lines count for"),
    "copies": gettext_lazy("a score names another table, season, game, player or kind of line than the sheet"),
    "event_state": gettext_lazy("the state or the season of an event is impossible"),
    "event_value": gettext_lazy(
        "a value of an event is impossible: its rules, comparison, format, their settings, or a number"
    ),
    "event_rounds": gettext_lazy("the rounds of an event are not numbered from 1, or do not fit its state"),
    "contestants": gettext_lazy(
        "the contestants of an event are not numbered from 1, or do not have the right players"
    ),
    "sitting": gettext_lazy("the plan of a round seats somebody twice, or somebody who does not compete"),
    "event_table": gettext_lazy("a sitting does not have the table that its plan says"),
    "ruling": gettext_lazy("a ruling cannot be read, or belongs to another event"),
    "lost": gettext_lazy("a row refers to a missing row"),
    "unlogged": gettext_lazy("it is not in the log"),
    "gone": gettext_lazy("it is in the log, but not in the database"),
    "logged": gettext_lazy("it differs from the log"),
}


class Command(BaseCommand):
    help = _(
        "Recalculates every table and compares it with the ledger and the log. Changes nothing without --repair. "
        "Exits with status 1 if anything is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--repair",
            action="store_true",
            help=_("rewrite scores and results if everything they follow from is as it was entered"),
        )

    def handle(self, *_args: Any, repair: bool, **_options: Any) -> None:
        clubs = dict(Club.objects.values_list("pk", "name"))
        count = repaired = 0
        for fault, is_repaired in _repaired() if repair else ((fault, False) for fault in _all_faults()):
            sentence = _describe(fault, clubs)
            if repair:
                sentence += " – " + (_("repaired") if is_repaired else _("cannot be repaired"))
            self.stdout.write(sentence)
            count += 1
            repaired += is_repaired
        tables, hands = Table.objects.count(), Hand.objects.filter(kind=Hand.Kind.PLAYED).count()
        checked = ", ".join(
            (
                ngettext("%(n)d table", "%(n)d tables", tables) % {"n": tables},
                ngettext("%(n)d hand", "%(n)d hands", hands) % {"n": hands},
            )
        )
        faults = ngettext("%(n)d fault.", "%(n)d faults.", count) % {"n": count}
        if repaired:
            faults += " " + ngettext("%(n)d was repaired.", "%(n)d were repaired.", repaired) % {"n": repaired}
        if count > repaired:
            raise CommandError(f"{checked}: {faults}")
        whole = faults + " " + _("The ledger is now correct.") if count else _("the ledger is correct.")
        self.stdout.write(f"{checked}: {whole}")


def _all_faults() -> Iterator[Fault]:
    for tables in _batches():
        yield from faults_of(tables)
    yield from site_faults()


def _repaired() -> Iterator[tuple[Fault, bool]]:
    """Yield each fault, with whether it was repaired."""
    for tables in _batches():
        found = list(faults_of(tables))
        damaged = {fault.table for fault in found if fault.code in SCORE_FAULTS}
        repaired = [fault for table in damaged if table for fault in repair(table, by=None)]
        yield from ((fault, fault in repaired) for fault in found)
    yield from ((fault, False) for fault in site_faults())


def _batches() -> Iterator[list[Table]]:
    ids = list(Table.objects.order_by("opened_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH_SIZE):
        # `faults_of` reads the other columns, so that an unreadable one is only its own table's fault.
        yield list(Table.objects.filter(pk__in=ids[start : start + BATCH_SIZE]).only("club", "game"))


def _describe(fault: Fault, clubs: dict[int, str]) -> str:
    """Describe a fault: club, table, line, what is wrong and in which row."""
    sentence = f"{SENTENCES[fault.code]} ({fault.row})" if fault.row else str(SENTENCES[fault.code])
    if fault.table is None:
        return sentence
    where = [clubs.get(fault.table.club_id, "?"), _("table %(id)s") % {"id": fault.table.pk}]
    if fault.hand:
        where.append(_("line %(number)s") % {"number": fault.hand})
    return f"{', '.join(where)}: {sentence}"
