"""The pages on which a director lets people come late, leave, and stand in."""

from collections.abc import Callable
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.models import ContestantPlayer, Event
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import address

LogIn = Callable[[Membership], Client]


@pytest.fixture
def director(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


@pytest.fixture
def five(make_event: MakeEvent) -> Event:
    """Five pairs in a Mitchell of three rounds, after the first."""
    event = make_event("bridge", 5, rounds=3, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    return event


@pytest.fixture
def late(five: Event) -> list[Player]:
    return [Player.objects.create(club=five.club, name=name) for name in ("Ingrid", "Jovan")]


def test_a_late_pair_is_added_from_the_console(five: Event, late: list[Player], director: Client) -> None:
    where = address(five, "add_late_contestant")
    assert where in director.get(address(five)).content.decode()
    page = director.get(where)
    free = page.context["free"]
    assert [(one.round.number, one.sitting.station, [each.number for each in one.people]) for one in free] == [
        (2, 1, [1]),
        (3, 2, [2]),
    ]
    assert "carry" not in page.context["form"].fields
    answer = director.post(where, {"player_1": "ingrid", "player_2": "jovan"}, follow=True)
    text = answer.content.decode()
    assert answer.redirect_chain == [(address(five, "contestant", 6), 302)]
    assert "Ingrid &amp; Jovan: number 6." in text
    rounds = [(one.round.number, one.sitting.station) for one in answer.context["rounds"]]
    assert rounds == [(2, 1), (3, 2)]
    movement = director.get(address(five, "movement")).context["rounds"]
    assert [[one.number for one in each.resting] for each in movement] == [[3], [], []]


def test_a_late_pair_is_told_what_is_wrong(five: Event, late: list[Player], director: Client) -> None:
    answer = director.post(address(five, "add_late_contestant"), {"player_1": "Ingrid", "player_2": "Player 1"})
    assert (answer.status_code, answer.context["form"].non_field_errors()) == (422, ["Player 1 has signed up already."])
    assert five.contestants.count() == 5


def test_a_late_player_of_doppelkopf_may_bring_points(make_event: MakeEvent, director: Client) -> None:
    event = make_event("doppelkopf", 8, rounds=3, per_round=2)
    choose(event, "draw")
    assert "carry" not in director.get(address(event, "add_late_contestant")).context["form"].fields
    play_round(event, Random(7))
    Player.objects.create(club=event.club, name="Ingrid")
    page = director.get(address(event, "add_late_contestant"))
    assert "Add a late player" in page.content.decode()
    assert page.context["free"] == []
    director.post(address(event, "add_late_contestant"), {"player_1": "Ingrid", "carry": "12"})
    assert [ruling.line for ruling in event.rulings.all()] == [{"carry": 12.0}]


def test_a_pair_leaves_comes_back_and_plays_without_standing(five: Event, director: Client) -> None:
    person = address(five, "contestant", 4)
    assert director.post(address(five, "leave", 4)).headers["Location"] == person
    assert "left after round 1" in director.get(person).content.decode()
    assert "left after round 1" in director.get(address(five, "people")).content.decode()
    again = director.post(address(five, "leave", 4))
    assert (again.status_code, "has left already" in again.content.decode()) == (409, True)
    director.post(address(five, "come_back", 4))
    assert "left after round 1" not in director.get(person).content.decode()
    director.post(address(five, "without_standing", 4))
    assert "unranked" in director.get(person).content.decode()
    director.post(address(five, "with_standing", 4))
    assert "unranked" not in director.get(address(five, "people")).content.decode()


def test_the_ranking_says_who_left_and_who_plays_without_standing(five: Event, director: Client) -> None:
    services.leave(five, 4, by=None)
    services.set_standing(five, 5, without=True, by=None)
    text = director.get(address(five)).content.decode()
    assert "left after round 1" in text
    assert "Unranked" in text


def test_a_substitute_is_typed_like_at_sign_up(five: Event, late: list[Player], director: Client) -> None:
    form = director.get(address(five, "contestant", 4)).context["form"]
    assert [label for _value, label in form.fields["place"].choices] == ["Player 7", "Player 8"]
    assert "since" not in form.fields
    where = address(five, "substitute", 4)
    answer = director.post(where, {"place": "2", "player_1": "Nobody"})
    assert answer.status_code == 422
    director.post(where, {"place": "2", "player_1": "Ingrid"})
    assert str(five.contestants.get(number=4)) == "Player 7 & Player 8 (from round 2: Ingrid)"
    services.start_round(five, by=None)
    assert "since" in director.get(address(five, "contestant", 4)).context["form"].fields
    director.post(where, {"place": "1", "player_1": "Jovan", "since": "next"})
    assert str(five.contestants.get(number=4)) == "Player 7 & Player 8 (from round 3: Jovan, from round 2: Ingrid)"
    card = director.get(address(five, "scorecard", 4)).content.decode()
    assert "from round 2: Ingrid" in card


def test_nothing_changes_after_the_end_but_the_standing(five: Event, director: Client) -> None:
    services.finish(five, by=None)
    page = director.get(address(five, "contestant", 4)).content.decode()
    assert address(five, "leave", 4) not in page
    answer = director.post(address(five, "leave", 4))
    assert (answer.status_code, "The event is finished." in answer.content.decode()) == (409, True)
    assert address(five, "add_late_contestant") not in director.get(address(five)).content.decode()
    assert director.post(address(five, "without_standing", 4)).status_code == 302


@pytest.mark.parametrize(
    ("name", "more", "most"), [("people", (), 14), ("add_late_contestant", (), 14), ("contestant", (4,), 16)]
)
def test_the_pages_ask_as_often_for_many_contestants_as_for_few(
    name: str,
    more: tuple[int, ...],
    most: int,
    make_event: MakeEvent,
    director: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    counts = []
    few = make_event("bridge", 5, rounds=3, per_round=1)
    usual = {"name": "B", "preset": few.preset, "comparison": few.comparison}
    many = services.create_event(few.club, few.config, **usual, rounds=3, per_round=1, by=None)
    for number in range(1, 10):
        pair = [Player.objects.create(club=few.club, name=f"{side} {number}") for side in ("North", "South")]
        services.sign_up(many, pair, by=None)
    for event in (few, many):
        choose(event, "mitchell")
        play_round(event, Random(7))
        with django_assert_max_num_queries(most) as asked:
            assert director.get(address(event, name, *more)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_rounds_that_have_not_started_are_changed_on_their_page(five: Event, director: Client) -> None:
    page = director.get(address(five, "people"))
    assert "2 rounds have not started" in page.content.decode()
    assert page.context["form"].initial == {"deals": 1}
    answer = director.post(address(five, "set_deals"), {"deals": "2"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["deals"])
    assert director.post(address(five, "set_deals"), {"deals": "1"}).status_code == 302
    offered = director.get(address(five, "replan")).context["plans"]
    assert {each.offered.name for each in offered} == {"mitchell", "howell", "round_robin"}
    director.post(address(five, "replan"), {"format": "howell"})
    five.refresh_from_db()
    assert (five.format, five.planned_rounds.count()) == ("howell", 3)
    director.post(address(five, "skip_round"))
    assert five.planned_rounds.count() == 2
    assert director.post(address(five, "replan"), {"format": "whist"}).status_code == 409


def test_a_substitute_at_a_table_is_one_of_the_contestant_too(
    five: Event, late: list[Player], director: Client
) -> None:
    sitting = services.start_round(five, by=None).sittings.select_related("table").earliest("station")
    contestant = sitting.sides.get(side=2).contestant  # E–W, in the second and the fourth seat
    first, partner = contestant.players.all()
    assert sitting.table
    where = reverse("play:substitute", args=[sitting.table.pk, 4])
    assert director.post(where, {"player": late[0].name}).status_code == 302
    shown = five.contestants.get(pk=contestant.pk)
    assert [player.name for player in shown.players_in(2)] == [first.player.name, "Ingrid"]
    assert sitting.table.seats.current().get(position=4).player == late[0]
    assert director.post(where, {"player": partner.player.name}).status_code == 302
    assert five.contestants.get(pk=contestant.pk).players_in(2)[1] == partner.player
    playing = sitting.sides.values("contestant")
    other = ContestantPlayer.objects.filter(contestant__event=five).exclude(contestant__in=playing).earliest("pk")
    answer = director.post(where, {"player": other.player.name})
    assert answer.status_code == 422
    assert "has signed up already" in answer.content.decode()


def test_whoever_may_come_for_a_player_of_a_team_is_offered_first(make_event: MakeEvent, director: Client) -> None:
    event = make_event("bridge", 4, competes="teams", rounds=3, per_round=1)
    players = {player.name: player for player in Player.objects.all()}
    team = event.contestants.get(number=1)
    for place, name in ((5, "Player 40"), (6, "Player 41")):
        ContestantPlayer.objects.create(contestant=team, place=place, player=players[name])
    choose(event, "round_robin")
    sitting = services.start_round(event, by=None).sittings.with_contestants().earliest("station")
    assert sitting.table
    position = sitting.table.seats.current().get(player=players["Player 1"]).position
    where = reverse("play:substitute", args=[sitting.table.pk, position])
    free = [player.name for player in director.get(where).context["form"].free]
    assert free[:3] == ["Player 40", "Player 41", "Player 17"]
    assert free[-1] == "Player 9"  # at a table
    answer = director.post(where, {"player": "Player 99"})
    assert answer.status_code == 422
    assert "Nobody on the roster is called Player 99." in answer.content.decode()
    assert director.post(where, {"player": "player 40"}).status_code == 302
    assert director.get(where).context["form"].free[0].name == "Player 1"


def test_whoever_competes_as_well_is_offered_last_as_a_substitute(
    five: Event, late: list[Player], director: Client
) -> None:
    services.substitute(five, 1, 1, late[0], by=None)
    offered = [player.name for player in director.get(address(five, "contestant", 1)).context["roster"]]
    assert offered[:3] == ["Player 1", "Jovan", "Player 11"]
    assert set(offered[-10:]) == {"Ingrid", *(f"Player {number}" for number in range(2, 11))}
