"""Uploaded spreadsheets are read correctly or refused, and never break anything."""

import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from io import BytesIO
from time import monotonic, process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from scorer.web import spreadsheet, spreadsheet_reader
from scorer.web.spreadsheet_reader import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_UNPACKED, Unreadable

TABLE = [["Date", "Player", "Points"], ["2019-03-12", "Chloé", "-30"]]
SHEET = "xl/worksheets/sheet1.xml"
SECONDS = 30
"""The longest that any file may take, on a slow and busy machine. The limits keep it under two."""
QUICK = 0.3
"""Seconds of processor time."""
FEW_ROWS = 200
"""Instead of MAX_ROWS, since writing so many takes as long as reading them."""


def rows(content: bytes) -> list[list[str]]:
    return [row for _number, row in spreadsheet_reader.rows(content)]


def workbook(lines: list[list[Any]]) -> bytes:
    book = Workbook()
    for line in lines:
        book.worksheets[0].append(line)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(name: str, content: bytes) -> bytes:
    """Return a workbook with one part replaced."""
    file = BytesIO()
    with zipfile.ZipFile(BytesIO(workbook(TABLE))) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            if entry.filename != name:
                new.writestr(entry, old.read(entry))
        new.writestr(name, content)
    return file.getvalue()


def with_rows(xml: str, before: str = "") -> bytes:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return with_part(SHEET, f'{before}<worksheet xmlns="{space}"><sheetData>{xml}</sheetData></worksheet>'.encode())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_text_is_read_in_every_encoding_and_with_every_separator(encoding: str, delimiter: str, end: str) -> None:
    text = end.join(delimiter.join(line) for line in TABLE)
    assert rows(text.encode(encoding)) == TABLE
    assert rows((text + end * 3).encode(encoding)) == TABLE


def test_a_quoted_cell_may_hold_anything() -> None:
    content = b'"Date";"Player"\r\n2019-03-12;"Ada; ""the first""\nof hers"\r\n'
    assert rows(content) == [["Date", "Player"], ["2019-03-12", 'Ada; "the first"\nof hers']]


def test_a_workbook_is_read_like_a_text_file() -> None:
    lines = [
        ["Date", "Player", "Points", "Played"],
        [date(2019, 3, 12), " Chloé ", -30, True],
        [datetime(2019, 3, 12), "Dirk", 12.0, None],  # noqa: DTZ001  # workbooks have no time zones
        [datetime(2019, 3, 12, 19, 30), "Ada", 12.5, " "],  # noqa: DTZ001
        [],
        ["", None],
    ]
    assert rows(workbook(lines)) == [
        ["Date", "Player", "Points", "Played"],
        ["2019-03-12", "Chloé", "-30", "True"],
        ["2019-03-12", "Dirk", "12"],
        ["2019-03-12 19:30:00", "Ada", "12.5"],
    ]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_files_written_by_the_site_can_be_read(kind: str) -> None:
    lines = [[date(2019, 3, 12), "Chloé", -30], [datetime(2019, 3, 12, tzinfo=UTC), "Dirk, the other", 5]]
    found = rows(spreadsheet.response(kind, "Evenings", TABLE[0], lines).content)
    assert found[:2] == TABLE
    assert found[2][1:] == ["Dirk, the other", "5"]


def test_a_row_has_the_number_that_spreadsheet_programs_show() -> None:
    lines = [[], ["Date"], [], [None, ""], ["2019-03-12"]]
    assert spreadsheet_reader.rows(workbook(lines)) == [(2, ["Date"]), (5, ["2019-03-12"])]
    assert spreadsheet_reader.rows(b"\r\nDate\r\n\r\n,\r\n2019-03-12") == [(2, ["Date"]), (5, ["2019-03-12"])]


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b" \r\n\r\n", b"\x00\x00", workbook([])])
def test_an_empty_file_has_no_rows(content: bytes) -> None:
    assert rows(content) == []


def nested(times: int) -> str:
    entities = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, times))
    return f"<!DOCTYPE lolz [{entities}]>"


