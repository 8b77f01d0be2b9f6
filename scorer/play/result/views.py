"""The result of a table, which is shown while the table is open, when it is closed, and afterwards."""

from decimal import Decimal
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from scorer.play import selectors, services
from scorer.play.models import Table, TableRate
from scorer.play.result.settlement import as_text, result_of
from scorer.play.rights import TableAct, TableRequest, may_in_templates, table_view
from scorer.play.sheets.confirmations import count_unconfirmed
from scorer.play.table_context import TableContext
from scorer.scoring import ResultUnit
from scorer.scoring.settlement import Rate
from scorer.web.formatting import day
from scorer.web.forms import AmountField
from scorer.web.phones import url_for_phones

ROUNDED_TO = ("0.01", "0.05", "0.10", "0.50", "1", "5", "10", "50", "100")


class RateForm(forms.Form):
    amount = AmountField(
        label=gettext_lazy("Amount"),
        min_value=Decimal("0.0001"),
        max_value=Decimal(10_000),
        decimal_places=4,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    currency = forms.CharField(
        label=gettext_lazy("Currency"), max_length=5, required=False, widget=forms.TextInput(attrs={"size": 4})
    )
    points = forms.IntegerField(
        label=gettext_lazy("For this many points"),
        min_value=1,
        max_value=10_000,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    rounded_to = forms.ChoiceField(label=gettext_lazy("Rounded to"))

    def __init__(self, data: Any = None, *, rate: Rate | None, unit: ResultUnit) -> None:
        initial = {"points": 1, "rounded_to": "0.01"}
        if rate:
            initial = {
                "amount": number_format(rate.amount.normalize()),
                "currency": rate.currency,
                "points": rate.points,
                "rounded_to": next((unit for unit in ROUNDED_TO if Decimal(unit) == rate.rounded_to), "0.01"),
            }
        super().__init__(data, initial=initial)
        fields: Any = self.fields
        if unit is ResultUnit.GAMES:
            fields["points"].label = gettext_lazy("For this many games")
        fields["rounded_to"].choices = [(unit, number_format(Decimal(unit))) for unit in ROUNDED_TO]

    @property
    def rate(self) -> Rate:
        return Rate(**self.cleaned_data | {"rounded_to": Decimal(self.cleaned_data["rounded_to"])})


@require_GET
@table_view(TableAct.WATCH)
def result(request: TableRequest, table: Table) -> HttpResponse:
    return page(request, table)


@require_POST
@table_view(TableAct.CORRECT)
def rate(request: TableRequest, table: Table) -> HttpResponse:
    """Set the value of points in money. With `none`, the table settles in points."""
    if "none" in request.POST:
        services.set_rate(table, None, by=request.actor)
        return redirect("play:result", table.pk)
    form = RateForm(request.POST, rate=None, unit=TableContext(table).sheet.unit)
    if not form.is_valid():
        return page(request, table, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    services.set_rate(table, form.rate, by=request.actor)
    return redirect("play:result", table.pk)


@require_POST
@table_view(TableAct.ARRANGE)
def close(request: TableRequest, table: Table) -> HttpResponse:
    """Close the table, after another question if hands are unconfirmed: nobody can reply to them afterwards."""
    if (
        "sure" not in request.POST
        and table.is_open
        and any(count_unconfirmed(TableContext(table).confirmations.values()))
    ):
        return page(request, table, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    services.close_table(table, by=request.user)
    messages.success(request, _("The table is closed."))
    return redirect("play:result", table.pk)


def page(
    request: TableRequest, table: Table, form: RateForm | None = None, *, status: int = HTTPStatus.OK
) -> HttpResponse:
    table_context = TableContext(table)
    table_result = result_of(table_context)
    waiting, objected = count_unconfirmed(table_context.confirmations.values()) if table.is_open else (0, 0)
    title = _("Table %(number)s · %(game)s") % {"number": table.number, "game": table_context.game.title}
    subject = f"{title}, {day(table.opened_at)}"
    address = f"\n\n{url_for_phones(request, table.club.host, request.path)}" if table.club.public else ""
    context = {
        "table": table,
        "table_context": table_context,
        "result": table_result,
        "chart": selectors.progress_of(table_context, selectors.rows_of(table_context)),
        "form": form or RateForm(rate=table_result.rate or last_rate(table, table_result.unit), unit=table_result.unit),
        "waiting": waiting,
        "closing_adds": services.closing_points(table_context)[1] if table.is_open else "",
        "objected": objected,
        "subject": subject,
        "text": as_text(subject, table_result) + address,
        **may_in_templates(request, table),
    }
    return render(request, "play/table_result.html", context, status=status)


def last_rate(table: Table, unit: ResultUnit) -> Rate | None:
    """Return the rate of the club's last table of this game that had one, if it has its result in the same unit."""
    rates = TableRate.objects.filter(table__club=table.club_id, table__game=table.game).select_related("table")
    row = rates.order_by("-table__opened_at").first()
    return row.rate if row and table.config.rules.result_unit(row.table.read_variant()) is unit else None
