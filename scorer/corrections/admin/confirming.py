"""The two steps of a change in the admin: what it would do is shown, and it is done when that is confirmed."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from scorer.club.models import User
from scorer.corrections.effect import Reading
from scorer.play import services
from scorer.play.forms import MAX_KEY_LENGTH, new_key
from scorer.play.middleware import SENTENCES
from scorer.play.views.hands import submitted
from scorer.play.views.sheet import CONFLICT, UNPROCESSABLE
from scorer.scoring import Problem

T = TypeVar("T")

STEPS = ("csrfmiddlewaretoken", "confirm", "back")
"""Posted beside the values of the form."""


class ChangePreview:
    """Makes a change to keep it only if what it does has been shown and confirmed; else it is taken back at once.

    So what is shown is what happens: it is the change itself. `read` reads what it touches, before and after. What was
    confirmed was seen in a certain state; if that has gone on since, the effect is shown again. A change that changes
    nothing needs no confirmation.
    """

    def __init__(self, request: HttpRequest, read: Callable[[], Sequence[Reading]]) -> None:
        self.request = request
        self.read = read
        self.stamp = ""
        self.effects: list[Any] = []

    @property
    def is_due(self) -> bool:
        """The change has been taken back, and whoever wants it is to be asked."""
        return bool(self.effects)

    def __call__(self, change: Callable[[], T]) -> T:
        with transaction.atomic():
            before = self.read()
            done = change()
            after = self.read()
            self.stamp = _stamp(before)
            if self.request.POST.get("confirm") != self.stamp != _stamp(after):
                self.effects = [now.since(then) for then, now in zip(before, after, strict=True)]
                transaction.set_rollback(True)
        return done

    def page(self, context: dict[str, Any]) -> HttpResponse:
        """Asks; `context` says what is meant to be done. Everything typed goes along."""
        overtaken = "confirm" in self.request.POST
        more = {
            "effects": self.effects,
            "stamp": self.stamp,
            "overtaken": overtaken,
            "typed": [
                (name, value) for name, values in self.request.POST.lists() for value in values if name not in STEPS
            ],
            "reason": self.request.POST.get("why", ""),
        }
        return render(self.request, "corrections/confirm.html", context | more, status=CONFLICT if overtaken else 200)


def _stamp(readings: Sequence[Reading]) -> str:
    return " ".join(reading.stamp for reading in readings if reading.stamp)


def director(request: HttpRequest) -> User:
    """Who asks: nobody gets here without having logged in."""
    return cast("User", request.user)


class ReasonForm(forms.Form):
    """The last field of every change; whether a reason is needed is for the service to say."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH, initial=new_key)
    why = forms.CharField(label=_("Why?"), max_length=200, required=False)

    def meant(self) -> list[tuple[Any, Any]]:
        """What was chosen, by the labels of the fields, for the page that asks whether it shall be so."""
        return [(bound.label, _chosen(bound)) for bound in self.visible_fields() if bound.name != "why"]


def _chosen(bound: forms.BoundField) -> Any:
    value = bound.value()
    choices = getattr(bound.field, "choices", ())
    return next((label for choice, label in choices if str(choice) == str(value)), value)


def form_page(
    confirmation: ChangePreview,
    form: Any,
    change: Callable[[dict[str, Any]], T],
    *,
    done: Callable[[T], HttpResponse],
    say: Callable[[Problem], str],
    context: dict[str, Any],
) -> HttpResponse:
    """A page with one form, the question that follows it, and what comes when it is `done`.

    `change` is called with the cleaned values. `form` says by its `meant` what it would mean to do; `context` has the
    title, what it is about (subject), back_url, and what the page says besides.
    """
    request, status = confirmation.request, 200
    if submitted(request):
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                result = confirmation(lambda: change(form.cleaned_data))
            except services.Refused as refused:
                for problem in refused.problems:
                    form.add_error(problem.field if problem.field in form.fields else None, say(problem))
            except services.Conflict as conflict:
                status = CONFLICT
                form.add_error(None, SENTENCES[conflict.code])
            else:
                return confirmation.page(context | {"meant": form.meant()}) if confirmation.is_due else done(result)
    return render(request, "corrections/form.html", {"form": form, **context}, status=status)
