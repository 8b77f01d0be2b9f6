"""The cells of a spreadsheet that somebody sends, as text: from CSV or XLSX, whatever their program has made of it.

Nothing in the file is trusted: not its name, not its size once unpacked, not that it is what it looks like.
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

MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 10_000, 100, 50_000
MOST_LETTERS = 2_000_000
"""In all cells together: in a workbook a long text may stand once, and thousands of cells refer to it."""
MOST_UNPACKED = 8_000_000
"""Bytes. A workbook is a zip file, and a small one may hold a very large one."""
MOST_MARKS = {b"<": 400_000, b"=": 400_000}
"""Where an element or an attribute begins, in all of its XML: it is these that take time, whatever is in them. They are
counted before anything is parsed."""
MOST_IN_A_WORKBOOK = 1_048_576
"""Rows, as the format has it; most of them are empty."""

WORKBOOK, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
BLANK = re.compile(r"[\s\x00]*")


class Unreadable(Exception):
    """No spreadsheet can be made of the file; the message is a sentence for whoever sent it."""


Row = tuple[int, list[str]]
"""Its number, as a spreadsheet program shows it, and its cells up to the last that is not empty."""


def rows(content: bytes) -> list[Row]:
    """The first sheet's rows but for empty ones; a number or a day as it is written in code: 12, 12.5, 2026-11-21."""
    if content.startswith(OLD_WORKBOOK):
        raise Unreadable(_("This is a workbook of an old kind. Save it as XLSX or CSV."))
    return _of_workbook(content) if content.startswith(WORKBOOK) else _of_text(content)


def _of_workbook(content: bytes) -> list[Row]:
    try:
        _keep_small(content)
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # a file may say of itself what it likes
        cells = sheet.iter_rows(max_row=MOST_IN_A_WORKBOOK, max_col=MOST_COLUMNS + 1, values_only=True)
        return _limited(cells)
    except Unreadable:
        raise
    except Exception as error:  # a file that is broken, or made to look so, makes it raise anything
        raise Unreadable(_("This workbook cannot be read. Save it as CSV, and try that.")) from error


def _keep_small(content: bytes) -> None:
    marks = dict.fromkeys(MOST_MARKS, 0)
    with zipfile.ZipFile(BytesIO(content)) as archive:
        parts = archive.infolist()
        if sum(part.file_size for part in parts) > MOST_UNPACKED:  # nothing unpacks to more than it says
            raise _too_much()
        for part in parts:
            unpacked = archive.read(part)
            marks = {mark: count + unpacked.count(mark) for mark, count in marks.items()}
            if any(count > MOST_MARKS[mark] for mark, count in marks.items()):
                raise _too_much()


def _too_much() -> Unreadable:
    return Unreadable(_("There is too much in this workbook. Save the sheet that you mean as CSV, and try that."))


def _of_text(content: bytes) -> list[Row]:
    text = _decoded(content)
    head = next(filter(None, (line.strip() for line in text.splitlines())), "")
    delimiter = max(",;\t", key=head.count)
    try:
        return _limited(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise Unreadable(_("This file cannot be read as a table.")) from error


def _decoded(content: bytes) -> str:
    """UTF-8, or what spreadsheet programs write who do not yet."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _limited(cells: Iterable[Sequence[Any]]) -> list[Row]:
    found: list[Row] = []
    filled = letters = 0
    for number, row in enumerate(cells, start=1):
        if row.count(None) == len(row):  # of a workbook with one cell far away there are a million of these
            continue
        letters += sum(len(cell) for cell in row if isinstance(cell, str))
        if letters > MOST_LETTERS:
            raise Unreadable(_("This table has more than %(most)s letters.") % {"most": MOST_LETTERS})
        texts = [_text(cell) for cell in row]
        while texts and not texts[-1]:
            texts.pop()
        if not texts:
            continue
        if len(texts) > MOST_COLUMNS:
            raise Unreadable(_("This table has more than %(most)s columns.") % {"most": MOST_COLUMNS})
        if len(found) == MOST_ROWS:
            raise Unreadable(_("This table has more than %(most)s lines.") % {"most": MOST_ROWS})
        filled += len(texts)
        if filled > MOST_CELLS:
            raise Unreadable(_("This table has more than %(most)s cells.") % {"most": MOST_CELLS})
        found.append((number, texts))
    return found


def _text(cell: Any) -> str:
    if isinstance(cell, datetime) and cell.time() == time():
        cell = cell.date()
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = "" if cell is None else str(cell)
    return "" if BLANK.fullmatch(text) else text.strip()
