"""Championships: which events count for whom, and that the board follows from what is exported."""

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorer.club.models import Club, Membership, Player, Season
from scorer.club.services import anonymise, end_season, renew_player_link, start_season
from scorer.events import services as event_services
from scorer.events.models import Event, Sitting
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Score
from scorer.standings import championships, services
from scorer.standings.championships import Row, boards_of, events_in, rows_of
from scorer.standings.honours import titles_of
from scorer.standings.links import path_of
from scorer.standings.models import Championship
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.events.test_sessions import next_session, play_to_the_end
from tests.factories import SeasonFactory

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db
LogIn = Callable[[Membership], Client]


@pytest.fixture
def first(make_event: MakeEvent) -> Event:
    """Four pairs at bridge, by matchpoints."""
    return play_to_the_end(make_event("bridge", 4, name="September", rounds=3, per_round=1), "howell", seed=1)


@pytest.fixture
def second(make_event: MakeEvent) -> Event:
    """Six pairs in two fields, the first four of them those of the first event."""
    event = make_event("bridge", 6, name="October", rounds=3, per_round=1)
    choose(event, "mitchell")
    for number in range(3):
        play_round(event, Random(number))
    return event_services.finish(event, by=None)


@pytest.fixture
def third(make_event: MakeEvent) -> Event:
    """Eight players at Doppelkopf, by total."""
    return play_to_the_end(make_event("doppelkopf", 8, name="November", rounds=1, per_round=3), "draw", seed=3)


def make_championship(club: Club, **values: Any) -> Championship:
    usual: dict[str, Any] = {"name": "Cup", "points": "10 6 3 1"}
    if not {"starts", "season"} & values.keys():
        usual["season"] = club.seasons.get(ends=None)
    return services.save_championship(Championship(club=club, **usual | values), by=None)


def board(championship: Championship, of: str = "") -> list[Row]:
    championship = Championship.objects.select_related("season", "club").get(pk=championship.pk)
    return rows_of(championship, boards_of(championship), of or championship.boards[0])


def played(championship: Championship) -> list[str]:
    """The names of the events that have counted for anybody."""
    championship = Championship.objects.select_related("season", "club").get(pk=championship.pk)
    return [result.event.name for result in boards_of(championship).events.values()]


def csv_lines(client: Client, championship: Championship, **query: str) -> list[dict[str, str]]:
    address = reverse("standings:championship", args=[championship.club_id, championship.pk])
    return list(csv.DictReader(StringIO(client.get(address, {"file": "csv"} | query).content.decode("utf-8-sig"))))


def correct_a_hand(event: Event) -> None:
    """Turn round who has done better with the first deal of an event at two tables."""
    sittings = Sitting.objects.filter(round__event=event, round__number=1).exclude(table=None).select_related("table")
    table, other = (sitting.table for sitting in sittings)
    assert table
    points, others = (
        Score.objects.filter(table=of, seat__position=1).order_by("pk")[0].points for of in (table, other)
    )
    hand = table.hands.order_by("number")[0]
    entry = table.config.hand_model.objects.get(hand=hand).entry
    examples = sorted(table.config.rules.EXAMPLES, key=lambda example: example.points[0], reverse=points < others)
    opposite = replace(examples[0].entry, **table.config.rules.deal_fields(sittings[0].deals[0]))
    assert opposite != entry
    play.reopen_table(table, by=None)
    play.correct_hand(hand, opposite, by=None, why="typed wrong")
    play.close_table(table, by=None)


# What the rules say, calculated a second time from nothing but the exported lines.


def worth_of(line: dict[str, str], rule: dict[str, Any]) -> Fraction | None:
    place, sharing, field = (int(line[name]) for name in ("Place", "Sharing the place", "Contestants"))
    match rule["worth"]:
        case "percent":
            return Fraction(line["%"]) if line["%"] else None
        case "beaten":
            return Fraction(100 * (2 * (field - place) - (sharing - 1)), 2 * (field - 1)) if field > 1 else None
        case "size":
            by_place = [field - before for before in range(field)]
        case _:
            table = list(map(int, rule["points"].split()))
            by_place = [*table, *[rule.get("others", 0)] * field][:field] if len(table) < field else table
    taken = by_place[place - 1 : place - 1 + sharing] if rule.get("shared", True) else [by_place[place - 1]]
    return Fraction(sum(taken), len(taken))


