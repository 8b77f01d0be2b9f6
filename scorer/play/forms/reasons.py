"""Forms for why a line is changed, and for what another side says about it."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from scorer.play.models import Hand


class WhyForm(forms.Form):
    """The reason for a change. The service decides whether one is required."""

    why = forms.CharField(label=_("Why?"), max_length=200, required=False)
    basis = forms.IntegerField(widget=forms.HiddenInput, required=False)
    """The version of the hand for which the form was made."""


class UsualWhyForm(WhyForm):
    """A reason: one of the usual ones, which need no typing, or one in the user's own words.

    A usual reason is saved in the user's language, as it is shown.
    """

    OTHER = "other"
    REASONS: Mapping[str, Any]
    field_order = ("reason", "why")
    reason = forms.ChoiceField(label=_("Why?"), required=False, widget=forms.RadioSelect)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        if data and data.get("why") and not data.get("reason"):
            data = data.copy()
            data["reason"] = self.OTHER
        super().__init__(data, **kwargs)
        cast("forms.ChoiceField", self.fields["reason"]).choices = [*self.REASONS.items(), (self.OTHER, _("other"))]
        self.fields["why"].label = _("In your own words")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        reason = cleaned.get("reason")
        if reason and reason != self.OTHER:
            cleaned["why"] = cleaned.get("why") or str(self.REASONS[reason])
        return cleaned

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error. If the field for the user's own words is hidden, show it beside the buttons."""
        hidden = field == "why" and self.data.get("reason") != self.OTHER
        super().add_error("reason" if hidden else field, error)


class CorrectionWhyForm(UsualWhyForm):
    """The reason for correcting a hand."""

    REASONS: Mapping[str, Any] = {
        "typing": _("typing mistake"),
        "counted": _("miscounted"),
        "player": _("wrong player"),
    }


class VoidForm(UsualWhyForm):
    """The reason for voiding a hand, or for restoring a voided one."""

    VOIDING: ClassVar = {"misdeal": _("misdeal"), "twice": _("entered twice"), "table": _("wrong table")}
    RESTORING: ClassVar = {"mistake": _("voided by mistake")}

    def __init__(self, data: Any = None, *, hand: Hand) -> None:
        self.REASONS = self.RESTORING if hand.voided else self.VOIDING
        super().__init__(data, auto_id=f"count-{hand.number}-%s")
        self.fields["reason"].label = _("Why does it count again?") if hand.voided else _("Why does it not count?")


class ReplyForm(forms.Form):
    """The reply of another side to hand `number`. The service decides whether a note is required."""

    accepted = forms.BooleanField(required=False)
    basis = forms.IntegerField()
    note = forms.CharField(label=_("What is wrong?"), max_length=200, required=False)

    may_accept = may_object = False

    def __init__(self, data: Any = None, *, number: int) -> None:
        super().__init__(data, auto_id=f"answer-{number}-%s")


class AskForm(WhyForm):
    """A sentence. It may be left out if the hand is filled in again."""

    why = forms.CharField(
        label=_("What is wrong?"),
        max_length=200,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )


class RefusalForm(forms.Form):
    why = forms.CharField(label=_("Why does the hand stay as it is?"), max_length=200)
