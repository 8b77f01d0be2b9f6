"""The pages of an event: run by the director, read by everybody else, and what nobody sees before its time."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership, Player, Role
from scorer.events import services
from scorer.events.models import Event
from scorer.play import phones
from scorer.play import services as play
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, play_all, play_round
from tests.factories import MembershipFactory, UserFactory

LogIn = Callable[[Membership], Client]
NOT_YET = "The ranking is shown when the event is finished"


def address(event: Event, name: str = "event", *more: Any) -> str:
    return reverse(f"events:{name}", args=[event.club_id, event.pk, *more])


def test_a_director_runs_an_evening_from_its_page(
    club: Club, ada: Membership, players: list[Player], client_of: LogIn
) -> None:
    client, random = client_of(ada), Random(7)
    make = reverse("events:create", args=[club.pk, "bridge"])
    assert client.get(make).status_code == 200
    typed = {"name": "Tuesday", "preset": "duplicate", "comparison": "matchpoints", "rounds": 2, "per_round": 2}
    client.post(make, typed)
    event = Event.objects.get()
    for pair in range(6):
        one, other = players[2 * pair].name.upper(), players[2 * pair + 1].name
        assert client.post(address(event, "sign_up"), {"player_1": one, "player_2": other}).status_code == 302
    client.post(address(event, "sign_off", event.contestants.get(number=2).own_entry))
    assert [str(one) for one in event.contestants.all()][:2] == ["Player 1 & Player 2", "Player 5 & Player 6"]
    client.post(address(event, "sign_up"), {"player_1": "Player 3", "player_2": "Player 4"})
    offered = client.get(address(event, "plan"))
    assert list(offered.context["compared"]) == [
        "Rounds × Boards",
        "Each plays",
        "Sit out",
        "Winners",
        "Time",
        "Balance",
    ]
    (best, cells, _form), *others = offered.context["best"] + offered.context["others"]
    assert (best.choice, [cell for _title, cell in cells]) == ("Mitchell", ["2 × 2", "4", "–", 2, "30 min", "perfect"])
    assert len(others) == 7
    page = client.post(address(event, "plan"), {"format": "mitchell"}, follow=True).content.decode()
    assert "Planned: Mitchell, 2 rounds of 2 boards, 30\N{NO-BREAK SPACE}min" in page
    assert "Signing up" not in page
    for number in (1, 2):
        client.post(address(event, "start_round"))
        page = client.get(address(event))
        assert [station.missing for station in page.context["stations"]] == [
            tuple(station.sitting.deals) for station in page.context["stations"]
        ]
        for table in Table.objects.open():
            play_all(table, random)
        page = client.get(address(event))
        assert all(station.is_done for station in page.context["stations"])
        assert f"Round {number} of 2" in page.content.decode()
        client.post(address(event, "end_round"))
    client.post(address(event, "finish"))
    page = client.get(address(event))
    assert [(field.side, len(field.standings)) for field in page.context["fields"]] == [(1, 3), (2, 3)]
    card = client.get(address(event, "scorecard", 1)).context["card"]
    assert [line.line.result.deal for line in card.scored_lines] == [1, 2, 3, 4]
    assert [(each.sitting.round.number, each.side, len(each.lines)) for each in card.rounds] == [
        (1, "N–S", 2),
        (2, "N–S", 2),
    ]
    assert sum(each.score for each in card.rounds) == card.standing.score
    traveller = client.get(address(event, "traveller", 3)).context["lines"]
    assert len(traveller) == 2
    assert sum(score for line in traveller for score in line.scores) == 2 + 2


@pytest.mark.parametrize(
    ("names", "field", "sentence"),
    [
        (("Nobody", "Player 9"), "player_1", "Nobody on the roster is called Nobody."),
        (("Player 9", "Player 9"), "__all__", "A player can sit in only one place."),
        (("Player 9", "Player 1"), "__all__", "Player 1 has signed up already."),
        (("Player 9", ""), "player_2", "This field is required."),
    ],
)
def test_who_cannot_sign_up_is_told_why(
    names: tuple[str, str], field: str, sentence: str, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 2)
    typed = dict(zip(("player_1", "player_2"), names, strict=True))
    answer = client_of(ada).post(address(event, "sign_up"), typed)
    assert (answer.status_code, answer.context["form"].errors[field]) == (422, [sentence])
    assert event.contestants.count() == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("end_round", "No round is running."),
        ("start_round", "There is no plan yet."),
        ("finish", "The event has not started."),
        ("plan", "There is no such plan for this number of contestants."),
    ],
)
def test_what_is_not_its_time_is_refused_with_a_sentence(
    name: str, sentence: str, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6)
    answer = client_of(ada).post(address(event, name))
    assert answer.status_code == 409
    assert sentence in answer.content.decode()


def test_nobody_signs_up_beside_a_plan(
    make_event: MakeEvent, players: list[Player], ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6)
    choose(event, "mitchell")
    answer = client_of(ada).post(address(event, "sign_up"), {"player_1": "Player 25", "player_2": "Player 26"})
    assert answer.status_code == 422
    client_of(ada).post(address(event, "discard_plan"))
    answer = client_of(ada).post(address(event, "sign_up"), {"player_1": "Player 25", "player_2": "Player 26"})
    assert (answer.status_code, event.contestants.count()) == (302, 7)


def test_while_deals_are_to_be_played_only_directors_see_the_sheets_and_nothing_counts_on_boards(
    make_event: MakeEvent, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    club, table = event.club, Table.objects.get(number=1)
    services.start_round(event, by=None)
    member = MembershipFactory(club=club, user=UserFactory(), role=Role.MEMBER)
    player = table.seats.select_related("player").first()
    assert player
    hidden = [
        reverse("play:table", args=[table.pk]),
        reverse("play:changes", args=[table.pk]),
        reverse("play:progress", args=[table.pk]),
        reverse("play:hand", args=[table.pk, 1]),
        reverse("play:own", args=[table.pk, 1]),
        reverse("transfer:sheet_file", args=[table.pk, "csv"]),
        reverse("transfer:table_file", args=[table.pk]),
    ]
    general = [
        reverse("standings:home", args=[club.pk]),
        reverse("standings:big_screen", args=[club.pk]) + "?still",
        reverse("standings:all_games", args=[club.pk]),
        reverse("standings:board", args=[club.pk, "bridge"]),
        reverse("standings:player", args=[club.pk, player.player_id]),
        reverse("play:tables", args=[club.pk]),
        address(event),
        address(event, "traveller", 1),
        address(event, "scorecard", 1),
    ]
    director = client_of(ada)
    assert {director.get(one).status_code for one in hidden} == {200, 205}
    assert NOT_YET not in director.get(address(event)).content.decode()
    table_link = reverse("play:table", args=[table.pk])
    for reader in (member, boris):
        client = client_of(reader)
        assert [client.get(one).status_code for one in hidden] == [403] * len(hidden)
        assert not any(table_link in client.get(one).content.decode() for one in general)
        assert NOT_YET in client.get(address(event)).content.decode()
        assert player.player.name not in client.get(general[3]).content.decode()
    services.end_round(event, by=None)
    services.finish(event, by=None)
    client = client_of(member)
    assert {client.get(one).status_code for one in hidden[:6]} == {200, 205}
    assert NOT_YET not in client.get(address(event)).content.decode()
    assert player.player.name in client.get(general[3]).content.decode()


def test_the_phones_of_a_sealed_table_enter_its_deals_and_read_no_other(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=1)
    choose(event, "mitchell")
    started = services.start_round(event, by=None)
    own, other = [sitting.table for sitting in started.sittings.select_related("table")][:2]
    assert own
    assert other
    phone, watcher = Client(), Client()
    phone.post(phones.path_of(own, phones.Link.ENTRY) or "")
    watcher.post(phones.path_of(own, phones.Link.WATCHING) or "")
    assert phone.get(reverse("play:table", args=[own.pk])).status_code == 200
    assert watcher.get(reverse("play:table", args=[own.pk])).status_code == 403
    assert phone.get(reverse("play:table", args=[other.pk])).status_code == 302


def test_totals_of_doppelkopf_are_shown_while_it_is_played(
    make_event: MakeEvent, boris: Membership, client_of: LogIn
) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=2)
    choose(event, "draw")
    play_round(event, Random(7))
    table = Table.objects.first()
    assert table
    play.record_adjustment(play.reopen_table(table, by=None), [-7, 0, 0, 0], why="late", by=None, key=None)
    page = client_of(boris).get(address(event))
    (field,) = page.context["fields"]
    assert sum(one.score for one in field.standings) == -7
    assert {one.deals for one in field.standings} == {2}


def test_an_event_made_by_mistake_is_cancelled(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event, client = make_event("bridge", 6), client_of(ada)
    client.post(address(event, "cancel"))
    assert "Tuesday" not in client.get(reverse("events:events", args=[event.club_id])).content.decode()


@pytest.mark.parametrize(
    ("name", "more", "most"),
    [("event", (), 20), ("movement", (), 13), ("traveller", (3,), 16), ("scorecard", (1,), 16)],
)
def test_a_page_asks_as_often_for_many_contestants_as_for_few(
    name: str,
    more: tuple[int, ...],
    most: int,
    make_event: MakeEvent,
    players: list[Player],
    ada: Membership,
    client_of: LogIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client, counts = client_of(ada), []
    few = make_event("bridge", 4, rounds=2, per_round=1)
    choose(few, "howell")
    many = services.create_event(
        few.club, few.config, name="B", preset="duplicate", comparison="matchpoints", rounds=2, per_round=1, by=None
    )
    for number in range(9):
        services.sign_up(many, players[8 + 2 * number : 10 + 2 * number], by=None)
    choose(many, "mitchell")
    for event in (few, many):
        play_round(event, Random(7))
        services.start_round(event, by=None)
        with django_assert_max_num_queries(most) as asked:
            assert client.get(address(event, name, *more)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_round_that_is_not_done_ends_only_at_the_second_tap(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    started = services.start_round(event, by=None)
    client = client_of(ada)
    assert client.get(address(event)).context["unfinished"] == [1, 2]
    assert "Tables 1, 2 are not done" in client.get(address(event)).content.decode()
    for sitting in started.sittings.select_related("table"):
        assert sitting.table
        play_all(sitting.table, Random(7))
    page = client.get(address(event))
    assert page.context["unfinished"] == []
    assert f'action="{address(event, "end_round")}"' in page.content.decode()


def test_the_movement_says_who_meets_whom_and_when(make_event: MakeEvent, boris: Membership, client_of: LogIn) -> None:
    event = make_event("doppelkopf", 8, rounds=3, per_round=2)
    choose(event, "draw")
    page = client_of(boris).get(address(event, "movement"))
    rows = {row.contestant.number: row.met for row in page.context["meetings"]}
    met = {
        (each.round.number, one.number, other.number)
        for each in page.context["rounds"]
        for _sitting, people in each.sittings
        for one in people
        for other in people
        if one != other
    }
    assert {
        (int(number), one, other)
        for one, cells in rows.items()
        for other, cell in enumerate(cells, 1)
        for number in cell.split(", ")
        if number
    } == met
    assert all(cells[one - 1] == "" for one, cells in rows.items())
    assert "Who meets whom" in page.content.decode()