def recalculated(lines: list[dict[str, str]], rule: dict[str, Any], who: str) -> dict[str, tuple[str, float]]:
    """Return place and value by name."""
    by_name: dict[str, list[Fraction]] = {}
    for line in lines:
        worth = worth_of(line, rule)
        if worth is not None:
            by_name.setdefault(line[who], []).append(worth)
    averages = rule["worth"] in {"beaten", "percent"}
    values: dict[str, Fraction] = {}
    for name, worths in by_name.items():
        best = sorted(worths, reverse=True)[: rule.get("best") or len(worths)]
        values[name] = sum(best, Fraction()) / (len(best) if averages else 1)
    ranked = {name: value for name, value in values.items() if len(by_name[name]) >= rule.get("fewest", 1)}
    return {
        name: (
            str(1 + sum(other > value for other in ranked.values())) if name in ranked else "",
            round(float(value), 4),
        )
        for name, value in values.items()
    }


RULES: list[dict[str, Any]] = [
    {"worth": "points", "points": "10 6 3", "others": 1},
    {"worth": "points", "points": "10 6 3", "others": 1, "shared": False, "best": 1},
    {"worth": "size", "best": 2},
    {"worth": "beaten", "fewest": 2},
    {"worth": "percent", "best": 2, "fewest": 2},
]


@pytest.mark.postgres
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["worth"])
@pytest.mark.parametrize("of", ["players", "pairs"])
def test_the_board_follows_from_the_exported_results_also_after_a_correction_in_the_first_event(
    first: Event,
    second: Event,
    third: Event,
    club: Club,
    ada: Membership,
    client_of: LogIn,
    rule: dict[str, Any],
    of: str,
) -> None:
    championship, client = make_championship(club, of=of, **rule), client_of(ada)
    who, value = of.removesuffix("s").capitalize(), "%" if rule["worth"] in {"beaten", "percent"} else "Points"
    boards = []
    for _corrected in range(2):
        lines = csv_lines(client, championship, what="results")
        shown = {line[who]: (line["Place"], float(line[value])) for line in csv_lines(client, championship)[:-1]}
        assert shown == recalculated(lines, rule, who)
        assert len({line["Event"] for line in lines}) == (2 if of == "pairs" or rule["worth"] == "percent" else 3)
        boards.append([(line[who], line["Place"], line["%"]) for line in lines if line["Event"] == "September"])
        correct_a_hand(first)
    assert boards[0] != boards[1]


def test_a_pair_is_the_same_whoever_of_the_two_comes_first(
    first: Event, make_event: MakeEvent, club: Club, players: list[Player]
) -> None:
    event = make_event("bridge", 0, rounds=3, per_round=1)
    for number in (0, 4, 2, 6):
        event_services.sign_up(event, [players[number + 1], players[number]], by=None)
    play_to_the_end(event, "howell")
    rows = board(make_championship(club, of="both"), "pairs")
    assert {row.name: len(row.worths) for row in rows} == {
        f"Player {number} & Player {number + 1}": 2 for number in (1, 3, 5, 7)
    }
    assert len(board(make_championship(club, name="Both", of="both"), "players")) == 8


def test_a_team_counts_for_each_of_its_players_and_is_no_pair(make_event: MakeEvent, club: Club) -> None:
    event = make_event("bridge", 2, competes="teams", rounds=1, per_round=2)
    play_to_the_end(event, "round_robin")
    championship = make_championship(club, of="both")
    assert board(championship, "pairs") == []
    assert sorted(row.value for row in board(championship, "players")) == [6, 6, 6, 6, 10, 10, 10, 10]


def test_several_sessions_count_once_by_their_total(first: Event, club: Club) -> None:
    championship = make_championship(club)
    play_to_the_end(next_session(first, added_up="mean"), "howell", seed=5)
    assert {len(row.worths) for row in board(championship)} == {1}
    assert len(events_in(championship)) == 1


def test_an_event_that_is_not_finished_counts_later(make_event: MakeEvent, club: Club) -> None:
    championship = make_championship(club)
    event = make_event("bridge", 4, rounds=3, per_round=1)
    assert events_in(championship) == [event]
    choose(event, "howell")
    play_round(event, Random(1))
    assert board(championship) == []
    event_services.finish(event, by=None)
    assert len(board(championship)) == 8


