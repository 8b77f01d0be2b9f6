"""The page of a player, and the leaderboards that lead there, on a phone."""

from itertools import product
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.play import services as play
from scorer.registry import get_game
from tests.browser.conftest import DESK, PHONE, Visit
from tests.contract.conftest import sheet_of
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.factories import PlayerFactory, make_table

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "de", "fr", "sr-latn")

LINES = r"""() => [...document.querySelectorAll('.board tbody th')].map(cell => {
  const box = element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const name = cell.querySelector('a'), below = cell.querySelector('a ~ small');
  return {
    name: name.textContent,
    broken: box(name).height > 30 && !name.textContent.includes(' '),
    covered: below?.checkVisibility() && box(name).bottom > box(below).top + 2,
  };
})"""


def test_names_on_a_players_page_are_neither_broken_nor_covered_in_any_language(
    visit: Visit, club: Club, ada: Membership, make_event: MakeEvent, players: list[Player]
) -> None:
    for player, name in zip(players, ("Alexandrina", "Maximiliane", "Boris", "Chloé"), strict=False):
        player.name = name
        player.save()
    event = make_event("bridge", 4, name="Club evening of the long winter", rounds=2, per_round=2)
    choose(event, "mitchell")
    for number in range(2):  # in the first round, there is nothing to compare yet
        play_round(event, Random(number))
    services.finish(event, by=None)
    visitor = visit(ada)
    for language in LANGUAGES:
        visitor.choose_language(language)
        page = visitor.open(reverse("standings:player", args=[club.pk, players[0].pk]))
        lines = page.evaluate(LINES)
        assert "Maximiliane" in [line["name"] for line in lines]
        assert [line for line in lines if line["broken"] or line["covered"]] == [], language
        assert visitor.overflow() <= 0, language


def test_a_leaderboard_fits_the_narrowest_phone_in_every_language(visit: Visit, club: Club, ada: Membership) -> None:
    game = get_game("belote")
    seated = [PlayerFactory(club=club, name=name) for name in ("Alexandrina", "Maximiliane", "Boris", "Chloé")]
    table = make_table(club, game, players=seated)
    play.record_hands(table, sheet_of(game, game.rules.PRESETS[game.default_variant], 4, 20), by=None)
    visitor = visit(ada, size=(320, 640))
    boards = reverse("standings:board", args=[club.pk, "belote"]), reverse("standings:all_games", args=[club.pk])
    for language, board in product(LANGUAGES, boards):
        visitor.choose_language(language)
        page = visitor.open(board)
        assert page.locator(".board tbody tr").count() == 4
        assert visitor.overflow() <= 0, language


def test_the_names_of_a_leaderboard_begin_at_its_top_and_its_rule_is_folded(
    visit: Visit, club: Club, ada: Membership
) -> None:
    game = get_game("doppelkopf")
    table = make_table(club, game)
    play.record_hands(table, sheet_of(game, game.rules.PRESETS[game.default_variant], 4, 20), by=None)
    visitor = visit(ada)
    boards = reverse("standings:board", args=[club.pk, game.slug]), reverse("standings:all_games", args=[club.pk])
    for language, board in product(LANGUAGES, boards):
        visitor.choose_language(language)
        page = visitor.open(board)
        name = page.locator(".board tbody th bdi").first.bounding_box()
        assert name
        assert name["y"] + name["height"] <= 200, (language, board)
        visitor.take_on(DESK, "light")
        name = page.locator(".board tbody th bdi").first.bounding_box()
        assert name
        assert name["y"] <= 200, (language, board)
        visitor.take_on(PHONE, "light")
    visitor.choose_language("en")
    page = visitor.open(boards[0])
    rule = page.locator("details").get_by_text("Ranked by")
    expect(rule).to_be_hidden()
    page.get_by_text("How is this ranked?").click()
    expect(rule).to_be_visible()
    page.locator(".choice summary").click()
    page.locator(".choice").get_by_role("link", name="All games").click()
    page.wait_for_url(f"**{boards[1]}*")
    assert visitor.faults() == []


def test_long_names_stay_on_the_page_of_two_players(visit: Visit, club: Club, ada: Membership) -> None:
    game, name = get_game("belote"), "Maximiliane Konstantinopolitanische von und zu Hohenlohe"
    players = [PlayerFactory(club=club, name=f"{name} {number}") for number in range(4)]
    table = make_table(club, game, players=players)
    play.record_hands(table, sheet_of(game, game.rules.PRESETS[game.default_variant], 4, 3), by=None)
    play.close_table(table, by=None)
    visitor = visit(ada)
    page = visitor.open(reverse("standings:head_to_head", args=[club.pk, players[0].pk, players[1].pk]))
    expect(page.locator(".outcome").first).to_contain_text("ahead")
    assert visitor.overflow() <= 0


BROKEN = """() => [...document.querySelectorAll('.by-game th :is(bdi, small)')]
  .filter(word => word.getBoundingClientRect().height > 30).map(word => word.textContent)"""


def test_what_a_merge_changes_is_shown_in_whole_words(visit: Visit, club: Club, ada: Membership) -> None:
    seated = [PlayerFactory(club=club, name=name) for name in ("Alexandrina", "Maximiliane", "Boris", "Chloé")]
    for game in ("belote", "doppelkopf", "preferans"):
        table = make_table(club, game, players=seated[: min(get_game(game).seat_counts)])
        rules = table.config.rules
        play.record_hands(
            table, sheet_of(table.config, rules.PRESETS[table.config.default_variant], table.size, 4), by=None
        )
    twice = PlayerFactory(club=club, name="Alexandrine")
    visitor = visit(ada)
    page = visitor.open(reverse("corrections:merge", args=[club.pk, twice.pk]))
    page.get_by_label("is the same person as").select_option("Alexandrina")
    page.locator("[name=why]").last.fill("written twice")
    page.locator("main form button").last.click()
    expect(page.locator(".by-game tbody tr")).to_have_count(6)  # for both players
    assert page.evaluate(BROKEN) == []
    assert visitor.overflow() <= 0
