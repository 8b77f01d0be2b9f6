import pytest

from games.belote.rules import PRESETS, Variant, cards, ffb, house

pytestmark = pytest.mark.django_db


def test_the_page_shows_the_values_of_the_cards(page, monkeypatch):
    assert '<th scope="row">J</th><td class="num">20</td><td class="num">2</td>' in page()
    assert '<th scope="row">A</th><td class="num">11</td><td class="num">11</td><td class="num">19</td>' in page("ffb")
    monkeypatch.setitem(cards.TRUMPED, "J", 21)
    assert '<th scope="row">J</th><td class="num">21</td><td class="num">2</td>' in page()
    assert "All the cards are worth 153." in page()


@pytest.mark.parametrize(
    ("preset", "module", "name", "before", "after"),
    [
        ("house", house, "BELOTE", "their side 20 more", "their side 77 more"),
        ("house", cards, "ROUND_POINTS", "162 points in a hand", "77 points in a hand"),
        ("ffb", house, "BELOTE", "a belote, 20 points", "a belote, 77 points"),
        ("ffb", ffb, "BASE", "The base is 160;", "The base is 77;"),
        ("ffb", ffb, "CAPOT_BASE", "it is 250 when", "it is 77 when"),
        ("ffb", ffb, "CAPOT_POINTS", "All eight tricks count 252,", "All eight tricks count 77,"),
    ],
)
def test_another_constant_is_another_page(page, monkeypatch, preset, module, name, before, after):
    assert before in page(preset)
    monkeypatch.setattr(module, name, 77)
    assert after in page(preset)
    assert before not in page(preset)


def test_another_multiplier_is_another_page(page, monkeypatch):
    assert "multiplies by 2, a surcoinche by 4" in page()
    monkeypatch.setitem(house.TIMES, "surcoinche", 3)
    assert "multiplies by 2, a surcoinche by 3" in page()


def test_each_variant_has_a_tab_of_its_own(page):
    assert 'href="?preset=house" aria-current="page"' in page()
    assert 'href="?preset=ffb" aria-current="page"' in page("ffb")
    assert "The prize is" in page("ffb")
    assert "The prize is" not in page()


def test_a_table_shows_its_own_house_rules(page_of_table):
    text = page_of_table(Variant("ffb", None, "fails"))
    assert "plays without a target" in text
    assert "the contract has failed" in text
    assert "own house rules" in text
    assert "preset=" not in text


def test_the_examples_are_those_that_the_variant_scores_so(page_of_table):
    assert "25 examples" in page_of_table(PRESETS["ffb"])
    assert "after a litige" in page_of_table(PRESETS["ffb"])
    for parties in ("off", "best_of_three"):
        assert "after a litige" not in page_of_table(Variant("ffb", 1000, "fails", parties))


def test_the_page_says_how_many_games_are_played_and_shows_a_sitting(page_of_table):
    text = page_of_table(Variant("ffb", parties="best_of_three"))
    assert "After one each, the third is the belle." in text
    assert "Points that wait from a litige when a game ends lapse." in text
    assert "Example: games to 500" in text
    assert text.count('class="pad tallied"') == 3
    assert "wait for the next game" not in text
    carried = page_of_table(Variant("ffb", parties="unlimited", litige_at_end="carried"))
    assert "go to the winner of the first hand of the next game" in carried


@pytest.mark.parametrize("variant", [PRESETS["house"], PRESETS["ffb"], Variant(target=None, parties="one")])
def test_a_table_without_games_shows_no_sitting(page_of_table, variant):
    assert 'class="pad' not in page_of_table(variant)
