"""Scores the hands of a sheet in order, and writes them in the record if the table keeps one."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from operator import sub

from games.preferans.rules import record
from games.preferans.rules.entry import Entry
from games.preferans.rules.played import Played, played
from games.preferans.rules.record import Record, Writing
from games.preferans.rules.scoring import STAKE, lines_of
from games.preferans.rules.variant import Variant
from scorer.scoring import Outcome, Reason, ScoreLine, at_play


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Hashable = None) -> list[Outcome]:
    """A hand settles what it moves in the settlement; the first one of a record, also what everybody starts with."""
    if not variant.keeps_record:
        return [Outcome.of(_reasons(entry, seats), seats, sitting_out=entry.sitting_out) for entry in entries]
    outcomes = []
    for entry in entries:
        now = record.current(carry, variant, seats)
        writing, reasons = written(entry, now, variant, seats)
        then = record.after(now, writing)
        moved = tuple(map(sub, then.settlement, now.settlement)) if now is carry else then.settlement
        carry = then
        outcomes.append(Outcome.of(reasons, seats, sitting_out=entry.sitting_out, carry=carry, settled=moved))
    return outcomes


def _reasons(entry: Entry, seats: int) -> Iterator[Reason]:
    hand = played(entry, seats)
    if hand is None:
        yield from (Reason("passed_out", seat, 0) for seat in at_play(entry.sitting_out, seats))
        return
    for place, seat in enumerate(hand.seats):
        yield from (line.reason(seat) for line in lines_of(hand, place))


def written(entry: Entry, now: Record, variant: Variant, seats: int) -> tuple[Writing, tuple[Reason, ...]]:
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
    """Everybody gets a refa, if one may be written."""
    refa = now.may_write_refa(variant)
    lines = (ScoreLine(code), *(ScoreLine("refa_for_all"),) * refa)
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
    """What the declarer gets or loses, and what a defender loses, are bule. What a defender gets are supe."""
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
    reasons = [line.reason(seat) for seat, own in lines.items() for line in (*own, *_told(seat, moves, writing, now))]
    return writing, tuple(reasons)


def _told(seat: int, moves: Mapping[int, int], writing: Writing, now: Record) -> Iterator[ScoreLine]:
    """Say what the hand writes for one player. These lines have no points."""
    moved, before = writing.bule.get(seat, 0), now.bule[seat - 1]
    if moved:
        code = "bule_up" if moved > 0 else "bule_down"
        if moved != moves[seat]:
            code = "bule_double_fall" if moved > 0 else "bule_rest"
        yield ScoreLine(code, 0, {"before": before, "n": abs(moved), "after": before + moved})
    if seat in writing.supe:
        yield ScoreLine("supe", 0, {"seat": writing.declarer, "n": writing.supe[seat]})
