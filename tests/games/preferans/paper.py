"""The Serbian record as players keep it: bule, supe and refe.

It shares nothing with games.preferans.rules but the entries, and takes what each player gets from `reference`.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.games.preferans import reference


@dataclass
class Paper:
    bule: list[int]
    refe_allowed: int | None = 2
    under_hat: bool = False
    supe: dict[tuple[int, int], int] = field(default_factory=dict)
    """By who writes them, and against whom."""
    triangles: list[int] = field(init=False)
    written: int = 0

    def __post_init__(self) -> None:
        self.triangles = [0] * len(self.bule)

    @property
    def settlement(self) -> list[int]:
        seats = range(len(self.bule))
        return [
            -10 * self.bule[me] + sum(self.supe.get((me, you), 0) - self.supe.get((you, me), 0) for you in seats)
            for me in seats
        ]

    def nobody_bid(self) -> None:
        full = self.refe_allowed is not None and self.written == self.refe_allowed
        if full or (any(own < 0 for own in self.bule) and not self.under_hat):
            return
        self.written += 1
        self.triangles = [own + 1 for own in self.triangles]

    def play(self, entry: Any) -> list[int]:
        """Write a hand, and return its points by seat."""
        points = [0] * len(self.bule)
        if entry.passed_out:
            self.nobody_bid()
            return points
        seats = [seat for seat in range(len(self.bule)) if seat + 1 not in entry.sitting_out]
        declarer = seats[entry.roles.index("declarer")]
        value = reference.value(entry.level, entry.counter, in_hand=entry.in_hand)
        if self.triangles[declarer]:
            self.triangles[declarer] -= 1
            value *= 2
        for seat, got in zip(seats, reference.in_game_values(entry.level, entry.roles, entry.tricks), strict=True):
            points[seat] = got * value
            if seat == declarer:
                own = -got // 10 * value
            else:
                own = value if got < 0 else 0
                written = (got + 10 if got < 0 else got) * value
                self.supe[seat, declarer] = self.supe.get((seat, declarer), 0) + written
            self.bule[seat] += own
        if sum(self.bule) < 0:
            self.bule[declarer] -= sum(self.bule)
        return points
