"""Nothing on a page stays English: every page is tested in a pseudo-language in which our messages are in brackets."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation
from pytest_django.fixtures import Settings

from scorer.club.models import Membership
from tests.languages import pseudo
from tests.pages import an_evening, pages, pages_before_log_in, setup_path

LogIn = Callable[[Membership], Client]

SHOWN = ("alt", "aria-label", "placeholder", "title")
"""Attributes that users read. Those of data- attributes with a space are for a script to show, and are checked too."""

NAMES = {
    *("Ada", "Boris", "Chloé", "Dirk", "Elif", "Farid", "Greta", "Lovelace", "Player", "Kartenfreunde", "Autumn"),
    *("ada", "boris", "typed", "wrong", "misdeal", "revoke", "one", "person"),
    *("Scorer", "English", "Deutsch", "Français", "Srpski", "Српски", "Pseudo"),
    *("Season", "manage", "py", "passwordlink", "import"),
    "Excel",
}
"""Typed values, names, commands, and a product."""


class Text(HTMLParser):
    """Collects the text of a page that users read or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self.found += [
            value
            for name, value in attrs
            if value
            and (name in SHOWN or (name.startswith("data-") and " " in value and not value.startswith(("{", "["))))
        ]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.append(data)


def left_in_english(html: str) -> set[str]:
    reader = Text()
    reader.feed(html)
    text = pseudo.unsaid(unescape("\n".join(reader.found)))
    text = re.sub(r"https?://\S+", "", text)
    words = set(re.findall(r"[^\W\d_]{2,}", text))
    return {word for word in words - NAMES if not word.isupper()}


@pytest.fixture
def in_brackets(settings: Settings, tmp_path: Path) -> Iterator[None]:
    pseudo.write(tmp_path, pseudo.said)
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo.CODE, "Pseudo")]
    settings.LOCALE_PATHS = [tmp_path]
    with translation.override(pseudo.CODE):
        yield


def test_nothing_on_any_page_is_left_in_english(in_brackets: None, ada: Membership, client_of: LogIn) -> None:
    with translation.override("en"):
        tables = an_evening(ada)
    client, other = client_of(ada), Client()
    for one in (client, other):
        one.cookies["django_language"] = pseudo.CODE
    found = {}
    for reader, addresses in ((client, pages(ada, tables)), (other, pages_before_log_in(ada))):
        for name, address in addresses.items():
            words = left_in_english(reader.get(address).content.decode())
            if words:
                found[name] = words
    assert not found, "\n".join(f"{name}: {sorted(words)}" for name, words in found.items())


def test_nothing_on_the_set_up_page_is_left_in_english(in_brackets: None, db: None) -> None:
    client = Client()
    client.cookies["django_language"] = pseudo.CODE
    assert left_in_english(client.get(setup_path() or "").content.decode()) == set()
