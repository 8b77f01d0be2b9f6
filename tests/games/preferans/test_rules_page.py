from dataclasses import replace

import pytest
from django.urls import reverse

from games.preferans.rules import EXAMPLES, PRESETS, lines, played
from tests.factories import make_table

pytestmark = pytest.mark.django_db


def row(*numbers):
    return "".join(f'<td class="num">{number}</td>' for number in numbers)


def test_the_page_shows_the_published_game_values(page):
    text = page()
    assert row(4, 8, 16, 6, 12, 24) in text
    assert f'<th scope="row">Betl</th>{row(12, 24, 48, 14, 28, 56)}' in text
    assert f'<th scope="row">Sans</th>{row(14, 28, 56, 16, 32, 64)}' in text


def test_another_game_value_is_another_page(page, monkeypatch):
    monkeypatch.setitem(played.VALUE, 6, 13)
    assert row(13, 26, 52, 15, 30, 60) in page()


def test_another_multiplier_is_another_page(page, monkeypatch):
    assert "multiplies by 2, a double counter by 4" in page()
    monkeypatch.setitem(played.TIMES, "double_counter", 3)
    text = page()
    assert "multiplies by 2, a double counter by 3" in text
    assert row(4, 8, 12, 6, 12, 18) in text
    assert text.count('<th class="num" scope="col">× 3</th>') == 2


@pytest.mark.parametrize(
    ("module", "name", "before", "after"),
    [
        (played, "IN_HAND", "is worth 2 more", "is worth 77 more"),
        (lines, "STAKE", "t V − 10 V", "t V − 77 V"),
        (lines, "BETL_SHARE", row("0", "5 V"), row("0", "77 V")),
        (lines, "DECLARER_NEEDS", "Declarer<small>6 tricks", "Declarer<small>77 tricks"),
        (lines, "FOLLOWER_NEEDS", "Follows alone<small>2 tricks", "Follows alone<small>77 tricks"),
        (lines, "TOGETHER_NEED", "Calls<small>4 tricks of both", "Calls<small>77 tricks of both"),
        (lines, "COUNTER_NEEDS", "Said the counter<small>5 tricks", "Said the counter<small>77 tricks"),
    ],
)
def test_another_constant_is_another_page(page, monkeypatch, module, name, before, after):
    assert before in page()
    monkeypatch.setattr(module, name, 77)
    assert after in page()
    assert before not in page()


def test_the_page_has_all_examples_with_the_points_of_each_player(page):
    text = page()
    assert f"{len([one for one in EXAMPLES if one.variant == 'house'])} examples" in text
    assert "At a table of four the dealer sits out" in text
    assert '<td class="num">+80<br>+24<br>−80</td>' in text


def test_a_table_shows_the_page_too(ada, client_of):
    table = make_table(ada.club, "preferans")
    text = client_of(ada).get(reverse("play:rules", args=[table.pk])).content.decode()
    assert "Table 1 plays by: House rules" in text


def test_the_page_of_the_record_explains_it_with_a_whole_session(page):
    text = page("bule")
    assert "The bule count down from 60." in text
    assert "At most, each player gets 2." in text
    assert "A record from 12 bule each" in text
    assert '<td class="num">−16<br>−8<br>24</td><td class="num">+192<br>+100<br>−292</td>' in text
    assert "after 2 other hands" in text


def test_the_page_without_a_record_does_not_speak_of_it(page):
    text = page()
    assert "are not part of this sheet" in text
    assert "Supe against the declarer" not in text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"refe": None}, "There is no limit to them."),
        ({"refe": 0}, "There are no refe."),
        ({"bule": 200, "bule_for": "table"}, "These are for all together: everybody has an equal share."),
        ({"stop_at_five": True}, "Play stops once the defenders have 5 tricks."),
    ],
)
def test_the_page_of_a_table_says_what_it_has_settled(page_of_table, change, sentence):
    assert sentence not in page_of_table(PRESETS["bule"])
    assert sentence in page_of_table(replace(PRESETS["bule"], **change))
