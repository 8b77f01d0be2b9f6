"""The score of one hand of preferans.

    level                 2 spades  3 diamonds  4 hearts  5 clubs  6 betl  7 sans
    value                     4          6          8        10      12      14      section 1
    in hand, + 2              6          8         10        12      14      16
    counter x 2, double counter x 4, including the two for in hand

Everything else is in game values (gv); t is the number of tricks. Suits and sans:

    role                         passes with                  passes       fails
    declarer                     6 or more                    + 10 gv      - 10 gv       2.1
    declarer, nobody follows     always                       + 10 gv                    2.1
    passed, called               -                            0            0             2.2, 2.3
    one follower                 2 or more                    t gv         t gv - 10 gv  2.4
    each of two followers        4 together, or else
                                 2 or more alone              t gv         t gv - 10 gv  2.5
    caller, t of both            4 or more                    t gv         t gv - 10 gv  2.6
    counter, t of both           5 or more                    t gv         t gv - 10 gv  4.2
    other follower in a counter  -                            0            0             4.4

Betl, which the declarer makes by winning no trick:

    role                         made         failed
    declarer                     + 10 gv      - 10 gv        3.1
    follower                     0            + 5 gv         3.2
    counter                      - 10 gv      + 10 gv        4.3
    other follower in a counter  0            0              4.4

The section numbers are those of the club's text. Where it leaves gaps or contradicts itself:

- It does not say whether the two points for in hand are multiplied. They are, because they are part of the game value.
- A double counter multiplies the game value by 4, not that of a counter.
- "The caller's score follows the single-follower rule", which needs 2 tricks, but "passes if the combined tricks are 4
  or more". 4 are needed, and the points are those of a single follower.
- "Followers can never fail" in betl (3), but the player who countered it can (4.3). Section 4.3 applies, and by 4.4
  the other follower does not get what 3.2 would give.
- Two followers with fewer than 4 tricks together are each judged alone: with 3 and 0, one passes and one fails.
- A single follower shares the ten tricks with the declarer, because the player who passed has put the cards away.
- If nobody bid, the text says nothing. Everybody scores 0.
- The declarer does not pay for what others score, and all tricks are paid, so a hand does not add up to zero. The
  Serbian way to record the same game (bule, supe, refe) is kept beside the points if the house rules say so
  (rules/record.py). A refa then doubles the game value of a hand, and so its points too.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import sub

from games.preferans.rules import record
from games.preferans.rules.entry import Entry
from games.preferans.rules.lines import STAKE, lines_of
from games.preferans.rules.played import Played, played
from games.preferans.rules.record import Record, Writing
from games.preferans.rules.variant import Variant
from scorer.scoring import Outcome, Reason, ScoreLine, at_play


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Record | None = None) -> list[Outcome]:
    """The result of a hand is what it moves in that of its record."""
    if not variant.keeps_record:
        return [Outcome.of(_reasons(entry, seats), seats, sitting_out=entry.sitting_out) for entry in entries]
    outcomes = []
    for entry in entries:
        before = record.current(carry, variant, seats)
        writing, reasons = _written(entry, before, variant, seats)
        after = record.after(before, writing)
        result = tuple(map(sub, after.result, before.result))
        carry = after
        outcomes.append(Outcome.of(reasons, seats, sitting_out=entry.sitting_out, carry=carry, result=result))
    return outcomes


def _reasons(entry: Entry, seats: int) -> Iterator[Reason]:
    hand = played(entry, seats)
    if hand is None:
        yield from (Reason("passed_out", seat, 0) for seat in at_play(entry.sitting_out, seats))
        return
    for place, seat in enumerate(hand.seats):
        yield from (line.reason(seat) for line in lines_of(hand, place))


def _written(entry: Entry, now: Record, variant: Variant, seats: int) -> tuple[Writing, tuple[Reason, ...]]:
    """Return what a hand writes in the record, and its reasons, which also say that. `now` is the record before it."""
    hand = played(entry, seats)
    if hand is None:
        return _not_played(at_play(entry.sitting_out, seats), "passed_out", now, variant)
    if record.is_uncountered_spades(entry, variant):
        if variant.spades != "pass" and now.may_write_refa(variant):
            return _not_played(hand.seats, "spades_refa", now, variant)
        lines = {seat: (_uncountered(hand, seat, variant),) for seat in hand.seats}
        return _in_record(hand, lines, now, variant)
    if now.plays_refa(hand.declarer, hand.level, variant):
        hand = hand._replace(refa=record.REFA_TIMES)
    return _in_record(hand, {seat: lines_of(hand, place) for place, seat in enumerate(hand.seats)}, now, variant)


def _not_played(seats: Sequence[int], code: str, now: Record, variant: Variant) -> tuple[Writing, tuple[Reason, ...]]:
    """Return what a hand without play writes in the record: a refa for everybody, if one may be written."""
    refa = now.may_write_refa(variant)
    lines = [ScoreLine(code), ScoreLine("refa_for_all")] if refa else [ScoreLine(code)]
    return Writing(refa_for_all=refa), tuple(line.reason(seat) for seat in seats for line in lines)


def _uncountered(hand: Played, seat: int, variant: Variant) -> ScoreLine:
    if seat != hand.declarer:
        return ScoreLine("passed")
    fails = variant.spades == "refa_or_fail"
    return ScoreLine(
        "spades_fail" if fails else "spades_pass",
        -STAKE * hand.value if fails else STAKE * hand.value,
        {"value": hand.value, "times": STAKE},
    )


def _in_record(
    hand: Played, lines: Mapping[int, Sequence[ScoreLine]], now: Record, variant: Variant
) -> tuple[Writing, tuple[Reason, ...]]:
    """Return what a hand with these lines by seat writes in the record, and its reasons.

    Bule are what the declarer wins or loses and what a defender loses. Supe are what a defender wins.
    """
    declarer = hand.declarer
    moves = {
        seat: -sum(line.points for line in own if seat == declarer or line.points < 0) // STAKE
        for seat, own in lines.items()
    }
    moved, of_supe = record.limited(moves, declarer, hand.value, now, variant)
    gained = {
        seat: sum(line.points for line in own if line.points > 0) // hand.value * of_supe
        for seat, own in lines.items()
        if seat != declarer
    }
    writing = Writing(
        {seat: number for seat, number in moved.items() if number},
        {seat: points for seat, points in gained.items() if points},
        declarer,
        plays_refa=hand.refa > 1,
    )
    reasons = [
        line.reason(seat) for seat, own in lines.items() for line in (*own, *_record_lines(seat, moves, writing, now))
    ]
    return writing, tuple(reasons)


def _record_lines(seat: int, moves: Mapping[int, int], writing: Writing, now: Record) -> Iterator[ScoreLine]:
    """Say what the hand writes for one player. These lines have no points."""
    moved, before = writing.bule.get(seat, 0), now.bule[seat - 1]
    if moved:
        code = "bule_up" if moved > 0 else "bule_down"
        if moved != moves[seat]:
            code = "bule_double_fall" if moved > 0 else "bule_rest"
        yield ScoreLine(code, 0, {"before": before, "n": abs(moved), "after": before + moved})
    if seat in writing.supe:
        yield ScoreLine("supe", 0, {"seat": writing.declarer, "n": writing.supe[seat]})
