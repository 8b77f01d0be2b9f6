"""Players who are hidden from visitors: on every page of a public club, and for everybody who may see them."""

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from urllib.parse import unquote
from zipfile import ZipFile, is_zipfile

import pytest
from django.core.management import call_command
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client
from django.urls import resolve, reverse

from scorer.club import services as club_services
from scorer.club.hidden_names import read_by_visitor
from scorer.club.models import Club, Membership, Player, Role
from scorer.play import phones, services
from scorer.play.models import Table
from tests.factories import MembershipFactory, PlayerFactory, UserFactory, make_table

LogIn = Callable[[Membership], Client]

UNSEEN = "Unseen "
LINK = re.compile(r'(?:href|action|hx-get)="((?:/(?!static/)|\?)[^"#]*)')
A_KIND = 3
"""Pages of a kind that are read."""


def pages(client: Client, start: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of pages that can be reached from `start`, a few of each kind."""
    waiting, seen, kinds = [start], {start}, Counter[object]()
    while waiting:
        path = waiting.pop()
        bare, _mark, query = path.partition("?")
        kind = resolve(bare).view_name, tuple(sorted(part.partition("=")[0] for part in query.split("&")))
        kinds[kind] += 1
        if kinds[kind] > A_KIND:
            continue
        answer = client.get(path)
        if answer.status_code != 200:
            continue
        text = text_of(b"".join(answer) if answer.streaming else answer.content)
        yield path, text + unquote(str(answer.headers))
        for link in map(unescape, LINK.findall(text)):
            to = link if not link.startswith("?") else bare + link
            if to not in seen:
                seen.add(to)
                waiting.append(to)


def text_of(content: bytes) -> str:
    if not is_zipfile(io.BytesIO(content)):
        return content.decode(errors="replace")
    with ZipFile(io.BytesIO(content)) as file:
        return " ".join(file.read(name).decode(errors="replace") for name in file.namelist())


@pytest.mark.django_db
def test_no_page_that_a_visitor_can_reach_has_the_name_of_a_hidden_player() -> None:
    call_command("demo", hands=75, stdout=io.StringIO(), stderr=io.StringIO())
    Club.objects.update(public=True)
    Player.objects.update(name=Concat(Value(UNSEEN), "name"), shown_as="", hidden=True)
    club = Club.objects.get()
    member, visitor = Client(), Client()
    member.force_login(MembershipFactory(club=club, user=UserFactory(username="mehmet"), role=Role.MEMBER).user)
    home = reverse("standings:home", args=[club.pk])
    # The member reads first and last: neither may get from a cache what the other has been shown.
    to_members = {path: UNSEEN in text for path, text in pages(member, home)}
    to_visitors = dict(pages(visitor, home))
    assert {path for path, text in to_visitors.items() if UNSEEN in text} == set()
    assert {path: UNSEEN in text for path, text in pages(member, home)} == to_members
    assert sum(to_members.values()) > 40
    assert sum(bool(re.search(r"\bAnonymous\b", text)) for text in to_visitors.values()) > 30


@pytest.fixture
def yvonne(club: Club) -> Player:
    """Hidden, at a table of a club that everybody may read."""
    Club.objects.filter(pk=club.pk).update(public=True)
    return PlayerFactory(club=club, name="Yvonne", hidden=True)


@pytest.fixture
def table(yvonne: Player, club: Club) -> Table:
    return make_table(club, "bridge", players=[yvonne, *(PlayerFactory(club=club) for _ in range(3))])


def text(client: Client, path: str, **query: str) -> str:
    return client.get(path, query).content.decode()


def test_whoever_belongs_to_the_club_or_joined_the_table_sees_the_name(
    table: Table, yvonne: Player, boris: Membership, zoe: Membership
) -> None:
    path = reverse("play:table", args=[table.pk])
    visitor, scorer, stranger, phone = Client(), Client(), Client(), Client()
    scorer.force_login(boris.user)
    stranger.force_login(zoe.user)
    phone.post(phones.path_of(table, phones.Link.ENTRY) or "", {"player": yvonne.pk})
    assert [("Yvonne" in text(client, path)) for client in (visitor, scorer, stranger, phone)] == [
        False, True, False, True,
    ]  # fmt: skip
    home = reverse("standings:home", args=[table.club_id])
    assert "Yvonne" not in text(phone, home)  # there the phone is a visitor
    assert "Anonymous" in text(phone, home)


def test_a_visitor_finds_neither_the_page_nor_the_tables_of_a_hidden_player(
    table: Table, yvonne: Player, boris: Membership, client_of: LogIn
) -> None:
    page, tables = (reverse(name, args=args) for name, args in (
        ("standings:player", [yvonne.club_id, yvonne.pk]), ("play:tables", [yvonne.club_id]),
    ))  # fmt: skip
    visitor, scorer = Client(), client_of(boris)
    assert [visitor.get(page).status_code, scorer.get(page).status_code] == [404, 200]
    statistics = reverse("standings:player_statistics", args=[yvonne.club_id, yvonne.pk])
    assert [visitor.get(statistics).status_code, scorer.get(statistics).status_code] == [404, 200]
    at = reverse("play:table", args=[table.pk])
    assert [at in text(client, tables, player="yvon") for client in (visitor, scorer)] == [False, True]
    others = table.seats.get(position=2).player.name
    assert at in text(visitor, tables, player=others)


def test_a_player_is_hidden_on_the_roster_and_shown_again_when_the_name_goes(
    yvonne: Player, boris: Membership, client_of: LogIn
) -> None:
    path = reverse("club:player", args=[yvonne.club_id, yvonne.pk])
    client = client_of(boris)
    assert re.search(r'name="hidden"[^>]* checked', text(client, path))
    client.post(path, {"name": "Yvonne", "active": "on"})
    yvonne.refresh_from_db()
    assert not yvonne.hidden
    client.post(path, {"name": "Yvonne", "active": "on", "hidden": "on"})
    assert club_services.anonymise(yvonne, by=None).hidden is False


def test_one_who_is_merged_with_somebody_hidden_is_hidden(yvonne: Player, club: Club) -> None:
    twin = PlayerFactory(club=club, name="Ivonne")
    services.merge_players(yvonne, twin, by=None, why="the same person")
    twin.refresh_from_db()
    yvonne.refresh_from_db()
    assert twin.hidden
    with read_by_visitor():
        assert [twin.shown, yvonne.shown] == ["Anonymous", "Anonymous"]
    assert twin.shown == "Ivonne"
