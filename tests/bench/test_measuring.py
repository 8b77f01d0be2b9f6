"""The measurements themselves work; what they give is not for a test to judge."""

import pytest

from scorer.registry import all_games
from tests.bench import measuring, report


@pytest.mark.django_db
def test_every_game_is_measured_and_every_line_is_a_name_a_value_and_a_unit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report(measuring.save_times([2, 3], rounds=1))
    report(measuring.query_counts(2))
    report(measuring.page_weights(2))

    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert all(float(value) > 0 and unit.isalpha() for _name, value, unit in lines)
    names = {name for name, _value, _unit in lines}
    assert len(names) == len(lines)
    for game in all_games():
        usual = f"{game.slug}-{game.default_variant}"
        assert {f"save.{usual}.3/2", f"queries.{game.slug}.save", f"weight.{game.slug}.all"} <= names
