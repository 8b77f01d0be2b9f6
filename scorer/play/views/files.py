"""What goes out as a file, and what comes in."""

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from scorer.club.rights import ClubRequest
from scorer.play.files import sheet
from scorer.play.models import Table
from scorer.play.rights import TableAct, table_view
from scorer.play.setting import Setting
from scorer.web import spreadsheet


@require_GET
@table_view(TableAct.WATCH)
def sheet_file(request: ClubRequest, table: Table, kind: str) -> HttpResponse:  # noqa: ARG001  # a view's signature
    setting = Setting(table)
    return spreadsheet.answer(kind, sheet.title(setting), sheet.header(setting), sheet.rows(setting))
