"""The list (Spielliste) as clubs keep it (ISkO 5.5).

What each game counts, and its running sum in the column of who played it; below that the games won and lost, what they
and the games lost by others count, and the total.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.skat.rules.entry import Entry
from games.skat.rules.scoring import replay
from games.skat.rules.variant import Variant
from scorer.scoring import PaperLine, scored_lines

FOR: Final = {"game_won": "of_games", "game_lost": "of_games", "others": "of_others"}
"""By the code of a reason, the line at the foot where it counts. All others are the values of games."""


@dataclass(frozen=True, slots=True)
class Row:
    """`cells` are by seat: the values so far of whoever played, or what an adjustment gives; None for the others."""

    cells: tuple[int | None, ...]
    number: int | None = None
    """None for an adjustment, which has no `entry` either."""
    entry: Entry | None = None
    value: int = 0


@dataclass(frozen=True, slots=True)
class Paper:
    rows: tuple[Row, ...]
    foot: Mapping[str, Sequence[int]]
    """By seat, and only what there is: `own`, `of_games`, `of_others` and `adjusted` add up to `totals`."""
    games: Sequence[tuple[int, int]]
    """By seat, those won and those lost."""


def has_paper(variant: Variant) -> bool:
    return True


def on_paper(lines: Sequence[PaperLine], variant: Variant, seats: int, *, closed: bool = False) -> Paper:
    rows, totals = [], (0,) * seats
    sums: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    won, lost = [0] * seats, [0] * seats
    for line in scored_lines(lines, replay, variant, seats):
        totals = line.totals
        if line.outcome is None:
            sums["adjusted"] = [before + points for before, points in zip(sums["adjusted"], line.points, strict=True)]
            rows.append(Row(tuple(points or None for points in line.points)))
            continue
        before = sum(sums["own"])
        for reason in line.outcome.reasons:
            sums[FOR.get(reason.code, "own")][reason.seat - 1] += reason.points
            won[reason.seat - 1] += reason.code == "won"
            lost[reason.seat - 1] += reason.code == "lost"
        player = line.entry.declarer or line.entry.loser
        cells = (own if seat == player else None for seat, own in enumerate(sums["own"], start=1))
        rows.append(Row(tuple(cells), line.number, line.entry, sum(sums["own"]) - before))
    return Paper(tuple(rows), {**sums, "totals": totals}, tuple(zip(won, lost, strict=True)))
