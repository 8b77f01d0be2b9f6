"""Players sign up themselves with the code on the wall, and are offered the partner of last time."""

import re
from datetime import timedelta
from time import monotonic

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.links import Holder, path_of, sign_up_path
from scorer.events.models import Event
from scorer.events.views import joining
from scorer.history.models import Revision
from scorer.web import address_limits
from tests.events.conftest import MakeEvent, choose
from tests.events.test_pages import LogIn, address

PAIR = {"player_1": "Player 21", "player_2": "player 22"}


def test_a_player_signs_up_once_and_sees_the_number(make_event: MakeEvent) -> None:
    event, phone = make_event("bridge", 3), Client()
    path = sign_up_path(event)
    answer = phone.post(path, PAIR, follow=True)
    assert "Number 4" in answer.content.decode()
    phone.post(path, {"player_1": "Player 23", "player_2": "Player 24"})
    assert event.contestants.count() == 4
    services.sign_off(event, event.contestants.get(number=1).own_entry, by=None)
    assert "Number 3" in phone.get(path).content.decode()


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"player_1": "Zoé", "player_2": "Player 22"}, "player_1", "Nobody on the roster is called Zoé."),
        ({"player_1": "Player 1", "player_2": "Player 22"}, "__all__", "Player 1 has signed up already."),
        ({"player_1": "Player 21"}, "player_2", "This field is required."),
    ],
)
def test_who_cannot_sign_up_is_told_why_and_keeps_what_was_typed(
    typed: dict[str, str], field: str, sentence: str, make_event: MakeEvent
) -> None:
    event = make_event("bridge", 1)
    answer = Client().post(sign_up_path(event), typed)
    assert (answer.status_code, answer.context["form"].errors[field]) == (422, [sentence])
    assert f'value="{typed["player_1"]}"' in answer.content.decode()
    assert event.contestants.count() == 1


def test_whoever_is_taken_off_the_list_can_sign_up_again(make_event: MakeEvent) -> None:
    event, phone = make_event("bridge", 1), Client()
    phone.post(sign_up_path(event), PAIR)
    services.sign_off(event, event.contestants.get(number=2).own_entry, by=None)
    assert "form" in phone.get(sign_up_path(event)).context


def test_the_link_ends_with_the_plan_and_leads_those_who_signed_up_to_their_own(make_event: MakeEvent) -> None:
    event, phone = make_event("bridge", 3), Client()
    path = sign_up_path(event)
    phone.post(path, PAIR)
    choose(event, "howell")
    answer = phone.get(path)
    assert (answer.status_code, answer["Location"]) == (302, path_of(event, Holder.CONTESTANT, 4))
    assert [Client().get(path).status_code, Client().post(path, PAIR).status_code] == [403, 403]
    assert event.contestants.count() == 4


def test_a_late_pair_reads_that_sign_up_is_closed_and_whom_to_ask(make_event: MakeEvent) -> None:
    event = make_event("bridge", 3)
    path = sign_up_path(event)
    choose(event, "howell")
    late = Client().get(path)
    assert late.status_code == 403
    text = " ".join(late.content.decode().split())
    assert "Sign-up is closed" in text
    assert "If you and your partner still want to play, go to the director, who can add you even now." in text
    assert "scan the code at the table" not in text


@pytest.mark.parametrize(
    ("state", "sentence"), [("cancelled", "This event does not take place"), ("finished", "This event is over")]
)
def test_an_event_that_is_over_says_so_to_whoever_scans_its_code(
    state: str, sentence: str, make_event: MakeEvent
) -> None:
    event = make_event("bridge", 3)
    Event.objects.filter(pk=event.pk).update(state=state)
    assert sentence in Client().get(sign_up_path(event)).content.decode()


def test_a_renewed_link_and_a_made_up_one_show_no_names(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 1)
    path = sign_up_path(event)
    client_of(ada).post(address(event, "renew_links"))
    for wrong in (path, path[:-2] + "0/"):
        answer = Client().get(wrong)
        assert answer.status_code == 403
        assert "Player 25" not in answer.content.decode()
        assert "There is a new code to sign up. Ask the director for it." in answer.content.decode()
    event.refresh_from_db()
    assert Client().get(sign_up_path(event)).status_code == 200


def names_on(page: str, event: Event) -> set[str]:
    names = event.club.players.values_list("name", "shown_as")
    return {name for pair in names for name in pair if name and re.search(rf"\b{name}\b", page)}


