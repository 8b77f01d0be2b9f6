"""The worked examples of the texts, and our own."""

from dataclasses import replace
from typing import Final

from games.preferans.rules.entry import Counter, Entry, Role
from games.preferans.rules.variant import PRESETS
from scorer.scoring import Example
from scorer.scoring import gettext_noop as _


def _hand(
    level: int,
    roles: tuple[Role, Role],
    tricks: tuple[int, int, int] | None,
    *,
    counter: Counter = "none",
    in_hand: bool = False,
) -> Entry:
    """Seat 1 declares. `roles` are those of seats 2 and 3."""
    return Entry(level=level, in_hand=in_hand, counter=counter, roles=("declarer", *roles), tricks=tricks)


def _example(caption: str, entry: Entry, points: tuple[int, int, int]) -> Example:
    return Example(caption, entry, points, "house", seats=3)


def _in_record(caption: str, entry: Entry, points: tuple[int, int, int], *before: Entry) -> Example:
    return Example(caption, entry, points, "bule", seats=3, before=before)


_BOTH: Final[tuple[Role, Role]] = ("follow", "follow")
_ONE: Final[tuple[Role, Role]] = ("follow", "pass")
_NOBODY: Final[tuple[Role, Role]] = ("pass", "pass")
_CALL: Final[tuple[Role, Role]] = ("call", "called")
_PASSED_OUT: Final = Entry(passed_out=True)
_A_COUNTERS: Final[tuple[Role, Role]] = ("counter", "follow")
_B_COUNTERS: Final[tuple[Role, Role]] = ("follow", "counter")

EXAMPLES: Final[tuple[Example, ...]] = (
    _example(_("In hand, and nobody follows"), _hand(2, _NOBODY, None, in_hand=True), (60, 0, 0)),
    _example(_("Sans in hand, and nobody follows"), _hand(7, _NOBODY, None, in_hand=True), (160, 0, 0)),
    _example(_("Both follow, and each has enough"), _hand(2, _BOTH, (6, 2, 2)), (40, 8, 8)),
    _example(
        _("Four tricks together: nobody fails, not even a follower without a trick"),
        _hand(4, _BOTH, (6, 4, 0)),
        (80, 32, 0),
    ),
    _example(_("Three tricks together: each follower is judged alone"), _hand(4, _BOTH, (7, 3, 0)), (80, 24, -80)),
    _example(_("Both follow, and both fail"), _hand(4, _BOTH, (8, 1, 1)), (80, -72, -72)),
    _example(_("Both follow, and the declarer fails"), _hand(5, _BOTH, (5, 3, 2)), (-100, 30, 20)),
    _example(_("One follows, and has enough"), _hand(3, _ONE, (8, 2, 0)), (60, 12, 0)),
    _example(_("One follows, and fails"), _hand(3, _ONE, (9, 1, 0)), (60, -54, 0)),
    _example(_("A call with three tricks together fails"), _hand(3, _CALL, (7, 2, 1)), (60, -42, 0)),
    _example(_("A call with four tricks together"), _hand(3, _CALL, (6, 1, 3)), (60, 24, 0)),
    _example(
        _("A counter with five tricks together"), _hand(2, _B_COUNTERS, (5, 2, 3), counter="counter"), (-80, 0, 40)
    ),
    _example(
        _("A counter with four tricks together fails"),
        _hand(2, _B_COUNTERS, (6, 2, 2), counter="counter"),
        (80, 0, -48),
    ),
    _example(
        _("A double counter, and the player who countered fails"),
        _hand(5, _A_COUNTERS, (6, 4, 0), counter="double_counter"),
        (400, -240, 0),
    ),
    _example(_("Betl made"), _hand(6, _BOTH, (0, 0, 0)), (120, 0, 0)),
    _example(_("Betl failed"), _hand(6, _BOTH, (1, 0, 0)), (-120, 60, 60)),
    _example(_("Betl in hand, failed"), _hand(6, _BOTH, (1, 0, 0), in_hand=True), (-140, 70, 70)),
    _example(_("Betl failed after a counter"), _hand(6, _A_COUNTERS, (1, 0, 0), counter="counter"), (-240, 240, 0)),
    _example(_("Betl made after a counter"), _hand(6, _A_COUNTERS, (0, 0, 0), counter="counter"), (240, -240, 0)),
    _example(_("One trick is enough, because together they have four"), _hand(4, _BOTH, (6, 3, 1)), (80, 24, 8)),
    _example(_("A hand that nobody bid"), Entry(passed_out=True), (0, 0, 0)),
    Example(
        _("At a table of four the dealer sits out"),
        Entry(level=2, roles=("follow", "declarer", "follow"), tricks=(2, 6, 2), sitting_out=(2,)),
        (8, 0, 40, 8),
        "house",
        seats=4,
    ),
    _in_record(
        _("After a hand that nobody bid: the declarer plays a refa, and everything counts double"),
        Entry(level=5, roles=("follow", "declarer", "pass"), tricks=(2, 8, 0)),
        (40, 200, 0),
        _PASSED_OUT,
    ),
    _in_record(
        _("The declarer has no refa left, and plays for the usual value"),
        _hand(4, _BOTH, (6, 3, 1)),
        (80, 24, 8),
        _PASSED_OUT,
        _hand(5, _NOBODY, None),
    ),
    _in_record(
        _("A refa and a double counter: eight times the value"),
        _hand(4, _A_COUNTERS, (7, 3, 0), counter="double_counter"),
        (640, 192 - 640, 0),
        _PASSED_OUT,
    ),
    _in_record(
        _("Betl failed after a counter"),
        _hand(6, _A_COUNTERS, (1, 0, 0), counter="counter"),
        (-480, 480, 0),
        _PASSED_OUT,
    ),
)

SESSION_VARIANT: Final = replace(PRESETS["bule"], bule=12)
SESSION: Final = (
    _hand(4, _BOTH, (6, 3, 1)),
    _PASSED_OUT,
    Entry(level=5, roles=("follow", "declarer", "pass"), tricks=(2, 8, 0)),
    Entry(level=3, roles=("follow", "follow", "declarer"), tricks=(2, 3, 5)),
    _hand(5, _NOBODY, None),
)
"""A record of twelve bule for each player, from the first hand to the last (digest, section 4)."""
