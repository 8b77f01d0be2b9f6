"""What a form asks in another shape than the entry has."""

from dataclasses import dataclass

import pytest

from scorer.play.forms import KeyRow, Parts
from scorer.scoring import Problem


@dataclass(frozen=True, slots=True)
class Extras:
    fuchs: int = 0
    karlchen: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    hand: bool = False
    announced: str | None = None
    extras: Extras = Extras()


SAID = KeyRow("said", {"": {}, "hand": {"hand": True}, "schwarz": {"hand": True, "announced": "schwarz"}})
EXTRAS = Parts("extras", {"fuchs": "foxes", "karlchen": "last_trick"})


@pytest.mark.parametrize(
    ("choice", "data"), [("", {}), ("hand", {"hand": True}), ("schwarz", {"hand": True, "announced": "schwarz"})]
)
def test_a_row_of_keys_stands_for_several_fields(choice: str, data: dict[str, object]) -> None:
    assert SAID.entry_data({"said": choice}) == data
    assert SAID.initial_of(Entry(**data)) == {"said": choice}


def test_without_a_choice_there_are_no_values_and_what_is_none_is_left_to_the_judge() -> None:
    assert SAID.entry_data({}) == {}
    assert SAID.entry_data({"said": "loud"}) == {"hand": "loud"}
    assert SAID.initial_of(Entry(announced="schwarz")) == {"said": None}


def test_a_problem_with_any_of_the_fields_is_at_the_row() -> None:
    assert SAID.field_of(Problem("announced", "choice"), {}) == "said"
    assert SAID.field_of(Problem("extras", "choice"), {}) is None


def test_parts_are_typed_field_by_field() -> None:
    assert EXTRAS.entry_data({"foxes": 2, "said": "hand"}) == {"extras": {"fuchs": 2}}
    assert EXTRAS.entry_data({}) == {}
    assert EXTRAS.initial_of(Entry(extras=Extras(karlchen=1))) == {"foxes": None, "last_trick": 1}


def test_a_problem_with_a_part_is_at_its_field_and_one_with_all_at_the_first_that_is_filled() -> None:
    assert EXTRAS.field_of(Problem("extras.karlchen", "required"), {"foxes": 1}) == "last_trick"
    assert EXTRAS.field_of(Problem("extras", "extras_in_solo"), {"last_trick": 1}) == "last_trick"
    assert EXTRAS.field_of(Problem("extras", "extras_in_solo"), {}) == "foxes"
    assert EXTRAS.field_of(Problem("re", "required"), {}) is None