def test_the_page_tells_a_stranger_no_names_and_knows_those_typed_in_full(
    earlier: Event, make_event: MakeEvent
) -> None:
    event, path = make_event("bridge", 0, name="Today"), ""
    Player.objects.filter(name="Player 1").update(shown_as="Ada")
    path = sign_up_path(event)
    for typed in ({}, {"player_1": "Player 1"}, {"player_1": "Pl"}):
        for headers in ({}, {"HX-Request": "true"}):
            assert names_on(Client().get(path, typed, headers=headers).content.decode(), event) <= {*typed.values()}
    for typed in ({"player_1": "Player 1"}, {"player_1": "Player", "player_2": "2"}):
        page = Client().post(path, typed).content.decode()
        assert names_on(page, event) <= {*typed.values()}
    assert "Ada &amp; Player 2" in Client().post(path, {"player_1": "ada", "player_2": "player 2"}, follow=True).text


def test_directors_are_offered_names_as_the_club_shows_them(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 1)
    Player.objects.filter(name="Player 25").update(shown_as="Chloé")
    page = client_of(ada).get(address(event)).content.decode()
    assert '<option value="Chloé" label="Player 25">' in page


def test_wrong_codes_end_the_right_one_for_nobody(make_event: MakeEvent) -> None:
    event = make_event("bridge", 1)
    path = sign_up_path(event)
    for number in range(address_limits.MAX_GUESSES + 1):
        Client().get(path[:-11] + f"{number:010}/")
        Client().post(reverse("play:code"), {"code": f"{number:06}"})
    assert Client().get(path).status_code == 200
    assert "Number 2" in Client().post(path, PAIR, follow=True).text


@pytest.fixture
def hall(make_event: MakeEvent, monkeypatch: pytest.MonkeyPatch) -> tuple[Event, str]:
    """An event of players, with a hundred and twenty on the roster who have not signed up.

    Everything happens at the same moment, so that no slow machine gives a name back.
    """
    now = monotonic()
    monkeypatch.setattr(address_limits, "monotonic", lambda: now)
    event = make_event("doppelkopf", 0)
    Player.objects.bulk_create(Player(club=event.club, name=f"Guest {number}") for number in range(120))
    return event, sign_up_path(event)


def sign_up(path: str, number: int, **address: str) -> int:
    return Client(**address).post(path, {"player_1": f"Guest {number}"}).status_code


def test_sixty_people_behind_one_address_sign_up_at_once_after_two_mistakes_each(hall: tuple[Event, str]) -> None:
    event, path = hall
    for number in range(60):
        phone = Client()
        for typed in (f"Gest {number}", f"Guest{number}", f"Guest {number}"):
            answer = phone.post(path, {"player_1": typed})
        assert answer.status_code == 302
    assert event.contestants.filter(self_signed=True).count() == 60


def test_a_stranger_cannot_fill_an_event_and_new_links_start_another_count(
    hall: tuple[Event, str], ada: Membership, client_of: LogIn
) -> None:
    event, path = hall
    most = address_limits.MAX_SIGN_UPS
    assert {sign_up(path, number) for number in range(most)} == {302}
    refused = Client().post(path, {"player_1": "Guest 110"})
    assert refused.status_code == 429
    assert "Ask the director to sign you up" in refused.text
    assert 'value="Guest 110"' in refused.text
    assert sign_up(path, 111, REMOTE_ADDR="203.0.113.9") == 302
    assert event.contestants.count() == most + 1
    client_of(ada).post(address(event, "renew_links"))
    event.refresh_from_db()
    assert sign_up(sign_up_path(event), 110) == 302


def test_whoever_tries_too_many_names_learns_no_more_and_keeps_nobody_from_signing_up(hall: tuple[Event, str]) -> None:
    event, path = hall
    for number in range(address_limits.MAX_NAMES):
        assert Client().post(path, {"player_1": f"Nobody {number}"}).status_code == 422
    wrong = Client().post(path, {"player_1": "Nobody"})
    services.sign_up(event, [Player.objects.get(name="Guest 1")], by=None)
    taken = Client().post(path, {"player_1": "Guest 1"})
    assert (wrong.status_code, taken.status_code) == (429, 429)
    assert "on the roster" not in wrong.text
    assert "signed up already" not in taken.text
    assert sign_up(path, 2) == 302