def test_an_event_that_was_given_up_or_only_rehearsed_does_not_count(make_event: MakeEvent, club: Club) -> None:
    championship = make_championship(club)
    event = make_event("bridge", 4, rounds=3, per_round=1)
    rehearsal = event_services.rehearse(event, by=None)
    assert rehearsal.rehearsal
    event_services.cancel(event, by=None)
    assert events_in(championship) == []
    assert board(championship) == []


def test_an_event_counts_on_the_day_to_which_it_was_moved_and_keeps_it_when_it_is_finished(
    make_event: MakeEvent, club: Club
) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=1)
    day, before = event.day, event.day - timedelta(days=1)
    championship = make_championship(club, starts=day, ends=day)
    earlier = make_championship(club, name="Earlier", starts=before, ends=before)
    choose(event, "howell")
    play_round(event, Random(1))
    event_services.change_event(event, day=before, by=None)
    event_services.finish(event, by=None)
    assert (played(championship), events_in(championship)) == ([], [])
    assert played(earlier) == [event.name]
    with pytest.raises(ValidationError):
        event_services.change_event(event, day=day, by=None)


def test_more_events_may_count_than_there_are(first: Event, second: Event, club: Club) -> None:
    every, many = make_championship(club), make_championship(club, name="Many", best=10)
    assert [(row.name, row.value, row.ranked.place) for row in board(many)] == [
        (row.name, row.value, row.ranked.place) for row in board(every)
    ]


def test_only_the_events_of_its_games_count(first: Event, third: Event, club: Club) -> None:
    championship = make_championship(club, games=["doppelkopf"])
    assert played(championship) == ["November"]
    assert events_in(championship) == [third]


def test_a_range_of_dates_goes_across_seasons_and_a_season_counts_its_own_events(
    first: Event, make_event: MakeEvent, club: Club
) -> None:
    autumn = club.seasons.get()
    end_season(autumn, by=None)
    start_season(club, "Winter", by=None)
    later = make_event("bridge", 4, name="Winter", day=first.day + timedelta(days=30), rounds=3, per_round=1)
    play_to_the_end(later, "howell")
    assert played(make_championship(club, season=autumn)) == ["September"]
    assert played(make_championship(club, name="Winter")) == ["Winter"]
    range_of = {"starts": first.day, "ends": first.day + timedelta(days=30)}
    assert played(make_championship(club, name="Both", **range_of)) == ["September", "Winter"]
    assert played(make_championship(club, name="Early", starts=first.day, ends=first.day)) == ["September"]


def test_what_a_director_leaves_out_counts_no_more_with_none_of_its_sessions(
    first: Event, second: Event, club: Club
) -> None:
    championship = make_championship(club)
    services.leave_out(championship, [first], by=None)
    assert played(championship) == ["October"]
    play_to_the_end(next_session(first), "howell", seed=5)
    assert played(championship) == ["October"]
    services.leave_out(championship, [], by=None)
    assert len(played(championship)) == 2
    log = Revision.objects.of(Revision.Kind.CHAMPIONSHIP, championship.pk)
    assert list(log.values_list("action", flat=True)) == ["add", "leave_out", "leave_out"]


@pytest.mark.postgres
def test_two_names_of_one_person_are_one_line_and_a_forgotten_name_is_on_no_board(
    first: Event, make_event: MakeEvent, club: Club, players: list[Player]
) -> None:
    event = make_event("bridge", 0, rounds=3, per_round=1)
    for number in (10, 2, 4, 6):
        event_services.sign_up(event, players[number : number + 2], by=None)
    play_to_the_end(event, "howell")
    championship = make_championship(club, of="both")
    assert len(board(championship, "players")) == 10
    for number in (10, 11):
        play.merge_players(players[number], players[number - 10], by=None, why="the same person")
    assert {(row.name, len(row.worths)) for row in board(championship, "pairs")} >= {("Player 1 & Player 2", 2)}
    assert len(board(championship, "players")) == 8
    anonymise(Player.objects.get(pk=players[0].pk), by=None)
    assert {"N. N. 1"} <= {row.name for row in board(championship)}


