"""The forms in which contestants ask for corrections, and directors refuse them."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scorer.play.forms import WhyForm


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
