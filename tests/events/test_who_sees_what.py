"""Until every table that plays a deal has played it, only directors and the contestants who have played it see its
results, whoever asks and by whatever address."""

import re
import zipfile
from collections.abc import Iterator
from http import HTTPStatus
from io import BytesIO
from itertools import product
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules import Entry
from scorer.club.models import Membership, Role
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults, Viewer
from scorer.live.tickets import Ticket, browser_id
from scorer.play import services as play
from scorer.play.models import Table
from scorer.play.rights import may_listen
from tests.architecture.test_rights import names
from tests.events.conftest import MakeEvent, choose, play_all, play_round
from tests.events.test_pages import LogIn, address
from tests.factories import MembershipFactory, UserFactory
from tests.rollback import rolled_back

SECRET = re.compile(r"(?<![0-9a-z])7[,.\s\u202f]?000(?![0-9a-z])")
"""A grand slam redoubled, of which no trick was made. Ids and tokens have letters or digits around such digits."""
SLAM = Entry(board=1, level=7, strain="NT", doubled="XX", declarer="N", tricks=0)
KINDS = ["csv", "xlsx", "jsonl", "json"]
FILES = ["ranking", "results", "scorecards", "travellers", "sessions", "event"]


def sitting_of(event: Event, number: int, station: int) -> Sitting:
    sittings = Sitting.objects.select_related("table", "round").with_contestants()
    return sittings.get(round__event=event, round__number=number, station=station)


def table_of(sitting: Sitting) -> Table:
    assert sitting.table
    return sitting.table


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in the second of three rounds. Two tables still have to play deal 1, the slam of station 1."""
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    secret = sitting_of(event, 1, 1)
    assert list(secret.deals) == [1]
    play.record_hand(table_of(secret), SLAM, by=None, key=None)
    for station in (2, 3):
        play_all(table_of(sitting_of(event, 1, station)), Random(7))
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    event.refresh_from_db()
    event.club.public = True
    event.club.save()
    return event


@pytest.fixture
def readers(event: Event, ada: Membership, boris: Membership, client_of: LogIn) -> dict[str, Client]:
    """One of each. The pairs of the slam were at station 1 in the first round; those at its table now were not."""
    played = sitting_of(event, 1, 1).numbers
    another = next(contestant.number for contestant in event.contestants.all() if contestant.number not in played)
    member = MembershipFactory(club=event.club, user=UserFactory(), role=Role.MEMBER)
    found = {
        "anonymous": Client(),
        "member": client_of(member),
        "scorer": client_of(boris),
        "director": client_of(ada),
        "contestant who has not played it": Client(),
        "contestant who has played it": Client(),
        "station": Client(),
    }
    found["contestant who has not played it"].post(links.path_of(event, Holder.CONTESTANT, another))
    found["contestant who has played it"].post(links.path_of(event, Holder.CONTESTANT, played[0]))
    found["station"].post(links.path_of(event, Holder.STATION, 2))
    return found


def addresses(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the name and the path of every address of the site, by whatever leads to the secret."""
    secret = sitting_of(event, 1, 1)
    table = table_of(secret)
    values: dict[str, list[Any]] = {
        "club_id": [event.club_id],
        "event_id": [event.pk],
        "sitting_id": [secret.pk],
        "table_id": [table.pk],
        "game": ["bridge"],
        "number": sorted({1, *secret.numbers}),
        "kind": KINDS,
        "what": FILES,
        "link": ["entry_link"],
        "player_id": [seat.player_id for seat in table.seats.order_by("position")[:2]],
        "season_id": [event.season_id],
        "uidb64": ["MQ"],
        "token": ["0" * 20],
    }
    for name in names():
        space, _colon, view = name.partition(":")
        if view == "logout":
            continue
        ((_text, parameters),) = get_resolver(None).namespace_dict[space][1].reverse_dict.getlist(view)[0][0]
        for chosen in product(*(values.get(parameter, [1]) for parameter in parameters)):
            yield name, reverse(name, kwargs=dict(zip(parameters, chosen, strict=True)))


