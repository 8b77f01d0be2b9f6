"""The rules page of a game stands by itself: it quotes no document that a club has never seen."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.registry import GameConfig, all_games
from scorer.scoring import settings_in_force

QUOTES = re.compile(r"club's text|\bthe texts?\b|own example|its (own )?example|as written", re.IGNORECASE)
LETTERS = re.compile(r"\b[BCD]\b|(?<!^)\bA\b")
"""For players, as the rows of some games have them where nobody sits."""


each_preset = pytest.mark.parametrize(
    ("game", "preset"),
    [pytest.param(game, name, id=f"{game.slug}-{name}") for game in all_games() for name in game.rules.PRESETS],
)


@pytest.mark.django_db
@each_preset
def test_a_rules_page_quotes_no_document(game: GameConfig, preset: str, club: Club) -> None:
    club.public = True
    club.save()
    address = reverse("play:game_rules", args=[club.pk, game.slug])
    page = Client().get(address, {"preset": preset}).content.decode().replace("&#x27;", "'")
    assert QUOTES.findall(page) == []


@pytest.mark.django_db
@each_preset
def test_a_rules_page_lists_the_settings_that_apply_and_no_others(
    game: GameConfig, preset: str, ada: Membership, client_of: Callable[[Membership], Client]
) -> None:
    address = reverse("play:game_rules", args=[ada.club.pk, game.slug])
    page = unescape(client_of(ada).get(address, {"preset": preset}).content.decode())
    labels = {name: f"<dt>{label}</dt>" for name, (label, _choices) in game.labels.VARIANT_FIELDS.items()}
    listed = {name for name, label in labels.items() if label in page}
    assert listed == set(settings_in_force(game.rules.PRESETS[preset]))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_a_caption_says_what_the_example_shows_and_leaves_the_players_to_its_row(game: GameConfig) -> None:
    captions = [example.caption for example in game.rules.EXAMPLES]
    assert [caption for caption in captions if QUOTES.search(caption) or LETTERS.search(caption)] == []
    assert all(caption[0] == caption[0].upper() for caption in captions)
