"""The pairs of a one-for-one deal as values of a select: "1+3 2+4"."""

from collections.abc import Iterator, Sequence

Teams = tuple[tuple[int, ...], ...]


def pairings(players: Sequence[int]) -> Iterator[Teams]:
    """Yield all ways to make pairs. The first has partners opposite each other."""
    half = len(players) // 2
    opposite = tuple(zip(players[:half], players[half:], strict=True))
    yield opposite
    yield from (teams for teams in _all_pairings(tuple(players)) if teams != opposite)


def _all_pairings(players: tuple[int, ...]) -> Iterator[Teams]:
    if not players:
        yield ()
        return
    first, *others = players
    for other in others:
        rest = tuple(player for player in others if player != other)
        yield from (((first, other), *pairs) for pairs in _all_pairings(rest))


def teams_to_text(teams: Teams | None) -> str:
    """Return the pairs, and the seats of each, in ascending order. The text is empty if everybody plays alone."""
    return " ".join("+".join(map(str, team)) for team in sorted(tuple(sorted(team)) for team in teams or ()))


def teams_from_text(text: str) -> list[list[int]]:
    return [[int(seat) for seat in team.split("+")] for team in text.split()]
