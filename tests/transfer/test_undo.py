"""Imports run in chunks, between which others can save, and can be undone."""

import contextvars
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from time import monotonic, process_time
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction

from scorer.club.models import Club, Membership, Player, Season
from scorer.club.services import start_season
from scorer.db import lock_timeouts
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Score, Seat, Table
from scorer.transfer import chunks, importing
from scorer.transfer.chunks import Interrupted
from scorer.transfer.importing import import_file
from scorer.transfer.models import Import, ImportedTable
from scorer.transfer.undo import Undone, preview, undo
from tests.damage import all_faults
from tests.factories import PlayerFactory
from tests.transfer.test_tables import BOARD, RECORD, Record, changed, file_of, source, take

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MOST = 0.2
"""Seconds for which others may be kept from saving."""


def some(count: int = 5) -> list[Record]:
    return [changed(id=str(number)) for number in range(count)]


def rows() -> dict[str, int]:
    """Count the rows of everything but the log and the imports themselves."""
    models = [*apps.get_app_config("play").get_models(), *apps.get_app_config("bridge").get_models()]
    return {model.__name__: model._default_manager.count() for model in (*models, Player, Season, ImportedTable)}


def whole() -> bool:
    return list(all_faults()) == []


def logged(kind: Revision.Kind) -> list[str]:
    return list(Revision.objects.filter(kind=kind).values_list("action", flat=True))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a chunk no larger than a table or two."""
    monkeypatch.setattr(importing, "LINES_PER_CHUNK", 10)
    monkeypatch.setattr(importing, "PLAYERS_PER_CHUNK", 3)


def before_chunk(monkeypatch: pytest.MonkeyPatch, number: int, do: Callable[[], Any]) -> None:
    """Call `do` before chunk `number` is stored."""
    prepared, calls = importing.score_tables, []

    def prepares(tables: Any) -> Any:
        calls.append(tables)
        if len(calls) == number:
            do()
        return prepared(tables)

    monkeypatch.setattr(importing, "score_tables", prepares)


def interrupts(error: BaseException) -> Callable[[], None]:
    def breaks() -> None:
        raise error

    return breaks


# What has come in


def test_undo_removes_everything_that_was_imported_and_is_logged(club: Club, ada: Membership) -> None:
    before = rows()
    record = import_file(club, source(club, file_of(*some())), by=ada.user).record
    assert record
    assert rows()["Score"] > 0
    assert preview(record) == undo(record, by=ada.user) == Undone(tables=5, hands=10)
    assert rows() == before
    assert whole()
    assert logged(Revision.Kind.TABLE) == ["import"] * 5 + ["remove"] * 5
    assert logged(Revision.Kind.PLAYER) == ["add"] * 4 + ["remove"] * 4
    assert logged(Revision.Kind.SEASON)[-2:] == ["start", "remove"]
    assert logged(Revision.Kind.IMPORT) == ["import", "undo"]
    said = Revision.objects.get(action="undo")
    assert (said.actor_id, said.after) == (ada.user.pk, {"tables": 5, "hands": 10})
    assert not club.imports.to_undo().exists()


def test_undo_twice_does_nothing_and_the_file_can_be_imported_again(club: Club) -> None:
    record = changed(id="5gpn0v2h7k3qa")
    first = take(club, file_of(record)).record
    assert first
    undo(first, by=None)
    assert undo(first, by=None) == Undone()
    assert take(club, file_of(record)).tables == 1
    assert take(club, file_of(record)).existing == 1
    assert club.tables.get().pk
    assert whole()


def test_a_table_changed_since_the_import_is_kept_with_all_that_it_needs(club: Club) -> None:
    record = take(club, file_of(*some(2), changed(id="other", seats=renamed("Emil"), season="Older"))).record
    assert record
    kept, *_others = club.tables.filter(season__name="Long ago")
    services.void_hand(kept.hands.get(number=1), by=None)
    assert preview(record) == undo(record, by=None) == Undone(tables=2, hands=4, kept=1)
    assert club.tables.get() == kept
    assert set(club.players.values_list("name", flat=True)) == {"Ada", "Boris", "Chloé", "Dirk"}
    assert "Older" not in club.seasons.values_list("name", flat=True)
    assert whole()
    assert take(club, file_of(*some(2))).existing == 1


def renamed(*names: str) -> list[Record]:
    return [seat | {"name": name} for seat, name in zip(RECORD["seats"], names, strict=False)] + RECORD["seats"][
        len(names) :
    ]


def test_players_who_play_elsewhere_stay_on_the_roster(club: Club, ada: Membership) -> None:
    record = take(club, file_of(RECORD)).record
    assert record
    names = ("Ada", "Boris", "Chloé")
    players = [club.players.get(name=name) for name in names] + [PlayerFactory(club=club, name="Eva")]
    config = club.tables.get().config
    services.open_table(club, config, config.rules.PRESETS["duplicate"], players, first_dealer=1, by=None)
    undo(record, by=None)
    assert set(club.players.values_list("name", flat=True)) == {*names, "Eva"}
    assert whole()


@pytest.mark.parametrize("needed", [False, True])
def test_undo_restores_the_dates_of_a_season_unless_a_table_needs_the_new_ones(needed: bool, club: Club) -> None:
    season = start_season(club, "Long ago", starts=date(2019, 4, 1), ends=date(2019, 5, 1), by=None)
    record = take(club, file_of(RECORD)).record
    assert record
    season.refresh_from_db()
    assert season.starts.isoformat() == "2019-03-12"
    if needed:
        take(club, file_of(changed(id="another")))
    undo(record, by=None)
    season.refresh_from_db()
    assert season.starts.isoformat() == ("2019-03-12" if needed else "2019-04-01")


# While it comes in


@pytest.mark.parametrize("error", [RuntimeError("out of power"), KeyboardInterrupt()])
def test_an_interrupted_import_leaves_nothing_behind(
    error: BaseException, club: Club, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows()
    before_chunk(monkeypatch, 3, interrupts(error))
    with pytest.raises(type(error)):
        take(club, file_of(*some(6)))
    assert rows() == before
    assert whole()
    assert logged(Revision.Kind.TABLE) == ["import"] * 4 + ["remove"] * 4
    assert logged(Revision.Kind.IMPORT) == ["undo"]


def test_a_killed_import_can_be_completed_or_undone(club: Club, small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(importing, "undo", lambda *_args, **_options: None)  # a killed process does nothing more
        before_chunk(killed, 3, interrupts(SystemExit()))
        with pytest.raises(SystemExit):
            take(club, file_of(*some(6)))
    assert Import.objects.get().state == Import.State.IMPORTING
    assert (club.tables.count(), whole()) == (4, True)
    assert list(club.imports.unfinished()) == [Import.objects.get()]
    found = take(club, file_of(*some(6)))
    assert (found.tables, found.existing, club.tables.count()) == (2, 4, 6)
    for record in club.imports.to_undo():
        undo(record, by=None)
    assert not club.tables.exists()
    assert not club.players.exists()


def test_undoing_a_running_import_ends_it(club: Club, small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows()
    before_chunk(monkeypatch, 2, lambda: undo(Import.objects.get(), by=None))
    with pytest.raises(Interrupted):
        take(club, file_of(*some(6)))
    assert rows() == before
    assert whole()


def test_two_imports_of_the_same_file_at_once_store_it_once(
    club: Club, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before_chunk(monkeypatch, 1, lambda: take(club, file_of(*some(1))))
    assert take(club, file_of(*some(4))).tables == 3
    assert club.tables.count() == 4
    assert whole()


def test_merging_two_of_its_players_meanwhile_interrupts_an_import(
    club: Club, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def merges() -> None:
        one, other = (club.players.get(name=name) for name in ("Ada", "Boris"))
        Player.objects.filter(pk=other.pk).update(merged_into=one, active=False)

    before_chunk(monkeypatch, 2, merges)
    with pytest.raises(Interrupted):
        take(club, file_of(*some(6)))
    assert not Table.objects.exists()


def test_each_chunk_waits_for_the_lock_as_long_as_a_new_request(
    club: Club, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    store = importing.store_tables

    def stores(*args: Any, **options: Any) -> None:
        waits.append(lock_timeouts.remaining(20))
        now = monotonic() + 60
        monkeypatch.setattr(lock_timeouts, "monotonic", lambda: now)
        store(*args, **options)

    def bring_in() -> None:
        lock_timeouts.start_request(read_only=False)
        take(club, file_of(*some(6)))

    monkeypatch.setattr(lock_timeouts, "monotonic", monotonic)
    monkeypatch.setattr(importing, "store_tables", stores)
    contextvars.copy_context().run(bring_in)
    assert len(waits) == 3
    assert min(waits) > lock_timeouts.WRITE_SECONDS / 2


def test_a_file_without_anything_new_makes_no_import(club: Club) -> None:
    take(club, file_of(RECORD))
    assert take(club, file_of(RECORD)).record is None
    assert Import.objects.count() == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only there one lock is everybody's")
@pytest.mark.django_db(transaction=True)
def test_neither_import_nor_undo_blocks_other_writers_for_long(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured in processor time, since other tests run at the same time."""
    held: list[float] = []

    @contextmanager
    def timed() -> Iterator[None]:
        with transaction.atomic():
            began = process_time()
            yield
        held.append(process_time() - began)

    monkeypatch.setattr(chunks, "transaction", SimpleNamespace(atomic=timed))
    lines = [{"entry": BOARD | {"board": number}} for number in range(1, 31)]
    content = file_of(*(changed(id=str(number), lines=lines) for number in range(100)))
    record = take(club, content).record
    assert record
    coming = max(held)
    assert len(held) > 3000 / chunks.LINES_PER_CHUNK
    held.clear()
    undo(record, by=None)
    assert (Hand.objects.count(), Seat.objects.count(), Score.objects.count()) == (0, 0, 0)
    assert coming < MOST > max(held)
