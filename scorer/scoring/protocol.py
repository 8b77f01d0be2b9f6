"""What the package `rules` of a game offers. The registry checks at start-up that it has all of these names."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from scorer.scoring.model import Example, Fields, Notice, Outcome, Problem, Sides


class Rules(Protocol):
    """The rules of one game: pure functions on its frozen dataclasses Entry and Variant.

    `seats` is the number of positions at the table, those of players who sit out included. `defaults.py` has functions
    for the parts that a game has nothing of its own for.
    """

    @property
    def Entry(self) -> type[Any]: ...  # noqa: N802  # the game's class of that name

    @property
    def Variant(self) -> type[Any]: ...  # noqa: N802

    @property
    def PRESETS(self) -> Mapping[str, Any]:  # noqa: N802
        """Named variants; the first is the default."""

    @property
    def EXAMPLES(self) -> Sequence[Example]:  # noqa: N802
        ...

    def sides(self, seats: int) -> Sides:
        """Who adds up together. The members of a side always score the same."""

    def problems(self, entry: Any, variant: Any, seats: int) -> tuple[Problem, ...]:
        """Everything wrong with one entry, judged by itself. Never raises, whatever the entry holds."""

    def warnings(
        self, entries: Sequence[Any], variant: Any, seats: int, later: Sequence[Any] = ()
    ) -> tuple[Problem, ...]:
        """What is improbable about the last of `entries`, or breaks the order of the sheet.

        `entries` are the sheet up to this hand; `later` are those after it where an earlier hand is corrected. "Same
        as the one before" looks at the former only, "this board is on the sheet already" at both.
        The entries have no problems. Warnings ask for a second look and never refuse.
        """

    def replay(self, entries: Sequence[Any], variant: Any, seats: int, carry: Any = None) -> list[Outcome]:
        """The outcomes of a sheet of faultless entries, in order; `carry` is what the hands before them left."""

    def remembers(self, variant: Any) -> bool:
        """Whether a hand's points can depend on earlier hands; if not, a new hand is scored alone."""

    def notices(self, totals: Sequence[int], carry: Any, variant: Any, seats: int) -> tuple[Notice, ...]:
        """What the sheet says of its state: `totals` by seat, `carry` of the last outcome (None before any)."""

    def initial_values(self, entries: Sequence[Any], turn: int, variant: Any, seats: int) -> Fields:
        """What the form of the next hand starts with; `turn` is whose deal it is."""

    def dealer(self, entry: Any, turn: int) -> int:
        """Who dealt this hand; `turn` where the entry does not tell (a board's number tells)."""

    def next_dealer(self, entry: Any, dealer: int, seats: int) -> int:
        """Whose deal it is after this hand."""

    def tables(self, variant: Any) -> Mapping[str, Any]:
        """What the rules page shows, made from the very constants that the code scores with."""

    def imagine(self, random: Random, entries: Sequence[Any], variant: Any, seats: int, dealer: int) -> Any:
        """A plausible next entry without problems, for the demo and the tests."""
