from dataclasses import replace

import pytest

from games.tarot.rules import PRESETS, cards, one_for_one, taker

pytestmark = pytest.mark.django_db

HOUSE = PRESETS["house"]


def cells(*values):
    return "".join(f'<td class="num">{value}</td>' for value in values)


def row(first, *others):
    return f'<th scope="row">{first}</th>{cells(*others)}'


@pytest.mark.parametrize(
    ("module", "name", "value", "before", "after"),
    [
        (cards, "OUDLER", 5.5, row("Oudler: 21, Excuse or Petit", 4.5), row("Oudler: 21, Excuse or Petit", 5.5)),
        (cards, "POINTS", 93.0, "The cards have 91 points", "The cards have 93 points"),
        (
            cards,
            "THRESHOLDS",
            (56, 51, 41, 37),
            row("Points needed", 56, 51, 41, 36),
            row("Points needed", 56, 51, 41, 37),
        ),
        (cards, "PETIT_AU_BOUT", 77, "the Petit au bout (10)", "the Petit au bout (77)"),
        (taker, "BASE", 77, "25 and the difference", "77 and the difference"),
        (one_for_one, "BASE", 77, "The stake is 25,", "The stake is 77,"),
        (one_for_one, "TIMES", 77, "Score = 4 × (", "Score = 77 × ("),
        (one_for_one, "SLAM", 77, "the slam (200)", "the slam (77)"),
    ],
)
def test_another_constant_is_another_page(page, monkeypatch, module, name, value, before, after):
    assert before in page()
    monkeypatch.setattr(module, name, value)
    assert after in page()
    assert before not in page()


def test_another_value_of_a_table_is_another_page(page, monkeypatch):
    assert row("Garde sans", "× 4") in page()
    assert row("Double handful", 30, 15, 13, 10, 8) in page()
    assert f"<td>dispute of 2</td>{cells(3, 1, '−2', '−2')}</tr>" in page()
    monkeypatch.setitem(taker.TIMES, "garde_sans", 5)
    monkeypatch.setitem(cards.HANDFUL_POINTS, "double", 40)
    monkeypatch.setitem(cards.HANDFUL_TRUMPS[6], "double", 9)
    monkeypatch.setitem(one_for_one.RATES[4], 2, (4, 1, -2, -3))
    assert row("Garde sans", "× 5") in page()
    assert row("Double handful", 40, 15, 13, 10, 9) in page()
    assert f"<td>dispute of 2</td>{cells(4, 1, '−2', '−3')}</tr>" in page()


def test_a_table_shows_its_own_house_rules(page_of_table):
    usual = page_of_table(HOUSE)
    assert "are each rounded up" in usual
    assert "even below zero" in usual
    assert "the dealer sits out." not in usual
    own = page_of_table(replace(HOUSE, stake_floor="zero", stake_rounding="sum", mort=True))
    assert "The sum of difference and dog is rounded up." in own
    assert "A negative difference counts 0." in own
    assert "the dealer sits out." in own
    assert "own house rules" in own


def test_the_examples_are_those_that_the_table_scores_so(page_of_table):
    assert "24 examples" in page_of_table(HOUSE)
    assert "23 examples" in page_of_table(replace(HOUSE, stake_rounding="sum"))
    assert '<bdi class="who">seat 1</bdi>' in page_of_table(HOUSE)
