"""The form in which the next hand is typed, until it is saved."""

from http import HTTPStatus
from itertools import islice

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorer.live import publish_typing
from scorer.play.models import Table
from scorer.play.rights import TableAct, TableRequest, table_view
from scorer.play.services import ConflictCode
from scorer.play.table_context import TableContext
from scorer.play.views.contexts import entry_context, may_add_hands, outcome_context, posted_form, sheet_response
from scorer.web.forms import small_number

AHEAD, FEW = 12, 5
"""The number of hands that a phone can type without a connection: once somebody types there, and before."""


@require_GET
@table_view(TableAct.WATCH)
def ahead(request: TableRequest, table: Table) -> HttpResponse:
    """Return empty forms for the hands after the next one, which a phone shows while it has no connection.

    Forms up to number `?have=` are left out, since the phone has them. `?few` asks only for some: every page of a table
    does when it has been loaded, and few of them will ever need more.
    """
    table_context = TableContext(table)
    form_class = table_context.game.form_class(request.GET.get("way"))
    have = small_number(request.GET.get("have", "")) or 0
    future = table_context.future_contexts() if may_add_hands(request, table) else ()
    soon = islice(future, FEW if "few" in request.GET else AHEAD)
    forms = [form_class(table_context=context) for context in soon if context.number > have]
    context = entry_context(table_context, form_class(table_context=table_context)) | {"forms": forms}
    return render(request, "play/ahead.html", context)


@require_POST
@table_view(TableAct.ENTER)
def step(request: TableRequest, table: Table) -> HttpResponse:
    """Return the form again with what was typed so far, after a step that needs the server (`EntryForm.steps`).

    Such steps are a card that was played, a look at the points, and a change of the players at the table.
    """
    table_context = TableContext(table)
    data = request.POST.copy()
    data["layout"] = str(table.layout)
    form = table_context.game.form_class(data.get("way"))(data, table_context=table_context)
    context = outcome_context(table_context, form) | {"instead": data.get("instead")}
    if not table.is_open:
        context["news"] = ConflictCode(table.state).label
    elif request.POST.get("layout") != data["layout"]:
        context["news"] = _("The table has since been changed. Check the names before you save.")
    if request.htmx:
        return render(request, "play/entry.html", entry_context(table_context, form, context))
    return sheet_response(request, table_context, form if table.is_open else None, context, values=form)


@require_POST
@table_view(TableAct.ENTER)
def preview(request: TableRequest, table: Table) -> HttpResponse:
    """Return the points for the values typed so far, and tell the others at the table that somebody is typing.

    They see the name of the player who holds the phone, but never that of a login. A page that only wants to tell them
    asks for no points: `?typing`.
    """
    table_context = TableContext(table)
    form = posted_form(request, table_context)
    publish_typing(table.pk, f"{form.fingerprint} {request.phone or ''}")
    if "typing" in request.GET:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"table_context": table_context, "form": form, **outcome_context(table_context, form)}
    return render(request, "play/preview.html", context)
