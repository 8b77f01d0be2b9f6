"""Every key of an entry form has room for its label on a phone of 360 px, in every language and whatever was chosen."""

import pytest
from django.conf import settings
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.registry import GameConfig, all_games
from tests.browser.conftest import PHONE, Visit
from tests.browser.test_every_page import BROKEN
from tests.browser.test_small_screens import LOST
from tests.factories import PlayerFactory, make_table

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Mehmet", "Greta", "Věra", "Klaus-Dieter", "Christine", "Alexander", "Élise", "Farid")

OPEN_ALL = """form => {
  for (const part of form.querySelectorAll("[data-when]")) part.hidden = false;
  for (const fold of form.querySelectorAll("details")) fold.open = true;
}"""
"""Show what is shown only after some choice, and what is folded."""

FORMS = [
    pytest.param(game, preset, seats, id=f"{game.slug}-{preset}-{seats}")
    for game in all_games()
    for preset in game.rules.PRESETS
    for seats in dict.fromkeys((game.seat_counts[0], max(game.seat_counts)))
    if preset == game.default_variant or seats == game.seat_counts[0]
]


@pytest.mark.parametrize(("game", "preset", "seats"), FORMS)
def test_no_label_of_a_key_is_cut_or_broken_in_any_language(
    game: GameConfig, preset: str, seats: int, visit: Visit, club: Club, boris: Membership
) -> None:
    players = [PlayerFactory(club=club, name=name) for name in NAMES[:seats]]
    table = make_table(club, game, variant=game.rules.PRESETS[preset], players=players)
    visitor = visit(boris, size=PHONE)
    faults = []
    for language, _name in settings.LANGUAGES:
        visitor.choose_language(language)
        for way in game.entry_forms:
            page = visitor.open(reverse("play:table", args=[table.pk]) + f"?way={way}")
            form = page.locator("#entry form").first
            form.evaluate(OPEN_ALL)
            faults += [f"{language}: no room for “{words}”" for words in form.evaluate(LOST)]
            faults += [f"{language}: “{words}” is broken" for words in page.evaluate(BROKEN)]
    assert faults == [], faults
