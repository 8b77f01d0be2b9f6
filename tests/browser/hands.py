"""Types and saves hands: a usual hand of each game, at a table with enough players to fill a phone."""

import re
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page

from scorer.club.models import Club
from scorer.events.links import Holder, path_of
from scorer.events.models import Event
from scorer.play import phones
from scorer.play.models import Table
from tests.browser.conftest import Visitor
from tests.factories import make_players, make_table

SEATS = {"bridge": 4, "belote": 4, "doppelkopf": 5, "tarot": 5, "preferans": 4, "skat": 4}

USUAL = {
    "bridge": {"level": "4", "strain": "S", "declarer": "S", "tricks": "+1"},
    "belote": {"bidder": "2", "value": "90", "trump": "H", "points": "95"},
    "doppelkopf": {"re": "2 4", "augen": "180"},
    "tarot": {"contract": "garde", "taker": "2", "partner": "3", "oudlers": "2", "points": "49"},
    "preferans": {"declarer": "2", "level": "4", "defence": "both", "tricks_3": "3", "tricks_4": "1"},
    "skat": {"kind": "C", "declarer": "2", "matadors": "1", "result": "lost"},
}

EVERYBODY_PLAYS = SEATS | {"doppelkopf": 4, "preferans": 3, "skat": 3}
"""So many players that nobody sits out, and the same hand can be typed again and again."""
OF_EVERYBODY = USUAL | {
    "preferans": {"declarer": "2", "level": "4", "defence": "both", "tricks_1": "3", "tricks_3": "1"}
}

GAINS = {
    "bridge": "N–S +450 E–W −450",
    "belote": "Boris & Dirk +95 Ada & Chloé +67",
    "doppelkopf": "Boris, Dirk +2 Chloé, Élise −2",
    "tarot": "Boris +132 Chloé +66 the others −66",
    "preferans": "Boris +80 Chloé +24 Dirk +8",
    "skat": "Boris −98 the others +30",
}
"""The line with the points of the usual hand."""


def table_of(club: Club, game: str) -> Table:
    return make_table(club, game, players=make_players(club, SEATS[game]))


def sheet_path(table: Table) -> str:
    return reverse("play:table", args=[table.pk])


def go_to_table(phone: Visitor, event: Event, number: int, holder: Holder = Holder.STATION) -> Page:
    """Open the link of a station or contestant, and enter hands at the table of the running round."""
    page = phone.open(path_of(event, holder, number))
    page.get_by_role("button", name="Enter hands").click()
    page.wait_for_url("**/tables/**")
    return page


def join(visitor: Visitor, table: Table, player: str = "Chloé") -> Page:
    """Open the link of a table, say who holds the phone, and wait until the scripts of its sheet have run."""
    page = visitor.open(phones.path_of(table, phones.Link.ENTRY) or "")
    page.get_by_role("button", name=player).click()
    page.wait_for_url("**" + sheet_path(table))
    return page


def tap(page: Page, **keys: str) -> None:
    """Choose keys of the form by the name of their field: level="3"."""
    for name, value in keys.items():
        page.locator(f"#entry [name={name}][value='{value}']").check()


def type_notrump(page: Page, level: int) -> None:
    """Type a contract in notrump by North, just made."""
    tap(page, level=str(level), declarer="N", strain="NT", tricks="=")


def save(page: Page, **click: Any) -> None:
    page.get_by_role("button", name=re.compile("^Save")).click(**click)


def fill_in(page: Page, values: dict[str, str]) -> None:
    for name, value in values.items():
        if page.locator(f"input[name={name}][type=text]").count():
            page.locator(f"input[name={name}]").fill(value)
        else:
            for one in value.split():
                page.locator(f"input[name={name}][value='{one}']").click()


def open_every_fold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('#entry .fold, #entry .more').forEach(fold => fold.open = true)")
