"""What the events of every game promise, whatever the game."""

import pytest

from scorer.contest.families import Task
from scorer.contest.plan import Plan, judge
from scorer.registry import GameConfig

ROUNDS = 3


def plans(game: GameConfig, contestants: int) -> list[Plan]:
    """One of each format."""
    made = []
    for offered in game.events.formats if game.events else ():
        family, task = offered.family.coerce(Task(contestants, ROUNDS, evening=game.events.evening))
        made.append(family.plan(task))
    return made


@pytest.mark.parametrize("contestants", [12, 13])
def test_every_format_makes_sound_plans(game: GameConfig, contestants: int) -> None:
    for plan in plans(game, contestants):
        assert len(plan.rounds) == ROUNDS
        assert judge(plan).defects == ()


def test_deals_are_named_where_they_are_numbered_and_only_there(game: GameConfig) -> None:
    for plan in plans(game, 12):
        named = {bool(sitting.deals) for each in plan.rounds for sitting in each.sittings}
        assert named == {game.events.evening is not None}
