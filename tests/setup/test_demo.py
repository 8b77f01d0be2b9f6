"""The demo is a plausible club, and the same for the same seed."""

import io
import json
import re
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorer.audit.check import faults, faults_of, site_faults
from scorer.club.models import Club, Membership, Player, Role, Season
from scorer.events.contestants import contestants_by_number
from scorer.events.models import ContestantPlayer, Event, SittingSide
from scorer.events.results.event_results import EventResults
from scorer.events.results.sessions import qualifying_of, read_sessions, sessions_of
from scorer.events.results.squads import squads_of
from scorer.events.selectors.invitations import next_evenings
from scorer.events.selectors.overview import events_today
from scorer.events.states import Progress
from scorer.history.models import Revision
from scorer.play.models import Hand, Score, Seat, Table
from scorer.play.table_context import TableContext
from scorer.registry import all_games
from scorer.setup import demo as demo_module
from scorer.setup import demo_seasons
from scorer.setup.demo import A_SEASON, HOURS, NAMES, fill_club
from scorer.setup.demo_events import FINALISTS, PARTNERSHIPS, SQUAD, SQUADS_OF_LEAGUE
from scorer.setup.management.commands import demo as command
from scorer.setup.services import setup_path
from scorer.transfer.event_export import export_club
from tests.factories import ClubFactory, PlayerFactory, SeasonFactory

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=timezone.get_default_timezone())


def new_club(weeks: int = 0) -> Club:
    club: Club = ClubFactory()
    SeasonFactory(club=club, starts=(NOW - timedelta(weeks=weeks)).date())
    return club


def story(tables: list[Table]) -> list[Any]:
    """Return everything that depends on the seed: who sat where, and every line with its points."""
    return [
        [
            table.game,
            list(table.seats.values_list("position", "player__name", "since", "until")),
            list(table.hands.values_list("number", "kind", "dealer", "voided", "points")),
            sorted(Score.objects.filter(table=table).values_list("hand__number", "seat__position", "points")),
        ]
        for table in tables
    ]


def demo(**options: Any) -> str:
    out = io.StringIO()
    call_command("demo", stdout=out, **{"events": False} | options)
    return out.getvalue()


def test_a_demo_season_has_every_game_at_every_size_and_each_record_on_paper_without_a_fault(db: None) -> None:
    """At its open tables are all records that players keep on paper. Nobody sits at two tables at once."""
    club = new_club(weeks=16)
    tables = fill_club(club, hands=A_SEASON, at=NOW)

    assert Hand.objects.filter(table__club=club, kind="played").count() == A_SEASON
    for game in all_games():
        assert {table.size for table in tables if table.game == game.slug} == set(game.seat_counts)
    assert [fault for table in tables for fault in faults(table)] == []
    assert list(site_faults()) == []

    still_open = [table for table in tables if table.is_open]
    on_paper = [(table.game, TableContext(table).variant) for table in still_open if TableContext(table).has_paper]
    for game in all_games():
        usual = game.rules.PRESETS[game.default_variant]
        for variant in game.rules.PRESETS.values():
            is_a_record = game.rules.has_paper(variant) and not game.rules.has_paper(usual)
            assert on_paper.count((game.slug, variant)) == 1 or not is_a_record, game.slug
        assert any(table.game == game.slug for table in still_open), game.slug
    assert len({table.opened_at for table in still_open}) == 1

    evenings: dict[datetime, list[int]] = {}
    for table in tables:
        evenings.setdefault(table.opened_at, []).extend(table.seats.values_list("player", flat=True))
    assert all(len(players) == len(set(players)) for players in evenings.values())


@pytest.mark.parametrize("hands", [1, 5, 40, 77])
def test_exactly_the_requested_number_of_hands_is_played(hands: int, db: None) -> None:
    fill_club(new_club(weeks=3), hands=hands, at=NOW)
    assert Hand.objects.filter(kind="played").count() == hands
    assert Table.objects.open().exists()


def test_there_are_corrections_penalties_and_substitutes(db: None) -> None:
    fill_club(new_club(weeks=4), hands=80, at=NOW)
    actions = set(Revision.objects.values_list("action", flat=True))
    assert {"open", "record", "correct", "void", "substitute", "close"} <= actions
    assert Hand.objects.filter(kind="adjustment").exists()
    assert Seat.objects.filter(since__gt=1).exists()
    assert Table.objects.open().exists()
    assert Table.objects.closed().exists()


