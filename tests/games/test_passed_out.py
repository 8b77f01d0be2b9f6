"""What is said about a hand that was passed out although something is entered, where a script hides everything else."""

from functools import partial

import pytest

from scorer.club.models import Club
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from tests.factories import make_table
from tests.games import filled

pytestmark = pytest.mark.django_db

CHOSEN = {
    "bridge": {"board": "1", "level": "4", "strain": "S", "declarer": "S"},
    "belote": {"bidder": "2", "value": "90"},
    "preferans": {"declarer": "2", "level": "4", "tricks_1": "3"},
    "skat": {"kind": "C", "declarer": "2", "matadors": "1"},
    "tarot": {"contract": "garde", "taker": "2", "handful_1": "single"},
}


@pytest.mark.parametrize("slug", CHOSEN)
def test_whatever_else_is_entered_is_told_once_beside_the_tick(slug: str, club: Club) -> None:
    table_context = TableContext(make_table(club, slug))
    form_class = get_game(slug).form_class(None)
    typed = partial(filled.typed, form_class)
    form = typed(table_context, CHOSEN[slug] | {"passed_out": "on"})
    assert not form.is_valid()
    assert list(form.errors) == ["passed_out"]
    (sentence,) = form.errors["passed_out"]
    assert "entered too" in sentence
    assert [problem.code for problem in form.problems] == ["passed_out_empty"]
    assert typed(table_context, {"board": "1", "passed_out": "on"}).is_valid()
