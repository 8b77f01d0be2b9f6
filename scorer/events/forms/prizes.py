"""The entry fee of an event, and what it is paid out for."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from scorer.events.models import MAX_FEE, Event, validate_group_shares, validate_shares
from scorer.events.results.prizes import HUNDREDTHS
from scorer.web.forms import AmountField


class PrizesForm(forms.Form):
    entry_fee = AmountField(
        label=_("Entry fee of each player"),
        required=False,
        min_value=0,
        max_value=Decimal(MAX_FEE) / HUNDREDTHS,
        decimal_places=2,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    prize_shares = forms.CharField(
        label=_("Paid out by place, in percent"),
        required=False,
        max_length=80,
        validators=[validate_shares],
        help_text=_("Such as 50 30 20. Where each side or section is ranked by itself, of its own fees."),
    )

    group_shares = forms.CharField(
        label=_("To the best of groups, in percent"),
        required=False,
        max_length=200,
        validators=[validate_group_shares],
        help_text=_("Such as junior 10; women 5. What nobody gets stays with the club."),
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        fee = Decimal(event.entry_fee) / HUNDREDTHS
        shown = number_format(fee, 2) if fee else ""
        shares = {"prize_shares": event.prize_shares, "group_shares": event.group_shares}
        super().__init__(data, initial={"entry_fee": shown} | shares)
        if event.club.currency:
            self.fields["entry_fee"].label = _("Entry fee of each player, in %(currency)s") % {
                "currency": event.club.currency
            }

    def clean_entry_fee(self) -> int:
        """Return hundredths."""
        return int((self.cleaned_data["entry_fee"] or 0) * HUNDREDTHS)
