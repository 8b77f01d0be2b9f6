"""The measurements, on the configured database."""

import gzip
import re
from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from statistics import median
from time import perf_counter, process_time
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorer.club.models import Club, Membership, Role
from scorer.play import services
from scorer.play.models import Hand, Score, Table
from scorer.play.selectors import notices_of
from scorer.play.services import next_number
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games
from tests.bench import Line
from tests.contract.conftest import sheet_of
from tests.contract.test_table import HTMX, all_warnings, ask, form_data, stored, table_with
from tests.factories import ClubFactory, MembershipFactory, SeasonFactory


def found_club() -> Membership:
    """A club with an open season, and its director."""
    club: Club = ClubFactory()
    SeasonFactory(club=club)
    director: Membership = MembershipFactory(club=club, role=Role.DIRECTOR)
    return director


def browser_of(membership: Membership) -> Client:
    client = Client(SERVER_NAME="localhost", headers={"accept-encoding": "gzip"})
    client.force_login(membership.user)
    return client


def save_times(sizes: Sequence[int], rounds: int) -> Iterator[Line]:
    """Yield the median milliseconds of a save by htmx, from request to response, on sheets of these sizes.

    Both wall-clock time and processor time are measured. The ratios are of processor time, which other programs affect
    less. The sizes take turns, so that a slow moment of the machine affects all of them.
    """
    director = found_club()
    client = browser_of(director)
    for game, preset in usual_and_remembering():
        tables = {size: table_with(director.club, game, size, preset) for size in sizes}
        for table in tables.values():
            _time_of_a_save(client, table)  # warm up
        times: dict[int, list[tuple[float, float]]] = {size: [] for size in sizes}
        for _ in range(rounds):
            for size, table in tables.items():
                times[size].append(_time_of_a_save(client, table))
        name = f"save.{game.slug}-{preset}"
        processor = {}
        for size in sizes:
            clock, processor[size] = (median(column) for column in zip(*times[size], strict=True))
            yield f"{name}.{size}", clock * 1000, "ms"
            yield f"{name}.{size}.processor", processor[size] * 1000, "ms"
        smallest, *larger = sizes
        for size in larger:
            yield f"{name}.{size}/{smallest}", processor[size] / processor[smallest], "times"


def usual_and_remembering() -> Iterator[tuple[GameConfig, str]]:
    """Yield each game with its default variant, and with those that replay the sheet at every save."""
    for game in all_games():
        for preset, variant in game.rules.PRESETS.items():
            if preset == game.default_variant or game.rules.remembers(variant):
                yield game, preset


def next_hand(table: Table) -> tuple[str, dict[str, Any]]:
    """Return the URL and the data of the form for the table's next hand. Its warnings count as seen."""
    variant = table.config.table_model.objects.get(table=table).variant
    entry = sheet_of(table.config, variant, table.size, next_number(table))[-1]
    notices_of(TableContext(table))  # as every browser does before; the server then has the sheet in its cache
    return reverse("play:record", args=[table.pk]), ask(table, entry) | {"seen": all_warnings(table, entry)}


def _time_of_a_save(client: Client, table: Table) -> tuple[float, float]:
    """Return wall-clock time and processor time, in seconds."""
    address, data = next_hand(table)
    clock, processor = perf_counter(), process_time()
    answer = client.post(address, data, **HTMX)
    taken = perf_counter() - clock, process_time() - processor
    assert answer.status_code == HTTPStatus.OK, answer.content
    _take_away(table.hands.get(number=data["number"]))
    return taken


def sheet_times(sizes: Sequence[int], rounds: int) -> Iterator[Line]:
    """Yield median milliseconds of processor time: for the page of a sheet, for a correction of hand 3 with the
    redirect to the sheet, for one on the sheet itself, and for the update that another page then fetches."""
    director = found_club()
    client = browser_of(director)
    for game in all_games():
        for size in sizes:
            table = table_with(director.club, game, size)
            page = reverse("play:table", args=[table.pk])
            client.get(page)  # the server has the sheet in its cache, as during an evening
            sheets = [processor_time(lambda page=page: client.get(page)) for _ in range(rounds)]
            yield f"sheet.{game.slug}.{size}.processor", median(sheets) * 1000, "ms"
            corrections = [_time_of_a_correction(client, table) for _ in range(rounds)]
            for name, column in zip(CORRECTIONS, zip(*corrections, strict=True), strict=True):
                yield f"{name}.{game.slug}.{size}.processor", median(column) * 1000, "ms"


