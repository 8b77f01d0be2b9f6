"""The score of one hand of Skat. value.py has what a game is worth.

By the extended system of Seeger and Fabian (Skatwettspielordnung, SkWO 5.1):

                      declarer               everybody else at the table
    game won          value + 50             0
    game lost         - 2 x value - 50       + 40 at a table of three, + 30 at one of four, where the dealer sits out
    nobody bid        0                      0

The plain list has value, or - 2 x value, and nothing else. House rules, which no order has (docs/rules/skat.md):

    Kontra x 2, with Re x 4; Bock x 2     the value, but not the 50, 40 and 30; Bock doubles a Ramsch, too
    Ramsch                                - the Augen of the player with most; twice as many if somebody has no trick
                                          (Jungfrau); + 120 for all tricks (Durchmarsch); 0 for everybody else
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.skat.rules.entry import ALL_AUGEN, TRUMPS, Entry
from games.skat.rules.value import BASE, times, worth
from games.skat.rules.variant import Variant
from scorer.scoring import Notice, Outcome, Reason, at_play

LOST: Final = 2  # ISkO 5.3
OF_GAME: Final = 50  # SkWO 5.1
OF_OTHERS: Final = {3: 40, 4: 30}  # SkWO 5.1
"""By the number of seats."""
DOUBLED: Final = {"kontra": 2, "re": 4, "bock": 2, "jungfrau": 2}  # house rules


class Carry(NamedTuple):
    """How many hands the list has, and how many of Bock rounds are still to come."""

    hands: int = 0
    bock: int = 0

    def after(self, entry: Entry, variant: Variant, seats: int) -> "Carry":
        """A Bock round has a hand for each seat, and comes after those that still run."""
        started = seats if variant.bock and entry.bock_event else 0
        return Carry(self.hands + 1, max(self.bock - 1, 0) + started)


def remembers(variant: Variant) -> bool:
    return True


def declarers(entry: Entry, seats: int) -> Sequence[int]:
    """Return who played, or who has lost a Ramsch."""
    return [seat for seat in (entry.declarer, entry.loser) if seat]


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Carry | None = None) -> list[Outcome]:
    now = carry or Carry()
    outcomes = []
    for entry in entries:
        reasons = tuple(_reasons(entry, variant, seats, in_bock=now.bock > 0))
        now = now.after(entry, variant, seats)
        also = entry.sitting_out if {*entry.sitting_out} & {reason.seat for reason in reasons} else ()
        outcomes.append(Outcome.of(reasons, seats, sitting_out=entry.sitting_out, also_scoring=also, carry=now))
    return outcomes


def _reasons(entry: Entry, variant: Variant, seats: int, *, in_bock: bool) -> Iterator[Reason]:
    doubling = [entry.kontra, entry.result if entry.result == "jungfrau" else None, "bock" if in_bock else None]
    if entry.declarer:
        yield from _game(entry, entry.declarer, doubling)
        if variant.scoring == "seeger_fabian" and worth(entry).won:
            yield Reason("game_won", entry.declarer, OF_GAME)
        elif variant.scoring == "seeger_fabian":
            yield Reason("game_lost", entry.declarer, -OF_GAME)
            for seat in at_play([entry.declarer], seats):
                yield Reason("others", seat, OF_OTHERS[seats], {"seat": entry.declarer})
    elif entry.loser:
        augen = ALL_AUGEN if entry.augen is None else -entry.augen
        yield from _counted(entry.loser, "durchmarsch" if augen > 0 else "ramsch", augen, doubling)
    else:
        yield from (Reason("passed_out", seat, 0) for seat in at_play(entry.sitting_out, seats))


def _game(entry: Entry, declarer: int, doubling: Sequence[str | None]) -> Iterator[Reason]:
    """Yield the value of a game, after lines without points that explain it."""
    value, won, overbid, missed = worth(entry)
    if entry.kind in TRUMPS:
        n, all_steps, base = abs(entry.matadors or 0), times(entry), BASE[entry.kind]
        counted = {"n": n, "steps": all_steps - n, "times": all_steps, "base": base, "value": all_steps * base}
        yield Reason("value", declarer, 0, counted)
    if overbid:
        yield Reason("overbid", declarer, 0, {"bid": entry.bid, "value": value})
    if missed:
        yield Reason("missed", declarer, 0)
    yield from _counted(declarer, "won" if won else "lost", value if won else -LOST * value, doubling)


def _counted(seat: int, code: str, points: int, doubling: Sequence[str | None]) -> Iterator[Reason]:
    """Yield what is counted, and then what each doubling adds to it."""
    yield Reason(code, seat, points)
    for name in filter(None, doubling):
        yield Reason(name, seat, points * (DOUBLED[name] - 1), {"times": DOUBLED[name]})
        points *= DOUBLED[name]


def notices(totals: Sequence[int], carry: Carry | None, variant: Variant, seats: int) -> tuple[Notice, ...]:
    now, length = carry or Carry(), variant.length(seats)
    said = [Notice("bock_hands", {"n": now.bock, "times": DOUBLED["bock"]})] if now.bock else []
    if length and now.hands < length:
        said.append(Notice("hands_left", {"n": length - now.hands}))
    elif length:
        said.append(Notice("list_over", {"n": length}, ends=True))
    return tuple(said)