def own_addresses(event: Event) -> Iterator[tuple[str, str]]:
    """The pages of all links: each names the contestant or the station."""
    for contestant in event.contestants.all():
        base = links.path_of(event, Holder.CONTESTANT, contestant.number)
        for more in ("", "results/", "deals/1/"):
            yield f"contestant {contestant.number} {more}", base + more
    for station in (1, 2, 3):
        yield f"station {station}", links.path_of(event, Holder.STATION, station)


def text_of(answer: Any) -> str:
    body = b"".join(answer) if answer.streaming else answer.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(body)) as parts:
            body = b" ".join(parts.read(name) for name in parts.namelist())
    return body.decode(errors="replace")


QUERIES: dict[str, list[dict[str, Any]]] = {
    "play:changes": [{"since": 1}],
    "standings:all_games": [{}, {"file": "csv"}],
    "standings:big_screen": [{"view": view, "still": ""} for view in range(4)],
    "standings:board": [{}, {"file": "csv"}],
    "standings:player": [{}, {"file": "csv"}],
}
"""By the name of the address."""


def shown_at(client: Client, pages: Iterator[tuple[str, str]]) -> set[str]:
    """Return the names of the addresses that tell the secret. Those that only take POST get one, which is undone."""
    found = set()
    for name, path in pages:
        for query in QUERIES.get(name, [{}]):
            with rolled_back():
                answer = client.get(path, query)
                if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
                    answer = client.post(path, {"key": "k"})
                if SECRET.search(text_of(answer)):
                    found.add(name)
    return found


OF_EVENT = {"events:download", "events:event", "events:scorecard", "events:traveller"}
OF_TABLE = {"play:hand", "play:own", "play:result", "play:table", "transfer:sheet_file"}


@pytest.mark.parametrize(
    "reader", ["anonymous", "member", "scorer", "contestant who has not played it", "station", "director"]
)
def test_no_address_tells_a_result_of_a_deal_that_others_still_have_to_play(
    reader: str, event: Event, readers: dict[str, Client]
) -> None:
    shown = shown_at(readers[reader], addresses(event))
    if reader == "director":
        assert shown >= OF_EVENT - {"events:event", "events:download"} | OF_TABLE
    else:
        assert shown == set()


def test_by_the_link_of_a_contestant_only_who_has_played_a_deal_sees_its_results(event: Event) -> None:
    played = sitting_of(event, 1, 1).numbers
    expected = {f"contestant {number} {page}" for number in played for page in ("results/", "deals/1/")}
    assert shown_at(Client(), own_addresses(event)) == expected


def test_an_event_may_keep_results_from_those_who_have_played(event: Event) -> None:
    Event.objects.update(played_shown=False)
    assert shown_at(Client(), own_addresses(event)) == set()


def test_a_deal_is_open_once_every_table_has_played_it_and_its_sheets_when_the_round_ends(
    event: Event, readers: dict[str, Client]
) -> None:
    for sitting in (sitting_of(event, 2, station) for station in (1, 2, 3)):
        play_all(table_of(sitting), Random(7))
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    anonymous = readers["anonymous"]
    assert shown_at(anonymous, addresses(event)) == set()
    last = next(sitting for station in (1, 2, 3) if 1 in (sitting := sitting_of(event, 3, station)).deals)
    play_all(table_of(last), Random(7))
    shown = shown_at(anonymous, addresses(event))
    assert shown == OF_EVENT - {"events:event", "events:download"}  # which give away the ranking
    services.end_round(event, by=None)
    shown = shown_at(anonymous, addresses(event))
    assert shown >= OF_EVENT - {"events:event", "events:download"} | OF_TABLE


def test_a_ruling_in_place_of_a_deal_opens_it_and_a_table_that_is_closed_waits_for_none(event: Event) -> None:
    following = [sitting_of(event, number, station) for number in (2, 3) for station in (1, 2, 3)]
    now, later = (next(one for one in following if 1 in one.deals and one.round.number == number) for number in (2, 3))
    assert 1 in EventResults(event).sealed_deals
    services.rule_result(event, now, 1, {"average": [60, 40]}, why="Spoiled", by=None)
    assert 1 in EventResults(event).sealed_deals
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    assert 1 in EventResults(event).sealed_deals
    play.close_table(table_of(sitting_of(event, 3, later.station)), by=None)
    assert 1 not in EventResults(event).sealed_deals
    play.reopen_table(table_of(sitting_of(event, 3, later.station)), by=None)
    assert 1 in EventResults(event).sealed_deals


