"""Invitations: a limit, a waiting list, players who look for a partner, and who signs off."""

import json
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.links import Holder, evenings_path, path_of, sign_up_path
from scorer.events.models import Applicant, Event
from scorer.history.models import Revision
from scorer.play.services import merge_players
from scorer.web.phones import qr_code
from tests.events.conftest import MakeEvent, choose, entry_of, faults_of_events
from tests.events.test_pages import LogIn, address
from tests.factories import ClubFactory
from tests.transfer.test_events import records_of
from tests.transfer.test_tables import take

USUAL = {
    "announced": True,
    "starts_at": time(19, 30),
    "place": "Club house",
    "limit": None,
    "sign_off_hours": None,
    "names_shown": False,
}


def invite(event: Event, **values: object) -> Event:
    services.set_invitation(event, **USUAL | values, by=None)
    event.refresh_from_db()
    return event


def contestants(event: Event) -> list[str]:
    return [str(contestant) for contestant in event.contestants.with_players()]


def waiting(event: Event) -> list[str]:
    return [str(applicant) for applicant in event.applicants.not_in()]


def typed(first: int, second: int | None = None) -> dict[str, str]:
    return {"player_1": f"Player {first}"} | ({"player_2": f"Player {second}"} if second else {"looking": "1"})


def joins(event: Event, first: int, second: int | None = None) -> tuple[Client, str]:
    """A phone with which somebody signs up, and what it says then."""
    phone = Client()
    return phone, phone.post(sign_up_path(event), typed(first, second), follow=True).text


@pytest.mark.postgres
def test_whoever_comes_to_a_full_evening_waits_and_moves_up_when_somebody_signs_off(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1), limit=2)
    first, text = joins(event, 11, 12)
    assert "Number 2" in text
    assert "There is no place left." in Client().get(sign_up_path(event)).text
    second, text = joins(event, 13, 14)
    assert "Number 1 on the waiting list" in text
    third, text = joins(event, 15, 16)
    assert "Number 2 on the waiting list" in text
    assert "You have signed off." in first.post(sign_up_path(event), {"off": "1"}, follow=True).text
    assert contestants(event) == ["Player 1 & Player 2", "Player 13 & Player 14"]
    assert "Number 2" in second.get(sign_up_path(event)).text
    assert "Number 1 on the waiting list" in third.get(sign_up_path(event)).text
    assert "form" in first.get(sign_up_path(event)).context
    assert faults_of_events() == []


def test_two_phones_want_the_last_place_and_the_second_one_waits(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1), limit=2)
    pages = [Client(), Client()]
    assert all("2 places left" not in phone.get(sign_up_path(event)).text for phone in pages)
    assert [joins(event, 11, 12)[1].count("on the waiting list"), "Number 1 on" in joins(event, 13, 14)[1]] == [0, True]