def test_the_same_seed_gives_the_same_evenings_in_another_club(db: None) -> None:
    first = story(fill_club(new_club(weeks=10), hands=25, at=NOW, seed=7))
    assert story(fill_club(new_club(), hands=25, at=NOW + timedelta(days=9), seed=7)) == first
    assert story(fill_club(new_club(weeks=10), hands=25, at=NOW, seed=8)) != first


def test_the_tables_are_spread_over_the_season(db: None) -> None:
    club = new_club(weeks=8)
    tables = fill_club(club, hands=120, at=NOW)
    days = {timezone.localdate(table.opened_at) for table in tables}
    assert len(days) > 2
    assert min(days) >= club.seasons.get().starts
    assert max(days) == NOW.date()
    for table in tables:
        times = [hand.entered_at for hand in table.hands.filter(closing=False)]
        assert times == sorted(times)
        assert table.opened_at < times[0]
        assert times[-1] < (table.closed_at or NOW) <= table.opened_at + HOURS


@pytest.mark.parametrize("hour", [0, 23])
def test_in_a_season_that_starts_today_everything_is_today(hour: int, db: None) -> None:
    at = NOW.replace(hour=hour, minute=10)
    tables = fill_club(new_club(), hands=25, at=at)
    assert {timezone.localdate(table.opened_at) for table in tables} == {at.date()}
    assert all(table.opened_at < at for table in tables)


def test_with_few_players_fewer_tables_are_open_at_the_same_time(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_module, "NAMES", NAMES[:10])
    tables = fill_club(new_club(weeks=9), hands=40, at=NOW)
    assert {len(table.seats.filter(since=1)) for table in tables} == {table.size for table in tables}
    together = Counter(table.opened_at for table in tables)
    assert set(together.values()) <= {1, 2}


def test_players_on_the_roster_are_used(db: None) -> None:
    club = new_club()
    known = {PlayerFactory(club=club, name=name.upper()).pk for name in NAMES}
    PlayerFactory(club=club, name="Dagmar")
    fill_club(club, hands=10, at=NOW)
    fill_club(club, hands=10, at=NOW, seed=2)
    assert club.players.count() == len(NAMES) + 1
    assert set(Seat.objects.values_list("player", flat=True)) <= known


def test_on_an_empty_site_the_command_creates_a_club_and_a_login(db: None) -> None:
    said = demo(hands=30)
    club = Club.objects.get()
    assert club.seasons.open().get().starts < timezone.localdate()
    assert setup_path() is None
    director = Membership.objects.get()
    assert (director.club, director.role) == (club, Role.DIRECTOR)
    *_rest, password = said.split()
    assert director.user.username in said
    assert director.user.check_password(password)
    assert "30 hands" in said


def test_the_command_fills_an_existing_club(ada: Membership) -> None:
    said = demo(hands=30)
    assert Club.objects.get() == ada.club
    assert Membership.objects.get() == ada
    assert Season.objects.get().name == "Autumn"
    assert ada.club.tables.exists()
    assert "No login was created" in said


def test_the_command_starts_a_season_if_none_is_open(ada: Membership) -> None:
    Season.objects.update(ends=timezone.localdate())
    demo(hands=10)
    assert Season.objects.count() == 2
    assert {table.season for table in Table.objects.all()} == {Season.objects.open().get()}


@pytest.mark.parametrize("hands", [0, -1, 10**9])
def test_an_invalid_number_of_hands_is_refused(hands: int, db: None) -> None:
    with pytest.raises(CommandError, match="from 1 to"):
        demo(hands=hands)
    assert not Club.objects.exists()


def test_if_the_demo_fails_nothing_is_created(db: None, django_user_model: Any) -> None:
    django_user_model.objects.create_user("demo")
    with pytest.raises(CommandError, match=r"This login is taken\."):
        demo(hands=10)
    assert not Club.objects.exists()
    assert not Player.objects.exists()


# Past seasons


@pytest.fixture
def short_seasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_seasons, "A_FULL_SEASON", 200)
    monkeypatch.setattr(demo_seasons, "NAMESAKES", 1)
    monkeypatch.setattr(demo_seasons, "A_BATCH", 3)


