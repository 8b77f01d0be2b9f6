import math
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from scorer.scoring import MAX_NUMBER, HalfPoints, Problem, Unfit, coerce, dump, load


@dataclass(frozen=True, slots=True)
class Item:
    size: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    level: int | Literal["all", "alone"] | None = None
    half: HalfPoints | None = None
    mark: Literal["", "X"] = ""
    done: bool = False
    item: Item = Item()
    items: tuple[Item, ...] | None = None


def codes(wrong):
    return [(problem.field, problem.code) for problem in wrong]


@pytest.mark.parametrize("level", [80, 0, "all", "alone", None])
def test_a_union_accepts_what_one_of_its_members_accepts(level):
    sheet, wrong = load(Sheet, {"level": level})
    assert (sheet, wrong) == (Sheet(level=level), [])
    assert load(Sheet, dump(sheet)) == (sheet, [])
    assert coerce(sheet) == (sheet, [])


def read_even(value):
    if type(value) is not int or value % 2:
        raise Unfit("even", least=2)
    return value


@dataclass(frozen=True, slots=True)
class Record:
    pairs: Annotated[int, read_even]
    tables: Annotated[int, read_even] | None = None


def test_a_reader_makes_the_value_or_says_what_is_wrong_with_it():
    assert load(Record, {"pairs": 8, "tables": None}) == (Record(8), [])
    assert load(Record, {"pairs": 7, "tables": 4}) == (Record(None, 4), [Problem("pairs", "even", {"least": 2})])


@pytest.mark.parametrize("level", ["80", "ALL", True, 8.5, []])
def test_what_no_member_of_a_union_accepts_is_reported_once_by_the_first(level):
    sheet, wrong = load(Sheet, {"level": level})
    assert sheet == Sheet()
    assert wrong == [Problem("level", "whole_number")]
    assert coerce(Sheet(level=level)) == (Sheet(), [Problem("level", "whole_number")])


def test_every_value_of_a_wrong_type_is_reported_at_its_field():
    data = {
        "half": 1.25,
        "mark": "Y",
        "done": 1,
        "item": {"size": "large", "names": ["a", 5], "colour": "red"},
        "items": [{"size": 1}, 7],
        "extra": None,
    }
    sheet, wrong = load(Sheet, data)
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


def test_defaults_are_left_out_by_dump_and_restored_by_load():
    sheet = Sheet(level="all", half=HalfPoints(40.5), items=(Item(1, ("a",)), Item()))
    data = {"level": "all", "half": 40.5, "items": [{"size": 1, "names": ["a"]}, {"size": None, "names": []}]}
    assert dump(sheet) == data
    assert load(Sheet, data) == (sheet, [])
    assert dump(Sheet()) == {}


@pytest.mark.parametrize("half", [math.nan, 40.25, "40", True])
def test_card_points_are_numbers_with_or_without_a_half(half):
    assert codes(coerce(Sheet(half=half))[1]) == [("half", "half_number")]


@pytest.mark.parametrize("number", [MAX_NUMBER + 1, -MAX_NUMBER - 1, 10**30])
def test_a_number_that_no_sheet_has_is_out_of_range_and_still_a_number(number):
    assert codes(coerce(Sheet(level=number, half=number))[1]) == [("level", "out_of_range"), ("half", "out_of_range")]


def test_coerce_converts_equivalent_values_to_the_annotated_type():
    coerced, wrong = coerce(Sheet(level=8.0, half=40, items=[Item(names=["a"])]))
    assert (repr(coerced), wrong) == (repr(Sheet(level=8, half=HalfPoints(40.0), items=(Item(names=("a",)),))), [])


@pytest.mark.parametrize(
    ("sheet", "problem"),
    [
        (Sheet(done=1), ("done", "true_false")),
        (Sheet(mark="Y"), ("mark", "choice")),
        (Sheet(item=Item(size=MAX_NUMBER + 1)), ("item.size", "out_of_range")),
        (Sheet(item=Item(names=("a" * 201,))), ("item.names.0", "text")),
        (Sheet(item=Item(names=("a", 5))), ("item.names.1", "text")),
        (Sheet(items=(Item(),) * 65), ("items", "too_many")),
        (Sheet(items=7), ("items", "list")),
    ],
)
def test_coerce_reports_values_of_a_wrong_type(sheet, problem):
    coerced, wrong = coerce(sheet)
    assert (coerced, codes(wrong)) == (Sheet(), [problem])


def test_coerce_reports_a_missing_value_where_the_type_has_no_none():
    assert coerce(Sheet(level=None, mark=None)) == (Sheet(), [Problem("mark", "required")])


def test_data_that_is_not_an_object_is_one_problem():
    assert load(Sheet, [1, 2]) == (Sheet(), [Problem("", "object")])
