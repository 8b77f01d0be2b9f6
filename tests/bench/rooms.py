"""The cost of directing a large room: a round that starts and ends, its console, and a save at one of its tables."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from http import HTTPStatus
from statistics import median
from time import process_time

from django.test import Client
from django.urls import reverse

from scorer.club.models import Club
from scorer.events import services
from scorer.events.models import Event, Round, Sitting
from scorer.events.planning.proposals import proposals
from scorer.play.models import Table
from scorer.registry import all_games
from tests.bench import Line
from tests.bench.measuring import browser_of, found_club
from tests.contract.test_table import HTMX, all_warnings, ask
from tests.factories import PlayerFactory, make_table

ROUNDS, DEALS = 9, 3


def rooms(stations: int, times: int) -> Iterator[Line]:
    director = found_club()
    client, event = browser_of(director), room(director.club, stations)
    starts, ends = [], []
    for _ in range(min(times, event.planned_rounds.count() - 1)):
        starts.append(_processor(lambda: services.start_round(event, by=None)))
        ends.append(_processor(lambda: services.end_round(event, by=None)))
    yield f"round.start.{stations}.processor", median(starts) * 1000, "ms"
    yield f"round.end.{stations}.processor", median(ends) * 1000, "ms"
    started = services.start_round(event, by=None)
    page = reverse("events:event", args=[event.club_id, event.pk])
    client.get(page)
    consoles = [_processor(lambda: client.get(page)) for _ in range(times)]
    yield f"console.{stations}.processor", median(consoles) * 1000, "ms"
    sitting = Sitting.objects.select_related("table").get(round=started, station=1)
    around = reverse("events:around", args=[sitting.table_id])
    client.get(around)
    yield (
        f"around.{stations}.processor",
        median(_processor(lambda: client.get(around)) for _ in range(times)) * 1000,
        "ms",
    )
    yield from saves(client, started, times)


def saves(client: Client, started: Round, times: int) -> Iterator[Line]:
    """The first save at each of so many stations, compared with one at an ordinary table. They take turns."""
    sittings = list(started.sittings.select_related("table__club")[: times + 1])
    events, ordinary = [], []
    for number, sitting in enumerate(sittings, start=1):
        assert sitting.table
        events.append(_time_of_a_save(client, sitting.table, sitting.deals[0]))
        ordinary.append(
            _time_of_a_save(client, make_table(sitting.table.club, sitting.table.config, number=1000 + number), number)
        )
    event, usual = median(events[1:]), median(ordinary[1:])  # the first ones warm up
    yield "save.event.processor", event * 1000, "ms"
    yield "save.event/ordinary", event / usual, "times"


def room(club: Club, stations: int) -> Event:
    """Pairs at so many stations, with a plan."""
    game = next(game for game in all_games() if game.events and game.rules.deal_fields(1))
    assert game.events
    values = {"preset": game.default_variant, "comparison": game.events.comparisons[0].name, "per_round": DEALS}
    event = services.create_event(club, game, name="Room", rounds=min(ROUNDS, stations - 1), **values, by=None)
    players = PlayerFactory.create_batch(4 * stations, club=club)
    for pair in range(2 * stations):
        services.sign_up(event, players[2 * pair : 2 * pair + 2], by=None)
    services.choose_plan(event, proposals(event, 2 * stations)[0], by=None)
    event.refresh_from_db()
    return event


def _time_of_a_save(client: Client, table: Table, deal: int) -> float:
    entry = replace(table.config.rules.EXAMPLES[0].entry, **table.config.rules.deal_fields(deal))
    client.get(reverse("play:table", args=[table.pk]))  # as every browser does before
    data = ask(table, entry) | {"seen": all_warnings(table, entry)}
    began = process_time()
    answer = client.post(reverse("play:record", args=[table.pk]), data, **HTMX)
    taken = process_time() - began
    assert answer.status_code == HTTPStatus.OK, answer.content
    return taken


def _processor(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began
