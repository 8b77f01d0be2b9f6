"""Writes tables as files for spreadsheet programs.

Anybody can type names, and spreadsheet programs execute cells that look like formulas: text is written so that it stays
text.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from io import BytesIO, StringIO
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django_stubs_ext import StrOrPromise
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from scorer import __version__
from scorer.web.download import attachment, file_name, in_one_line

Cell = StrOrPromise | float | date | datetime | None
Plain = str | int | float | date | datetime | None

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
KINDS = tuple(TYPES)

FORMULA = re.compile(r"(^|;)(\s*)(?=[=+\-@＝＋－＠])")
"""Where a formula would begin: at the start of the text, or after a semicolon, at which programs in half of Europe
split cells. Japanese keyboards type the wide characters for the narrow ones.
"""

NOT_IN_A_TITLE = re.compile(r"[\[\]']")
LONGEST_TITLE = 31
NARROWEST, WIDEST = 6, 60
"""Widths of a column, in letters."""


def response(
    kind: str, title: StrOrPromise, header: Sequence[StrOrPromise], rows: Iterable[Sequence[Cell]]
) -> HttpResponse:
    """Return the file as a download, named after its page. `kind` is csv or xlsx; others raise Http404.

    Numbers and dates keep their types. Times are written in the time zone of the site.
    """
    if kind not in TYPES:
        raise Http404
    lines = [[_plain(cell) for cell in row] for row in (header, *rows)]
    content = _csv(lines) if kind == "csv" else _xlsx(file_name(title), lines)
    return HttpResponse(content, content_type=TYPES[kind], headers=attachment(title, kind))


def _plain(cell: Cell) -> Plain:
    if isinstance(cell, datetime):
        return timezone.localtime(cell).replace(tzinfo=None, microsecond=0)
    if cell is None or isinstance(cell, int | float | date):
        return cell
    return in_one_line(str(cell)) or None


def _csv(lines: Iterable[Sequence[Plain]]) -> bytes:
    """Write CSV by RFC 4180, with the byte order mark by which spreadsheet programs recognise UTF-8."""
    file = StringIO()
    csv.writer(file, lineterminator="\r\n").writerows([_written(cell) for cell in line] for line in lines)
    return file.getvalue().encode("utf-8-sig")


def _written(cell: Plain) -> Plain:
    if isinstance(cell, datetime):
        return cell.isoformat(" ", "minutes")
    if isinstance(cell, str):
        return FORMULA.sub(r"\1\2'", cell)  # to spreadsheet programs, the apostrophe marks text
    return cell


def _xlsx(title: str, lines: Sequence[Sequence[Plain]]) -> bytes:
    book = Workbook(write_only=True)
    book.properties.creator = f"Scorer {__version__}"
    sheet = book.create_sheet(NOT_IN_A_TITLE.sub(" ", title)[:LONGEST_TITLE].strip() or "Scorer")
    sheet.freeze_panes = "A2"
    for place, column in enumerate(zip(*lines, strict=True), start=1):
        longest = max(len(str(cell)) for cell in column if cell is not None)
        sheet.column_dimensions[get_column_letter(place)].width = min(max(longest, NARROWEST) + 2, WIDEST)
    bold = Font(bold=True)
    for number, line in enumerate(lines):
        cells = [_cell(sheet, value) for value in line]
        for cell in cells if number == 0 else ():
            cell.font = bold
        sheet.append(cells)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _cell(sheet: Any, value: Plain) -> Any:
    cell = WriteOnlyCell(sheet, value)  # type: ignore[arg-type]  # the stubs forget dates
    if isinstance(value, str):
        cell.data_type = "s"  # openpyxl would take "=1+1" for a formula and "#N/A" for an error
        cell.quotePrefix = bool(FORMULA.match(value))  # the program would too, once somebody edits the cell
    return cell