def test_a_ruling_is_told_only_with_the_results_of_its_deal(event: Event, readers: dict[str, Client]) -> None:
    services.rule_result(event, sitting_of(event, 1, 1), 1, {"points": 420}, why="A revoke", by=None)
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    told = readers["anonymous"].get(address(event)).content.decode()
    assert "A revoke" not in told
    assert "Last week" in told
    assert "A revoke" in readers["director"].get(address(event)).content.decode()


def ranked(client: Client, event: Event) -> int:
    """How many contestants the page of the event ranks."""
    return sum(len(field.standings) for field in client.get(address(event)).context["fields"])


@pytest.mark.parametrize(
    ("ranking_shown", "expected"), [("at_once", (6, 6)), ("each_round", (4, 6)), ("at_the_end", (0, 0))]
)
def test_the_ranking_is_shown_when_the_event_says(
    ranking_shown: str, expected: tuple[int, int], event: Event, readers: dict[str, Client]
) -> None:
    """While the last round runs, all pairs have played deal 1, two of them in that round."""
    event.ranking_shown = ranking_shown
    event.save()
    for number in (2, 3):
        if number == 3:
            services.end_round(event, by=None)
            services.start_round(event, by=None)
        for station in (1, 2, 3):
            sitting = sitting_of(event, number, station)
            if number == 2 or 1 in sitting.deals:
                play_all(table_of(sitting), Random(7))
    before = ranked(readers["anonymous"], event)
    services.end_round(event, by=None)
    assert (before, ranked(readers["anonymous"], event)) == expected
    assert ranked(readers["director"], event) == 6
    services.finish(event, by=None)
    assert ranked(readers["anonymous"], event) == 6


def test_after_each_round_counts_only_the_rounds_that_have_ended(
    make_event: MakeEvent, boris: Membership, client_of: LogIn
) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=2, ranking_shown="each_round")
    choose(event, "draw")
    play_round(event, Random(7))
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        play_all(table_of(sitting), Random(8))
    page = client_of(boris).get(address(event))
    (field,) = page.context["fields"]
    assert {one.deals for one in field.standings} == {2}


@pytest.mark.parametrize("name", FILES)
def test_no_file_gives_away_the_ranking_before_it_is_shown(name: str, event: Event, readers: dict[str, Client]) -> None:
    path = address(event, "download", name, "jsonl" if name == "event" else "csv")
    hidden_from = [reader for reader in readers if reader != "director"]
    assert {reader: readers[reader].get(path).status_code for reader in readers} == {
        "director": 200,
        **dict.fromkeys(hidden_from, 403),
    }
    services.end_round(event, by=None)
    services.finish(event, by=None)
    assert {readers[reader].get(path).status_code for reader in readers} == {200}