CORRECTIONS = ("correction", "correction-here", "after-correction")


def _time_of_a_correction(client: Client, table: Table) -> tuple[float, float, float]:
    """Return the seconds for giving hand 3 the values of another hand, for doing so on the sheet, and for another page
    to show it."""
    address = reverse("play:correct", args=[table.pk, 3])
    data = _other_values(table)
    first = processor_time(lambda: client.post(address, data), HTTPStatus.FOUND)
    again = _other_values(table) | {"here": "1"}
    here = processor_time(lambda: client.post(address, again, **HTMX))
    changes = reverse("play:changes", args=[table.pk])
    return first, here, processor_time(lambda: client.get(changes, {"since": table.version}, **HTMX))


def _other_values(table: Table) -> dict[str, Any]:
    """Return the data of a correction that gives hand 3 the values of another hand."""
    table.refresh_from_db()
    hand = table.hands.get(number=3)
    entries = [stored(other) for other in table.hands.filter(number__lt=6)]
    entry = next(other for other in entries if other != stored(hand))
    table_context = TableContext(table, at=3)
    form = table_context.game.form_class(None, entry)(table_context=table_context)
    warnings = {warning.code for warning in table_context.warnings(entry, instead_of=3)}
    seen = {"seen": " ".join(warnings), "why": "typed wrong", "basis": hand.version}
    return form_data(table_context.game, entry, form) | seen


def processor_time(ask: Callable[[], Any], status: int = HTTPStatus.OK) -> float:
    began = process_time()
    response = ask()
    taken = process_time() - began
    assert response.status_code == status, response.content
    return taken


def _take_away(hand: Hand) -> None:
    """Delete the hand, so that the sheet keeps its size. The site itself never deletes hands."""
    Score.objects.filter(hand=hand).delete()
    hand.table.config.hand_model.objects.filter(hand=hand).delete()
    hand.delete()


def query_counts(hands: int) -> Iterator[Line]:
    """Yield the number of queries of each page of a table and of a save, in every game. BEGIN and COMMIT count too."""
    director = found_club()
    client = browser_of(director)
    for game in all_games():
        table = table_with(director.club, game, hands)
        second = stored(table.hands.get(number=2))
        services.correct_hand(table.hands.get(number=1), second, by=director.user, why="typed wrong")
        for page, args in (("table", []), ("progress", []), ("hand", [2]), ("correct", [2]), ("rules", [])):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(reverse(f"play:{page}", args=[table.pk, *args])).status_code == HTTPStatus.OK
            yield f"queries.{game.slug}.{page}", len(asked), "queries"
        address, data = next_hand(table)
        with CaptureQueriesContext(connection) as asked:
            assert client.post(address, data, **HTMX).status_code == HTTPStatus.OK
        yield f"queries.{game.slug}.save", len(asked), "queries"


def page_weights(hands: int) -> Iterator[Line]:
    """Yield the bytes of a sheet with all its files, compressed: what a phone with an empty cache loads."""
    director = found_club()
    client = browser_of(director)
    for game in all_games():
        page = client.get(reverse("play:table", args=[table_with(director.club, game, hands).pk]))
        static = re.findall(r'(?:src|href)="(/static/[^"]+)"', gzip.decompress(page.content).decode())
        parts = [page, *(client.get(address) for address in static)]
        assert static
        assert all(part.status_code == HTTPStatus.OK for part in parts)
        yield f"weight.{game.slug}.sheet", len(page.content), "bytes"
        yield f"weight.{game.slug}.all", sum(len(b"".join(part)) for part in parts), "bytes"
