"""The data that the rules of every game return: reasons, problems, notices, outcomes.

Seats are numbered from 1 in the order of play. Points are whole score points unless a name says otherwise.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

Param = int | float | str | tuple[int, ...] | None
Params = Mapping[str, Param]

Fields = Mapping[str, object]
"""Initial values by the field names of an entry."""

Sides = tuple[tuple[int, ...], ...]
"""The seats of each side: ((1, 3), (2, 4)) for pairs, ((1,), (2,), (3,)) where everybody plays alone."""


class ResultUnit(StrEnum):
    """What the result of a table is counted in: what it is ranked by, settled by, and what leaderboards add up.

    It is the points of its hands, unless players keep a record whose result may say another order.
    """

    POINTS = "points"
    RECORD = "record"
    """What each hand moves in the record. The sheet shows that too."""
    HUNDREDS = "hundreds"
    """The points of each part of the session, such as a rubber, rounded to hundreds. The sheet shows exact points."""
    GAMES = "games"
    """Games won. The sheet shows the points of the current game."""

    @property
    def is_points(self) -> bool:
        return self is ResultUnit.POINTS


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of "why this score": `points` that `seat` gets for `code`. The game's labels.py has the sentence."""

    code: str
    seat: int
    points: int
    params: Params = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score, before it is known which seats get it and how many times."""

    code: str
    points: int = 0
    params: Params = dataclasses.field(default_factory=dict)

    def reason(self, seat: int, times: int = 1) -> Reason:
        """Return the reason by which `seat` gets the line `times` times."""
        return Reason(self.code, seat, times * self.points, self.params)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong or improbable in an entry.

    `field` is a field of the entry. Inside objects and lists it is dotted, with indexes from 0: "players.2.points".
    """

    field: str
    code: str
    params: Params = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandKind:
    """The fields of a kind of hand. The others are empty, that is at their defaults.

    What depends on a value or on a house rule is not said here: the game's `problems` checks that.
    """

    required: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    refusal: str = "passed_out_empty"
    """The code of the problem with a field that such a hand does not have."""

    def has(self, field: str) -> bool:
        return field in self.required or field in self.allowed


HandKinds = Mapping[str, HandKind]
"""By name. If the entry has a field `kind`, these are its values. "passed_out" is a hand with a tick there."""


def kind_of(entry: Any) -> str | None:
    """Return the name of the kind: "passed_out", or what `kind` says, or "played" in a game without that field."""
    name: str | None = "passed_out" if getattr(entry, "passed_out", False) else getattr(entry, "kind", "played")
    return name


Limits = Mapping[str, tuple[int, int]]
"""By the field of an entry: its least and its greatest value."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message on the sheet about its state: a target has been reached, points are left over for the next hand."""

    code: str
    params: Params = dataclasses.field(default_factory=dict)
    side: int | None = None
    """The first seat of the side that the notice is about."""
    ends: bool = False
    """Whether the page offers to close the table."""
    stands_out: bool = False
    """Whether it is shown above the entry form, since a part of the session has ended, and not beside the totals."""
    explains: bool = False
    """Whether it explains the totals. It is then shown above the hands."""
    closing: tuple[int, ...] = ()
    """The points by seat that count if the session ends now, as for a rubber that is not finished.

    Closing the table adds them as an adjustment, and reopening it takes them out.
    """
    result: tuple[int, ...] = ()
    """What the `closing` points count for in the result, if the outcomes have that too (`Outcome.result`)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The points of one hand by seat, with the reasons that add up to them.

    `carry` is everything that later hands need to know about this hand and those before it, hashable. It is None in
    games where a hand's points do not depend on earlier hands.
    """

    points: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()
    sitting_out: tuple[int, ...] = ()
    """The seats that did not play. They have 0 points and no reasons, except those of `also_scoring`."""
    also_scoring: tuple[int, ...] = ()
    """Those of `sitting_out` that score nonetheless, as the dealer of some games does.

    Their points count in totals and rankings, but it is no hand that they played.
    """
    carry: Any = None
    result: tuple[int, ...] = ()
    """What the hand counts for in the result of the table, by seat, if that is not its points (`ResultUnit`).

    Seats that sit out may have something too. Either all outcomes of a sheet have this, or none.
    """

    @classmethod
    def of(
        cls,
        reasons: Iterable[Reason],
        seats: int,
        *,
        sitting_out: tuple[int, ...] = (),
        also_scoring: tuple[int, ...] = (),
        carry: Any = None,
        result: tuple[int, ...] = (),
    ) -> Self:
        """Make an outcome whose points are the sum of its reasons, so that they cannot disagree.

        Raise ValueError if a reason is for a seat that sits out and does not score, or if a seat of `also_scoring` does
        not sit out.
        """
        reasons = tuple(reasons)
        points = [0] * seats
        for reason in reasons:
            points[reason.seat - 1] += reason.points
        resting = {*sitting_out}.difference(also_scoring)
        wrong = [reason for reason in reasons if reason.seat in resting]
        if wrong or not {*also_scoring} <= {*sitting_out}:
            raise ValueError(sitting_out, also_scoring, *wrong)
        return cls(tuple(points), reasons, sitting_out, also_scoring, carry, result)

    def scores(self, seat: int) -> bool:
        """Return whether the seat has a score for this hand, which may be 0."""
        return seat not in self.sitting_out or seat in self.also_scoring


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line of the sheet, for the game that draws it as on paper: a hand with its entry, or else points by seat."""

    entry: Any = None
    points: tuple[int, ...] = ()
    """Of an adjustment or of an old evening."""


def gettext_noop(text: str) -> str:
    """Mark `text` for translation and return it unchanged.

    Rules do not import Django, so the page that shows the text translates it.
    """
    return text


@dataclass(frozen=True, slots=True)
class Example:
    """A scored hand with a caption, as data. Tests check it, and the rules page shows it.

    `caption` says in English what the example shows, for players who have read no other text. It is a literal within
    `gettext_noop`.
    """

    caption: str
    entry: Any
    points: tuple[int, ...]
    variant: str
    seats: int = 4
    before: tuple[Any, ...] = ()
    """Earlier hands at the same table, where the game carries something over."""
