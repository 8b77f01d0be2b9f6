"""Words that players of a country missed in their language."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.tarot.description import describe
from games.tarot.rules import EXAMPLES
from scorer.club.models import Club, Membership
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from scorer.registry.description import Subject
from tests.factories import make_players, make_table
from tests.games import filled
from tests.languages.catalogues import catalogues, read, texts

LogIn = Callable[[Membership], Client]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", {"bridge": "Save board 1", "belote": "Save hand 1", "tarot": "Save deal 1"}),
        ("de", {"bridge": "Board 1 speichern", "doppelkopf": "Spiel 1 speichern"}),
        (
            "fr",
            {"bridge": "Enregistrer l’étui 1", "belote": "Enregistrer la donne 1", "tarot": "Enregistrer la donne 1"},
        ),
        ("sr-latn", {"bridge": "Sačuvaj bord 1", "preferans": "Sačuvaj ruku 1", "tarot": "Sačuvaj podelu 1"}),
    ],
)
def test_the_save_button_has_the_noun_in_the_right_case(language: str, words: dict[str, str], club: Club) -> None:
    with translation.override(language):
        for slug, text in words.items():
            table_context = TableContext(make_table(club, slug))
            form = get_game(slug).form_class(None)(table_context=table_context)
            assert form.head.save_words == text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "slug", "values", "said"),
    [
        ("de", "doppelkopf", {}, "Bitte wählen."),
        ("sr-latn", "preferans", {}, "Izaberite."),
        ("fr", "tarot", {"contract": "passed"}, "Qui a l’Excuse\u202f?"),
    ],
)
def test_a_missing_choice_gets_the_message_of_a_choice(
    language: str, slug: str, values: dict[str, str], said: str, club: Club
) -> None:
    with translation.override(language):
        form = filled.typed(get_game(slug).form_class(None), TableContext(make_table(club, slug)), values)
        assert said in [error for errors in form.errors.values() for error in errors]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "slug", "seats", "words"),
    [
        (
            "de",
            "doppelkopf",
            4,
            ["Re: Fuchs gefangen", "Kontra: Fuchs gefangen", "Kontra angesagt", "Augen des Solospielers"],
        ),
        ("fr", "tarot", 5, ["Points de l’attaque", "Sans par\N{SOFT HYPHEN}te\N{SOFT HYPHEN}naire"]),
        ("fr", "tarot", 4, ["Points du preneur"]),
        ("sr-latn", "preferans", 3, ["Kontra: Boris", "Kontra: Boris + rekontra", "Kontra ili zvanje"]),
    ],
)
def test_a_form_asks_as_players_speak(
    language: str, slug: str, seats: int, words: list[str], club: Club, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(boris)
    client.cookies["django_language"] = language
    table = make_table(club, slug, players=make_players(club, seats))
    with translation.override(language):  # and back to English for the next test
        page = client.get(reverse("play:table", args=[table.pk])).content.decode()
    assert [word for word in words if word not in page] == []


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Petit au bout: Defence"), ("fr", "Petit au bout\u202f: Défense")]
)
def test_a_french_colon_has_a_space_before_it(language: str, text: str) -> None:
    with translation.override(language):
        assert text in describe(Subject(replace(EXAMPLES[0].entry, petit_au_bout="defence"), {}, None)).text


@pytest.mark.parametrize(
    ("language", "other_words"),
    [
        ("de", ["Spieltisch", "Veranstaltung", "Berichtigung", "Ins Blatt", "Das Blatt"]),
        ("fr", ["compétition", "clôture", " poste ", "horloge"]),
        ("sr_Latn", ["igrać", "takmičara", "datotek"]),
    ],
)
def test_a_thing_has_one_name(language: str, other_words: list[str]) -> None:
    translations = [text for path in catalogues(language) for entry in read(path) for text in texts(entry)]
    assert [text for text in translations if any(word in text for word in other_words)] == []
