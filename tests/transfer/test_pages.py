"""The pages for import and export, which show a preview first and are for directors only."""

import gzip
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.club.services import end_season, start_season
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import GameConfig, all_games
from scorer.server.request_buffer import Limits
from scorer.transfer import importing, upload
from scorer.transfer.export import export
from scorer.transfer.models import Import
from scorer.transfer.packed import unpacks_to_more_than
from scorer.web.forms import MAX_BYTES
from tests.factories import PlayerFactory, make_table
from tests.transfer.test_evenings import HEADER, ONE
from tests.transfer.test_tables import RECORD, changed, file_of

LogIn = Callable[[Membership], Client]
EVENINGS = (HEADER + ONE).encode()


def address(club: Club, name: str, *more: Any) -> str:
    return reverse(f"transfer:{name}", args=[club.pk, *more])


def look(client: Client, club: Club, kind: str, content: bytes, **fields: str) -> Any:
    file = SimpleUploadedFile("file", content)
    return client.post(address(club, f"import_{kind}"), {"file": file, **fields})


def confirm(client: Client, club: Club, kind: str, signed: str) -> Any:
    return client.post(address(club, f"import_{kind}"), {"signed": signed})


@pytest.mark.parametrize(("kind", "content"), [("tables", file_of(RECORD)), ("evenings", EVENINGS)])
def test_a_file_is_previewed_and_imported_on_confirmation(
    kind: str, content: bytes, ada: Membership, client_of: LogIn
) -> None:
    client, club = client_of(ada), ada.club
    PlayerFactory(club=club, name="ada")
    page = look(client, club, kind, content)
    assert page.status_code == 200
    text = unescape(page.content.decode())
    assert "Ada</bdi> → <bdi>ada" in text
    assert "Added to the roster: <bdi>Boris</bdi>, <bdi>Chloé</bdi>, <bdi>Dirk</bdi>." in text
    assert "new season, ended" in text
    assert "Import 1 table" in text
    assert "12 Mar 2019 · " in text
    assert ("2 hands" if kind == "tables" else "<bdi>Ada</bdi> 45, <bdi>Boris</bdi> −15") in text
    assert not Table.objects.exists()
    assert club.players.count() == 1

    done = confirm(client, club, kind, page.context["signed"])
    assert done.status_code == 302
    assert club.tables.count() == 1
    assert "1 table was imported." in client.get(done["Location"]).content.decode()
    again = confirm(client, club, kind, page.context["signed"])
    assert again.status_code == 302
    assert club.tables.count() == 1
    text = look(client, club, kind, content).content.decode()
    assert "Tables that are already here" in text
    assert "Import 1 table" not in text


