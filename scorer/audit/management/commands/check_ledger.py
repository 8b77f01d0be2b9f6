from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorer.audit.check import OF_SCORES, Fault, faults_of, lost
from scorer.audit.repair import repair
from scorer.club.models import Club
from scorer.play.models import Hand, Table

A_BATCH = 100
"""Tables that are read, and meanwhile locked, together."""

SENTENCES = {
    "unknown_game": gettext_lazy("this game is not installed"),
    "size": gettext_lazy("the game is not played at so many seats"),
    "state": gettext_lazy("there is no such state"),
    "cancelled": gettext_lazy("the table was cancelled, but it has hands"),
    "season": gettext_lazy("its season is of another club"),
    "first_dealer": gettext_lazy("whoever deals first has no seat"),
    "no_variant": gettext_lazy("the house rules are missing"),
    "variant": gettext_lazy("the house rules have values that cannot be"),
    "other_variant": gettext_lazy("it has house rules of another game too"),
    "unreadable": gettext_lazy("a row cannot be read"),
    "position": gettext_lazy("a seat at a position that the table does not have"),
    "no_seat": gettext_lazy("from here on nobody sits at a position"),
    "two_seats": gettext_lazy("from here on two sit at one position"),
    "sits_twice": gettext_lazy("from here on one player sits at two positions"),
    "player": gettext_lazy("a player of another club has a seat"),
    "gap": gettext_lazy("the number before it is missing"),
    "kind": gettext_lazy("there is no such kind of line"),
    "dealer": gettext_lazy("the dealer has no seat"),
    "no_detail": gettext_lazy("what was played is missing"),
    "wrong_game": gettext_lazy("what was played is of another game"),
    "has_detail": gettext_lazy("a line that is no hand has something that was played"),
    "refused": gettext_lazy("the rules refuse what was entered"),
    "missing": gettext_lazy("the score of a seat is missing"),
    "surplus": gettext_lazy("a seat has a score that it must not have"),
    "points": gettext_lazy("the points of a seat are not what the rules give"),
    "copies": gettext_lazy("a score names another table, season, game, player or kind of line than the sheet does"),
    "lost": gettext_lazy("a row refers to one that is not there"),
    "unlogged": gettext_lazy("the log does not know of it"),
    "gone": gettext_lazy("the log knows of it, but it is not there"),
    "logged": gettext_lazy("it is not as the log has it"),
}


class Command(BaseCommand):
    help = _(
        "Scores every table anew and compares with the ledger and the log. Changes nothing unless told to; "
        "exit status 1 if anything is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--repair", action="store_true", help=_("write scores anew where all they follow from is as it was entered")
        )

    def handle(self, *_args: Any, repair: bool, **_options: Any) -> None:
        clubs = dict(Club.objects.values_list("pk", "name"))
        count = put_right = 0
        for fault, is_right in _repaired() if repair else ((fault, False) for fault in _all_faults()):
            sentence = _in_words(fault, clubs)
            if repair:
                sentence += " – " + (_("put right") if is_right else _("no replay can put this right"))
            self.stdout.write(sentence)
            count += 1
            put_right += is_right
        tables, hands = Table.objects.count(), Hand.objects.filter(kind=Hand.Kind.PLAYED).count()
        looked_at = ", ".join(
            (
                ngettext("%(n)d table", "%(n)d tables", tables) % {"n": tables},
                ngettext("%(n)d hand", "%(n)d hands", hands) % {"n": hands},
            )
        )
        faults = ngettext("%(n)d fault.", "%(n)d faults.", count) % {"n": count}
        if put_right:
            faults += " " + ngettext("%(n)d was put right.", "%(n)d were put right.", put_right) % {"n": put_right}
        if count > put_right:
            raise CommandError(f"{looked_at}: {faults}")
        whole = faults + " " + _("Now the ledger is whole.") if count else _("the ledger is whole.")
        self.stdout.write(f"{looked_at}: {whole}")


def _all_faults() -> Iterator[Fault]:
    for tables in _batches():
        yield from faults_of(tables)
    yield from lost()


def _repaired() -> Iterator[tuple[Fault, bool]]:
    """Each fault, and whether it has been put right."""
    for tables in _batches():
        found = list(faults_of(tables))
        damaged = {fault.table for fault in found if fault.code in OF_SCORES}
        put_right = [fault for table in damaged if table for fault in repair(table, by=None)]
        yield from ((fault, fault in put_right) for fault in found)
    yield from ((fault, False) for fault in lost())


def _batches() -> Iterator[list[Table]]:
    ids = list(Table.objects.order_by("opened_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(ids), A_BATCH):
        # The other columns are read where one that cannot be read is a fault of that table only.
        yield list(Table.objects.filter(pk__in=ids[start : start + A_BATCH]).only("club", "game"))


def _in_words(fault: Fault, clubs: dict[int, str]) -> str:
    """Club, table, hand: what is wrong (and where)."""
    sentence = f"{SENTENCES[fault.code]} ({fault.row})" if fault.row else str(SENTENCES[fault.code])
    if fault.table is None:
        return sentence
    where = [clubs.get(fault.table.club_id, "?"), _("table %(id)s") % {"id": fault.table.pk}]
    if fault.hand:
        where.append(_("line %(number)s") % {"number": fault.hand})
    return f"{', '.join(where)}: {sentence}"