def test_it_is_kept_until_something_changes(first: Event, club: Club, events_read: list[Event]) -> None:
    championship = make_championship(club)
    before = boards_of(championship)
    events_read.clear()
    assert boards_of(Championship.objects.get(pk=championship.pk)) is before
    championship.best = 1
    services.save_championship(championship, by=None)
    assert boards_of(championship) is not before
    assert events_read == []


# Pages.


def address(championship: Championship, page: str = "championship", *more: int) -> str:
    return reverse(f"standings:{page}", args=[championship.club_id, championship.pk, *more])


@pytest.mark.postgres
def test_the_pages_take_as_many_queries_for_many_events_as_for_few(
    first: Event, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    client, championship = client_of(ada), make_championship(ada.club, of="both")
    (player, *_others) = board(championship, "players")[0].who
    counts = []
    for _more in range(2):
        pages = [
            address(championship),
            address(championship) + "?of=pairs",
            address(championship, "player_results", player),
            address(championship, "championship_events"),
            reverse("standings:championships", args=[ada.club_id]),
        ]
        numbers = []
        for page in pages:
            client.get(page)
            with CaptureQueriesContext(connection) as asked:
                assert client.get(page).status_code == 200
            numbers.append(len(asked))
        counts.append(numbers)
        for name in ("Third", "Fourth"):
            play_to_the_end(make_event("bridge", 6, name=name, rounds=3, per_round=1), "round_robin")
            make_championship(ada.club, name=f"{name} {len(counts)}")
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 12


def test_the_board_has_places_worths_and_the_rule_and_leads_to_every_result(
    first: Event, second: Event, ada: Membership, client_of: LogIn
) -> None:
    championship, client = make_championship(ada.club, best=1), client_of(ada)
    page = client.get(address(championship)).content.decode()
    assert "Only the best event counts." in page
    assert "10, 6, 3, 1 points, by place" in page
    assert "<s>" in page
    row = board(championship)[0]
    details = client.get(address(championship, "player_results", *row.who)).content.decode()
    assert "does not count" in details
    assert all(reverse("events:event", args=[ada.club_id, event.pk]) in details for event in (first, second))
    assert client.get(address(championship, "player_results", 1)).status_code == 404
    assert client.get(address(championship, "pair_results", *row.who, 1)).status_code == 404
    with_pairs = client.get(address(championship), {"of": "pairs"})
    assert with_pairs.context["of"] == "players"


def posted(**changed: Any) -> dict[str, Any]:
    """What the form of a new championship sends, with days instead of a season."""
    usual = {"name": "Winter cup", "season": "", "starts": "2026-11-01", "ends": "2027-02-28", "of": "players"}
    return usual | {"worth": "points", "points": "5 3 1", "others": "0", "best": "", "fewest": ""} | changed


def test_a_director_makes_a_championship_changes_it_and_deletes_it(
    first: Event, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    new = reverse("standings:add_championship", args=[ada.club_id])
    assert "25 18 15" in client.get(new).content.decode()
    client.post(new, posted(games=["bridge"]))
    championship = ada.club.championships.get()
    assert (championship.season, championship.ends, championship.games) == (None, date(2027, 2, 28), ["bridge"])
    assert (championship.points, championship.best, championship.fewest) == ("5 3 1", None, 1)
    change = address(championship, "change_championship")
    assert 'value="2027-02-28"' in client.get(change).content.decode()
    season = ada.club.seasons.get()
    client.post(change, posted(season=str(season.pk), starts="", ends="", worth="percent", points="", fewest="3"))
    championship.refresh_from_db()
    assert (championship.season, championship.starts, championship.worth, championship.fewest) == (
        season,
        None,
        "percent",
        3,
    )
    client.post(address(championship, "delete_championship"))
    assert not ada.club.championships.exists()
    assert Event.objects.filter(pk=first.pk).exists()


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"name": ""}, "name", "required"),
        ({"name": "  CUP "}, "name", "already a championship"),
        ({"starts": ""}, "starts", "Choose a season, or type the days"),
        ({"ends": "2026-10-31"}, "ends", "before the first"),
        ({"points": "3 5"}, "points", "the highest first"),
        ({"points": "five"}, "points", "whole numbers"),
        ({"points": ""}, "points", "Type the points of the places"),
        ({"others": "2"}, "others", "more than the last"),
        ({"best": "0"}, "best", "greater than or equal to 1"),
        ({"fewest": "x"}, "fewest", "whole number"),
        ({"worth": "luck"}, "worth", "luck"),
        ({"season": "1"}, "season", "not one of the available choices"),
        ({"games": ["chess"]}, "games", "chess"),
    ],
)
def test_bad_input_gets_a_sentence_beside_its_field(
    ada: Membership, client_of: LogIn, typed: dict[str, Any], field: str, sentence: str
) -> None:
    make_championship(ada.club, name="Cup")
    response = client_of(ada).post(reverse("standings:add_championship", args=[ada.club_id]), posted(**typed))
    assert response.status_code == 422
    assert sentence in " ".join(response.context["form"].errors[field])
    assert ada.club.championships.count() == 1


