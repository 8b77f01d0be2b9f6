"""What the site asks the rules of a game. The registry makes it of the game's package `rules`, and checks it."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from scorer.scoring.model import Example, Fields, HandKinds, Notice, Outcome, PaperLine, Problem, ResultUnit, Sides
from scorer.scoring.model import kind_of as kind_by_its_fields
from scorer.scoring.seats import after
from scorer.scoring.statistics import Statistic


class Rules:
    """The rules of one game: pure functions on its frozen dataclasses Entry and Variant.

    `seats` is the number of positions at the table, including those of players who sit out. The package must have the
    names that are only annotated here; of the functions it has those that it does differently from most games.
    """

    Entry: type[Any]
    Variant: type[Any]
    PRESETS: Mapping[str, Any]
    """Variants by name. The first is the default."""
    EXAMPLES: Sequence[Example]

    sides: Callable[[int], Sides]
    """(seats): who shares a score. All members of a side always have the same points."""
    problems: Callable[[Any, Any, int], tuple[Problem, ...]]
    """(entry, variant, seats): everything that is wrong with one entry by itself. Never raises, whatever it has."""
    replay: Callable[..., list[Outcome]]
    """(entries, variant, seats, carry=None): the outcomes of entries without problems, in order.

    `carry` is that of the hand before them.
    """
    tables: Callable[[Any], Mapping[str, Any]]
    """(variant): what the rules page shows, made from the constants that the code scores with."""
    random_entry: Callable[[Random, Sequence[Any], Any, int, int], Any]
    """(random, entries, variant, seats, dealer): a plausible next entry without problems, for demo and tests."""

    HAND_KINDS: HandKinds = {}
    """Which fields each kind of hand has. Empty if there is only one kind."""
    STATISTICS: Sequence[Statistic] = ()
    """What is counted in its hands for players and clubs, with words in `STATISTICS` of the game's labels."""

    def kind_of(self, entry: Any) -> str | None:
        """Return the name of the entry's kind in HAND_KINDS, or None if it does not say."""
        return kind_by_its_fields(entry)

    def warnings(
        self, entries: Sequence[Any], variant: Any, seats: int, later: Sequence[Any] = (), carry: Any = None
    ) -> tuple[Problem, ...]:
        """Return what is improbable about the last of `entries`, or does not fit the rest of the sheet.

        `entries` is the sheet up to this hand. `later` has the entries after it, when an earlier hand is corrected.
        "Same as the one before" looks only at `entries`; "this board is on the sheet already" looks at both.
        `carry` is that of the hand before the last of `entries`, or None if only the sheet is known.
        None of the entries has problems. A warning asks for a second look; it never refuses an entry.
        """
        return ()

    def remembers(self, variant: Any) -> bool:
        """Return whether a hand's points can depend on earlier hands. If not, a new hand is scored by itself."""
        return False

    def result_unit(self, variant: Any) -> ResultUnit:
        """Return what tables are ranked and settled by. With anything but points, outcomes have a `result`."""
        return ResultUnit.POINTS

    def current_points(self, carry: Any, seats: int) -> tuple[int, ...]:
        """Return the points of the current game by seat, in a variant whose result is in games."""
        return (0,) * seats

    def notices(self, totals: Sequence[int], carry: Any, variant: Any, seats: int) -> tuple[Notice, ...]:
        """Return the notices for a sheet with these `totals` by seat and the `carry` of its last outcome, or None."""
        return ()

    def initial_values(self, entries: Sequence[Any], turn: int, variant: Any, seats: int) -> Fields:
        """Return the initial values of the form for the next hand. `turn` is the seat whose deal it is."""
        return {}

    def dealer(self, entry: Any, turn: int) -> int:
        """Return who dealt this hand: `turn`, unless the entry tells (the number of a board does)."""
        return turn

    def deal(self, entry: Any) -> int | None:
        """Return the number of the deal that was played, such as a board, or None if deals are not numbered."""
        return None

    def deal_fields(self, deal: int) -> Fields:
        """Return the fields of an entry that give it this number of a deal. Empty if deals are not numbered."""
        return {}

    def next_dealer(self, entry: Any, dealer: int, seats: int, variant: Any = None) -> int:
        """Return the seat whose deal comes after this hand."""
        return after(dealer, seats)

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        """Return the seats that played a hand against the others, for the sheet to mark."""
        return ()

    def has_paper(self, variant: Any) -> bool:
        """Return whether players keep the sheet on paper in a way of their own, which the game's paper.html draws."""
        return False

    def on_paper(self, lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> Any:
        """Return what paper.html draws, for a variant that `has_paper`. `closed` is whether the table is."""
        return None


class DealerSitsOut(Rules):
    """The rules of a game whose dealer sits out at a table that has more than `at_play` seats."""

    def __init__(self, at_play: int) -> None:
        self.at_play = at_play

    def initial_values(self, entries: Sequence[Any], turn: int, variant: Any, seats: int) -> Fields:
        return {"sitting_out": (turn,)} if seats > self.at_play else {}

    def dealer(self, entry: Any, turn: int) -> int:
        return next(iter(entry.sitting_out), turn)