@pytest.mark.parametrize("name", ["results", "scorecards", "event"])
def test_the_files_of_a_ranking_after_each_round_have_the_rounds_that_have_ended(
    name: str, make_event: MakeEvent, boris: Membership, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("doppelkopf", 9, rounds=2, per_round=2, ranking_shown="each_round")
    choose(event, "draw")
    play_round(event, Random(7))
    path = address(event, "download", name, "jsonl" if name == "event" else "csv")

    def rows(reader: Membership) -> list[str]:
        return [row for row in client_of(reader).get(path).content.decode().splitlines() if '"tables"' not in row]

    before = rows(boris)
    assert before == rows(ada)
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        play_all(table_of(sitting), Random(8))
    contestant = event.contestants.get(number=1)
    services.rule_contestant(event, contestant, {"penalty": 7, "unit": "points", "round": 2}, why="Late", by=None)
    assert rows(boris) == before
    assert len(rows(ada)) > len(before)
    services.end_round(event, by=None)
    assert sorted(rows(boris)) == sorted(rows(ada))


@pytest.mark.parametrize("holder", Holder)
def test_a_link_gives_rights_at_one_table_until_its_round_ends(holder: Holder, event: Event) -> None:
    """Another table is neither read nor written, nor followed by its stream; nor is its own after the round."""
    phone = Client()
    sitting = sitting_of(event, 2, 1)
    number = 1 if holder == Holder.STATION else sitting.numbers[0]
    path = links.path_of(event, holder, number)
    sheet = phone.post(path)["Location"]
    assert sheet == reverse("play:table", args=[sitting.table_id])
    assert phone.get(sheet).status_code == 200
    session, own, other = phone.session.session_key or "", table_of(sitting), table_of(sitting_of(event, 2, 2))

    def follows(table: Table, number: int | None) -> bool:
        return may_listen(Ticket((table.pk,), event.club_id, None, number, browser_id(session)), session)

    assert follows(own, own.entry_link)
    assert not follows(other, own.entry_link)
    for one in (other, table_of(sitting_of(event, 1, 1))):
        assert phone.get(reverse("play:table", args=[one.pk])).status_code in (302, 403)
        assert phone.post(reverse("play:record", args=[one.pk])).status_code in (302, 403)
    services.end_round(event, by=None)
    assert phone.get(sheet).status_code == 403
    assert phone.get(reverse("play:changes", args=[own.pk]), HTTP_HX_REQUEST="true").status_code in (401, 410)
    assert not follows(own, own.entry_link)
    services.start_round(event, by=None)
    following = table_of(sitting_of(event, 3, 1))
    assert phone.get(reverse("play:table", args=[following.pk])).status_code in (302, 403)
    assert not follows(following, own.entry_link)
    assert phone.post(path)["Location"] != sheet
    assert phone.get(sheet).status_code == 403


def test_what_a_contestant_has_done_with_is_what_was_played_or_ruled_there(event: Event) -> None:
    own = sitting_of(event, 1, 1).numbers[0]
    results = EventResults(event, Viewer(contestant=own))
    assert results.shows(1)
    deals = {line.result.deal for line in results.lines}
    assert deals == {1}


def test_whoever_makes_an_event_chooses_what_is_shown_when(event: Event, readers: dict[str, Client]) -> None:
    client, make = readers["director"], reverse("events:create", args=[event.club_id, "bridge"])
    form = client.get(make).context["form"]
    assert (form["ranking_shown"].initial, form["played_shown"].initial) == ("at_the_end", True)
    counted = client.get(reverse("events:create", args=[event.club_id, "doppelkopf"])).context["form"]
    assert counted["ranking_shown"].initial == "at_once"
    assert "played_shown" not in counted.fields
    typed = {"name": "B", "preset": "duplicate", "comparison": "matchpoints", "ranking_shown": "each_round"}
    client.post(make, typed)
    made = Event.objects.get(name="B")
    assert (made.ranking_shown, made.played_shown) == ("each_round", False)


def test_after_a_round_only_directors_correct_its_hands(
    make_event: MakeEvent, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=2)
    choose(event, "draw")
    services.start_round(event, by=None)
    table = table_of(sitting_of(event, 1, 1))
    play_all(table, Random(7))
    correct = reverse("play:correct", args=[table.pk, 1])
    assert [client_of(one).get(correct).status_code for one in (ada, boris)] == [200, 200]
    services.end_round(event, by=None)
    assert [client_of(one).get(correct).status_code for one in (ada, boris)] == [200, 403]
    services.finish(event, by=None)
    assert [client_of(one).get(correct).status_code for one in (ada, boris)] == [200, 403]
    assert client_of(boris).get(reverse("play:table", args=[table.pk])).status_code == 200


def test_results_by_a_contestants_link_take_few_queries(
    event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    base = links.path_of(event, Holder.CONTESTANT, sitting_of(event, 1, 1).numbers[0])
    for more in ("results/", "deals/1/"):
        Client().get(base + more)
        with django_assert_max_num_queries(17):
            assert Client().get(base + more).status_code == 200
