"""What the `rules` package of a game must provide. The registry checks that at start-up."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from scorer.scoring.model import Example, Fields, HandKinds, Notice, Outcome, PaperLine, Problem, ResultUnit, Sides


class Rules(Protocol):
    """The rules of one game: pure functions on its frozen dataclasses Entry and Variant.

    `seats` is the number of positions at the table, including those of players who sit out. A game leaves out the
    names of `defaults.py` that it does not do differently from most.
    """

    @property
    def Entry(self) -> type[Any]: ...  # noqa: N802  # the game's class of that name

    @property
    def Variant(self) -> type[Any]: ...  # noqa: N802

    @property
    def PRESETS(self) -> Mapping[str, Any]:  # noqa: N802
        """Variants by name. The first is the default."""

    @property
    def EXAMPLES(self) -> Sequence[Example]:  # noqa: N802
        ...

    @property
    def HAND_KINDS(self) -> HandKinds:  # noqa: N802
        """Which fields each kind of hand has. Empty if there is only one kind."""

    def kind_of(self, entry: Any) -> str | None:
        """Return the name of the entry's kind in HAND_KINDS, or None if it does not say."""

    def sides(self, seats: int) -> Sides:
        """Return who shares a score. All members of a side always have the same points."""

    def problems(self, entry: Any, variant: Any, seats: int) -> tuple[Problem, ...]:
        """Return everything that is wrong with one entry by itself. Never raises, whatever the entry contains."""

    def warnings(
        self, entries: Sequence[Any], variant: Any, seats: int, later: Sequence[Any] = (), carry: Any = None
    ) -> tuple[Problem, ...]:
        """Return what is improbable about the last of `entries`, or does not fit the rest of the sheet.

        `entries` is the sheet up to this hand. `later` has the entries after it, when an earlier hand is corrected.
        "Same as the one before" looks only at `entries`; "this board is on the sheet already" looks at both.
        `carry` is that of the hand before the last of `entries`, or None if only the sheet is known.
        None of the entries has problems. A warning asks for a second look; it never refuses an entry.
        """

    def replay(self, entries: Sequence[Any], variant: Any, seats: int, carry: Any = None) -> list[Outcome]:
        """Return the outcomes of entries without problems, in order. `carry` is that of the hand before them."""

    def remembers(self, variant: Any) -> bool:
        """Return whether a hand's points can depend on earlier hands. If not, a new hand is scored by itself."""

    def result_unit(self, variant: Any) -> ResultUnit:
        """Return what tables are ranked and settled by. With anything but points, outcomes have a `result`."""

    def current_points(self, carry: Any, seats: int) -> tuple[int, ...]:
        """Return the points of the current game by seat, in a variant whose result is in games."""

    def notices(self, totals: Sequence[int], carry: Any, variant: Any, seats: int) -> tuple[Notice, ...]:
        """Return the notices for a sheet with these `totals` by seat and the `carry` of its last outcome, or None."""

    def initial_values(self, entries: Sequence[Any], turn: int, variant: Any, seats: int) -> Fields:
        """Return the initial values of the form for the next hand. `turn` is the seat whose deal it is."""

    def dealer(self, entry: Any, turn: int) -> int:
        """Return who dealt this hand: `turn`, unless the entry tells (the number of a board does)."""

    def deal(self, entry: Any) -> int | None:
        """Return the number of the deal that was played, such as a board, or None if deals are not numbered."""

    def deal_fields(self, deal: int) -> Fields:
        """Return the fields of an entry that give it this number of a deal. Empty if deals are not numbered."""

    def next_dealer(self, entry: Any, dealer: int, seats: int, variant: Any = None) -> int:
        """Return the seat whose deal comes after this hand."""

    def tables(self, variant: Any) -> Mapping[str, Any]:
        """Return what the rules page shows, made from the constants that the code scores with."""

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        """Return the seats that played a hand against the others, for the sheet to mark."""

    def has_paper(self, variant: Any) -> bool:
        """Return whether players keep the sheet on paper in a way of their own, which the game's paper.html draws."""

    def on_paper(self, lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> Any:
        """Return what paper.html draws, for a variant that `has_paper`. `closed` is whether the table is."""

    def random_entry(self, random: Random, entries: Sequence[Any], variant: Any, seats: int, dealer: int) -> Any:
        """Return a plausible next entry without problems, for the demo and the tests."""