def test_the_director_takes_somebody_off_and_whoever_waited_longest_moves_up(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = invite(make_event("bridge", 2), limit=2)
    joins(event, 11, 12)
    joins(event, 13, 14)
    client_of(ada).post(address(event, "sign_off", entry_of(event, 1)))
    assert contestants(event) == ["Player 3 & Player 4", "Player 11 & Player 12"]
    assert [entry.action for entry in Revision.objects.of(Revision.Kind.EVENT, event.pk)][-2:] == [
        "sign_off",
        "move_up",
    ]
    invite(event, limit=3)
    assert waiting(event) == []
    assert contestants(event)[-1] == "Player 13 & Player 14"


def test_an_old_page_takes_nobody_else_off_the_list(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 4)
    stale = address(event, "sign_off", entry_of(event, 1))
    for _twice in range(2):
        assert client_of(ada).post(stale).status_code == 302
    assert contestants(event) == ["Player 3 & Player 4", "Player 5 & Player 6", "Player 7 & Player 8"]


def test_the_director_matches_two_who_look_for_a_partner_with_one_tap_and_their_phones_say_with_whom(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = invite(make_event("bridge", 1))
    phones = [joins(event, number)[0] for number in (11, 12, 13)]
    assert "Looking for a partner" in phones[0].get(sign_up_path(event)).text
    page = client_of(ada).get(address(event)).text
    one, _two, three = event.applicants.values_list("number", flat=True)
    tap = address(event, "match_partners", one, three)
    assert f'action="{tap}"' in page
    client_of(ada).post(tap)
    assert contestants(event)[1] == "Player 11 & Player 13"
    for phone in (phones[0], phones[2]):
        assert "Player 11 &amp; Player 13" in phone.get(sign_up_path(event)).text
    assert waiting(event) == ["Player 12"]
    refused = client_of(ada).post(tap)
    assert (refused.status_code, "Nobody with this number is waiting" in refused.text) == (409, True)
    assert faults_of_events() == []


def test_who_looks_for_a_partner_and_comes_with_one_looks_no_more(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1))
    phone, _text = joins(event, 11)
    joins(event, 12, 11)
    assert waiting(event) == []
    assert "Player 12" in phone.get(sign_up_path(event)).text


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        (1, 11, "Player 1 has signed up already."),
        (1, None, "Player 1 has signed up already."),
        (21, 11, "Player 21 &amp; Player 22: already on the waiting list."),
        (21, None, "Player 21 &amp; Player 22: already on the waiting list."),
        (23, None, "Player 23 is already looking for a partner."),
        (24, 24, "A player can sit in only one place."),
    ],
)
def test_nobody_is_there_twice(make_event: MakeEvent, first: int, second: int | None, sentence: str) -> None:
    event = invite(make_event("bridge", 1), limit=1)
    joins(event, 21, 22)
    joins(event, 23)
    answer = Client().post(sign_up_path(event), typed(first, second))
    assert answer.status_code == 422
    assert sentence in answer.text
    assert (event.contestants.count(), event.applicants.count()) == (1, 2)


def test_whoever_looks_for_a_partner_types_no_partner(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1))
    answer = Client().post(sign_up_path(event), typed(11, 12) | {"looking": "1"})
    assert "Leave this empty to look for a partner" in answer.text
    assert event.applicants.count() == 0


def test_a_director_who_signs_up_somebody_who_waits_lets_them_in_and_not_one_half_of_a_pair(
    make_event: MakeEvent, players: list[Player]
) -> None:
    event = invite(make_event("bridge", 1), limit=1)
    phone, _text = joins(event, 21, 22)
    with pytest.raises(ValidationError, match="are on the waiting list together"):
        services.sign_up(event, [players[20], players[30]], by=None)
    services.sign_up(event, [players[21], players[20]], by=None)
    assert waiting(event) == []
    assert "Number 2" in phone.get(sign_up_path(event)).text


