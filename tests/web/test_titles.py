"""What a browser tab and a screen reader say about a page: what it is about, the table, the club, and a refusal."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.play import services
from tests.factories import make_table
from tests.pages import an_evening, pages

pytestmark = pytest.mark.django_db

LogIn = Callable[[Membership], Client]
OF_A_LINK = ("events:station_link", "events:contestant_link", "events:join", "events:own_", "events:ask")
"""Pages that name an event instead of its club, of which their readers may see nothing else."""


def title_of(response: Any) -> str:
    found = re.search(r"<title[^>]*>(.*?)</title>", response.content.decode(), re.DOTALL)
    assert found
    return html.unescape(found[1])


def test_the_title_of_every_page_names_the_club_and_that_of_a_tables_page_the_table(
    ada: Membership, client_of: LogIn
) -> None:
    client, club = client_of(ada), ada.club
    tables = an_evening(ada)
    numbers = {str(reverse("play:table", args=[table.pk])): table.number for table in tables}
    titles = {}
    for name, address in pages(ada, tables).items():
        if name.startswith(("play:progress", "play:house_rules")):
            continue
        title = titles[name] = title_of(client.get(address, follow=True))
        if name.startswith(OF_A_LINK):
            assert "Autumn" in title, name
        elif name.endswith(", old link"):
            assert club.name not in title, name
        elif not name.startswith(("club:password", "club:join", "admin:")):
            assert title.count(club.name) == 1, (name, title)
        number = next((number for sheet, number in numbers.items() if address.startswith(sheet)), None)
        if number:
            assert len(re.findall(rf"[Tt]able {number}\b", title)) == 1, (name, title)
    assert titles["standings:home"] == "Kartenfreunde"
    assert titles["play:table belote open"] == f"Table {tables[0].number} · Belote · Kartenfreunde"
    assert titles["events:plan signing up"] == "Plan the rounds · Autumn 1 · Kartenfreunde"
    assert titles["events:station_link running"] == "Table 1 · Autumn 2"


def test_a_refusal_begins_the_title(club: Club, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    players = reverse("club:players", args=[club.pk])
    assert title_of(client.get(players)) == "Players · Kartenfreunde"
    assert title_of(client.post(players, {"names": ""})) == "Error: Players · Kartenfreunde"
    listed = client.post(players, {"names": "Emil\nFatma"})
    assert listed.status_code == 200  # it asks whether the list is right
    assert title_of(listed) == "Players · Kartenfreunde"
    client.cookies["django_language"] = "fr"
    assert title_of(client.post(players, {"names": ""})).startswith("Erreur\u202f: ")


def test_what_comes_too_late_begins_the_title(club: Club, ada: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    services.close_table(table, by=None)
    late = client_of(ada).post(reverse("play:cancel", args=[table.pk]))
    assert late.status_code == 409
    assert title_of(late).startswith("Error: ")
    assert int(late.headers["Content-Length"]) == len(late.content)


def test_a_part_of_a_page_has_no_title(club: Club, ada: Membership, client_of: LogIn) -> None:
    sheet = reverse("play:record", args=[make_table(club, "bridge").pk])
    refused = client_of(ada).post(sheet, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "Error:" not in refused.content.decode()
