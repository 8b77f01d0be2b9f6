"""The measurements can be taken. Tests do not judge the results."""

from contextlib import nullcontext
from pathlib import Path

import pytest
from django.db import connections

from scorer.play.services import record_hand
from scorer.registry import all_games
from tests.bench import (
    contests,
    evenings,
    federation,
    growing,
    hall,
    loading,
    machine,
    measuring,
    nginx,
    overloading,
    report,
    rooms,
    seasons,
    served_from,
    tapping,
    waiting,
)
from tests.bench.crowd import Hand
from tests.bench.crowds import Crowd, Played

NONE = ("unacknowledged", "lost", "doubled", "wrong", "unheard")


def names_in(printed: str) -> set[str]:
    lines = [line.split() for line in printed.splitlines()]
    assert all(float(value) > 0 and unit.isalpha() for _name, value, unit in lines)
    names = {name for name, _value, _unit in lines}
    assert len(names) == len(lines)
    return names


@pytest.mark.django_db
def test_every_game_is_measured_and_every_line_has_a_name_a_value_and_a_unit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report(measuring.save_times([2, 3], rounds=1))
    report(measuring.query_counts(2))
    report(measuring.page_weights(2))
    report(measuring.sheet_times([5], rounds=1))

    names = names_in(capsys.readouterr().out)
    for game in all_games():
        usual = f"{game.slug}-{game.default_variant}"
        assert {
            f"save.{usual}.3/2",
            f"queries.{game.slug}.save",
            f"weight.{game.slug}.all",
            f"correction.{game.slug}.5.processor",
        } <= names


@pytest.mark.django_db
def test_a_large_club_is_compared_with_a_new_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growing, "served_from", lambda _name: nullcontext())  # one database is enough here
    empty, full = (growing.Site.furnished(name, 3) for name in ("empty", "full"))
    report(growing.past(full, 60))
    queries = {name: value for name, value, _unit in growing.query_counts(empty, full)}
    report(growing.page_times(empty, full, 1))
    report(growing.board_times(full, 1))

    names = names_in(capsys.readouterr().out)
    assert {"past.written", "page.club.full/empty", "board.start", "board.all.first", "board.player.again"} <= names
    for game in all_games():
        assert {f"page.sheet.{game.slug}.full", f"board.{game.slug}.after-a-hand"} <= names
        assert queries[f"queries.board.{game.slug}.empty"] == queries[f"queries.board.{game.slug}.full"] > 0
    assert queries["queries.page.club.empty"] == queries["queries.page.club.full"] > 0


@pytest.mark.django_db(transaction=True)
def test_a_small_hall_is_measured_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"ON_A_SHEET": 2, "TO_COME": 6, "TURNS": 1, "SAVES": 1, "INSERTS": 1, "HANDS": 1, "PACE": 0.1, "IDLE": 0.1}
    for name, value in few.items():
        monkeypatch.setattr(loading, name, value)
    names = {name: value for name, value, _unit in loading.load(tables=len(all_games()), rounds=1, sheets=[2], hands=1)}
    assert names["load.sqlite.survives-power-cuts"] == 0  # tests wait for no disk
    assert names["load.sqlite.streams"] == 4 * len(all_games())
    assert {"load.sqlite.news.median", "load.sqlite.news.fragment.p95", "load.sqlite.writing.flat-out.p99"} <= set(
        names
    )
    for game in all_games():
        sheet = f"load.sqlite.save.{game.slug}-{game.default_variant}.slowest/quickest"
        assert {f"load.sqlite.save/insert.{game.slug}", sheet} <= names.keys()


def test_events_are_planned_and_ranked(capsys: pytest.CaptureFixture[str]) -> None:
    report(contests.plans(players=12, rounds=3, times=1))
    report(contests.rankings(tables=3, deals=4, players=8, rounds=2, crowd=400, times=1))
    assert {
        "plan.mitchell.26.processor",
        "plan.draw.fours.12x3.processor",
        "plan.swiss.12.round-3.processor",
        "rank.matchpoints.3x4.processor",
        "rank.matchpoints.400x4.lines.processor",
        "rank.total.8x2.processor",
        "rank.deal.400.processor",
    } <= names_in(capsys.readouterr().out)


def test_the_load_of_the_machine_is_measured_too(capsys: pytest.CaptureFixture[str]) -> None:
    report(machine("after"))
    assert [line.split()[::2] for line in capsys.readouterr().out.splitlines()] == [
        ["machine.load.after", "processes"],
        ["machine.additions.after", "ms"],
    ]


def test_a_thread_uses_the_database_it_is_given() -> None:
    usual = connections["default"]
    other = connections["other"] = usual.copy("other")
    try:
        with served_from("other"):
            assert connections["default"] is other
        assert connections["default"] is usual
    finally:
        del connections["other"]


@pytest.mark.django_db
def test_a_small_room_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    report(rooms.rooms(stations=4, times=2))
    assert {
        "round.start.4.processor",
        "round.end.4.processor",
        "console.4.processor",
        "around.4.processor",
        "save.event/ordinary",
    } <= names_in(capsys.readouterr().out)


