"""What a public club links to: each page says what it is, leads to the others, and tells a calendar where it is."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club
from scorer.standings.models import Championship
from tests.events.conftest import MakeEvent, make_event, players
from tests.standings.test_evenings import announce, calendar_of, public

__all__ = ["announce", "make_event", "players", "public"]

pytestmark = pytest.mark.django_db

PAGES = ("evenings", "all_games", "championships", "honours", "statistics")
DESCRIPTION = re.compile(r'<meta name="description" content="([^"]+)">')


def addresses(club: Club) -> Iterator[str]:
    yield reverse("events:events", args=[club.pk])
    for name in PAGES:
        yield reverse(f"standings:{name}", args=[club.pk])


def test_each_page_says_what_it_is_and_leads_to_the_others(public: Club) -> None:
    cup = Championship.objects.create(club=public, name="Cup", season=public.seasons.get())
    visitor = Client()
    more = [reverse("standings:home", args=[public.pk]), reverse("standings:championship", args=[public.pk, cup.pk])]
    for address in (*addresses(public), *more):
        page = visitor.get(address).text
        (title,) = re.findall(r"<title[^>]*>([^<]+)</title>", page)
        assert public.name in title
        assert [public.name in words for words in DESCRIPTION.findall(page)] == [True], address
        leads_to = {link.partition("?")[0] for link in re.findall(r'href="(/clubs/[^"#]+)', page.split("<main")[1])}
        assert {*addresses(public)} - {address} <= leads_to, address


def test_a_calendar_is_told_the_address_at_which_the_club_is_reached(public: Club, announce: MakeEvent) -> None:
    """Behind a proxy that takes on TLS, and at the club's own host name, whatever name the reader has used."""
    announce()
    public.host = "cards.example"
    public.save()
    path = reverse("standings:calendar", args=[public.pk])
    evenings = reverse("standings:evenings", args=[public.pk])
    for host in ("cards.example", "testserver"):
        page = Client().get(evenings, headers={"host": host}, secure=True).text
        assert f'<a href="https://cards.example{path}">' in page
        assert f'type="text/calendar" title="Next evenings" href="https://cards.example{path}"' in page
    (entry,) = calendar_of(path)
    assert str(entry["url"]).startswith("http://cards.example/")
