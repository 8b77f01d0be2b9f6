"""`manage.py export` and `manage.py import`: exporting a club's tables to a file, and importing them."""

import gzip
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
from scorer.transfer.models import Import
from tests.factories import ClubFactory, SeasonFactory, make_table
from tests.transfer.test_evenings import HEADER, ONE
from tests.transfer.test_tables import RECORD, changed, file_of


def run(command: str, *arguments: Any, **options: Any) -> tuple[str, str]:
    """Return the output and the errors, without the line that names the database."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(command, *map(str, arguments), stdout=out, stderr=err, **options)
    except CommandError as error:
        err.write(str(error))
    database, _, errors = err.getvalue().partition("\n")
    assert database.startswith("Database: ")
    return out.getvalue(), errors


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tables.jsonl"
    path.write_bytes(file_of(RECORD))
    return path


def test_importing_a_file_prints_what_was_imported(file: Path, club: Club) -> None:
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
        f"To undo this import: import --undo {IdConverter().to_url(club.imports.get().pk)}",
    ]
    assert club.tables.count() == 1
    out, err = run("import", file)
    assert out.splitlines()[:2] == [
        "0 tables, 0 hands, 0 totals of evenings",
        "Already here, and left as they are: 1 table",
    ]
    services.void_hand(Table.objects.get().hands.first(), by=None)
    assert "  line 1: differs in the file" in run("import", file)[0].splitlines()


def test_an_import_can_be_undone(file: Path, club: Club) -> None:
    out, _err = run("import", file)
    address = out.split()[-1]
    services.void_hand(club.tables.get().hands.get(number=1), by=None)
    file.write_bytes(file_of(changed(id="another")))
    run("import", file)
    assert run("import", undo=address)[0].splitlines() == [
        "0 tables were removed again.",
        "1 table was changed since the import, or its event was, and was kept.",
    ]
    assert club.tables.count() == 2
    latest = IdConverter().to_url(club.imports.to_undo().get().pk)
    assert run("import", undo=latest)[0] == "1 table was removed again.\n"
    assert club.tables.count() == 1
    for undo in (address, latest, "x"):
        assert run("import", undo=undo)[1] == "There is no such import, or it was undone already."


def test_an_import_that_was_killed_is_named_by_the_next_one(file: Path, club: Club) -> None:
    killed = Import.objects.create(club=club)
    undo_it = f"is still running, or was killed. To undo it: import --undo {IdConverter().to_url(killed.pk)}"
    for options in (["--dry-run"], []):
        assert undo_it in run("import", file, *options)[0]
    run("import", "--undo", IdConverter().to_url(killed.pk))
    assert undo_it not in run("import", file)[0]


def test_either_a_file_or_an_import_must_be_named(file: Path, club: Club) -> None:
    for arguments, options in (((), {}), ((file,), {"undo": "5gpn0v2h7k3qa"})):
        assert run("import", *arguments, **options)[1] == "Name a file, or an import with --undo."


def test_a_dry_run_stores_nothing(file: Path, club: Club) -> None:
    out, _err = run("import", file, "--dry-run")
    assert out.startswith("1 table, 2 hands")
    assert "dry run" in out
    assert not Table.objects.exists()
    assert not club.players.exists()


@pytest.mark.parametrize("options", [[], ["--dry-run"]])
def test_every_fault_is_printed_with_its_line_and_hand(options: list[str], file: Path, club: Club) -> None:
    bad = changed(lines=[{"entry": {"board": 0, "passed_out": True}}], season="")
    file.write_bytes(b"{\n" + file_of(bad))
    out, err = run("import", file, *options)
    assert out == ""
    assert err.splitlines() == [
        "line 1: This line is not a JSON object.",
        "line 2, season: A name must have 1 to 80 characters.",
        "line 2, hand 1, board: Boards are numbered from 1 to 9999.",
        "Nothing was imported.",
    ]
    assert not Table.objects.exists()


def test_a_file_with_a_hundred_faults_is_read_no_further(file: Path, club: Club) -> None:
    file.write_bytes(b"{\n" * 150)
    _out, err = run("import", file)
    assert err.splitlines()[-2:] == ["The rest of the file was not checked.", "Nothing was imported."]


def test_old_evenings_are_imported_from_a_spreadsheet(tmp_path: Path, club: Club) -> None:
    path = tmp_path / "old.CSV"
    path.write_text(HEADER + ONE.replace("Doppelkopf", ""), encoding="utf-8")
    assert "Expected a game" in run("import", path)[1]
    out, _err = run("import", path, game="doppelkopf")
    assert out.startswith("1 table, 0 hands, 1 total of an evening")
    path.write_bytes(b"PK\x03\x04")
    assert run("import", path)[1] == "This workbook cannot be read. Save it as CSV and try again."


def test_a_missing_file_is_an_error(tmp_path: Path, club: Club) -> None:
    for name in ("nothing.jsonl", "nothing.csv"):
        assert run("import", tmp_path / name)[1].endswith("No such file or directory.")
    assert run("export", tmp_path / "no" / "where.jsonl")[1].endswith("No such file or directory.")


def test_a_club_is_exported_to_a_file_or_to_standard_output(tmp_path: Path, club: Club) -> None:
    make_table(club, "bridge")
    services.cancel_table(make_table(club, "bridge"), by=None)
    content = "".join(export(club.tables.open()))
    assert run("export") == (content, "")
    path = tmp_path / "out.jsonl"
    assert run("export", path) == ("", "")
    assert path.read_bytes() == content.encode()


def test_a_compressed_file_is_exported_and_imported(tmp_path: Path, file: Path, club: Club) -> None:
    run("import", file)
    plain, packed = tmp_path / "all.jsonl", tmp_path / "all.jsonl.gz"
    run("export", plain)
    run("export", packed)
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    out, _err = run("import", packed, "--dry-run")
    assert "Already here, and left as they are: 1 table" in out
    packed.write_bytes(packed.read_bytes()[:-9])
    assert run("import", packed)[1] == "This compressed file is damaged. Download it again."


def test_a_single_season_is_exported(club: Club) -> None:
    make_table(club, "bridge")
    SeasonFactory(club=club, name="Empty", starts="2000-01-01", ends="2000-01-02")
    assert run("export", season="EMPTY") == ("", "")
    assert run("export", season="Autumn")[0].count("\n") == 1
    assert run("export", season="Never")[1] == "There is no season of this name."


def test_the_club_must_be_named_if_there_are_several(file: Path, club: Club) -> None:
    other = ClubFactory(name="Elsewhere")
    assert run("import", file)[1] == "Say which club, with --club NAME: Elsewhere, Kartenfreunde."
    assert run("export")[1].startswith("Say which club")
    assert run("import", file, club="Nowhere")[1] == "There is no club of this name."
    run("import", file, club="elsewhere")
    assert other.tables.count() == 1
    assert not club.tables.exists()


@pytest.mark.django_db
def test_import_fails_without_a_club(file: Path) -> None:
    assert run("import", file)[1] == "There is no club yet."