@pytest.mark.django_db
def test_a_small_evening_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    report(evenings.evenings({10: 2}, times=1))
    names = names_in(capsys.readouterr().out)
    for what in ("ranking", "page.director", "page.member"):
        for when in ("from-nothing", "after-a-hand", "unchanged"):
            assert {f"event.{what}.10x6.{when}.queries", f"event.{what}.10x6.{when}.processor"} <= names


@pytest.mark.django_db
def test_a_small_season_is_measured() -> None:
    season = seasons.PlayedSeason(events=2, tables=4, rounds=2)
    lines = {name: value for name, value, _unit in [*season.counts(), *season.page_times(1), *season.newer_parts(1)]}
    assert (lines["season.events"], lines["season.players"], lines["season.hands"]) == (2, 16, 40)
    assert lines["season.championship.again.queries"] < lines["season.championship.first.queries"]
    assert lines["season.player.again.whole/without"] > 0
    assert lines["season.statistics.again.queries"] <= lines["season.statistics.after-a-correction.queries"]


@pytest.mark.django_db(transaction=True)
def test_a_small_room_waits_for_a_round() -> None:
    lines = {name: value for name, value, _unit in waiting.waiting(stations=4, phones=10)}
    told, where, sheet = (lines[f"waiting.sqlite.{name}.last"] for name in ("told", "where", "sheet"))
    assert 0 < told < where < sheet
    assert lines["waiting.sqlite.asking.processor"] > 0


@pytest.mark.django_db(transaction=True)
def test_a_cheap_phone_is_measured() -> None:
    slug = all_games()[0].slug
    lines = {name: value for name, value, _unit in tapping.phones([slug], sizes=[2], saves=1, evening=1)}
    assert lines[f"phone.{slug}.2.tap.elements"] > 0
    assert lines[f"phone.{slug}.2.own-row"] > tapping.LATENCY
    assert lines[f"phone.{slug}.2.layout-shift"] >= 0
    assert lines[f"phone.{slug}.evening.1.bytes"] > 1000 * lines[f"phone.{slug}.evening.1.requests"] > 0


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Make everything small, and let the commands of the evening write elsewhere."""
    monkeypatch.setenv("DATA", str(tmp_path))
    for name, value in {"ON_A_SHEET": 2, "TO_COME": 40, "PROBE_SECONDS": 0.5, "THEN": 0.1}.items():
        monkeypatch.setattr(overloading, name, value)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("few")
def test_a_small_overload_is_measured() -> None:
    lines = {name: value for name, value, _unit in overloading.overload(tables=6, seconds=1, processes=1)}
    assert lines["hands"] >= lines["carries"] > 0
    assert lines["limit/twice"] > 0
    assert lines["save.after"] > 0
    assert [lines[name] for name in NONE] == [0] * len(NONE)


@pytest.mark.skipif(nginx.PROGRAM is None, reason=nginx.MISSING)
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("few")
def test_phones_of_a_small_federation_go_on_after_a_kill_and_an_upgrade(tmp_path: Path) -> None:
    site = federation.Federation(clubs=2, tables=1, hands=1, playing=2, rate=2, seconds=1)
    lines = {name: value for name, value, _unit in site.evening(tmp_path, moves=False)}
    assert {"clubs.normal.p95", "clubs.kill.took", "clubs.upgrade.last-listens-again"} <= set(lines)
    assert lines["clubs.evening.hands"] == 2 * 4  # normal, kill, upgrade, after
    assert [lines[f"clubs.evening.{name}"] for name in NONE] == [0] * len(NONE)


@pytest.mark.django_db
def test_a_save_among_many_clubs_is_compared_with_one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (growing, federation):
        monkeypatch.setattr(module, "served_from", lambda _name: nullcontext())  # one database is enough here
    for name, value in {"ROUNDS": 1, "ON_A_SHEET": 2}.items():
        monkeypatch.setattr(federation, name, value)
    site = federation.Federation(clubs=2, tables=1, hands=1, playing=1, rate=1, seconds=1)
    lines = {name: value for name, value, _unit in site.costs()}
    assert lines["clubs.save.statements.one"] == lines["clubs.save.statements.many"] > 0
    assert lines["clubs.page.many/one"] > 0


@pytest.mark.django_db
def test_hands_that_are_lost_or_doubled_and_phones_that_hear_nothing_are_found_out() -> None:
    club = measuring.found_club().club
    game = all_games()[0]
    desks = hall.desks_of(club, hall.evening_of(club, game, game.default_variant, 2, 2), 1)
    with Crowd(0, desks, ["127.0.0.1"]) as crowd:
        played = Played([[Hand(acknowledged=1.0)]], [[desks[0].table.version]], [[]])
        assert (crowd.lost_and_doubled(played), crowd.unheard(played)) == ((1, 0), 0)
        record_hand(desks[0].table, desks[0].evening.entries[0], by=None, key=None)
        assert (crowd.lost_and_doubled(played), crowd.unheard(played)) == ((1, 1), 1)
