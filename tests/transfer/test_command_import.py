"""`manage.py export` and `manage.py import`: a club's tables out into a file, and back in."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorer.club.models import Club
from scorer.db.ids import IdConverter
from scorer.play import services
from scorer.play.models import Table
from scorer.transfer.export import export
from tests.factories import ClubFactory, SeasonFactory, make_table
from tests.transfer.test_evenings import HEADER, ONE
from tests.transfer.test_tables import RECORD, changed, file_of


def run(command: str, *arguments: Any, **options: Any) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(command, *map(str, arguments), stdout=out, stderr=err, **options)
    except CommandError as error:
        return out.getvalue(), err.getvalue() + str(error)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tables.jsonl"
    path.write_bytes(file_of(RECORD))
    return path


def test_a_file_is_brought_in_and_said(file: Path, club: Club) -> None:
    out, err = run("import", file)
    assert err == ""
    assert out.splitlines() == [
        "1 table, 2 hands, 1 total of an evening",
        "New season: Long ago, 2019-03-12 to 2019-03-12",
        "Players on the roster: 0",
        "New players: 4",
        "  Ada",
        "  Boris",
        "  Chloé",
        "  Dirk",
        f"To take all of this out again: import --undo {IdConverter().to_url(club.imports.get().pk)}",
    ]
    assert club.tables.count() == 1
    out, err = run("import", file)
    assert out.splitlines()[:2] == [
        "0 tables, 0 hands, 0 totals of evenings",
        "Here already, and left as they are: 1 table",
    ]
    services.void_hand(Table.objects.get().hands.first(), by=None)
    assert "  line 1: looks otherwise in the file" in run("import", file)[0].splitlines()


def test_it_is_taken_out_again(file: Path, club: Club) -> None:
    out, _err = run("import", file)
    address = out.split()[-1]
    services.void_hand(club.tables.get().hands.get(number=1), by=None)
    file.write_bytes(file_of(changed(id="another")))
    run("import", file)
    assert run("import", undo=address)[0].splitlines() == [
        "0 tables have been taken out again.",
        "1 table has been changed since, and stays.",
    ]
    assert club.tables.count() == 2
    latest = IdConverter().to_url(club.imports.to_undo().get().pk)
    assert run("import", undo=latest)[0] == "1 table has been taken out again.\n"
    assert club.tables.count() == 1
    for undo in (address, latest, "x"):
        assert run("import", undo=undo)[1] == "There is no such import, or it has been taken out again."


def test_a_file_is_named_or_an_import(file: Path, club: Club) -> None:
    for arguments, options in (((), {}), ((file,), {"undo": "5gpn0v2h7k3qa"})):
        assert run("import", *arguments, **options)[1] == "Name a file, or with --undo an import."


def test_a_dry_run_does_nothing(file: Path, club: Club) -> None:
    out, _err = run("import", file, "--dry-run")
    assert out.startswith("1 table, 2 hands")
    assert "dry run" in out
    assert not Table.objects.exists()
    assert not club.players.exists()


@pytest.mark.parametrize("options", [[], ["--dry-run"]])
def test_every_fault_is_said_with_its_line_and_hand(options: list[str], file: Path, club: Club) -> None:
    bad = changed(lines=[{"entry": {"board": 0, "passed_out": True}}], season="")
    file.write_bytes(b"{\n" + file_of(bad))
    out, err = run("import", file, *options)
    assert out == ""
    assert err.splitlines() == [
        "line 1: This line is not a JSON object.",
        "line 2, season: A name has 1 to 80 letters.",
        "line 2, hand 1, board: Boards are numbered from 1 to 9999.",
        "Nothing has been brought in.",
    ]
    assert not Table.objects.exists()


def test_of_very_many_faults_the_first_hundred_are_said(file: Path, club: Club) -> None:
    file.write_bytes(b"{\n" * 150)
    _out, err = run("import", file)
    assert err.splitlines()[-2:] == ["And 50 more.", "Nothing has been brought in."]


def test_old_evenings_come_from_a_spreadsheet(tmp_path: Path, club: Club) -> None:
    path = tmp_path / "old.CSV"
    path.write_text(HEADER + ONE.replace("Doppelkopf", ""), encoding="utf-8")
    assert "Expected a game" in run("import", path)[1]
    out, _err = run("import", path, game="doppelkopf")
    assert out.startswith("1 table, 0 hands, 1 total of an evening")
    path.write_bytes(b"PK\x03\x04")
    assert run("import", path)[1] == "This workbook cannot be read. Save it as CSV, and try that."


def test_a_file_that_is_not_there_is_said(tmp_path: Path, club: Club) -> None:
    for name in ("nothing.jsonl", "nothing.csv"):
        assert run("import", tmp_path / name)[1].endswith("No such file or directory.")
    assert run("export", tmp_path / "no" / "where.jsonl")[1].endswith("No such file or directory.")


def test_a_club_is_written_to_a_file_or_to_standard_output(tmp_path: Path, club: Club) -> None:
    make_table(club, "bridge")
    services.cancel_table(make_table(club, "bridge"), by=None)
    content = "".join(export(club.tables.open()))
    assert run("export") == (content, "")
    path = tmp_path / "out.jsonl"
    assert run("export", path) == ("", "")
    assert path.read_bytes() == content.encode()


def test_a_season_is_written_alone(club: Club) -> None:
    make_table(club, "bridge")
    SeasonFactory(club=club, name="Empty", starts="2000-01-01", ends="2000-01-02")
    assert run("export", season="EMPTY") == ("", "")
    assert run("export", season="Autumn")[0].count("\n") == 1
    assert run("export", season="Never")[1] == "There is no season of this name."


def test_which_club_must_be_said_where_there_are_several(file: Path, club: Club) -> None:
    other = ClubFactory(name="Elsewhere")
    assert run("import", file)[1] == "Say which club, with --club NAME: Elsewhere, Kartenfreunde."
    assert run("export")[1].startswith("Say which club")
    assert run("import", file, club="Nowhere")[1] == "There is no club of this name."
    run("import", file, club="elsewhere")
    assert other.tables.count() == 1
    assert not club.tables.exists()


@pytest.mark.django_db
def test_without_a_club_there_is_nothing_to_do(file: Path) -> None:
    assert run("import", file)[1] == "There is no club yet."
