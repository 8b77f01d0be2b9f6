import pytest

from games.bridge.rules import PRESETS, scoring
from games.bridge.rules.scoring import Penalty, Premium

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(page):
    return lambda: page().replace(" ", "")


def row(*numbers):
    return "".join(f'<tdclass="num">{number}</td>' for number in numbers)


def test_the_page_shows_the_printed_tables(page):
    text = page()
    assert row(20, 40, 80) in text
    assert row(40, 80, 160) in text
    assert row(300, 500) in text
    assert row(150, 500, "1,000") in text
    assert row("+50", "+300", "+600") in text
    assert row(70, 140, 230) in text


def test_another_trick_value_is_another_page(page, monkeypatch):
    monkeypatch.setitem(scoring.TRICK, "C", 25)
    monkeypatch.setitem(scoring.TRICK, "D", 25)
    assert row(25, 50, 100) in page()


@pytest.mark.parametrize(
    ("name", "key", "value", "shown"),
    [
        ("GAME", False, Premium("game", 301), row(301, 500)),
        ("MADE_DOUBLED", "X", Premium("doubled_made", 51), row(51, 51)),
    ],
)
def test_another_premium_is_another_page(page, monkeypatch, name, key, value, shown):
    assert shown not in page()
    monkeypatch.setitem(getattr(scoring, name), key, value)
    assert shown in page()


def test_another_penalty_is_another_page(page, monkeypatch):
    monkeypatch.setitem(scoring.UNDERTRICKS[""], False, Penalty("undertricks", (51, 102, 153), 50))
    assert row(51, 100, 200) in page()


def test_the_contracts_made_are_scored_by_the_rules(page, monkeypatch):
    assert row(70, 140, 230) in page()
    monkeypatch.setattr(scoring, "PART_SCORE", Premium("part_score", 60))
    assert row(80, 150, 240) in page()


def test_a_rubber_has_no_setting_of_chicago_and_duplicate_neither(page_of_table):
    settings = ("Rubber: the only part-score", "Chicago: vulnerable in deals")
    shown = {name: [setting in page_of_table(variant) for setting in settings] for name, variant in PRESETS.items()}
    assert shown == {
        "duplicate": [False, False],
        "rubber": [True, False],
        "chicago": [False, True],
        "chicago_duplicate": [False, True],
    }


def test_the_page_lists_the_sixteen_boards(page):
    text = page()
    assert '<thscope="row">16</th><td>W</td><td>E–Wvulnerable</td>' in text
