from dataclasses import dataclass

from scorer.scoring import HandKind, Problem, kind_of, kind_problems, required_problems


@dataclass(frozen=True, slots=True)
class Contract:
    board: int | None = None
    level: int | None = None
    doubled: str = ""
    honours: tuple[int, ...] = ()
    passed_out: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    kind: str | None = None
    trump: str | None = None
    bid: int | None = None
    ouvert: bool = False


CONTRACTS = {
    "passed_out": HandKind(required=("passed_out",), allowed=("board",)),
    "played": HandKind(required=("board", "level"), allowed=("doubled", "honours")),
}
GAMES = {
    "suit": HandKind(required=("kind", "bid", "trump"), refusal="not_in_suit"),
    "null": HandKind(required=("kind", "bid"), allowed=("ouvert",), refusal="not_in_null"),
    "grand": HandKind(required=("kind", "bid"), allowed=("ouvert",), refusal="not_in_grand"),
}


def test_each_required_field_without_a_value_is_a_problem() -> None:
    assert list(required_problems(Contract(board=1), "board", "level")) == [Problem("level", "required")]
    assert list(required_problems(Contract(level=0), "level")) == []


def test_a_kind_is_what_the_entry_says() -> None:
    assert kind_of(Contract(passed_out=True)) == "passed_out"
    assert kind_of(Contract()) == "played"
    assert kind_of(Game("null")) == "null"
    assert kind_of(Game()) is None


def test_a_hand_that_was_passed_out_has_only_the_values_that_are_allowed() -> None:
    assert list(kind_problems(Contract(board=1, passed_out=True), CONTRACTS, "passed_out")) == []
    found = kind_problems(Contract(doubled="X", honours=(100,), passed_out=True), CONTRACTS, "passed_out")
    assert list(found) == [Problem("doubled", "passed_out_empty"), Problem("honours", "passed_out_empty")]


def test_a_kind_of_hand_lacks_what_it_needs_and_refuses_what_it_does_not_have() -> None:
    assert list(kind_problems(Game("suit", ouvert=True), GAMES, "suit")) == [
        Problem("trump", "required"),
        Problem("bid", "required"),
        Problem("ouvert", "not_in_suit"),
    ]
    assert list(kind_problems(Game("null", bid=23, ouvert=True), GAMES, "null")) == []


def test_without_a_kind_only_what_every_kind_needs_is_missing() -> None:
    assert list(kind_problems(Game(trump="C", ouvert=True), GAMES, None)) == [
        Problem("kind", "required"),
        Problem("bid", "required"),
    ]
