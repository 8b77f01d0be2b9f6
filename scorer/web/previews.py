"""Changes in two steps: the effect is shown first, and the change is made once somebody has confirmed it."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Protocol, TypeVar

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

T = TypeVar("T")

STEPS = ("csrfmiddlewaretoken", "confirm", "back")
"""Names of posted values that are not the form's own."""


class State(Protocol):
    @property
    def fingerprint(self) -> str:
        """A string that differs if the state differs. It is empty if a change of this state is no reason to ask
        again.
        """

    def changes_since(self, before: Any) -> Any:
        """Return the changes since an earlier state. A template displays them."""


class ChangePreview:
    """Makes a change, and rolls it back unless its effect has been shown and confirmed.

    The effect that is shown is that of the change itself. `read_state` locks and reads everything that the change
    affects, before and after it. A confirmation applies to the state that was shown; if that has changed meanwhile, the
    effect is shown again. A change without effect needs no confirmation.
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

    def page(self, template: str, context: dict[str, Any]) -> HttpResponse:
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
        status = HTTPStatus.CONFLICT if overtaken else HTTPStatus.OK
        return render(self.request, template, more | context, status=status)


def _fingerprint(states: Sequence[State]) -> str:
    return " ".join(state.fingerprint for state in states if state.fingerprint)
