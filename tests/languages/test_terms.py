"""Words that players of a country missed in their language."""

import pytest
from django.utils import translation

from scorer.club.models import Club
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from tests.factories import make_table


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", {"bridge": "Save board 1", "belote": "Save hand 1", "tarot": "Save deal 1"}),
        ("de", {"bridge": "Board 1 speichern", "doppelkopf": "Spiel 1 speichern"}),
        ("fr", {"bridge": "Enregistrer l’étui 1", "belote": "Enregistrer la donne 1", "tarot": "Enregistrer la donne 1"}),
        ("sr-latn", {"bridge": "Sačuvaj bord 1", "preferans": "Sačuvaj podelu 1", "tarot": "Sačuvaj podelu 1"}),
    ],
)
def test_the_button_that_saves_has_the_noun_in_its_case(language: str, words: dict[str, str], club: Club) -> None:
    with translation.override(language):
        for slug, text in words.items():
            table_context = TableContext(make_table(club, slug))
            form = get_game(slug).form_class(None)(table_context=table_context)
            assert form.save_words == text
