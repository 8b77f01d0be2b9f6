"""Files for spreadsheet programs: cells keep their values, and names never become formulas."""

import csv
import re
import zipfile
from datetime import UTC, date, datetime
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.http import Http404
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import load_workbook
from pytest_django.fixtures import Settings

from scorer.web import spreadsheet

HEADER = ["Player", "Points"]
DANGER = "=+-@\t\r＝＋－＠"


def csv_rows(content: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def sheet(content: bytes) -> Any:
    return load_workbook(BytesIO(content)).active


def test_numbers_and_dates_keep_their_types_and_times_are_local(settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    row: list[Any] = ["Chloé", -30, 2.5, date(2026, 11, 21), datetime(2026, 11, 21, 18, 30, 15, 9, tzinfo=UTC), None]
    header = ["Player", "Points", "Average", "Day", "Entered", "Nothing"]

    found = sheet(spreadsheet.response("xlsx", "Board", header, [row]).content)
    assert [cell.value for cell in found[2]] == [
        "Chloé",
        -30,
        2.5,
        datetime(2026, 11, 21),  # noqa: DTZ001  # workbooks have no time zones
        datetime(2026, 11, 21, 19, 30, 15),  # noqa: DTZ001
        None,
    ]
    assert found["D2"].number_format == "yyyy-mm-dd"

    content = spreadsheet.response("csv", "Board", header, [row]).content
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.endswith("Chloé,-30,2.5,2026-11-21,2026-11-21 19:30,\r\n".encode())


def test_a_workbook_has_a_bold_frozen_header_and_columns_as_wide_as_their_text() -> None:
    found = sheet(
        spreadsheet.response("xlsx", "Board", HEADER, [["Ada Lovelace of Kartenfreunde", 5], ["x" * 300, 6]]).content
    )
    assert [cell.font.bold for cell in found[1]] == [True, True]
    assert not found["A2"].font.bold
    assert found.freeze_panes == "A2"
    assert found.column_dimensions["A"].width == 60
    assert found.column_dimensions["B"].width == 8


def test_a_table_without_rows_has_its_header() -> None:
    assert csv_rows(spreadsheet.response("csv", "Board", HEADER, []).content) == [HEADER]
    assert [cell.value for cell in sheet(spreadsheet.response("xlsx", "Board", HEADER, []).content)[1]] == HEADER


@pytest.mark.parametrize(
    ("title", "name", "tab"),
    [
        ("Table 3 · Bridge", "Table 3 · Bridge", "Table 3 · Bridge"),
        ("Doppelkopf 2026/27: the [best]", "Doppelkopf 2026 27  the [best]", "Doppelkopf 2026 27  the  best"),
        ("../../etc/passwd\r\nSet-Cookie: a", "etc passwd  Set-Cookie  a", "etc passwd  Set-Cookie  a"),
        ("???", "Scorer", "Scorer"),
        ("'", "'", "Scorer"),
        ("x" * 300, "x" * 100, "x" * 31),
    ],
)
def test_a_file_is_named_after_its_page(title: str, name: str, tab: str) -> None:
    response = spreadsheet.response("xlsx", title, HEADER, [])
    disposition = response["Content-Disposition"]
    assert "\n" not in disposition
    assert disposition.startswith("attachment; filename")
    if name.isascii():
        assert f'filename="{name}.xlsx"' in disposition
    assert sheet(response.content).title == tab


def test_no_other_kind_of_file_is_found() -> None:
    with pytest.raises(Http404):
        spreadsheet.response("exe", "Board", HEADER, [])


@given(st.text(max_size=40) | st.builds(str.__add__, st.sampled_from(DANGER), st.text(max_size=20)))
@example("=HYPERLINK(A1)")
@example(" =1+1")
@example("Ada;=cmd|'/C calc'!A0")
@example('",=1+1,"')
@example("\t=1+1")
@example("a\r\n=1+1")
@example("\ud800=1")
@example("#N/A")
def test_no_name_ever_becomes_a_formula(name: str) -> None:
    cells = sheet(spreadsheet.response("xlsx", "Board", HEADER, [[name, 1]]).content)
    assert cells["A2"].data_type in "sn"  # openpyxl gives empty cells the type n
    assert cells["B2"].value == 1
    if name.strip()[:1] in set("=+-@"):
        assert cells["A2"].quotePrefix or not name.strip()

    for delimiter in ",;":
        content = spreadsheet.response("csv", "Board", HEADER, [[name, 1]]).content
        for cell in [cell for row in csv_rows(content, delimiter) for cell in row]:
            assert not re.match(rf"\s*[{re.escape(DANGER)}]", cell), (delimiter, cell)


def test_a_workbook_has_the_name_as_it_was_typed() -> None:
    content = spreadsheet.response("xlsx", "Board", HEADER, [["=1+1", 1], ["a\x00b", 2]]).content
    assert [cell.value for cell in sheet(content)["A"]] == ["Player", "=1+1", "a b"]
    assert b"<f>" not in zipfile.ZipFile(BytesIO(content)).read("xl/worksheets/sheet1.xml")