def test_days_are_not_dropped_because_a_season_is_chosen(ada: Membership, client_of: LogIn) -> None:
    both = posted(season=str(ada.club.seasons.get().pk))
    response = client_of(ada).post(reverse("standings:add_championship", args=[ada.club_id]), both)
    assert response.status_code == 422
    assert "Choose either a season or days." in " ".join(response.context["form"].errors["season"])
    assert 'value="2027-02-28"' in response.content.decode()
    assert not ada.club.championships.exists()


def test_the_form_says_the_rule_while_it_is_typed(ada: Membership, client_of: LogIn) -> None:
    client, rule = client_of(ada), reverse("standings:championship_rule", args=[ada.club_id])
    said = client.post(rule, posted(name="", starts="", worth="beaten", best="5", fewest="6")).content.decode()
    assert "The average of the best 5 events counts. A place needs 6 events." in said
    assert "as soon as all of it is typed" in client.post(rule, posted(points="1 2")).content.decode()


def test_events_are_left_out_with_a_tick_and_only_those_of_the_championship(
    first: Event, third: Event, ada: Membership, client_of: LogIn
) -> None:
    championship, client = make_championship(ada.club, games=["bridge"]), client_of(ada)
    client.post(address(championship, "leave_out"), {"left_out": [str(first.pk)]})
    assert "checked" in client.get(address(championship, "championship_events")).content.decode()
    assert board(championship) == []
    assert client.post(address(championship, "leave_out"), {"left_out": [str(third.pk)]}).status_code == 400
    client.post(address(championship, "leave_out"))
    assert len(board(championship)) == 8


def test_another_club_sees_nothing_of_it_and_guests_of_a_public_club_do(
    first: Event, club: Club, zoe: Membership, client: Client, client_of: LogIn
) -> None:
    championship = make_championship(club)
    own = reverse("standings:championship", args=[zoe.club_id, championship.pk])
    assert client_of(zoe).get(own).status_code == client_of(zoe).get(address(championship)).status_code == 404
    assert client.get(address(championship)).status_code == 302
    Club.objects.filter(pk=club.pk).update(public=True)
    assert "Player 1" in client.get(address(championship)).content.decode()


def test_whoever_is_hidden_is_anonymous_to_visitors_and_has_no_page_for_them(
    first: Event, club: Club, ada: Membership, players: list[Player], client: Client, client_of: LogIn
) -> None:
    championship = make_championship(club, of="both")
    Club.objects.filter(pk=club.pk).update(public=True)
    Player.objects.filter(pk=players[0].pk).update(hidden=True)
    pair = sorted(player.pk for player in players[:2])
    pages = [address(championship, "player_results", players[0].pk), address(championship, "pair_results", *pair)]
    for reader, seen in ((client_of(ada), True), (client, False)):
        for page, of in zip(pages, ("players", "pairs"), strict=True):
            shown = reader.get(address(championship), {"of": of}).content.decode()
            assert ("Player 1 " in shown or "Player 1<" in shown, page in shown) == (seen, seen)
            assert (reader.get(page).status_code == 200) == seen
    assert "Anonymous" in shown


