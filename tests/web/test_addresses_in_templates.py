"""The tag "url" looks an address up once; else it is Django's."""

import pytest
from django.template import engines
from django.urls import NoReverseMatch, reverse, set_script_prefix

TABLE = 7_000_000_007


def drawn(text: str, **context: object) -> str:
    return str(engines["django"].from_string(text).render({"pk": TABLE, **context}))


def test_each_object_has_its_address() -> None:
    first, second = drawn("{% url 'play:table' pk %}"), drawn("{% url 'play:table' pk %}", pk=TABLE + 1)
    assert first != second
    assert first == drawn("{% url 'play:table' pk %}")
    assert drawn("{% url 'play:hand' pk 3 %}") == f"{first}hands/3/"
    assert drawn("{% url 'play:hand' pk 14 %}") == f"{first}hands/14/"
    assert drawn("{% url 'play:hand' pk 3 %}", pk=TABLE + 1) == f"{second}hands/3/"


def test_a_number_that_is_written_in_another_way_is_so_for_each() -> None:
    addresses = [drawn("{% url 'club:player' pk player %}", player=player) for player in (31_001, 31_002, 31_001)]
    assert addresses == [reverse("club:player", args=[TABLE, player]) for player in (31_001, 31_002, 31_001)]


def test_a_name_and_arguments_by_name_are_as_good() -> None:
    address = drawn("{% url 'play:table' pk %}")
    assert drawn("{% url name pk %}", name="play:table") == address
    assert drawn("{% url 'play:table' table_id=pk %}") == address
    assert drawn("{% url 'play:table' pk as here %}<{{ here }}>") == f"<{address}>"
    assert drawn("{% url 'play:nothing' as here %}<{{ here }}>") == "<>"


def test_what_is_nowhere_is_said() -> None:
    with pytest.raises(NoReverseMatch):
        drawn("{% url 'play:nothing' %}")


def test_a_site_below_another_address_finds_itself() -> None:
    address = drawn("{% url 'play:table' pk %}")
    set_script_prefix("/scorer/")
    try:
        assert drawn("{% url 'play:table' pk %}") == f"/scorer{address}"
    finally:
        set_script_prefix("/")
