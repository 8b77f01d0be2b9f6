"""Finds what is improbable about an entry, or possible only with an unusual exchange of the Excuse.

Source: digest section 6, "Warn".
"""

from collections.abc import Iterator, Sequence
from typing import Final

from games.tarot.rules.cards import DEALINGS, EXTRA, LEAST, MAX_OUDLERS, OUDLER, POINTS, figure, most_points
from games.tarot.rules.contenders import dog_points
from games.tarot.rules.entry import EXCUSE_ALONE, FIVE, Characters, Entry, Player
from games.tarot.rules.variant import Variant
from scorer.scoring import Problem, at_play, repeat_problems

SLACK: Final = 0.5
"""The Excuse can count 4 for its owner, and half a point for another player."""


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = (), carry: None = None
) -> tuple[Problem, ...]:
    *before, entry = entries
    doubts = [*_seating(entry, before, variant, seats)]
    if not entry.passed_out:
        players = len(at_play(entry.sitting_out, seats))
        doubts += _taker(entry, players) if entry.kind == "taker" else _one_for_one(entry, players)
        doubts += repeat_problems(entries, "points" if entry.kind == "taker" else "players")
    return tuple(doubts)


def _seating(entry: Entry, before: Sequence[Entry], variant: Variant, seats: int) -> Iterator[Problem]:
    if seats == FIVE and variant.mort and not entry.sitting_out:
        yield Problem("sitting_out", "nobody_sits_out")
    if entry.sitting_out and before and before[-1].sitting_out == entry.sitting_out:
        yield Problem("sitting_out", "sits_out_again", {"seat": entry.sitting_out[0]})


# With a taker


def _taker(entry: Entry, players: int) -> Iterator[Problem]:
    points, oudlers = entry.points or 0.0, entry.oudlers or 0
    alone = entry.slam is not None and min(points, POINTS - points) in EXCUSE_ALONE
    if _is_odd(points, players) and not alone:
        yield Problem("points", "odd_half", {"players": players})
    if points < oudlers * OUDLER - SLACK:
        yield Problem("points", "points_low", {"least": figure(oudlers * OUDLER - SLACK)})
    yield from _high(points, oudlers, "points")
    yield from _dog_in_points(entry, points, players)
    yield from _slam(entry, points, players)


def _is_odd(points: float, players: int) -> bool:
    """Whether there is a half point with an even number of players: then each trick should have whole points."""
    return players % 2 == 0 and points % 1 != 0


def _high(points: float, oudlers: int, field: str) -> Iterator[Problem]:
    most = POINTS + SLACK - (MAX_OUDLERS - oudlers) * OUDLER
    if points > most:
        yield Problem(field, "points_high", {"most": figure(most)})


def _dog_in_points(entry: Entry, points: float, players: int) -> Iterator[Problem]:
    """The dog belongs to the attack, in a garde contre to the defence."""
    least = min(way.least_dog for way in DEALINGS[players])
    if entry.contract != "garde_contre" and points < least:
        yield Problem("points", "attack_dog", {"least": figure(least)})
    if entry.contract == "garde_contre" and points > POINTS - least:
        yield Problem("points", "defence_dog", {"most": figure(POINTS - least)})


def _slam(entry: Entry, points: float, players: int) -> Iterator[Problem]:
    attack, defence = entry.slam in ("made", "announced_made"), entry.slam == "defence"
    if (points == POINTS and not attack) or (points == 0 and not defence):
        yield Problem("slam", "no_slam")
    if entry.slam is not None:
        yield Problem("slam", "slam_rare")
    if attack or defence:
        others = POINTS - points if attack else points
        if not _can_have(others, entry, players):
            yield Problem("points", "slam_others", {"points": figure(others)})
        if entry.petit_au_bout == ("defence" if attack else "attack"):
            yield Problem("petit_au_bout", "petit_au_bout_slam")


def _can_have(others: float, entry: Entry, players: int) -> bool:
    """Whether the side that lost every trick can have these points: from the Excuse and, if it got it, the dog."""
    if (entry.slam == "defence") == (entry.contract == "garde_contre"):
        return others == 0 or others in EXCUSE_ALONE
    dog = max(way.dog for way in DEALINGS[players])
    return others <= max(EXCUSE_ALONE) + most_points(dog, MAX_OUDLERS - 1)


# One for one


def _one_for_one(entry: Entry, count: int) -> Iterator[Problem]:
    players = entry.players or ()
    excuse_kept_whole = any(player.has_no_trick and player.points == max(EXCUSE_ALONE) for player in players)
    halves = [place for place, player in enumerate(players) if _is_odd(player.points or 0.0, count)]
    if not (excuse_kept_whole and len(halves) == 2):  # noqa: PLR2004  # the owner of the Excuse, and the winner of the trick that lacks it
        for place in halves:
            yield Problem(f"players.{place}.points", "odd_half", {"players": count})
    for place, player in enumerate(players):
        yield from _player(player, f"players.{place}", count / 2 - SLACK * excuse_kept_whole)
    yield from _dog(entry, players)


def _player(player: Player, at: str, trick: float) -> Iterator[Problem]:
    """`trick` is the fewest card points that a trick can have."""
    points, oudlers = player.points or 0.0, len(player.oudlers)
    if not player.has_no_trick and points < trick + oudlers * EXTRA["oudler"]:
        yield Problem(f"{at}.points", "points_low", {"least": figure(trick + oudlers * EXTRA["oudler"])})
    yield from _high(points, oudlers, f"{at}.points")
    if player.characters is not None and points < _court_card_points(player.characters) + oudlers * OUDLER - SLACK:
        yield Problem(f"{at}.characters", "characters_points", {"points": figure(points)})


def _court_card_points(held: Characters) -> float:
    counts = {"K": held.K, "Q": held.Q, "C": held.C, "J": held.J}
    return sum(count * (EXTRA[rank] + LEAST) for rank, count in counts.items())


def _dog(entry: Entry, players: Sequence[Player]) -> Iterator[Problem]:
    cards, left = entry.dog_cards or 0, dog_points(entry)
    oudlers = MAX_OUDLERS - sum(len(player.oudlers) for player in players)
    if (left - cards * LEAST) % 1:
        yield Problem("players", "dog_half", {"points": figure(left)})
    if left < cards * LEAST + oudlers * EXTRA["oudler"]:
        yield Problem("players", "oudler_whose", {"n": oudlers, "points": figure(left)})
    if left > most_points(cards, oudlers):
        yield Problem("players", "dog_high", {"points": figure(left), "most": figure(most_points(cards, oudlers))})
