from dataclasses import replace

import pytest

from games.skat.rules import PRESETS, scoring, value

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("module", "name", "key", "number", "row"),
    [
        (value, "BASE", "grand", 25, 'Grand </th><td class="num">25</td>'),
        (value, "NULL", (False, True), 47, '<th scope="row">Null Ouvert</th><td class="num">47</td>'),
        (scoring, "OF_OTHERS", 4, 31, "31 at a table of 4"),
    ],
)
def test_the_page_shows_the_constants_that_the_code_scores_with(page, monkeypatch, module, name, key, number, row):
    assert row not in page()
    monkeypatch.setitem(getattr(module, name), key, number)
    assert row in page()


def test_the_page_names_its_sources_and_has_examples_from_a_table_of_three_and_of_four(page):
    text = page()
    assert "Internationale Skatordnung, sections 2 to 5" in text
    assert '<td class="num">+146<br>0<br>0</td>' in text
    assert '<td class="num">+30<br>−122<br>+30<br>+30</td>' in text


def test_the_plain_list_has_no_bonus(page):
    assert "value + 50" in page()
    assert "40 at a table of 3" in page()
    assert "value + 50" not in page("plain")
    assert "at a table of 3" not in page("plain")


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("ramsch", "Whoever wins all tricks gets 120 (Durchmarsch)."),
        ("kontra", "Kontra counts the value × 2, Kontra and Re × 4."),
        ("bock", "A hand that is ticked starts a Bock round"),
    ],
)
def test_a_house_rule_is_explained_where_it_is_played(page_of_table, rule, sentence):
    assert sentence not in page_of_table(PRESETS["isko"])
    assert sentence in page_of_table(replace(PRESETS["isko"], **{rule: True}))
