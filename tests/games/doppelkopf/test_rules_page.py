from dataclasses import replace

import pytest

from games.doppelkopf.rules import PRESETS, bock, ddv, house, lines, scoring

pytestmark = pytest.mark.django_db

HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]


def row(*cells):
    first, *others = cells
    return f'<th scope="row">{first}</th>' + "".join(f'<td class="num">{cell}</td>' for cell in others)


@pytest.mark.parametrize(
    ("preset", "module", "name", "before", "after"),
    [
        ("house", house, "RE_NEEDS", row("whatever was said", 121, 120), row("whatever was said", 77, 120)),
        ("ddv", ddv, "RE_NEEDS_ONLY_KONTRA", row("only Kontra", 120, 121), row("only Kontra", 77, 121)),
        ("house", lines, "WON", row("the game won", 1), row("the game won", 77)),
        ("house", scoring, "SOLOIST", "the value 3 times", "the value 77 times"),
        ("house", bock, "TIMES", "counts × 2", "counts × 77"),
    ],
)
def test_another_constant_is_another_page(page, monkeypatch, preset, module, name, before, after):
    assert before in page(preset)
    monkeypatch.setattr(module, name, 77)
    assert after in page(preset)
    assert before not in page(preset)


def test_another_limit_of_the_ladder_is_another_page(page, monkeypatch):
    assert "under: 90, 60, 30," in page()
    monkeypatch.setitem(lines.LIMITS, "k60", 66)
    assert "under: 90, 66, 30," in page()


def test_the_federations_page_has_its_own_tables(page):
    assert row("120 Augen reached against “keine 90”", 1) in page("ddv")
    assert row("own “schwarz”", "–", "–") in page("ddv")
    assert "reached against" not in page()
    assert "Everybody plays one Pflichtsolo." in page("ddv")


def test_each_variant_has_a_tab_of_its_own(page):
    assert 'href="?preset=house" aria-current="page"' in page()
    assert 'href="?preset=ddv" aria-current="page"' in page("ddv")


def test_a_table_shows_its_own_house_rules(page_of_table):
    text = page_of_table(replace(HOUSE, boundary="bis", bock_after_120=True))
    assert "the most that the losers may have: 90, 60, 30," in text
    assert "<li>Bock after 120 : 120</li>" in text
    assert "own house rules" in text
    assert "preset=" not in text


def test_the_examples_are_those_that_the_variant_scores_so(page_of_table):
    assert "6 examples" in page_of_table(HOUSE)
    assert "18 examples" in page_of_table(DDV)
    assert "4 examples" in page_of_table(replace(HOUSE, boundary="bis"))
    assert "seat 1" in page_of_table(HOUSE)