def test_pages_around_lead_to_those_that_go_on(first: Event, ada: Membership, client_of: LogIn) -> None:
    over = SeasonFactory(club=ada.club, name="Long ago", starts=date(2019, 1, 1), ends=date(2019, 12, 31))
    going_on, past = make_championship(ada.club), make_championship(ada.club, name="Old", season=over)
    client = client_of(ada)
    home = client.get(reverse("standings:home", args=[ada.club_id])).content.decode()
    assert address(going_on) in home
    assert address(past) not in home
    listed = reverse("standings:championships", args=[ada.club_id])
    for page in ("all_games", "honours"):
        assert listed in client.get(reverse(f"standings:{page}", args=[ada.club_id])).content.decode()
    assert address(past) in client.get(listed).content.decode()
    screen = reverse("standings:big_screen", args=[ada.club_id])
    views = [client.get(screen, {"view": str(view)}).content.decode() for view in range(4)]
    assert sum("Cup" in view and "10, 6, 3, 1 points" in view for view in views) == 1


@pytest.mark.postgres
def test_the_database_refuses_what_no_page_would_save(club: Club) -> None:
    season: Season = club.seasons.get()
    make_championship(club)
    wrong: list[dict[str, Any]] = [
        {"name": "cup", "season": season},
        {"name": "Neither"},
        {"name": "Both", "season": season, "starts": date(2026, 1, 1), "ends": date(2026, 2, 1)},
        {"name": "Backwards", "starts": date(2026, 2, 1), "ends": date(2026, 1, 1)},
    ]
    for values in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Championship.objects.create(club=club, **values)
    with pytest.raises(ValidationError):
        make_championship(club, name="Points", points="1 2")


