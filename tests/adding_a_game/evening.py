"""An evening of whist on its pages, from choosing the game to the admin site. It runs where whist is installed."""

from collections.abc import Callable
from typing import Any

from django.test import Client
from django.urls import reverse

from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.play.models import Table
from tests.totals import totals_by_position

LogIn = Callable[[Membership], Client]


def totals(table: Table) -> tuple[int, int]:
    """The points of Ada and Chloé, and those of Boris and Dirk."""
    points = totals_by_position(table)
    return points.get(1, 0), points.get(2, 0)


def send(client: Client, address: str, form: str, **typed: Any) -> str:
    """Fill in and post the form of a page, and return the next page."""
    shown = client.get(address).context[form]
    hidden = {name: shown[name].value() for name in ("key", "number", "layout") if name in shown.fields}
    response = client.post(address, hidden | typed, follow=True)
    assert response.status_code == 200, response.content.decode()
    return response.content.decode()


def test_an_evening_of_whist(club: Club, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    opening = reverse("play:open", args=[club.pk, "whist"])
    assert opening in client.get(reverse("play:choose", args=[club.pk])).content.decode()
    names = {f"name_{seat}": name for seat, name in enumerate(("Ada", "Boris", "Chloé", "Dirk"), start=1)}
    send(client, opening, "form", **names, first_dealer=1, preset="short", shown="short", target=5)
    table = Table.objects.get()
    sheet = reverse("play:table", args=[table.pk])

    for tricks in (9, 6, 7):
        form = client.get(sheet).context["form"]
        hidden = {name: form[name].value() for name in ("key", "number", "layout")}
        assert client.post(reverse("play:record", args=[table.pk]), hidden | {"tricks": tricks}).status_code == 302
    assert totals(table) == (4, 1)
    page = client.get(sheet).content.decode()
    assert all(f"<b>{tricks} tricks</b>" in page for tricks in (9, 6, 7))

    send(client, reverse("play:correct", args=[table.pk, 3]), "form", tricks=8, why="typed wrong")
    assert totals(table) == (5, 1)
    assert "have reached 5 points and win" in client.get(sheet).content.decode()
    client.post(reverse("play:void", args=[table.pk, 1]), {"why": "misdeal"})
    assert totals(table) == (2, 1)
    assert faults(table) == []

    assert "2 tricks above six" in client.get(reverse("play:hand", args=[table.pk, 3])).content.decode()
    rules = client.get(reverse("play:rules", args=[table.pk])).content.decode()
    assert "Each side counts its tricks above 6." in rules
    hands = reverse("admin:whist_whisthand_changelist")
    assert hands in client.get(reverse("admin:index")).content.decode()
    of_hand_2 = reverse("admin:whist_whisthand_change", args=[table.hands.get(number=2).pk])
    assert of_hand_2 in client.get(hands).content.decode()
    correction = {"tricks": 0, "seen": "many_tricks", "why": "typed wrong"}
    asked = send(client, of_hand_2, "form", **correction)
    assert "This is what would change." in asked
    send(client, of_hand_2, "form", **correction, confirm=asked.split('name="confirm" value="')[1].split('"')[0])
    assert totals(table) == (2, 7)
