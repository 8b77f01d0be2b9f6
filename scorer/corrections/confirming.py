"""The form and the pages of a change whose effect is shown first."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from scorer.club.models import User
from scorer.play import services
from scorer.play.forms import MAX_KEY_LENGTH, new_key
from scorer.play.views.hands import is_submitted
from scorer.scoring import Problem
from scorer.web.previews import ChangePreview

T = TypeVar("T")


def director(request: HttpRequest) -> User:
    """Return the user, who must be logged in to get here."""
    return cast("User", request.user)


class ReasonForm(forms.Form):
    """The fields that every change has. The service decides whether a reason is required."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH, initial=new_key)
    why = forms.CharField(label=_("Why?"), max_length=200, required=False)

    def offer(self, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
        self.fields[name].choices = [("", _("choose")), *choices]  # type: ignore[attr-defined]

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
                if not preview.needs_confirmation:
                    return done(result)
                return preview.page("corrections/confirm.html", context | {"meant": form.meant()})
    return render(request, "corrections/form.html", {"form": form, **context}, status=status)