def test_a_director_takes_all_self_signed_off_in_one_step_and_the_log_says_who(
    make_event: MakeEvent, ada: Membership, boris: Membership, client_of: LogIn, players: list[Player]
) -> None:
    event = make_event("bridge", 1)
    Client().post(sign_up_path(event), PAIR)
    services.sign_up(event, players[4:6], by=None)
    Client().post(sign_up_path(event), {"player_1": "Player 23", "player_2": "Player 24"})
    page = client_of(ada).get(address(event)).text
    assert page.count("by the code<") == 2
    assert "2 contestants came by the link or the code on the wall" in page
    assert "by the code<" not in client_of(boris).get(address(event)).text
    client_of(ada).post(address(event, "sign_off_self_signed"))
    assert [(one.number, str(one)) for one in event.contestants.all()] == [
        (1, "Player 1 & Player 2"),
        (2, "Player 5 & Player 6"),
    ]
    entry = Revision.objects.of(Revision.Kind.EVENT, event.pk).last()
    assert entry
    assert (entry.action, entry.actor_id) == ("sign_off", ada.user.pk)
    assert entry.after["contestants"] == [2, 4]
    assert entry.after["players"] == [player.pk for player in players[20:24]]
    client_of(ada).post(address(event, "sign_off_self_signed"))
    assert Revision.objects.of(Revision.Kind.EVENT, event.pk).last() == entry
    assert "by the code" not in client_of(ada).get(address(event)).text


def test_the_director_prints_the_code_until_there_is_a_plan(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 4), client_of(ada)
    path = sign_up_path(event)
    assert path in client.get(address(event, "sign_up_code")).content.decode()
    choose(event, "mitchell")
    assert path not in client.get(address(event, "sign_up_code")).content.decode()


def test_a_site_for_this_computer_alone_says_so_in_place_of_a_code(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "address_for_phones", lambda _request, _host: None)
    event = make_event("bridge", 0)
    page = client_of(ada).get(address(event, "sign_up_code")).content.decode()
    assert "no phone can reach it" in page
    assert f">{sign_up_path(event)}<" in page


@pytest.fixture
def earlier(make_event: MakeEvent) -> Event:
    """An event of last week, with three pairs."""
    event = make_event("bridge", 3)
    Event.objects.filter(pk=event.pk).update(day=timezone.localdate() - timedelta(days=7))
    return event


def test_the_partner_of_last_time_is_offered(
    earlier: Event, make_event: MakeEvent, players: list[Player], ada: Membership, client_of: LogIn
) -> None:
    longer_ago = make_event("bridge", 0)
    Event.objects.filter(pk=longer_ago.pk).update(day=timezone.localdate() - timedelta(days=14))
    services.sign_up(longer_ago, [players[0], players[9]], by=None)
    event = make_event("bridge", 0, name="Today")

    def offered(**typed: str) -> str:
        answer = client_of(ada).get(address(event, "partner"), typed, headers={"HX-Request": "true"})
        value: str = answer.context["field"].value()
        return value

    assert offered(player_1="player 1") == "Player 2"
    assert offered(player_1="Player 4") == "Player 3"
    Player.objects.filter(pk=players[2].pk).update(shown_as="Chloé")
    assert offered(player_1="Player 4") == "Chloé"
    assert offered(player_1="Player 1", player_2="Player 7") == "Player 7"
    assert offered(player_1="Player 26") == ""
    assert offered(player_1="Nobody") == ""
    Player.objects.filter(pk=players[3].pk).update(active=False)
    assert offered(player_1="Player 3") == ""
    services.sign_up(event, [players[1], players[12]], by=None)
    assert offered(player_1="Player 1") == ""
    services.cancel(earlier, by=None)
    assert offered(player_1="Player 1") == "Player 10"


def test_nobody_plays_with_a_partner_where_everybody_plays_alone(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("doppelkopf", 4)
    assert client_of(ada).get(address(event, "partner"), {"player_1": "Player 1"}).status_code == 404
    assert "Number 5" in Client().post(sign_up_path(event), {"player_1": "Player 9"}, follow=True).content.decode()


def test_the_page_to_sign_up_takes_as_many_queries_for_many_as_for_few(
    make_event: MakeEvent, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for pairs in (1, 9):
        event = make_event("bridge", pairs)
        with django_assert_max_num_queries(9) as asked:  # one of them starts the session
            assert Client().get(sign_up_path(event)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
