"""The pages for importing and exporting files."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.play.models import Table
from scorer.play.rights import TableAct, table_view
from scorer.play.table_context import TableContext
from scorer.transfer import importing, personal_data, sheet, undo
from scorer.transfer.chunks import Interrupted
from scorer.transfer.evenings import EXAMPLE_HEADER, example
from scorer.transfer.event_export import export_club, export_event
from scorer.transfer.export import export
from scorer.transfer.packed import pack
from scorer.transfer.survey import Survey, survey
from scorer.transfer.upload import EveningsForm, ExportForm, ResultsForm, TablesForm, UploadForm
from scorer.web import spreadsheet
from scorer.web.download import JSON, JSON_LINES, attachment

MAX_IMPORTS = 20
"""The number of recent imports that can be undone on the page."""


@require_GET
@table_view(TableAct.WATCH)
def sheet_file(request: ClubRequest, table: Table, kind: str) -> HttpResponse:  # noqa: ARG001  # a view's signature
    table_context = TableContext(table)
    rows = (*sheet.rows(table_context), *sheet.settlement(table_context))
    return spreadsheet.response(kind, sheet.title(table_context), sheet.header(table_context), rows)


@require_GET
@table_view(TableAct.EXPORT)
def table_file(request: ClubRequest, table: Table) -> HttpResponse:  # noqa: ARG001
    if table.state == Table.State.CANCELLED:
        raise Http404
    content = export(Table.objects.filter(pk=table.pk))
    headers = attachment(sheet.title(TableContext(table)), "jsonl")
    return HttpResponse(content, content_type=JSON_LINES, headers=headers)


@require_GET
@club_view(ClubAct.DATA)
def stored_of_player(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:  # noqa: ARG001
    """What is stored about a player, for whoever asks for it."""
    player = get_object_or_404(club.players, pk=player_id)
    return HttpResponse(personal_data.of_player(player), content_type=JSON, headers=attachment(player.name, "json"))


@require_GET
@club_view(ClubAct.LOGINS)
def stored_of_login(request: ClubRequest, club: Club, membership_id: int) -> HttpResponse:  # noqa: ARG001
    login = get_object_or_404(club.memberships.select_related("user", "club"), pk=membership_id)
    headers = attachment(login.user.username, "json")
    return HttpResponse(personal_data.of_login(login), content_type=JSON, headers=headers)


@require_GET
@club_view(ClubAct.DATA)
def export_tables(request: ClubRequest, club: Club, *, packed: bool = False) -> StreamingHttpResponse:
    """Stream all events and tables of the club, or of a season, while they are being read."""
    form = ExportForm(request.GET, club=club)
    if not form.is_valid():
        raise Http404
    season = form.cleaned_data["season"]
    return _streamed(export_club(club, season), f"{club} · {season}" if season else str(club), packed=packed)


@require_GET
@club_view(ClubAct.DATA)
def event_file(
    request: ClubRequest,  # noqa: ARG001
    club: Club,
    event_id: int,
    *,
    packed: bool = False,
) -> StreamingHttpResponse:
    """An event with its tables, for another site."""
    event = get_object_or_404(club.events.installed(), pk=event_id)
    return _streamed(export_event(event), str(event), packed=packed)


def _streamed(lines: Iterator[str], title: str, *, packed: bool) -> StreamingHttpResponse:
    if packed:
        headers = attachment(title, "jsonl.gz")
        return StreamingHttpResponse(pack(lines), content_type="application/gzip", headers=headers)
    return StreamingHttpResponse(lines, content_type=JSON_LINES, headers=attachment(title, "jsonl"))


@require_GET
@club_view(ClubAct.DATA)
def data(request: ClubRequest, club: Club) -> HttpResponse:
    return _page(request, club)


@require_GET
@club_view(ClubAct.DATA)
def evenings_template(request: ClubRequest, club: Club, kind: str) -> HttpResponse:  # noqa: ARG001
    return spreadsheet.response(kind, _("Old evenings"), EXAMPLE_HEADER, example())


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.DATA)
def import_file(request: ClubRequest, club: Club, form_class: type[UploadForm]) -> HttpResponse:
    """Preview a file, or import it when the preview is confirmed. Whoever comes back without a file starts again."""
    if request.method == "GET":
        return redirect("transfer:data", club.pk)
    form = form_class(request.POST, request.FILES)
    if "signed" in request.POST:
        return _import_confirmed(request, club, form)
    if not form.is_valid():
        return _page(request, club, form)
    contents = survey(club, form.source(club, form.content))
    signed = "" if contents.faults else form.sign(club)
    return _page(request, club, form) if form.errors else _preview(request, form, contents, signed)


def _import_confirmed(request: ClubRequest, club: Club, form: UploadForm) -> HttpResponse:
    source = form.unsign(club, request.POST["signed"])
    if source is None:
        form.errors.clear()
        form.add_error("file", _("That was too long ago. Choose the file again."))
        return _page(request, club, form)
    try:
        contents = importing.import_file(club, source, by=request.user)
    except importing.Faulty as faulty:
        return _preview(request, form, faulty.survey)
    except Interrupted as interrupted:
        form.errors.clear()
        form.add_error("file", str(interrupted))
        return _page(request, club, form)
    text = ngettext("%(n)d table was imported.", "%(n)d tables were imported.", contents.tables)
    messages.success(request, text % {"n": contents.tables})
    if contents.events:
        text = ngettext("%(n)d event was imported.", "%(n)d events were imported.", len(contents.events))
        messages.success(request, text % {"n": len(contents.events)})
    if contents.championships:
        text = ngettext(
            "%(n)d championship was imported.", "%(n)d championships were imported.", len(contents.championships)
        )
        messages.success(request, text % {"n": len(contents.championships)})
    return redirect("events:events" if contents.events and not contents.tables else "play:tables", club.pk)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.DATA)
def undo_import(request: ClubRequest, club: Club, import_id: int) -> HttpResponse:
    record = get_object_or_404(club.imports.to_undo(), pk=import_id)
    if request.method == "GET":
        return render(request, "transfer/undo.html", {"record": record, "effect": undo.preview(record)})
    for sentence in undo.undo(record, by=request.user).sentences:
        messages.success(request, sentence)
    return redirect("transfer:data", club.pk)


def _preview(request: ClubRequest, form: UploadForm, contents: Survey, signed: str = "") -> HttpResponse:
    context = {"found": contents, "kind": form.kind, "signed": signed}
    return render(
        request,
        "transfer/import.html",
        context,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if contents.faults else HTTPStatus.OK,
    )


def _page(request: ClubRequest, club: Club, form: UploadForm | None = None) -> HttpResponse:
    """Show the page for import and export, with a form that was refused if there is one."""
    context: dict[str, Any] = {
        "export": ExportForm(club=club),
        "tables": TablesForm(),
        "evenings": EveningsForm(),
        "results": ResultsForm(),
        "imports": club.imports.to_undo()
        .select_related("by")
        .annotate(count=Count("tables", distinct=True))[:MAX_IMPORTS],
    }
    if form:
        context[form.kind] = form
    return render(
        request, "transfer/data.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY if form else HTTPStatus.OK
    )