def place_on_page(client: Client, player: Player, name: str = "Cup") -> list[str]:
    """What the page of a player says of a championship: a text for each line with its name."""
    page = client.get(reverse("standings:player", args=[player.club_id, player.pk])).content.decode()
    lines = re.findall(r"<li>(.*?)</li>", page, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", line).split()) for line in lines if f"<bdi>{name}</bdi>" in line]


def winners(club: Club, year: int, of: str = "players") -> list[tuple[str, list[str]]]:
    return [
        (title.championship.name, sorted(name for who, names in title.boards if who == of for name in names))
        for title in titles_of(club, year)
    ]


def test_who_wins_a_championship_is_on_the_roll_of_honour_when_its_season_has_ended(
    first: Event, ada: Membership, client_of: LogIn
) -> None:
    cup = make_championship(ada.club, of="both")
    honours, year = reverse("standings:honours", args=[ada.club_id]), first.day.year
    assert address(cup) not in client_of(ada).get(honours).content.decode()
    end_season(ada.club.seasons.get(), by=None)
    leaders = sorted(row.name for row in board(cup) if row.ranked.place == 1)
    assert winners(ada.club, year) == [("Cup", leaders)]
    assert len(winners(ada.club, year, "pairs")[0][1]) == len(leaders) // 2
    page = client_of(ada).get(honours).content.decode()
    assert address(cup) in page
    assert all(f"<bdi>{name}</bdi>" in page for name in leaders)
    assert winners(ada.club, year - 1) == []
    correct_a_hand(first)
    assert winners(ada.club, year) == [("Cup", sorted(row.name for row in board(cup) if row.ranked.place == 1))]
    assert winners(ada.club, year) != [("Cup", leaders)]


def test_one_between_two_days_is_over_on_the_day_after_the_last(first: Event, club: Club) -> None:
    last = timezone.localdate()
    Event.objects.filter(pk=first.pk).update(day=last - timedelta(days=1))
    today = make_championship(club, starts=last - timedelta(days=9), ends=last)
    yesterday = make_championship(club, name="Over", starts=last - timedelta(days=9), ends=last - timedelta(days=1))
    empty = make_championship(club, name="Empty", starts=last - timedelta(days=9), ends=last - timedelta(days=8))
    assert [row.is_over for row in (today, yesterday, empty)] == [False, True, True]
    assert list(club.championships.current()) == [today]
    assert [name for name, _winners in winners(club, (last - timedelta(days=1)).year)] == ["Over"]


def test_whoever_has_too_few_events_has_won_nothing(first: Event, club: Club) -> None:
    make_championship(club, fewest=2)
    end_season(club.seasons.get(), by=None)
    assert winners(club, first.day.year) == []


def test_a_players_page_has_the_places_in_championships_while_they_go_on_and_afterwards(
    first: Event, third: Event, players: list[Player], ada: Membership, client_of: LogIn
) -> None:
    cup, client = make_championship(ada.club, of="both", games=["bridge"]), client_of(ada)
    make_championship(ada.club, name="Doppelkopf", games=["doppelkopf"], fewest=2)
    alone, pair = place_on_page(client, players[0])
    ranked = next(row.ranked for row in board(cup) if row.who == (players[0].pk,))
    assert f"{ranked.place} of 8 so far" in alone
    assert f"with Player 2 {ranked.place and (ranked.place + 1) // 2} of 4 so far" in pair
    assert place_on_page(client, players[0], "Doppelkopf")[0].endswith("no place so far")
    season = ada.club.seasons.get()
    end_season(season, by=None)
    assert place_on_page(client, players[0])[0].endswith(f"{ranked.place} of 8")
    start_season(ada.club, "Winter", by=None)
    assert place_on_page(client, players[0]) == []
    earlier = reverse("standings:player", args=[ada.club_id, players[0].pk])
    assert "<bdi>Cup</bdi>" in client.get(earlier, {"period": str(season.pk)}).content.decode()
    assert "<bdi>Cup</bdi>" in client.get(earlier, {"period": "all"}).content.decode()


def test_a_hidden_partner_is_anonymous_on_a_players_page_and_the_pair_has_no_page_there(
    first: Event, club: Club, players: list[Player], ada: Membership, client: Client, client_of: LogIn
) -> None:
    cup = make_championship(club, of="pairs")
    Club.objects.filter(pk=club.pk).update(public=True)
    Player.objects.filter(pk=players[1].pk).update(hidden=True)
    player = Player.objects.get(pk=players[0].pk)
    page = address(cup, "pair_results", *sorted(player.pk for player in players[:2]))
    own = reverse("standings:player", args=[club.pk, player.pk])
    assert "with Anonymous" in place_on_page(client, player)[0]
    assert page not in client.get(own).content.decode()
    assert "with Player 2" in place_on_page(client_of(ada), player)[0]
    assert page in client_of(ada).get(own).content.decode()
    Player.objects.filter(pk=player.pk).update(hidden=True)
    end_season(club.seasons.get(), by=None)
    honours = client.get(reverse("standings:honours", args=[club.pk])).content.decode()
    assert "Player 1 " not in honours
    assert "Player 2" not in honours


def test_by_an_own_link_the_places_are_read_without_ways_to_the_clubs_pages(
    first: Event, club: Club, players: list[Player], client: Client
) -> None:
    cup = make_championship(club)
    renew_player_link(players[0], by=None)
    path = path_of(Player.objects.select_related("club").get(pk=players[0].pk))
    assert path
    page = client.get(path).content.decode()
    assert "<bdi>Cup</bdi>" in page
    assert address(cup) not in page


def test_more_championships_take_no_more_queries_and_no_board_is_calculated_again(
    first: Event,
    second: Event,
    players: list[Player],
    ada: Membership,
    client_of: LogIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = client_of(ada)
    calculated: list[str] = []
    compute = championships._compute

    def counted(championship: Championship, *more: Any) -> Any:
        calculated.append(championship.name)
        return compute(championship, *more)

    monkeypatch.setattr(championships, "_compute", counted)
    pages = [
        reverse("standings:player", args=[ada.club_id, players[0].pk]),
        reverse("standings:honours", args=[ada.club_id]),
    ]
    make_championship(ada.club, of="both", starts=date(2000, 1, 1), ends=timezone.localdate() + timedelta(days=700))
    make_championship(ada.club, name="Of the season")
    Event.objects.update(day=timezone.localdate())
    Season.objects.update(ends=timezone.localdate())

    def queries() -> list[int]:
        counts = []
        for page in pages:
            with CaptureQueriesContext(connection) as asked:
                client.get(page)
            counts.append(len(asked))
        return counts

    queries()
    before, boards = queries(), len(calculated)
    assert boards == 2
    for number in range(4):
        services.leave_out(
            make_championship(ada.club, name=f"Cup {number}", season=ada.club.seasons.get()), [first], by=None
        )
    queries()
    assert len(calculated) == boards + 4
    assert queries() == before
    assert len(calculated) == boards + 4