def test_a_director_lets_somebody_in_beyond_the_limit_but_nobody_without_a_partner(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = invite(make_event("bridge", 1), limit=1), client_of(ada)
    joins(event, 21, 22)
    client.post(address(event, "sign_up"), {"player_1": "Player 30", "looking": "1"})
    pair, alone = event.applicants.values_list("number", flat=True)
    client.post(address(event, "let_in", pair))
    assert contestants(event)[1] == "Player 21 & Player 22"
    assert "has no partner yet" in client.post(address(event, "let_in", alone)).text
    client.post(address(event, "remove_applicant", alone))
    assert waiting(event) == []
    assert client.post(address(event, "remove_applicant", alone)).status_code == 409


def test_a_new_name_that_a_director_lets_look_for_a_partner_leaves_the_roster_with_it(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, club: Club
) -> None:
    event, client = invite(make_event("bridge", 1)), client_of(ada)
    client.post(address(event, "sign_up"), {"player_1": "Neuer Gast", "looking": "1", "add": "Neuer Gast"})
    assert waiting(event) == ["Neuer Gast"]
    client.post(address(event, "remove_applicant", event.applicants.get().number))
    assert club.players.named("Neuer Gast") is None


def test_after_the_limit_only_the_director_signs_somebody_off(make_event: MakeEvent) -> None:
    soon = timezone.localtime() + timedelta(hours=2)
    event = invite(make_event("bridge", 1), starts_at=soon.time(), sign_off_hours=1)
    Event.objects.filter(pk=event.pk).update(day=soon.date())
    phone, text = joins(event, 11, 12)
    assert "We both sign off" in text
    invite(event, starts_at=soon.time(), sign_off_hours=3)
    assert "It is too late to sign off here." in phone.get(sign_up_path(event)).text
    assert "It is too late to sign off here." in phone.post(sign_up_path(event), {"off": "1"}, follow=True).text
    assert event.contestants.count() == 2
    services.sign_off(event, entry_of(event, 2), by=None)
    assert event.contestants.count() == 1


def test_a_second_tap_on_sign_off_takes_nobody_else_off(make_event: MakeEvent) -> None:
    event = make_event("bridge", 3)
    contestant = event.contestants.get(number=2)
    services.sign_off_self(event, contestant)
    with pytest.raises(ValidationError, match="The list has changed"):
        services.sign_off_self(event, contestant)
    assert contestants(event) == ["Player 1 & Player 2", "Player 5 & Player 6"]


def look_for_each_other(event: Event, first: int, second: int) -> tuple[Client, Client]:
    """The phones of two who look for a partner, and whom the director matches."""
    phones = joins(event, first)[0], joins(event, second)[0]
    numbers = event.applicants.filter(contestant=None, looking=True).values_list("number", flat=True)
    services.match_partners(event, *numbers, by=None)
    return phones


@pytest.mark.postgres
def test_whoever_was_matched_with_somebody_who_signs_off_looks_for_a_partner_again(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = invite(make_event("bridge", 1), limit=2)
    path = sign_up_path(event)
    first, second = look_for_each_other(event, 11, 12)
    waits, _text = joins(event, 13, 14)
    assert "Player 12 then looks for another partner" in first.get(path).text
    assert "You have signed off." in first.post(path, {"off": "1"}, follow=True).text
    assert contestants(event) == ["Player 1 & Player 2", "Player 13 & Player 14"]
    assert "Number 2" in waits.get(path).text
    assert waiting(event) == ["Player 12"]
    text = second.get(path).text
    assert "Your partner has signed off." in text
    assert "Looking for a partner" in text
    assert "the partner has signed off" in client_of(ada).get(address(event)).text
    assert "form" in first.get(path).context
    joins(event, 15)
    services.match_partners(event, *event.applicants.not_in().values_list("number", flat=True), by=None)
    assert "Player 12 &amp; Player 15" in second.get(path).text
    assert faults_of_events() == []


def test_whoever_is_left_alone_keeps_the_place_in_the_list_that_they_had_when_they_came(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1))
    phones = [joins(event, number)[0] for number in (11, 12, 13)]
    services.match_partners(event, 1, 3, by=None)
    phones[2].post(sign_up_path(event), {"off": "1"})
    assert waiting(event) == ["Player 11", "Player 12"]


@pytest.mark.parametrize(("tap", "left"), [({"off": "1"}, []), ({"only": "1"}, [12]), ({"only": "2"}, [11])])
def test_the_phone_of_a_pair_that_came_together_says_whether_one_or_both_sign_off(
    make_event: MakeEvent, tap: dict[str, str], left: list[int]
) -> None:
    event = invite(make_event("bridge", 1))
    phone, text = joins(event, 11, 12)
    for button in ("We both sign off", "Only Player 11 signs off", "Only Player 12 signs off"):
        assert button in text
    page = phone.post(sign_up_path(event), tap, follow=True).text
    assert contestants(event) == ["Player 1 & Player 2"]
    assert waiting(event) == [f"Player {number}" for number in left]
    assert ("is looking for a partner now." in page) == bool(left)
    assert ("You have signed off." in page) != bool(left)
    page = phone.post(sign_up_path(event), tap, follow=True).text  # the button tapped twice
    assert ("This is how it is now." if left else "You are not on the list any more.") in page
    assert waiting(event) == [f"Player {number}" for number in left]
    assert faults_of_events() == []


def test_a_director_signs_one_of_a_pair_off(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event, client = make_event("bridge", 2), client_of(ada)
    page = client.get(address(event, "wish", entry_of(event, 2))).text
    tap = address(event, "sign_off_one", entry_of(event, 2), 1)
    assert f'action="{tap}"' in page
    assert "Player 3 signs off" in page
    for _twice in range(2):
        assert client.post(tap).status_code == 302
    assert (contestants(event), waiting(event)) == (["Player 1 & Player 2"], ["Player 4"])
    wrong = client.post(address(event, "sign_off_one", entry_of(event, 1), 3))
    assert (wrong.status_code, "Only one of a pair can sign off alone." in wrong.text) == (409, True)
    alone = make_event("skat", 2)
    assert "Only one of them signs off" not in client.get(address(alone, "wish", entry_of(alone, 1))).text
    assert client.post(address(alone, "sign_off_one", entry_of(alone, 1), 1)).status_code == 409
    assert alone.contestants.count() == 2


def test_the_tap_on_an_old_page_signs_off_nobody_who_has_found_a_partner(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1))
    first, second = look_for_each_other(event, 11, 12)
    assert "This is how it is now." in first.post(sign_up_path(event), {"leave": "1"}, follow=True).text
    assert contestants(event)[1] == "Player 11 & Player 12"
    first.post(sign_up_path(event), {"off": "1"})
    assert "This is how it is now." in second.post(sign_up_path(event), {"off": "1"}, follow=True).text
    assert waiting(event) == ["Player 12"]


def test_two_players_who_were_merged_into_others_can_still_sign_off_alone(
    make_event: MakeEvent, players: list[Player]
) -> None:
    event = invite(make_event("bridge", 1))
    _first, second = look_for_each_other(event, 11, 12)
    for old, other in ((players[10], players[20]), (players[11], players[21])):
        merge_players(old, other, by=None, why="the same")
    second.post(sign_up_path(event), {"off": "1"})
    assert waiting(event) == ["Player 21"]
    assert faults_of_events() == []


def test_a_new_name_that_signs_off_alone_leaves_the_roster_and_its_partner_does_not(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, club: Club
) -> None:
    event, client = make_event("bridge", 0), client_of(ada)
    typed_names = {"player_1": "Neuer Gast", "player_2": "Andrer Gast", "add": "Neuer Gast & Andrer Gast"}
    client.post(address(event, "sign_up"), typed_names)
    services.sign_off(event, entry_of(event, 1), 1, by=None)
    assert waiting(event) == ["Andrer Gast"]
    assert (club.players.named("Neuer Gast"), club.players.named("Andrer Gast")) == (
        None,
        event.applicants.get().players.get().player,
    )


def test_whoever_has_signed_up_reads_that_the_evening_is_cancelled_or_planned_and_that_a_tap_was_too_late(
    make_event: MakeEvent,
) -> None:
    given_up, planned = invite(make_event("bridge", 1)), invite(make_event("skat", 8))
    first, _text = joins(given_up, 11, 12)
    services.cancel(given_up, by=None)
    page = first.post(sign_up_path(given_up), {"off": "1"}, follow=True).text
    assert "This event does not take place" in page
    card = Client().get(path_of(given_up, Holder.CONTESTANT, 2)).text
    assert "The event is cancelled." in card
    assert "There is no plan yet." not in card
    assert "Your results" not in card
    second, _text = joins(planned, 11, 12)
    choose(planned, "draw")
    assert "It is too late to sign off here." in second.post(sign_up_path(planned), {"off": "1"}, follow=True).text
    assert "It is too late" not in second.get(sign_up_path(planned), follow=True).text


def test_whoever_looked_for_a_partner_reads_that_the_day_is_over(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1))
    phone, _text = joins(event, 11)
    Event.objects.filter(pk=event.pk).update(day=timezone.localdate() - timedelta(days=1))
    assert "This evening is over" in phone.get(sign_up_path(event)).text


