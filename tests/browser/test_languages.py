"""The texts of every language fit on a phone."""

from pathlib import Path

import pytest
from django.urls import reverse
from pytest_django.fixtures import Settings

from scorer.club.models import Membership
from scorer.registry import all_games
from tests.browser.conftest import PHONE, Visit
from tests.browser.test_every_page import FRAGMENTS, open_all
from tests.factories import make_table
from tests.languages import pseudo
from tests.pages import an_evening, pages, pages_before_log_in

pytestmark = pytest.mark.django_db(transaction=True)

CUT = """() => [...document.querySelectorAll("button, .button, .key, th, legend, label")]
  .filter(each => each.offsetParent && each.innerText
    && !each.matches(".visually-hidden, :has(bdi)")
    && each.scrollWidth > each.clientWidth + 1
    && !["inline", "contents"].includes(getComputedStyle(each).display)
    && getComputedStyle(each).overflowX != "auto")
  .map(each => each.innerText)"""
"""Texts that are wider than their elements."""

BROKEN = """() => [...document.querySelectorAll(".key:not(:has(bdi))")].filter(key => key.offsetParent).flatMap(key => {
  const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT), broken = [];
  const line = at => {  // of one letter; before it may stand the hyphen of the line above
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + 1);
    return Math.round([...range.getClientRects()].at(-1).top);
  };
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[^\\s\u00ad\u2013-]+/g))
    if (line(word.index) != line(word.index + word[0].length - 1)) broken.push(word[0]);
  return broken;
})"""
"""Words on keys that continue on a second line without a hyphen."""


@pytest.fixture
def in_the_widest_words(settings: Settings, tmp_path: Path) -> None:
    pseudo.write(tmp_path, pseudo.widest, ("de", "fr", "sr", "sr_Latn"))
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo.CODE, "Pseudo")]
    settings.LOCALE_PATHS = [tmp_path]


def test_no_page_is_wider_than_a_phone_in_any_language(
    in_the_widest_words: None, visit: Visit, ada: Membership
) -> None:
    """One page of each kind, and each game's form with each of its house rules."""
    addresses = {name.replace(" open", ""): address for name, address in pages(ada, an_evening(ada)).items()}
    kinds = {name if name.startswith("play:table ") else name.split()[0]: path for name, path in addresses.items()}
    for game in all_games():
        for preset, variant in game.rules.PRESETS.items():
            if preset != game.default_variant:
                table = make_table(ada.club, game, variant=variant)
                kinds[f"{game.slug} {preset}"] = reverse("play:table", args=[table.pk])
    inside, outside = visit(ada, size=PHONE), visit(size=PHONE)
    faults = []
    for visitor, paths in ((inside, kinds), (outside, pages_before_log_in(ada))):
        visitor.choose_language(pseudo.CODE)
        for name, path in paths.items():
            if name.startswith((*FRAGMENTS, "admin:")) or name == "not found":  # the admin has the same forms
                continue
            page = visitor.open(path)
            assert page.locator("html").get_attribute("lang") == pseudo.CODE
            open_all(visitor)
            if visitor.overflow() > 0:
                faults.append(f"{name}: {visitor.overflow()} px too wide")
            faults += [f"{name}: no room for “{text}”" for text in page.evaluate(CUT)]
            faults += [f"{name}: “{text}” is broken" for text in page.evaluate(BROKEN)]
    assert not faults, "\n".join(faults)
