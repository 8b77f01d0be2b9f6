"""A block is drawn once for each value; the places in it are drawn each time."""

import pytest
from django.template import Template, TemplateSyntaxError, engines
from django.utils import translation

from scorer.web.templatetags import once as tags


@pytest.fixture(autouse=True)
def _nothing_drawn_yet() -> None:
    tags._drawn.clear()


def template(text: str) -> Template:
    made: Template = engines["django"].from_string(text)
    return made


BLOCK = "<{% once looks %}{{ table }}: {% anew %}{{ hand }}{% endanew %}, {{ table }}{% endonce %}>"


def test_what_stands_between_the_places_is_kept() -> None:
    block = template(BLOCK)
    assert block.render({"looks": 1, "table": "one", "hand": "a & b"}) == "<one: a &amp; b, one>"
    assert block.render({"looks": 1, "table": "two", "hand": "c"}) == "<one: c, one>"
    assert block.render({"looks": 2, "table": "two", "hand": "c"}) == "<two: c, two>"


def test_where_the_value_is_none_all_is_drawn_each_time() -> None:
    block = template(BLOCK)
    assert block.render({"looks": None, "table": "one", "hand": "a"}) == "<one: a, one>"
    assert block.render({"looks": None, "table": "two", "hand": "b"}) == "<two: b, two>"


def test_a_language_and_a_block_have_their_own() -> None:
    block, other = template(BLOCK), template(BLOCK)
    assert block.render({"looks": 1, "table": "one", "hand": "a"}) == "<one: a, one>"
    assert other.render({"looks": 1, "table": "two", "hand": "a"}) == "<two: a, two>"
    with translation.override("de"):
        assert block.render({"looks": 1, "table": "eins", "hand": "a"}) == "<eins: a, eins>"


def test_a_block_within_a_block_is_part_of_it() -> None:
    block = template("{% once 1 %}{{ a }}{% once 2 %}{{ b }}{% anew %}{{ c }}{% endanew %}{% endonce %}{% endonce %}")
    assert block.render({"a": 1, "b": 1, "c": 1}) == "111"
    assert block.render({"a": 2, "b": 2, "c": 2}) == "112"


def test_a_place_may_have_a_block_of_its_own() -> None:
    block = template("{% once 1 %}{{ a }}{% anew %}{% once b %}{{ b }}{{ c }}{% endonce %}{% endanew %}{% endonce %}")
    assert block.render({"a": 1, "b": 1, "c": 1}) == "111"
    assert block.render({"a": 2, "b": 2, "c": 2}) == "122"
    assert block.render({"a": 3, "b": 2, "c": 3}) == "122"


def test_a_place_without_a_block_is_just_drawn() -> None:
    assert template("{% anew %}{{ a }}{% endanew %}").render({"a": "<"}) == "&lt;"


@pytest.mark.parametrize("tag", ["once", "once a b"])
def test_a_block_takes_one_value(tag: str) -> None:
    with pytest.raises(TemplateSyntaxError, match="one value"):
        template(f"{{% {tag} %}}{{% endonce %}}")