def tables_of_past(club: Club, **options: Any) -> list[Table]:
    return [table for batch in demo_seasons.fill_seasons(club, at=NOW, **options) for table in batch]


def test_many_hands_fill_earlier_seasons_without_a_fault(short_seasons: None, db: None) -> None:
    club = new_club(weeks=16)
    open_season = club.seasons.get()
    tables = tables_of_past(club, hands=500, room=150)

    assert Hand.objects.filter(kind="played").count() == 500
    seasons = list(club.seasons.order_by("starts"))
    assert [Hand.objects.filter(table__season=season).count() for season in seasons] == [150, 200, 150]
    assert seasons[-1] == open_season
    for before, after in pairwise(seasons):
        assert before.ends == after.starts - timedelta(days=1)
    for table in tables:
        assert table.season.starts <= timezone.localdate(table.opened_at)
        assert timezone.localdate(table.closed_at) <= (table.season.ends or NOW.date())
    assert list(faults_of(Table.objects.all())) == []
    assert list(site_faults()) == []


def test_the_same_seed_gives_the_same_past_seasons(short_seasons: None, db: None) -> None:
    first = story(tables_of_past(new_club(weeks=4), hands=300, seed=7))
    assert story(tables_of_past(new_club(weeks=4), hands=300, seed=7)) == first
    assert story(tables_of_past(new_club(weeks=4), hands=300, seed=8)) != first


def test_further_seasons_are_added_before_the_existing_ones(short_seasons: None, db: None) -> None:
    club = new_club(weeks=4)
    tables_of_past(club, hands=250)
    earliest = club.seasons.order_by("starts")[0]
    tables_of_past(club, hands=250, room=0)
    assert not club.seasons.filter(starts__lt=earliest.starts, ends__gte=earliest.starts).exists()
    assert club.seasons.filter(ends__lt=earliest.starts).exists()
    assert club.players.count() == len(NAMES)


def test_with_many_hands_the_command_fills_past_seasons_and_leaves_tables_open(
    short_seasons: None, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "ONE_BY_ONE", 20)
    monkeypatch.setattr(command, "A_SEASON", 30)
    monkeypatch.setattr(command, "A_FULL_SEASON", 200)
    said = demo(hands=300)
    assert Hand.objects.filter(kind="played").count() == 300
    assert Hand.objects.filter(table__season__ends=None).count() >= 200
    assert Table.objects.open().exists()
    assert "300 hands" in said
    assert list(faults_of(Table.objects.all())) == []


# Events


def test_the_command_makes_events_that_are_over_and_one_in_its_last_round(db: None) -> None:
    said = demo(hands=10, events=True)
    *over, running, first_next, second_next = Event.objects.order_by("state", "day")
    check_next_evenings([first_next, second_next], said)
    assert {event.state for event in over} == {Event.State.FINISHED}
    assert running.state == Event.State.RUNNING
    for event in (*over, running):
        ranked = EventResults(event).ranking.places
        assert sorted(one.standing.contestant for one in ranked) == list(range(1, event.contestants.count() + 1))
        assert f"{event}: {Progress(event).in_words}" in said
        assert event.season.starts <= event.day <= timezone.localdate()
        assert {timezone.localdate(round_.started_at) for round_ in event.planned_rounds.all()} == {event.day}
    assert [listed.event for listed in events_today(running.club)] == [running]
    assert running.planned_rounds.running().count() == 1
    assert not running.hand_records
    assert list(faults_of(Table.objects.all())) == []
    assert list(site_faults()) == []

    first, concours, teams, duplicate, second, league, individual, league_day, final = over
    of_deals = [first, teams, second, individual, final]
    assert [event.competes for event in of_deals] == ["sides", "teams", "sides", "players", "sides"]
    check_sessions(first, second, final)
    check_teams(teams)
    check_federation_numbers(individual)
    for event in of_deals:
        check_cards(event)
    check_competitions(concours, duplicate, league, league_day, running)