def test_imports_are_listed_and_can_be_undone(ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    confirm(client, club, "tables", look(client, club, "tables", file_of(RECORD)).context["signed"])
    link = address(club, "undo_import", club.imports.get().pk)
    page = client.get(address(club, "data")).content.decode()
    assert f'href="{link}"' in page
    assert "<bdi>ada</bdi>" in page
    page = client.get(link)
    assert (page.context["effect"].tables, page.context["effect"].hands) == (1, 2)
    assert "Remove 1 table" in page.content.decode()
    assert club.tables.count() == 1
    done = client.post(link)
    assert "1 table was removed again." in client.get(done["Location"]).content.decode()
    assert not club.tables.exists()
    assert f'href="{link}"' not in client.get(address(club, "data")).content.decode()
    assert {client.get(link).status_code, client.post(link).status_code} == {404}


def test_the_page_to_undo_names_tables_that_are_kept_and_an_incomplete_import(
    ada: Membership, client_of: LogIn
) -> None:
    client, club = client_of(ada), ada.club
    confirm(client, club, "tables", look(client, club, "tables", file_of(RECORD)).context["signed"])
    services.void_hand(club.tables.get().hands.get(number=1), by=ada.user)
    club.imports.update(state=Import.State.IMPORTING)
    assert "still running, or interrupted" in client.get(address(club, "data")).content.decode()
    page = client.get(address(club, "undo_import", club.imports.get().pk)).content.decode()
    assert "This import is not complete." in page
    assert "Tables that stay, because they or their event have been changed</dt><dd>1" in page
    club.imports.update(state=Import.State.UNDOING)
    assert "being undone, or interrupted" in client.get(address(club, "data")).content.decode()


def test_an_import_of_another_club_is_not_found(ada: Membership, zoe: Membership, client_of: LogIn) -> None:
    record = Import.objects.create(club=zoe.club)
    assert client_of(ada).post(address(ada.club, "undo_import", record.pk)).status_code == 404
    assert zoe.club.imports.to_undo().get() == record


def test_an_interrupted_import_is_reported_beside_the_field(
    ada: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, club = client_of(ada), ada.club
    signed = look(client, club, "tables", file_of(RECORD)).context["signed"]
    prepared = importing.score_tables

    def somebody_merges(tables: Any) -> Any:
        ada, boris = (club.players.get(name=name) for name in ("Ada", "Boris"))
        club.players.filter(pk=ada.pk).update(merged_into=boris, active=False)
        return prepared(tables)

    monkeypatch.setattr(importing, "score_tables", somebody_merges)
    page = confirm(client, club, "tables", signed)
    assert page.status_code == 422
    assert "Somebody changed the club at the same time" in page.context["tables"].errors["file"][0]
    assert not Table.objects.exists()


@pytest.mark.parametrize("kind", ["tables", "evenings"])
def test_faults_are_shown_with_their_lines_and_nothing_can_be_confirmed(
    kind: str, ada: Membership, client_of: LogIn
) -> None:
    bad = changed(lines=[RECORD["lines"][0], {"entry": {"board": 2, "passed_out": True, "tricks": 3}}])
    content = file_of(bad) if kind == "tables" else EVENINGS.replace(b"-30", b"<script>")
    page = look(client_of(ada), ada.club, kind, content)
    assert page.status_code == 422
    text = page.content.decode()
    assert ("Line 1, hand 2" if kind == "tables" else "Line 4") in text
    assert 'name="signed"' not in text
    assert "<script>" not in text.split("<main")[1]


def test_faults_that_arise_after_the_preview_are_shown(ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    signed = look(client, club, "tables", file_of(RECORD)).context["signed"]
    eva = PlayerFactory(club=club, name="Eva")
    for name in ("Ada", "Boris"):
        PlayerFactory(club=club, name=name, active=False, merged_into=eva)
    page = confirm(client, club, "tables", signed)
    assert page.status_code == 422
    assert "are one player here" in page.content.decode()
    assert not Table.objects.exists()


def test_only_a_recent_preview_of_the_same_club_can_be_confirmed(
    ada: Membership, zoe: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, club = client_of(ada), ada.club
    signed = look(client, club, "tables", file_of(RECORD)).context["signed"]
    assert confirm(client, club, "tables", signed[:-1] + "x").status_code == 422
    assert confirm(client, club, "tables", "").status_code == 422
    assert confirm(client, club, "evenings", signed).status_code == 422
    assert confirm(client_of(zoe), zoe.club, "tables", signed).status_code == 422
    monkeypatch.setattr(upload, "MAX_AGE", -1)
    late = confirm(client, club, "tables", signed)
    assert late.status_code == 422
    assert "Choose the file again." in late.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("kind", ["tables", "evenings"])
def test_a_missing_or_too_large_file_is_refused_beside_the_field(kind: str, ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    page = client.post(address(club, f"import_{kind}"), {})
    assert page.status_code == 422
    assert page.context[kind].errors["file"]
    page = look(client, club, kind, b"x" * (MAX_BYTES + 1))
    assert page.status_code == 422
    assert "too large: a page accepts" in page.context[kind].errors["file"][0]
    page = look(client, club, kind, b"")
    assert page.status_code == (200 if kind == "tables" else 422)


def test_a_file_too_large_for_the_preview_page_is_refused(
    ada: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload, "MAX_SIGNED", len(file_of(RECORD)) // 2)
    page = look(client_of(ada), ada.club, "tables", file_of(RECORD))
    assert page.status_code == 422
    assert "too large for a page" in page.context["tables"].errors["file"][0]


def test_a_compressed_export_is_imported_elsewhere(ada: Membership, zoe: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    confirm(client, club, "tables", look(client, club, "tables", file_of(RECORD)).context["signed"])
    answer = client.get(address(club, "export_packed"))
    assert ".jsonl.gz" in answer["Content-Disposition"]
    packed = answer.getvalue()
    assert gzip.decompress(packed) == client.get(address(club, "export_tables")).getvalue()
    other = client_of(zoe)
    page = look(other, zoe.club, "tables", packed)
    assert "2 hands" in page.content.decode()
    assert confirm(other, zoe.club, "tables", page.context["signed"]).status_code == 302
    assert zoe.club.tables.count() == 1


def test_the_largest_file_that_a_page_takes_can_be_confirmed(ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    filler = gzip.compress(b"", mtime=0)
    packed = gzip.compress(file_of(RECORD))
    packed += filler * ((MAX_BYTES - len(packed)) // len(filler))
    page = look(client, club, "tables", packed)
    assert len(page.context["signed"]) + 1_000 < Limits().body == settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert confirm(client, club, "tables", page.context["signed"]).status_code == 302
    assert club.tables.count() == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (gzip.compress(bytes(800_000_000), 9), "This file is too large: unpacked, a page accepts up to 10 MB."),
        (gzip.compress(file_of(RECORD))[:-9], "This compressed file is damaged. Download it again."),
        (gzip.compress(file_of(RECORD))[:20] + bytes(50), "This compressed file is damaged. Download it again."),
        (gzip.compress(b"") + b"more", "This compressed file is damaged. Download it again."),
    ],
    ids=["a bomb", "cut short", "spoiled", "with more behind it"],
)
def test_a_compressed_file_that_cannot_be_read_is_refused_beside_the_field(
    content: bytes, sentence: str, ada: Membership, client_of: LogIn
) -> None:
    page = look(client_of(ada), ada.club, "tables", content)
    assert (page.status_code, page.context["tables"].errors["file"]) == (422, [sentence])


def test_no_more_of_a_compressed_file_is_unpacked_than_a_page_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    content, read = gzip.compress(bytes(50_000_000)), list[int]()
    whole = gzip.GzipFile.read

    def counted(file: gzip.GzipFile, size: int) -> bytes:
        read.append(size)
        return whole(file, size)

    monkeypatch.setattr(gzip.GzipFile, "read", counted)
    assert unpacks_to_more_than(10_000_000, content)
    assert sum(read) < 10_100_000


def test_the_page_says_how_large_a_file_may_be_and_what_to_do_with_a_larger_one(
    ada: Membership, client_of: LogIn
) -> None:
    text = unescape(client_of(ada).get(address(ada.club, "data")).content.decode())
    assert "Up to 900 kB. A compressed file (.gz) may unpack to 10 MB." in text
    assert text.count("manage.py import FILE") == 3
    assert text.count(f'data-most="{MAX_BYTES}"') == 3
    assert "js/upload.js" in text


def test_a_spreadsheet_that_cannot_be_read_is_refused_beside_the_field(ada: Membership, client_of: LogIn) -> None:
    page = look(client_of(ada), ada.club, "evenings", b"PK\x03\x04 no zip")
    assert page.status_code == 422
    assert "This workbook cannot be read." in page.content.decode()


def test_the_game_may_be_chosen_if_the_file_names_none(ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    content = EVENINGS.replace(b"Doppelkopf", b"")
    assert look(client, club, "evenings", content).status_code == 422
    assert look(client, club, "evenings", content, game="schafkopf").status_code == 422
    signed = look(client, club, "evenings", content, game="doppelkopf").context["signed"]
    confirm(client, club, "evenings", signed)
    assert club.tables.get().game == "doppelkopf"


def test_a_club_is_exported_whole_or_by_season(ada: Membership, zoe: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    first = make_table(club, "bridge")
    services.cancel_table(make_table(club, "bridge"), by=None)
    end_season(club.seasons.get(), by=None)
    winter = start_season(club, "Winter", by=None)
    second = make_table(club, "belote")

    def lines(**query: Any) -> list[str]:
        answer = client.get(address(club, "export_tables"), query)
        assert answer.streaming
        assert answer["Content-Type"].startswith("application/jsonl")
        return answer.getvalue().decode().splitlines(keepends=True)

    assert lines() == list(export(Table.objects.filter(pk__in=[first.pk, second.pk])))
    assert lines(season=winter.pk) == list(export(Table.objects.filter(pk=second.pk)))
    other = start_season(zoe.club, "Elsewhere", by=None)
    assert client.get(address(club, "export_tables"), {"season": other.pk}).status_code == 404


def test_scorers_and_directors_may_export_a_table(
    ada: Membership, boris: Membership, zoe: Membership, client_of: LogIn
) -> None:
    table = make_table(ada.club, "bridge")
    link = reverse("transfer:table_file", args=[table.pk])
    answer = client_of(boris).get(link)
    assert answer.content.decode() == "".join(export(Table.objects.filter(pk=table.pk)))
    assert "Table%201" in answer["Content-Disposition"]
    assert client_of(zoe).get(link).status_code == 404
    services.cancel_table(table, by=None)
    assert client_of(boris).get(link).status_code == 404


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_an_example_file_of_old_evenings_can_be_downloaded(kind: str, ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    answer = client.get(address(club, "evenings_template", kind))
    assert look(client, club, "evenings", answer.content).context["found"].tables == 2
    if kind == "xlsx":
        assert load_workbook(BytesIO(answer.content)).active["A2"].number_format == "yyyy-mm-dd"
    assert client.get(address(club, "evenings_template", "pdf")).status_code == 404


def test_only_directors_may_import_and_export_a_club(
    ada: Membership, boris: Membership, zoe: Membership, client_of: LogIn
) -> None:
    club = ada.club
    read = [address(club, name, *more) for name, *more in (("data",), ("export_tables",), ("evenings_template", "csv"))]
    write = [address(club, name) for name in ("import_tables", "import_evenings", "import_results")]
    for who, status in ((ada, 200), (boris, 403), (zoe, 404)):
        assert {client_of(who).get(link).status_code for link in read} == {status}
        assert {client_of(who).post(link).status_code for link in write} == {422 if status == 200 else status}
    assert {client_of(ada).get(link)["Location"] for link in write} == {address(club, "data")}
    link = f'href="{address(club, "data")}"'
    assert link in client_of(ada).get(reverse("play:tables", args=[club.pk])).content.decode()
    assert link not in client_of(boris).get(reverse("play:tables", args=[club.pk])).content.decode()


def test_an_old_evening_is_marked_in_lists_and_on_its_sheet_and_can_be_corrected(
    ada: Membership, client_of: LogIn
) -> None:
    client, club = client_of(ada), ada.club
    content = EVENINGS.replace(b",1,", b",Christmas,")
    confirm(client, club, "evenings", look(client, club, "evenings", content).context["signed"])
    table = club.tables.get()
    assert "points only" in client.get(reverse("play:tables", args=[club.pk])).content.decode()
    sheet = client.get(reverse("play:table", args=[table.pk])).content.decode()
    assert "Total of the evening" in sheet
    assert "not a hand" in sheet
    assert "Christmas" in sheet
    link = reverse("play:correct", args=[table.pk, 1])
    page = client.get(link)
    assert "Total of the evening" in page.content.decode()
    form = page.context["form"]
    data = {name: form[name].value() for name in ("key", "number", "layout", "why")} | {"points_0": "50"}
    assert client.post(link, data).status_code == 302
    assert table.hands.get().points == [50, 0, 0, 0]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_page_of_an_old_evening_can_be_read(game: GameConfig, ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    names = [f"Player {seat}" for seat in range(game.seat_counts[-1])]
    lines = "".join(f"\n2019-03-12,{game.slug},,{name},{(-1) ** seat * 4000}" for seat, name in enumerate(names))
    confirm(client, club, "evenings", look(client, club, "evenings", (HEADER + lines).encode()).context["signed"])
    table = club.tables.get()
    for name, more in (
        ("play:table", []),
        ("play:hand", [1]),
        ("play:correct", [1]),
        ("play:rules", []),
        ("transfer:sheet_file", ["csv"]),
    ):
        assert client.get(reverse(name, args=[table.pk, *more])).status_code == 200
    services.reopen_table(table, by=None)
    assert client.get(reverse("play:table", args=[table.pk])).status_code == 200


def test_the_preview_takes_as_many_queries_for_many_lines_as_for_few(
    ada: Membership, client_of: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client, club = client_of(ada), ada.club
    counts = []
    for tables in (2, 40):
        records = [changed(id=str(number)) for number in range(tables)]
        with django_assert_max_num_queries(15) as asked:
            assert look(client, club, "tables", file_of(*records)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_file_of_today_is_imported_into_a_club_founded_today(ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    now = timezone.now()
    record = changed(season="Autumn", opened_at=(now - timedelta(hours=1)).isoformat(), closed_at=now.isoformat())
    page = look(client, club, "tables", file_of(record))
    assert "new season, ended" not in page.content.decode()
    confirm(client, club, "tables", page.context["signed"])
    assert club.tables.get().season == club.seasons.open().get()
