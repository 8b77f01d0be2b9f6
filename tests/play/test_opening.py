"""Opening a table: the name at a position finds a player of the roster, or adds one."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorer.club.models import Club, Membership, Player
from scorer.play import services
from scorer.play.models import Table
from scorer.play.opening.forms import FOUNDING, roster_for_seats
from scorer.registry import get_game
from tests.factories import PlayerFactory, make_players, make_table

pytestmark = pytest.mark.django_db

LogIn = Callable[[Membership], Client]


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    return client_of(boris)


def open_table(client: Client, club: Club, *names: str, game: str = "belote", **values: Any) -> Any:
    """Return the response to a form with these names."""
    preset = get_game(game).default_variant
    variant = client.get(reverse("play:open", args=[club.pk, game])).context["variant"]
    rules = {name: variant[name].value() for name in variant.fields}
    chairs = {f"name_{position}": name for position, name in enumerate(names, start=1)}
    data = {name: value for name, value in rules.items() if value not in (None, False)}
    data |= {"key": "k", "preset": preset, "first_dealer": "1"} | chairs | values
    return client.post(reverse("play:open", args=[club.pk, game]), data)


def seated(club: Club) -> list[Player]:
    return [seat.player for seat in club.tables.latest("opened_at").seats.select_related("player")]


def test_a_name_finds_the_player_in_any_case_and_by_the_display_name(club: Club, client: Client) -> None:
    ada, boris, chloe = make_players(club, 3)
    dirk = PlayerFactory(club=club, name="Dirk Hansen", shown_as="D. H.")
    assert open_table(client, club, "ada", " Boris ", "CHLOÉ", "d. h.").status_code == 302
    assert seated(club) == [ada, boris, chloe, dirk]


def test_four_new_names_open_the_first_table_of_a_club(club: Club, client: Client) -> None:
    assert open_table(client, club, "Ada", "Boris", "Chloé", "Dirk").status_code == 302
    assert [player.name for player in seated(club)] == ["Ada", "Boris", "Chloé", "Dirk"]


@pytest.mark.parametrize(("since", "guests"), [(timedelta(0), False), (FOUNDING, True)])
def test_founding_members_are_no_guests_but_later_players_are(
    since: timedelta, guests: bool, club: Club, client: Client
) -> None:
    table = make_table(club)
    Table.objects.filter(pk=table.pk).update(opened_at=timezone.now() - since - timedelta(hours=1))
    assert open_table(client, club, "Ada", "Boris", "Chloé", "Zoran").status_code == 302
    assert seated(club)[3].guest is guests
    values = {"new": "Yusuf"}
    assert client.post(reverse("play:substitute", args=[table.pk, 1]), values).status_code == 302
    assert club.players.get(name="Yusuf").guest is guests


@pytest.mark.parametrize("typed", ["Ada", "nowak", "Ada Novak", "Ada Nowak-Lange", "Áda Nowak"])
def test_a_name_similar_to_one_on_the_roster_has_to_be_confirmed(typed: str, club: Club, client: Client) -> None:
    make_players(club, 4)
    ada = club.players.get(name="Ada")
    ada.name = "Ada Nowak"
    ada.save()
    asked = open_table(client, club, typed, "Boris", "Chloé", "Dirk")
    assert asked.status_code == 422
    (chair, *others) = asked.context["seating"].chairs
    assert [choice.choice_label for choice in chair.meant] == ["Ada Nowak", f"New player: {typed}"]
    assert not any(other.meant for other in others)
    assert open_table(client, club, typed, "Boris", "Chloé", "Dirk", meant_1=str(ada.pk)).status_code == 302
    assert seated(club)[0] == ada
    second = open_table(client, club, typed, "Boris", "Chloé", "Dirk", meant_1="new", key="k2")
    assert second.status_code == 302
    assert seated(club)[0].name == typed


def test_a_choice_made_for_another_name_is_ignored(club: Club, client: Client) -> None:
    make_players(club, 4)
    boris = club.players.get(name="Boris")
    assert open_table(client, club, "Ad", "Boris", "Chloé", "Dirk", meant_1=str(boris.pk)).status_code == 422


def test_a_chosen_player_cannot_have_two_seats(club: Club, client: Client) -> None:
    make_players(club, 4)
    ada = club.players.get(name="Ada")
    response = open_table(client, club, "Ad", "Ada", "Chloé", "Dirk", meant_1=str(ada.pk))
    assert response.context["seating"].errors == {"name_2": ["Ada already has a seat."]}


def test_every_empty_position_gets_an_error(club: Club, client: Client) -> None:
    make_players(club, 4)
    response = open_table(client, club, "Ada", "Boris", "Chloé", game="tarot", size="5")
    assert set(response.context["seating"].errors) == {"name_4", "name_5"}


def test_more_names_than_chosen_players_raise_the_number(club: Club, client: Client) -> None:
    """Without JavaScript, all positions are shown, and nobody has to choose how many there are."""
    make_players(club, 5)
    names = "Ada", "Boris", "Chloé", "Dirk", "Élise"
    assert open_table(client, club, *names, game="tarot", size="4").status_code == 302
    assert club.tables.get().size == 5


def test_the_first_dealer_must_sit_at_the_table(club: Club, client: Client) -> None:
    make_players(club, 4)
    names = "Ada", "Boris", "Chloé", "Dirk"
    for dealer, sentence in (("5", "Nobody sits there."), ("", "Who deals first?")):
        response = open_table(client, club, *names, game="tarot", size="4", first_dealer=dealer)
        assert response.context["seating"].errors == {"first_dealer": [sentence]}
        assert sentence in response.content.decode()


@pytest.mark.parametrize(
    ("game", "said"), [("bridge", "Partners: N &amp; S, E &amp; W."), ("belote", "Partners: 1 &amp; 3, 2 &amp; 4.")]
)
def test_the_form_says_who_partners_whom(game: str, said: str, club: Club, client: Client) -> None:
    assert said in client.get(reverse("play:open", args=[club.pk, game])).content.decode()
    assert "Partners:" not in client.get(reverse("play:open", args=[club.pk, "preferans"])).content.decode()


def test_recent_players_are_offered_first_and_seated_ones_last(club: Club) -> None:
    ada, boris, *_others, hugo = make_players(club, 8)
    PlayerFactory(club=club, name="Ines")
    services.close_table(make_table(club, "preferans", players=[hugo, ada, boris]), by=None)
    make_table(club, "preferans", players=[boris, *make_players(club, 4)[2:]])
    names = [player.name for player in roster_for_seats(club)]
    assert names == ["Ada", "Hugo", "Élise", "Farid", "Greta", "Ines", "Boris", "Chloé", "Dirk"]
