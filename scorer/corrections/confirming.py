"""Changes in two steps: the effect is shown first, and the change is made once somebody has confirmed it."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from scorer.club.models import User
from scorer.corrections.effect import State
from scorer.play import services
from scorer.play.forms import MAX_KEY_LENGTH, new_key
from scorer.play.views.hands import is_submitted
from scorer.scoring import Problem

T = TypeVar("T")

STEPS = ("csrfmiddlewaretoken", "confirm", "back")
"""Names of posted values that are not the form's own."""


class ChangePreview:
    """Makes a change, and rolls it back unless its effect has been shown and confirmed.

    The effect that is shown is that of the change itself. `read_state` reads everything that the change affects, before
    and after it. A confirmation applies to the state that was shown; if that has changed meanwhile, the effect is shown
    again. A change without effect needs no confirmation.
    """

    def __init__(self, request: HttpRequest, read_state: Callable[[], Sequence[State]]) -> None:
        self.request = request
        self.read_state = read_state
        self.fingerprint = ""
        self.effects: list[Any] = []

    @property
    def needs_confirmation(self) -> bool:
        """Whether the change has been rolled back and has to be confirmed."""
        return bool(self.effects)

    def __call__(self, change: Callable[[], T]) -> T:
        with transaction.atomic():
            before = self.read_state()
            done = change()
            after = self.read_state()
            self.fingerprint = _fingerprint(before)
            if self.request.POST.get("confirm") != self.fingerprint != _fingerprint(after):
                self.effects = [new.changes_since(old) for old, new in zip(before, after, strict=True)]
                transaction.set_rollback(True)
        return done

    def page(self, context: dict[str, Any]) -> HttpResponse:
        """Return the page that asks for confirmation, with all that was typed. `context` describes the change."""
        overtaken = "confirm" in self.request.POST
        more = {
            "effects": self.effects,
            "fingerprint": self.fingerprint,
            "overtaken": overtaken,
            "typed": [
                (name, value) for name, values in self.request.POST.lists() for value in values if name not in STEPS
            ],
            "reason": self.request.POST.get("why", ""),
        }
        return render(
            self.request,
            "corrections/confirm.html",
            more | context,
            status=HTTPStatus.CONFLICT if overtaken else HTTPStatus.OK,
        )


def _fingerprint(states: Sequence[State]) -> str:
    return " ".join(state.fingerprint for state in states if state.fingerprint)


def director(request: HttpRequest) -> User:
    """Return the user, who must be logged in to get here."""
    return cast("User", request.user)


class ReasonForm(forms.Form):
    """The fields that every change has. The service decides whether a reason is required."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH, initial=new_key)
    why = forms.CharField(label=_("Why?"), max_length=200, required=False)

    def meant(self) -> list[tuple[Any, Any]]:
        """Return labels and values of what was chosen, for the page that asks for confirmation."""
        return [(bound.label, _chosen(bound)) for bound in self.visible_fields() if bound.name != "why"]


def _chosen(bound: forms.BoundField) -> Any:
    value = bound.value()
    choices = getattr(bound.field, "choices", ())
    return next((label for choice, label in choices if str(choice) == str(value)), value)


def form_page(
    preview: ChangePreview,
    form: Any,
    change: Callable[[dict[str, Any]], T],
    *,
    done: Callable[[T], HttpResponse],
    say: Callable[[Problem], str],
    context: dict[str, Any],
) -> HttpResponse:
    """Show a form, ask for confirmation, and call `done` once the change is made.

    `change` is called with the cleaned data. The form's `meant` lists what it would do. `context` has the title, the
    subject of the change, back_url, and whatever else the page shows.
    """
    request, status = preview.request, HTTPStatus.OK
    if is_submitted(request):
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                result = preview(lambda: change(form.cleaned_data))
            except services.Refused as refused:
                for problem in refused.problems:
                    form.add_error(problem.field if problem.field in form.fields else None, say(problem))
            except services.Conflict as conflict:
                status = HTTPStatus.CONFLICT
                form.add_error(None, conflict.code.label)
            else:
                return preview.page(context | {"meant": form.meant()}) if preview.needs_confirmation else done(result)
    return render(request, "corrections/form.html", {"form": form, **context}, status=status)