def test_a_second_request_of_a_phone_that_never_got_the_response_finds_what_the_first_one_did(
    make_event: MakeEvent,
) -> None:
    event = invite(make_event("bridge", 1))
    phone = Client()
    phone.get(sign_up_path(event))
    before = phone.cookies["sessionid"].value
    phone.post(sign_up_path(event), typed(11, 12))
    again = Client()
    again.cookies["sessionid"] = before
    assert "Number 2</h2>" in again.post(sign_up_path(event), typed(11, 12), follow=True).text


def test_a_phone_that_has_signed_up_says_so_if_it_sends_the_names_of_others(make_event: MakeEvent) -> None:
    event = invite(make_event("skat", 1))
    path = sign_up_path(event)
    first = Client()
    first.post(path, {"player_1": "Player 11"})
    assert "The director can sign up others" not in first.post(path, {"player_1": " player  11 "}, follow=True).text
    assert "The director can sign up others" in first.post(path, {"player_1": "Player 12"}, follow=True).text
    assert contestants(event) == ["Player 1", "Player 11"]
    pairs = invite(make_event("bridge", 1))
    looking, _text = joins(pairs, 21)
    assert "The director can sign up others" in looking.post(sign_up_path(pairs), typed(22, 23), follow=True).text
    assert waiting(pairs) == ["Player 21"]


