"""Shared pages call what was dealt as the players of each game do: bridge has boards."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Membership
from scorer.play.models import Table
from scorer.registry import get_game
from tests.languages.catalogues import catalogue, folders, read
from tests.pages import pages_of_events

LogIn = Callable[[Membership], Client]

NOT_TEXT = re.compile(r"<(script|style).*?</\1>|<[^>]*>", re.DOTALL)

OTHER_WORDS = {
    ("bridge", "en"): r"\b[Dd]eals?\b",
    ("bridge", "de"): r"\bSpiele?[ns]?\b",
    ("bridge", "sr-latn"): r"(?<!pogrešno )[Dd]eljenj",
    ("doppelkopf", "en"): r"\b[Bb]oards?\b",
    ("doppelkopf", "de"): r"\bBoards?\b|\bHände?\b|\bNummer \d|\bPartien?\b",
    ("doppelkopf", "fr"): r"\b[Éé]tuis?\b",
    ("doppelkopf", "sr-latn"): r"(?<!pogrešno )[Dd]eljenj|\b[Bb]ord(a|ov\w*)?\b",
}
"""What the players of a game do not call it. French players of bridge say both étui and donne."""

WITHOUT_BOARDS = {
    "Deal", "Deals", "%(n)d deal", "%(rounds)s of as many deals as the tables like",
    "the plan decides the rounds, the tables how many deals they play", "%(name)s, by the deal",
    "deals",  # the verb
    "the best deal", "by the best deal: %(n)s",
    "Where scores are level, the best deal decides; if that is level too, the place is shared.",
}  # fmt: skip
"""Messages that a game with boards replaces or never shows."""


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "language"), OTHER_WORDS)
def test_pages_of_events_have_the_word_of_the_game(slug: str, language: str, ada: Membership, client_of: LogIn) -> None:
    client, other_words = client_of(ada), re.compile(OTHER_WORDS[slug, language])
    addresses = pages_of_events(ada, get_game(slug))
    if language == "en":  # an entry on the sheet of a table is a Spiel in German, at bridge too
        table = Table.objects.filter(game=slug, hands__number=1)[0]
        addresses["play:table"] = reverse("play:table", args=[table.pk])
        for name in ("play:hand", "play:correct", "play:ask"):
            addresses[name] = reverse(name, args=[table.pk, 1])
    client.cookies["django_language"] = language
    said = {}
    for name, address in addresses.items():
        text = unescape(NOT_TEXT.sub("\n", client.get(address).content.decode()))
        if sentences := [line.strip() for line in text.splitlines() if other_words.search(line)]:
            said[name] = sentences
    assert said == {}


def test_no_message_of_the_site_says_deal_where_bridge_has_boards() -> None:
    """On no page, whatever its state: such a message takes the word from the game."""
    noun = re.compile(r"(?<!\w)deals?\b(?! first| and sits| with)", re.IGNORECASE)
    said = {
        entry.msgid
        for entry in read(catalogue(folders()[0], "de"))
        if noun.search(re.sub(r"%\(\w+\)s|turn to deal|deals=8", "", entry.msgid))
        if not all("management" in path or "audit" in path for path, _line in entry.occurrences)
    }
    assert said == WITHOUT_BOARDS
