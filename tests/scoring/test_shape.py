import math
from dataclasses import dataclass
from typing import Literal

import pytest

from scorer.scoring import MAX_NUMBER, Half, Problem, coerce, dump, read


@dataclass(frozen=True, slots=True)
class Item:
    size: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    level: int | Literal["all", "alone"] | None = None
    half: Half | None = None
    mark: Literal["", "X"] = ""
    done: bool = False
    item: Item = Item()
    items: tuple[Item, ...] | None = None


def codes(wrong):
    return [(problem.field, problem.code) for problem in wrong]


@pytest.mark.parametrize("level", [80, 0, "all", "alone", None])
def test_a_union_takes_what_fits_one_of_its_members(level):
    sheet, wrong = read(Sheet, {"level": level})
    assert (sheet, wrong) == (Sheet(level=level), [])
    assert read(Sheet, dump(sheet)) == (sheet, [])
    assert coerce(sheet) == (sheet, [])


@pytest.mark.parametrize("level", ["80", "ALL", True, 8.5, [], MAX_NUMBER + 1])
def test_what_fits_no_member_of_a_union_is_reported_once_by_the_first(level):
    sheet, wrong = read(Sheet, {"level": level})
    assert sheet == Sheet()
    assert wrong == [Problem("level", "whole_number")]
    assert coerce(Sheet(level=level)) == (Sheet(), [Problem("level", "whole_number")])


def test_everything_ill_shaped_is_reported_at_its_field():
    data = {
        "half": 1.25,
        "mark": "Y",
        "done": 1,
        "item": {"size": "large", "names": ["a", 5], "colour": "red"},
        "items": [{"size": 1}, 7],
        "extra": None,
    }
    sheet, wrong = read(Sheet, data)
    assert sheet == Sheet()
    assert set(codes(wrong)) == {
        ("extra", "unknown"),
        ("half", "half_number"),
        ("mark", "choice"),
        ("done", "true_false"),
        ("item.colour", "unknown"),
        ("item.size", "whole_number"),
        ("item.names.1", "text"),
        ("items.1", "object"),
    }


def test_defaults_are_left_out_of_the_data_and_come_back():
    sheet = Sheet(level="all", half=Half(40.5), items=(Item(1, ("a",)), Item()))
    data = {"level": "all", "half": 40.5, "items": [{"size": 1, "names": ["a"]}, {"size": None, "names": []}]}
    assert dump(sheet) == data
    assert read(Sheet, data) == (sheet, [])
    assert dump(Sheet()) == {}


@pytest.mark.parametrize("half", [math.nan, math.inf, "40", True])
def test_only_halves_are_card_points(half):
    assert codes(coerce(Sheet(half=half))[1]) == [("half", "half_number")]


def test_settling_turns_what_is_as_good_as_its_shape_into_that_shape():
    settled, wrong = coerce(Sheet(level=8.0, half=40, items=[Item(names=["a"])]))
    assert (repr(settled), wrong) == (repr(Sheet(level=8, half=Half(40.0), items=(Item(names=("a",)),))), [])


@pytest.mark.parametrize(
    ("sheet", "problem"),
    [
        (Sheet(done=1), ("done", "true_false")),
        (Sheet(mark="Y"), ("mark", "choice")),
        (Sheet(item=Item(size=MAX_NUMBER + 1)), ("item.size", "whole_number")),
        (Sheet(item=Item(names=("a" * 201,))), ("item.names.0", "text")),
        (Sheet(item=Item(names=("a", 5))), ("item.names.1", "text")),
        (Sheet(items=(Item(),) * 65), ("items", "too_many")),
        (Sheet(items=7), ("items", "list")),
    ],
)
def test_settling_tells_what_is_ill_shaped(sheet, problem):
    settled, wrong = coerce(sheet)
    assert (settled, codes(wrong)) == (Sheet(), [problem])


def test_a_missing_value_is_not_ill_shaped():
    assert coerce(Sheet(level=None, mark=None)) == (Sheet(), [])  # as a form may build it


def test_what_is_no_object_is_one_problem():
    assert read(Sheet, [1, 2]) == (Sheet(), [Problem("", "object")])