FAR = '<row r="1"><c r="A1" t="inlineStr"><is><t>Date</t></is></c></row>'
HOSTILE = {
    "no zip": b"PK\x03\x04 but nothing behind it",
    "cut short": workbook(TABLE)[:-200],
    "not a workbook": with_part("[Content_Types].xml", b"<nothing/>"),
    "no XML": with_part(SHEET, b"<worksheet"),
    "an old workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
    "one entity": with_rows('<row r="1"><c r="A1" t="inlineStr"><is><t>&a0;</t></is></c></row>', nested(1)),
    "a long text in many cells": with_rows(f'<row><c t="str"><v>{"a" * 100_000}</v></c></row>' * 30),
    "a bomb": with_part("xl/media/a", b"\0" * (MAX_UNPACKED + 1)),
    "a bomb of entities": with_rows('<row r="1"><c r="A1" t="inlineStr"><is><t>&a9;</t></is></c></row>', nested(10)),
    "a column beyond all": with_rows('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'),
    "a string that is not there": with_rows('<row r="1"><c r="A1" t="s"><v>99</v></c></row>'),
    "a number that is none": with_rows('<row r="1"><c r="A1"><v>one</v></c></row>'),
    "too many rows": ("a\n" * (FEW_ROWS + 1)).encode(),
    "too many rows in a workbook": with_rows("<row><c><v>1</v></c></row>" * (FEW_ROWS + 1)),
    "too many columns": (",".join(["a"] * 1000) + "\n").encode(),
    "too many columns in a workbook": workbook([["a"] * 1000]),
    "a cell without an end": b'a,b\n1,"' + b"x" * 200_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_other_files_are_refused_quickly_with_a_message(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet_reader, "MAX_ROWS", FEW_ROWS)
    began = monotonic()
    with pytest.raises(Unreadable) as refused:
        rows(HOSTILE[name])
    assert str(refused.value).endswith(".")
    assert monotonic() - began < SECONDS


ENDLESS: Mapping[str, Callable[[], str]] = {
    "rows of empty cells": lambda: f"<row>{'<c/>' * 100}</row>" * 36_000,
    "a row of empty cells": lambda: f"<row>{'<c/>' * 3_600_000}</row>",
    "empty rows": lambda: "<row/>" * 1_040_000,
    "one in another": lambda: "<row>" * 1_500_000,
    "attributes": lambda: f"<row {' '.join(f'a{n}=' for n in range(500_000))}/>",
    "spaces": lambda: "\n" * 15_000_000,
}
"""Small files that take long to parse. The first three took between four and fourteen seconds."""


@pytest.mark.parametrize("name", ENDLESS)
def test_a_huge_sheet_of_empty_cells_is_refused_before_it_is_parsed(name: str) -> None:
    content = with_rows(ENDLESS[name]())
    began = process_time()
    with pytest.raises(Unreadable, match=r"This workbook contains too much\. .* CSV"):
        rows(content)
    assert process_time() - began < QUICK


def test_too_many_cells_are_refused() -> None:
    line = ",".join(["a"] * MAX_COLUMNS) + "\n"
    lines = MAX_CELLS // MAX_COLUMNS
    assert len(rows((line * lines).encode())) == lines
    with pytest.raises(Unreadable, match=f"more than {MAX_CELLS} cells"):
        rows((line * (lines + 1)).encode())


def test_the_maximum_number_of_rows_is_read_even_if_each_cell_is_formatted() -> None:
    """As spreadsheet programs write them, each row has a height, and each cell a style and a position."""
    cell = '<c r="{1}{0}" s="0" t="inlineStr"><is><t>Ada</t></is></c>'
    row = '<row r="{0}" spans="1:5" ht="15" customHeight="1">{1}</row>'
    xml = "".join(
        row.format(number, "".join(cell.format(number, column) for column in "ABCDE"))
        for number in range(1, MAX_ROWS + 1)
    )
    assert rows(with_rows(xml)) == [["Ada"] * 5] * MAX_ROWS


@pytest.mark.parametrize(
    "far",
    [
        '<row r="99999999999"><c r="A9"><v>1</v></c></row>',
        '<row r="1048576" customFormat="1"></row>',
        '<row r="2"><c r="XFD2"/></row>' * 20_000,
    ],
)
def test_distant_cells_cost_nothing_and_near_ones_are_read(far: str) -> None:
    began = monotonic()
    assert rows(with_rows(FAR + far))[0] == ["Date"]
    assert monotonic() - began < SECONDS


def test_a_workbook_with_a_wrong_size_is_read() -> None:
    content = with_part(
        SHEET,
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:A1"/>'
        b'<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'
        b'<row r="2"><c r="A2"><v>3</v></c></row></sheetData></worksheet>',
    )
    assert rows(content) == [["1", "2"], ["3"]]


@settings(max_examples=200)
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-16", "replace")))
def test_any_bytes_are_either_read_or_refused(content: bytes) -> None:
    for start in (b"", b"PK\x03\x04"):
        try:
            found = rows(start + content)
        except Unreadable:
            continue
        assert all(isinstance(cell, str) for row in found for cell in row)
        assert all(len(row) <= MAX_COLUMNS for row in found)