def test_the_code_for_the_wall_and_the_link_have_the_host_name_by_which_the_director_reads_them(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, club: Club, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["club.example", *settings.ALLOWED_HOSTS]
    event, client = invite(make_event("bridge", 1)), client_of(ada)
    url = f"http://club.example{sign_up_path(event)}"
    page = client.get(address(event, "sign_up_code"), headers={"host": "club.example"})
    assert page.context["qr"] == qr_code(url, "Link to sign up")
    assert f"<bdi>{url}</bdi>" in page.text
    assert f"<bdi>{url}</bdi>" in client.get(address(event, "invitation"), headers={"host": "club.example"}).text
    club.host = "cards.example"
    club.save()
    page = client.get(address(event, "sign_up_code"))
    assert page.context["qr"] == qr_code(f"http://cards.example{sign_up_path(event)}", "Link to sign up")
    evenings = client.get(reverse("standings:evenings", args=[club.pk]))
    assert evenings.context["qr"] == qr_code(f"http://cards.example{evenings_path(club)}", "Link to the next evenings")


@pytest.mark.postgres
def test_when_a_plan_is_discarded_whoever_waited_moves_up_for_those_who_have_left(
    make_event: MakeEvent, players: list[Player]
) -> None:
    event = invite(make_event("bridge", 4), limit=4)
    joins(event, 21, 22)
    choose(event, "mitchell")
    services.leave(event, 1, by=None)
    services.discard_plan(event, by=None)
    assert contestants(event)[-1] == "Player 21 & Player 22"
    assert event.contestants.count() == 4


def test_when_the_day_is_over_or_the_event_given_up_nobody_signs_up_and_the_page_says_why(
    make_event: MakeEvent, players: list[Player]
) -> None:
    event = invite(make_event("bridge", 1))
    phone, _text = joins(event, 11, 12)
    Event.objects.filter(pk=event.pk).update(day=timezone.localdate() - timedelta(days=1))
    late = Client().post(sign_up_path(event), typed(13, 14))
    assert (late.status_code, "The day of this event is over." in late.text) == (403, True)
    assert "The day of this event is over." in phone.post(sign_up_path(event), {"off": "1"}, follow=True).text
    with pytest.raises(ValidationError, match="The day of this event is over"):
        services.apply(event, players[30:32], by=None)
    services.cancel(event, by=None)
    assert "This event does not take place" in Client().get(sign_up_path(event)).text


def test_the_plan_closes_the_invitation_and_names_who_is_not_in_to_the_director_alone(
    make_event: MakeEvent, ada: Membership, boris: Membership, client_of: LogIn, players: list[Player]
) -> None:
    event = invite(make_event("bridge", 4), limit=4)
    waits, _text = joins(event, 21, 22)
    joins(event, 23)
    choose(event, "mitchell")
    assert "Sign-up is closed" in waits.get(sign_up_path(event)).text
    page = client_of(ada).get(address(event)).text
    assert "Did not get a place" in page
    assert "Player 21" in page
    assert "looking for a partner" in page
    assert "Not in, although" not in client_of(boris).get(address(event)).text
    services.add_late_contestant(event, players[20:22], by=None)
    assert waiting(event) == ["Player 23"]
    own = waits.get(sign_up_path(event))
    assert (own.status_code, own["Location"]) == (302, path_of(event, Holder.CONTESTANT, 5))


def test_all_who_came_by_the_code_are_taken_off_the_waiting_list_too(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = invite(make_event("bridge", 1), limit=1), client_of(ada)
    joins(event, 21, 22)
    joins(event, 23)
    page = client.get(address(event)).text
    assert "2 contestants came by the link or the code" in page
    assert page.count('<span class="mark">by the code</span>') == 2
    client.post(address(event, "sign_off_self_signed"))
    assert (event.contestants.count(), event.applicants.count()) == (1, 0)
    taken = Revision.objects.of(Revision.Kind.EVENT, event.pk).last()
    assert taken
    assert len(taken.after["players"]) == 3
    assert "Was that a stranger?" not in client.get(address(event)).text


@pytest.mark.postgres
def test_whoever_was_matched_with_a_stranger_looks_for_a_partner_again(
    make_event: MakeEvent, players: list[Player], ada: Membership
) -> None:
    event = invite(make_event("bridge", 1))
    joins(event, 11)
    services.apply(event, [players[11]], looking=True, by=ada.user)
    services.match_partners(event, 1, 2, by=None)
    services.sign_off_self_signed(event, by=None)
    assert (contestants(event), waiting(event)) == (["Player 1 & Player 2"], ["Player 12"])
    assert faults_of_events() == []


@pytest.mark.postgres
def test_somebody_merged_into_a_contestant_goes_on_waiting_and_stops_nobody(
    make_event: MakeEvent, players: list[Player]
) -> None:
    event = invite(make_event("bridge", 2), limit=2)
    joins(event, 21, 22)
    joins(event, 23, 24)
    merge_players(players[20], players[0], by=None, why="the same")
    services.sign_off(event, entry_of(event, 2), by=None)
    assert contestants(event) == ["Player 1 & Player 2", "Player 23 & Player 24"]
    assert waiting(event) == ["Player 1 & Player 22"]


def test_the_invitation_is_changed_on_a_page_that_says_what_is_wrong(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 1), client_of(ada)
    path = address(event, "invitation")
    assert sign_up_path(event) in client.get(path).text
    wrong = client.post(path, {"sign_off_hours": "2", "limit": "0", "place": "x" * 81})
    assert wrong.status_code == 422
    assert list(wrong.context["form"].errors) == ["place", "limit", "starts_at"]
    client.post(path, {"announced": "on", "starts_at": "19:30", "place": " Club  house ", "limit": "8"})
    event.refresh_from_db()
    assert (event.announced, event.starts_at, event.place, event.limit) == (True, time(19, 30), "Club house", 8)
    services.rehearse(event, by=None)
    rehearsal = Event.objects.get(rehearsal=True)
    assert (rehearsal.announced, rehearsal.place) == (False, "Club house")
    assert "A rehearsal cannot be announced" in client.post(address(rehearsal, "invitation"), {"announced": "on"}).text


def test_the_time_is_that_of_the_zone_of_the_site_in_winter_and_in_summer(
    make_event: MakeEvent, settings: Settings
) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    event = invite(make_event("bridge", 0), sign_off_hours=3)
    for day, hour in ((date(2027, 1, 12), 18), (date(2027, 7, 13), 17)):
        event.day = day
        assert event.start == datetime(day.year, day.month, day.day, hour, 30, tzinfo=ZoneInfo("UTC"))
        assert event.sign_off_until == event.start - timedelta(hours=3)


def test_the_invitation_tells_names_only_if_the_director_says_so(make_event: MakeEvent, club: Club) -> None:
    club.public = True
    club.save()
    event = invite(make_event("bridge", 2))
    joins(event, 21)
    for path in (sign_up_path(event), address(event)):
        assert "Player" not in Client().get(path).text.replace("Player 1’s", "")
    invite(event, names_shown=True)
    for path in (sign_up_path(event), address(event)):
        text = Client().get(path).text
        assert "Player 3" in text
        assert "Player 21" not in text
    club.players.filter(name="Player 3").update(hidden=True)
    for path in (sign_up_path(event), address(event)):
        assert "Player 3" not in Client().get(path).text


@pytest.mark.postgres
def test_a_file_of_the_event_has_the_invitation_and_who_waits(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1), limit=1, sign_off_hours=2, names_shown=True)
    joins(event, 21, 22)
    joins(event, 23)
    records = records_of(event)
    assert records[0]["starts_at"] == "19:30:00"
    assert [entrant["number"] for entrant in records[0]["applicants"]] == [1, 2]
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, "\n".join(map(json.dumps, records)).encode())
    moved = elsewhere.events.get()
    assert waiting(moved) == ["Player 21 & Player 22", "Player 23"]
    assert [one.looking for one in Applicant.objects.filter(event=moved)] == [False, True]
    assert (moved.place, moved.limit, moved.starts_at) == ("Club house", 1, time(19, 30))
    assert faults_of_events() == []


def test_an_applicant_of_another_size_is_a_fault(make_event: MakeEvent) -> None:
    event = invite(make_event("bridge", 1), limit=1)
    joins(event, 21, 22)
    Applicant.objects.update(looking=True)
    assert [fault.code for fault in faults_of_events()] == ["contestants"]