def check_competitions(concours: Event, duplicate: Event, league: Event, league_day: Event, squads: Event) -> None:
    """Each is of another game, and of its own kind."""
    events = [concours, duplicate, league, league_day, squads]
    assert len({event.game for event in events}) == len(events)
    assert concours.of_pairs
    assert concours.format == "swiss"
    assert concours.rulings.filter(line__has_key="forfeit").count() == 1
    assert EventResults(duplicate).comparison.by_deal
    assert league.is_settled
    assert league.comparison == "league"
    of_league, summed = (squads_of(EventResults(event), contestants_by_number(event)) for event in (league_day, squads))
    assert len(of_league) == SQUADS_OF_LEAGUE
    assert all(row.match_points for row in of_league)
    assert len([row for row in summed if row.place]) == len(NAMES) // SQUAD


def check_next_evenings(events: list[Event], said: str) -> None:
    """They are full, and somebody waits."""
    assert [evening.event for evening in next_evenings(events[0].club)] == events
    for event in events:
        assert f"{event}: Signing up" in said
        assert (event.contestants.count(), event.applicants.filter(looking=False).count()) == (event.limit, 1)
        assert event.applicants.filter(looking=True).count() == (2 if event.of_pairs else 0)


def check_sessions(first: Event, second: Event, final: Event) -> None:
    assert sessions_of(first) == qualifying_of(final) == [first, second]
    totals = read_sessions([first, second], EventResults).totals
    assert len(totals) == first.contestants.count()
    assert {len(total.sessions) for total in totals} == {2}
    assert final.contestants.count() == final.rulings.filter(carried=True).count() == FINALISTS


def check_teams(event: Event) -> None:
    """In each round, another partnership of a team rests."""
    assert str(event.contestants.get(number=1)) == "Team Ada"
    assert {contestant.players.count() for contestant in event.contestants.all()} == {6}
    sides = SittingSide.objects.filter(contestant__event=event, contestant__number=1).with_players()
    for number, resting in enumerate(PARTNERSHIPS, start=1):
        playing = [side.players_of(event, number) for side in sides.filter(sitting__round__number=number)]
        assert {place for places in playing for place in places} == {1, 2, 3, 4, 5, 6} - {*resting}


def check_federation_numbers(event: Event) -> None:
    numbers = {row.player.federation_number for row in ContestantPlayer.objects.filter(contestant__event=event)}
    assert len(numbers) == event.contestants.count()
    client = Client()
    client.force_login(Membership.objects.get().user)
    file = client.get(reverse("events:download", args=[event.club_id, event.pk, "event", "xml"])).content
    assert all(f">{number}<".encode() in file for number in numbers)


def check_cards(event: Event) -> None:
    """Most of those who play the same cards have a score for the same side."""
    lines = [line.result for line in EventResults(event).lines]
    played = Counter((result.deal, result.points[0] > 0) for result in lines if result.points)
    boards = {board for board, _side in played}
    assert {str(board) for board in boards} <= event.hand_records.keys()
    most = sum(max(played[board, True], played[board, False]) for board in boards)
    assert most > 0.7 * played.total()


IDS = {"id", "event", "table", "link", "series", "qualifying", "entry", "championship", "left_out"}
A_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[^ ]+")


def exported(seed: int, hands: int) -> list[str]:
    """Return the export of a demo that is rolled back, with its ids numbered in order and without its times."""
    ids: dict[Any, int] = {}

    def without_chance(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: without_chance(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [without_chance(one, key) for one in value]
        if key in IDS:
            return ids.setdefault(value, len(ids))
        return "" if isinstance(value, str) and A_MOMENT.fullmatch(value) else value

    with transaction.atomic():
        demo(hands=hands, seed=seed, events=True)
        lines = [json.dumps(without_chance(json.loads(line))) for line in export_club(Club.objects.get())]
        transaction.set_rollback(True)
    return lines


@pytest.mark.postgres
def test_the_same_seed_gives_the_same_export_apart_from_ids_and_times(db: None) -> None:
    first = exported(7, A_SEASON)
    assert sum('"comparison"' in line for line in first) == 12
    assert exported(7, A_SEASON) == first


def test_tables_of_one_evening_have_the_same_order_in_every_export(short_seasons: None, db: None) -> None:
    """The newest tables are saved one by one, and those before them in batches, maybe on the same evenings."""
    tables = [*fill_club(club := new_club(weeks=1), hands=40, at=NOW), *tables_of_past(club, hands=300)]
    assert len({(table.opened_at, table.number) for table in tables}) == len(tables)
