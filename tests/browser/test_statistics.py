"""Statistics of the club and of a player, on a phone."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Membership
from scorer.play import services
from scorer.registry import all_games
from tests.browser.conftest import DESK, Visit
from tests.contract.conftest import sheet_of
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "de", "fr", "sr-latn")


@pytest.fixture
def closed_tables(ada: Membership) -> None:
    """A closed table of each game, and a second one of the first under other house rules."""
    for game in all_games():
        presets = list(game.rules.PRESETS.values())
        for variant in presets[: 2 if game == all_games()[0] else 1]:
            seats = game.seat_counts[0]
            table = make_table(ada.club, game.slug, variant=variant, players=make_players(ada.club, 4)[:seats])
            services.record_hands(table, sheet_of(game, variant, seats, 20), by=None)
            services.close_table(table, by=None)


def test_the_statistics_fit_on_a_phone_in_every_game_and_language(
    visit: Visit, ada: Membership, closed_tables: None
) -> None:
    visitor = visit(ada)
    for language in LANGUAGES:
        visitor.choose_language(language)
        for game in all_games():
            page = visitor.open(reverse("standings:statistics", args=[ada.club_id]) + f"?game={game.slug}")
            expect(page.locator("section h2").first).to_be_visible()
            assert visitor.overflow() <= 0, (language, game.slug)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_game_and_house_rules_are_chosen_without_scripts_too(
    visit: Visit, ada: Membership, closed_tables: None, scripts: bool
) -> None:
    first, second, *_others = all_games()
    visitor = visit(ada, size=DESK, scheme="dark", scripts=scripts)
    page = visitor.open(reverse("standings:board", args=[ada.club_id, second.slug]))
    page.get_by_role("link", name="Statistics").click()
    expect(page).to_have_title(re.compile(str(second.title)))
    page.get_by_label("Game").select_option(first.slug)
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("20 deals at closed tables")).to_be_visible()
    page.get_by_label("House rules").select_option("all")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("40 deals at closed tables")).to_be_visible()
    expect(page.get_by_text("whose points are not comparable")).to_be_visible()
