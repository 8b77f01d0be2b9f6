"""The links of stations and contestants, which lead from round to round."""

from dataclasses import replace
from importlib import import_module
from random import Random

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Sitting
from scorer.live import Ticket
from scorer.live.tickets import read_ticket
from scorer.play.models import Table
from scorer.play.rights import may_listen
from tests.events.conftest import MakeEvent, choose, play_all
from tests.events.test_pages import LogIn, address

contestant_link = import_module("scorer.events.migrations.0010_contestant_link")


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs, of whom all play in each of three rounds."""
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    return event


@pytest.fixture
def odd(make_event: MakeEvent) -> Event:
    """Five pairs: one rests in each round."""
    event = make_event("bridge", 5, rounds=3, per_round=2)
    choose(event, "mitchell")
    return event


def sitting_at(event: Event, station: int, number: int) -> Sitting:
    return Sitting.objects.select_related("table").get(round__event=event, round__number=number, station=station)


def play(table: Table | None) -> Table:
    assert table
    play_all(table, Random(7))
    return table


def test_a_station_leads_to_its_table_round_after_round(event: Event, client: Client) -> None:
    path = links.path_of(event, Holder.STATION, 2)
    before = client.get(path)
    assert "Round 1 has not started yet" in before.content.decode()
    assert "Enter hands" not in before.content.decode()
    for number in (1, 2):
        services.start_round(event, by=None)
        table = sitting_at(event, 2, number).table
        assert table
        asked = client.get(path)
        assert f"Round {number} of 3" in asked.content.decode()
        joined = client.post(path)
        assert joined["Location"] == reverse("play:table", args=[table.pk])
        sheet = client.get(joined["Location"])
        assert sheet.status_code == 200
        assert sheet.context["form"]
        way_back = f"{path}?after={number}"
        assert f'href="{way_back}"' in sheet.content.decode()
        services.end_round(event, by=None)
        ended = client.get(joined["Location"])
        assert ended.status_code == 403
        assert f'href="{way_back}"' in ended.content.decode()


def test_a_contestant_is_told_where_to_play_and_against_whom(event: Event, client: Client) -> None:
    path = links.path_of(event, Holder.CONTESTANT, 3)
    services.start_round(event, by=None)
    page = client.get(path)
    assigned = page.context["running"]
    assert 3 in [one.number for one in assigned.people]
    assert f"Table {assigned.sitting.station}" in page.content.decode()
    assert [coming.round.number for coming in page.context["following"]] == [2]
    client.post(path)
    others = Table.objects.open().exclude(pk=assigned.sitting.table_id)
    assert {client.get(reverse("play:table", args=[table.pk])).status_code for table in others} == {302}


def test_who_rests_is_told_so_and_joins_no_table(odd: Event, client: Client) -> None:
    services.start_round(odd, by=None)
    playing = {
        place.contestant.number for sitting in Sitting.objects.filter(round__number=1) for place in sitting.sides.all()
    }
    (resting,) = {1, 2, 3, 4, 5} - playing
    path = links.path_of(odd, Holder.CONTESTANT, resting)
    assert "You sit out this round" in client.get(path).content.decode()
    assert client.post(path)["Location"] == path
    assert "tables" not in client.session


def test_a_waiting_phone_asks_again_and_gets_only_the_part_that_changes(event: Event, client: Client) -> None:
    path = links.path_of(event, Holder.STATION, 1)
    part = client.get(path, HTTP_HX_REQUEST="true").content.decode()
    assert part.lstrip().startswith('<div id="where"')
    services.start_round(event, by=None)
    assert "Enter hands" in client.get(path, HTTP_HX_REQUEST="true").content.decode()
    play(sitting_at(event, 1, 1).table)
    services.end_round(event, by=None)
    services.finish(event, by=None)
    over = client.get(path, HTTP_HX_REQUEST="true").content.decode()
    assert "The event is finished" in over
    assert "hx-trigger" not in over


def test_a_waiting_phone_hears_of_the_event_until_its_links_are_renewed(event: Event, client: Client) -> None:
    page = client.get(links.path_of(event, Holder.STATION, 1))
    ticket = read_ticket(page.context["live"])
    assert ticket
    assert (ticket.topics, ticket.rights) == ((event.pk,), (event.pk, event.club_id))
    assert may_listen(ticket, "")
    assert not may_listen(replace(ticket, topics=(event.pk + 1,)), "")
    assert f'data-version="{event.version}"' in page.content.decode()
    services.renew_links(event, by=None)
    assert not may_listen(ticket, "")


def test_no_link_of_an_event_opens_a_table(event: Event) -> None:
    services.start_round(event, by=None)
    table = sitting_at(event, 1, 1).table
    assert table
    assert not may_listen(Ticket((table.pk,), event.club_id, link=event.link), "")
    assert not may_listen(Ticket((event.pk,), event.club_id, link=table.entry_link or 0), "")


def test_a_link_with_another_token_or_for_another_number_has_ended(event: Event, client: Client) -> None:
    path = links.path_of(event, Holder.STATION, 1)
    token = path.rstrip("/").rsplit("/", 1)[1]
    for wrong in ("events:contestant_link", "events:station_link"):
        for number in (1, 2):
            other = reverse(wrong, args=[event.pk, number, token])
            assert client.get(other).status_code == (200 if other == path else 403)
    assert client.get(reverse("events:station_link", args=[event.pk, 1, "0" * 20])).status_code == 403
    assert client.post(reverse("events:station_link", args=[event.pk + 1, 1, token])).status_code == 403


def test_a_director_ends_all_links_by_making_new_ones(event: Event, ada: Membership, client_of: LogIn) -> None:
    before = links.path_of(event, Holder.STATION, 1)
    assert client_of(ada).post(address(event, "renew_links")).status_code == 302
    event.refresh_from_db()
    assert Client().get(before).status_code == 403
    assert Client().get(links.path_of(event, Holder.STATION, 1)).status_code == 200


def test_the_cards_of_stations_and_contestants_are_printed_with_their_codes(
    event: Event,
    ada: Membership,
    client_of: LogIn,
    settings: Settings,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.NETWORK_HOSTS = ["192.168.7.20"]
    client = client_of(ada)
    client.get(address(event, "cards"))
    with django_assert_max_num_queries(14):
        page = client.get(address(event, "cards"))
    cards = [card for card, _qr, _path in page.context["cards"]]
    assert [card.holder for card in cards] == [Holder.STATION] * 3 + [Holder.CONTESTANT] * 6
    assert page.content.decode().count("<svg") >= 9
    for card in cards:
        assert [one.round.number for one in card.assignments] == [1, 2, 3]
        assert all(one.sitting for one in card.assignments)


def test_only_directors_see_the_cards(event: Event, boris: Membership, client_of: LogIn) -> None:
    assert client_of(boris).get(address(event, "cards")).status_code == 403


def test_asking_where_to_play_takes_few_queries(
    event: Event, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    path = links.path_of(event, Holder.CONTESTANT, 3)
    services.start_round(event, by=None)
    client.get(path)
    with django_assert_max_num_queries(11):
        client.get(path)


def test_a_page_that_waited_for_a_round_joins_its_table_by_itself(event: Event, client: Client) -> None:
    path = links.path_of(event, Holder.STATION, 2)
    waiting = client.get(path)
    assert waiting.context["after"] == 0
    assert f'data-changes="{path}?after=0"' in waiting.content.decode()
    services.start_round(event, by=None)
    part = client.get(f"{path}?after=0", headers={"HX-Request": "true"})
    assert 'hx-trigger="load delay:2s, submit"' in part.content.decode()
    joined = client.post(path, headers={"HX-Request": "true"})
    table = sitting_at(event, 2, 1).table
    assert table
    assert joined["HX-Redirect"] == reverse("play:table", args=[table.pk])
    assert client.get(joined["HX-Redirect"]).context["form"]


def test_a_page_that_is_opened_while_a_round_runs_stays(event: Event, client: Client) -> None:
    """Or nobody could go back to it from the sheet."""
    services.start_round(event, by=None)
    path = links.path_of(event, Holder.STATION, 2)
    for address_of_page in (path, f"{path}?after=1", f"{path}?after=x", f"{path}?after={'9' * 5000}"):
        assert "hx-post" not in client.get(address_of_page).content.decode()


def test_a_phone_that_comes_back_late_goes_on_to_its_table(event: Event, client: Client) -> None:
    path = links.path_of(event, Holder.STATION, 2)
    services.start_round(event, by=None)
    back = f"{path}?after=1"
    assert "hx-post" not in client.get(back).content.decode()
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    assert 'hx-trigger="load delay:2s, submit"' in client.get(back).content.decode()


def test_a_phone_from_a_round_that_was_taken_back_goes_on_when_it_starts_again(event: Event, client: Client) -> None:
    path = links.path_of(event, Holder.STATION, 2)
    services.start_round(event, by=None)
    services.take_back_round(event, by=None)
    waiting = client.get(f"{path}?after=1")
    assert f'data-changes="{path}?after=0"' in waiting.content.decode()
    services.start_round(event, by=None)
    assert "hx-post" in client.get(f"{path}?after=0").content.decode()


def test_who_rests_is_not_led_to_a_table(odd: Event, client: Client) -> None:
    services.start_round(odd, by=None)
    playing = {
        place.contestant.number for sitting in Sitting.objects.filter(round__number=1) for place in sitting.sides.all()
    }
    (rests,) = {1, 2, 3, 4, 5} - playing
    part = client.get(f"{links.path_of(odd, Holder.CONTESTANT, rests)}?after=0", headers={"HX-Request": "true"})
    assert "hx-post" not in part.content.decode()


def test_a_card_leads_to_its_own_people_after_others_have_signed_off(event: Event, client: Client) -> None:
    names = {one.number: str(one) for one in event.contestants.with_players()}
    cards = {number: links.path_of(event, Holder.CONTESTANT, number) for number in names}
    services.discard_plan(event, by=None)
    services.sign_off(event, event.contestants.get(number=2).own_entry, by=None)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    assert client.get(cards[2]).status_code == client.get(f"{cards[2]}results/").status_code == 403
    for number in (1, 3, 4, 5, 6):
        page = client.get(cards[number])
        assert str(page.context["contestant"]) == names[number]
        assert page.context["number"] == (number - 1 if number > 2 else number)
        assert client.get(f"{cards[number]}results/").context["card"].contestant.name == names[number]
        sitting = page.context["running"].sitting
        if sitting:
            assert client.post(cards[number])["Location"] == reverse("play:table", args=[sitting.table_id])


def test_nobody_gets_the_link_of_a_contestant_who_has_signed_off(event: Event, client: Client) -> None:
    last = links.path_of(event, Holder.CONTESTANT, 6)
    services.discard_plan(event, by=None)
    players = [one.player for one in event.contestants.get(number=6).players.all()]
    services.sign_off(event, event.contestants.get(number=6).own_entry, by=None)
    services.sign_up(event, players, by=None)
    assert event.contestants.get(number=6)
    assert client.get(last).status_code == 403


def test_cards_that_were_printed_by_an_earlier_version_still_lead_to_their_people(event: Event, client: Client) -> None:
    """They name the number that the contestant had when the site was updated."""
    contestant_link.keep_printed_links(apps, None)
    printed = links.path_of(event, Holder.CONTESTANT, 3)
    assert "/contestants/3/" in printed
    name = str(event.contestants.get(number=3))
    services.discard_plan(event, by=None)
    services.sign_off(event, event.contestants.get(number=1).own_entry, by=None)
    assert str(client.get(printed).context["contestant"]) == name
    assert "/contestants/3/" not in links.path_of(event, Holder.CONTESTANT, 3)
