"""What an event shows at its tables, and the calls for the director. Who may read or enter at a table may do so."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorer.events import services
from scorer.events.models import Sitting
from scorer.play.models import Table
from scorer.play.rights import TableAct, TableRequest, may_in_templates, table_view


@require_GET
@table_view(TableAct.WATCH)
def around(request: TableRequest, table: Table) -> HttpResponse:
    return _part(request, table)


@require_POST
@table_view(TableAct.ENTER)
def call(request: TableRequest, table: Table) -> HttpResponse:
    try:
        services.call_director(_sitting_of(table), by=request.actor)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return _after(request, table)


@require_POST
@table_view(TableAct.ENTER)
def end_call(request: TableRequest, table: Table) -> HttpResponse:
    services.end_call(_sitting_of(table), by=request.actor)
    return _after(request, table)


def _sitting_of(table: Table) -> Sitting:
    sitting = Sitting.objects.select_related("round__event").filter(table=table).first()
    if sitting is None:
        raise Http404
    return sitting


def _after(request: TableRequest, table: Table) -> HttpResponse:
    return _part(request, table) if request.htmx else redirect("play:table", table.pk)


def _part(request: TableRequest, table: Table) -> HttpResponse:
    context = {"table": table, **may_in_templates(request, table)}
    return render(request, "play/around.html", context)
