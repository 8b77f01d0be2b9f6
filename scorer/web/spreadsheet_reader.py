"""Reads the cells of an uploaded spreadsheet (CSV or XLSX) as text.

Nothing about the file is trusted: not its name, its unpacked size, or its format.
"""

import csv
import re
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime, time
from io import BytesIO, StringIO
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

MAX_ROWS, MAX_COLUMNS, MAX_CELLS = 10_000, 100, 50_000
MAX_LETTERS = 2_000_000
"""In all cells together: in a workbook, thousands of cells can refer to one long text."""
MAX_UNPACKED = 8_000_000
"""Bytes. A workbook is a zip file, and a small one may unpack to a very large one."""
MAX_MARKS = {b"<": 400_000, b"=": 400_000}
"""Beginnings of elements and attributes in all XML files. Parsing takes time for each of them, whatever its length, so
they are counted before.
"""
MAX_WORKBOOK_ROWS = 1_048_576
"""Number of rows in the format, most of which are empty."""

WORKBOOK, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
BLANK = re.compile(r"[\s\x00]*")


class Unreadable(Exception):
    """The file cannot be read as a spreadsheet. The message is a sentence for the person who uploaded it."""


Row = tuple[int, list[str]]
"""The number of a row, as a spreadsheet program shows it, and its cells up to the last that is not empty."""


def rows(content: bytes) -> list[Row]:
    """Return the rows of the first sheet that are not empty. Numbers and days are written as 12, 12.5, 2026-11-21."""
    if content.startswith(OLD_WORKBOOK):
        raise Unreadable(_("This workbook is in an old format. Save it as XLSX or CSV."))
    return _of_workbook(content) if content.startswith(WORKBOOK) else _of_text(content)


def _of_workbook(content: bytes) -> list[Row]:
    try:
        _keep_small(content)
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # those in the file may be wrong
        cells = sheet.iter_rows(max_row=MAX_WORKBOOK_ROWS, max_col=MAX_COLUMNS + 1, values_only=True)
        return _limited(cells)
    except Unreadable:
        raise
    except Exception as error:  # a broken or malicious file can cause any error
        raise Unreadable(_("This workbook cannot be read. Save it as CSV and try again.")) from error


def _keep_small(content: bytes) -> None:
    marks = dict.fromkeys(MAX_MARKS, 0)
    with zipfile.ZipFile(BytesIO(content)) as archive:
        parts = archive.infolist()
        if sum(part.file_size for part in parts) > MAX_UNPACKED:  # zipfile never unpacks more than this
            raise _too_much()
        for part in parts:
            unpacked = archive.read(part)
            marks = {mark: count + unpacked.count(mark) for mark, count in marks.items()}
            if any(count > MAX_MARKS[mark] for mark, count in marks.items()):
                raise _too_much()


def _too_much() -> Unreadable:
    return Unreadable(_("This workbook contains too much. Save the sheet you need as CSV and try again."))


def _of_text(content: bytes) -> list[Row]:
    text = _decoded(content)
    head = next(filter(None, (line.strip() for line in text.splitlines())), "")
    delimiter = max(",;\t", key=head.count)
    try:
        return _limited(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise Unreadable(_("This file cannot be read as a table.")) from error


def _decoded(content: bytes) -> str:
    """Decode UTF-8, or the encodings that older spreadsheet programs write."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _limited(cells: Iterable[Sequence[Any]]) -> list[Row]:
    rows: list[Row] = []
    filled = letters = 0
    for number, row in enumerate(cells, start=1):
        if row.count(None) == len(row):  # a workbook with one cell far down has a million of these
            continue
        letters += sum(len(cell) for cell in row if isinstance(cell, str))
        if letters > MAX_LETTERS:
            raise Unreadable(_("This table has more than %(most)s letters.") % {"most": MAX_LETTERS})
        texts = [_text(cell) for cell in row]
        while texts and not texts[-1]:
            texts.pop()
        if not texts:
            continue
        if len(texts) > MAX_COLUMNS:
            raise Unreadable(_("This table has more than %(most)s columns.") % {"most": MAX_COLUMNS})
        if len(rows) == MAX_ROWS:
            raise Unreadable(_("This table has more than %(most)s rows.") % {"most": MAX_ROWS})
        filled += len(texts)
        if filled > MAX_CELLS:
            raise Unreadable(_("This table has more than %(most)s cells.") % {"most": MAX_CELLS})
        rows.append((number, texts))
    return rows


def _text(cell: Any) -> str:
    if isinstance(cell, datetime) and cell.time() == time():
        cell = cell.date()
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = "" if cell is None else str(cell)
    return "" if BLANK.fullmatch(text) else text.strip()
