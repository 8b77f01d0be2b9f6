"""The second step of a change in the admin: what it would do is shown, and done when that is confirmed."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorer.play.effect import Book, Effect, effect
from scorer.play.models import Table
from scorer.play.views.sheet import CONFLICT

T = TypeVar("T")

STEPS = ("csrfmiddlewaretoken", "confirm", "back")
"""Posted beside the values of the form."""


class Confirmation:
    """Makes a change to keep it only if what it does has been shown and confirmed; else it is taken back at once.

    So what is shown is what happens: it is the change itself. What was confirmed was seen at certain versions of the
    tables; if they have gone on since, the effect is shown again. A change that changes nothing needs no confirmation.
    """

    def __init__(self, request: HttpRequest, *tables: Table) -> None:
        self.request = request
        self.tables = sorted(tables, key=lambda table: table.pk)
        self.stamp = ""
        self.effects: list[Effect] = []

    @property
    def is_due(self) -> bool:
        """The change has been taken back, and whoever wants it is to be asked."""
        return bool(self.effects)

    def __call__(self, change: Callable[[], T]) -> T:
        with transaction.atomic():
            # The order in which every service that needs several tables takes their locks.
            list(Table.objects.select_for_update().filter(pk__in=[table.pk for table in self.tables]).order_by("pk"))
            before = [Book.of(table) for table in self.tables]
            done = change()
            after = [Book.of(table) for table in self.tables]
            self.stamp = _stamp(before)
            if self.request.POST.get("confirm") != self.stamp != _stamp(after):
                self.effects = [effect(*books) for books in zip(before, after, strict=True)]
                transaction.set_rollback(True)
        return done

    def page(self, context: dict[str, Any]) -> HttpResponse:
        """Asks; `context` says what is meant to be done. Everything typed goes along."""
        overtaken = "confirm" in self.request.POST
        typed = [(name, value) for name, values in self.request.POST.lists() for value in values if name not in STEPS]
        more = {
            "effects": self.effects,
            "stamp": self.stamp,
            "overtaken": overtaken,
            "typed": typed,
            "reason": self.request.POST.get("why", ""),
        }
        return render(self.request, "admin/play/confirm.html", context | more, status=CONFLICT if overtaken else 200)


def _stamp(books: list[Book]) -> str:
    return " ".join(str(book.table.version) for book in books)
