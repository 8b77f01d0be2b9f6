from dataclasses import dataclass

from scorer.scoring import Problem, passed_out_problems, required_problems


@dataclass(frozen=True, slots=True)
class Contract:
    board: int | None = None
    level: int | None = None
    doubled: str = ""
    honours: tuple[int, ...] = ()
    passed_out: bool = False


def test_each_required_field_without_a_value_is_a_problem() -> None:
    assert list(required_problems(Contract(board=1), "board", "level")) == [Problem("level", "required")]
    assert list(required_problems(Contract(level=0), "level")) == []


def test_a_hand_that_was_passed_out_has_only_the_values_that_are_allowed() -> None:
    assert list(passed_out_problems(Contract(board=1, passed_out=True), "board")) == []
    assert list(passed_out_problems(Contract(board=1, doubled="X", honours=(100,), passed_out=True))) == [
        Problem("board", "passed_out_empty"),
        Problem("doubled", "passed_out_empty"),
        Problem("honours", "passed_out_empty"),
    ]
