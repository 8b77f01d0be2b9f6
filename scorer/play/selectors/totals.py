"""The totals at the head of a sheet, one for each side."""

from dataclasses import dataclass

from scorer.club.names import join_names
from scorer.play.table_context import TableContext
from scorer.scoring import ResultUnit

NAME_WIDTHS = {1: (20, 20), 2: (9, 11), 3: (7.7, 10.2), 4: (6.2, 8.8), 5: (8.1, 7.4), 6: (6.2, 6.2), 7: (5.4, 6)}
"""The greatest width of a name at the head of a column, by the number of columns: on a phone, and on wider screens (see
`names.width`)."""

USUAL, MOST = 3, 8
"""The lengths of a total, with its sign and separators, between which the stylesheet makes its figures smaller."""


@dataclass(frozen=True, slots=True)
class Total:
    """A side's total. `lead` marks whoever is ahead; nobody leads while all are level."""

    name: str
    players: str
    points: int
    lead: bool
    narrow: str = ""
    wide: str = ""
    """The name as short as a column needs it, on a phone and on wider screens."""
    games: int | None = None
    """The games won, where these are the result. `points` are then those of the current game."""

    @property
    def label(self) -> str:
        return f"{self.name} · {self.players}" if self.players else self.name

    @property
    def figures(self) -> str:
        """CSS classes: red for negative points, and smaller figures if they would not fit in some language."""
        length = min(len(f"{self.points:,}"), MOST)
        return " ".join(["minus"] * (self.points < 0) + [f"d{length}"] * (length > USUAL))


def totals_of(table_context: TableContext) -> tuple[Total, ...]:
    """Return what the sheet shows for each side, in the order of the sides."""
    sheet, sides = table_context.sheet, table_context.sides
    shown, in_games = sheet.shown, sheet.unit is ResultUnit.GAMES
    points = [shown.get(side[0], 0) for side, _name in sides]
    games = [sheet.results.get(side[0], 0) if in_games else None for side, _name in sides]
    ahead = [(won or 0, own) for won, own in zip(games, points, strict=True)]
    best = max(ahead)
    decided = min(ahead) < best
    named = bool(table_context.game.side_names)
    widths = NAME_WIDTHS.get(len(points), NAME_WIDTHS[7])
    narrow, wide = (_side_names(width, table_context) for width in widths)
    return tuple(
        Total(
            name,
            join_names((table_context.chairs[seat - 1].short_player for seat in side), " & ") if named else "",
            points[index],
            decided and ahead[index] == best,
            narrow[index],
            wide[index],
            games[index],
        )
        for index, (side, name) in enumerate(sides)
    )


def _side_names(max_width: float, table_context: TableContext) -> list[str]:
    """Return the names of the sides, where no name of a player is wider than `max_width`."""
    if table_context.game.side_names:
        return [name for _side, name in table_context.sides]
    names = table_context.names_within(max_width)
    return [" & ".join(names[seat] for seat in side) for side, _name in table_context.sides]
