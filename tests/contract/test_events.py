"""What every game's events have to fulfil."""

from fractions import Fraction
from itertools import product

import pytest

from scorer.contest.draws import Draw
from scorer.contest.families import Task
from scorer.contest.knockout import Knockout
from scorer.contest.offer import NO_EVENTS
from scorer.contest.plan import SIDES, Plan, judge
from scorer.contest.quadrettes import SEATS, Quadrettes
from scorer.contest.result_lines import ResultReader
from scorer.contest.results import Result
from scorer.events.models import Event
from scorer.registry import GameConfig
from scorer.registry.words import variant_text
from scorer.scoring import dump, load

ROUNDS = 3


def plans(game: GameConfig, contestants: int) -> list[Plan]:
    """Return one plan of each format that the site offers without a file, and that plans several rounds at once."""
    made = []
    for offered in game.events.formats if game.events else ():
        if offered.own or isinstance(offered.family, Knockout):
            continue
        if isinstance(offered.family, Quadrettes) and contestants % SEATS:
            continue
        family, task = offered.family.complete(Task(contestants, ROUNDS, evening=game.events.evening))
        made.append(family.plan(task))
    return made


@pytest.mark.parametrize(("column", "offered"), [("format", "formats"), ("comparison", "comparisons")])
def test_every_name_fits_into_its_column(game: GameConfig, column: str, offered: str) -> None:
    """SQLite would store any."""
    longest = Event._meta.get_field(column).max_length
    names = [known.name for known in getattr(game.events, offered, ())]
    assert longest is not None
    assert [name for name in names if len(name) > longest] == []


@pytest.mark.parametrize("contestants", [12, 13])
def test_every_format_makes_sound_plans(game: GameConfig, contestants: int) -> None:
    for plan in plans(game, contestants):
        assert len(plan.rounds) == ROUNDS
        assert judge(plan).defects == ()


def test_only_games_with_numbered_deals_name_them(game: GameConfig) -> None:
    for plan in plans(game, 12):
        named = {bool(sitting.deals) for each in plan.rounds for sitting in each.sittings}
        assert named == {game.events.evening is not None}


def test_every_comparison_ranks_an_evening_of_pairs(game: GameConfig) -> None:
    """Skips comparisons of larger tables, or without a scale for two. Whoever wins all meetings is first."""
    for comparison in game.events.comparisons if game.events else ():
        results = ResultReader(comparison)
        lines = [
            {"round": number, "deal": number, "contestants": [first, second], "points": second - first}
            for number, couples in enumerate([[(1, 4), (2, 3)], [(1, 3), (2, 4)], [(1, 2), (3, 4)]], start=1)
            for first, second in couples
        ]
        problems = [problem.code for line in lines for problem in results.take(line)]
        assert set(problems) <= {"no_scale", "too_few_contestants"}
        places = [line["contestant"] for line in results.ranking_lines() if "place" in line]
        assert places[:1] == ([] if problems else [1])


def test_every_comparison_ranks_tables_of_every_size_that_a_format_makes(game: GameConfig) -> None:
    """Without a scale for its size, everybody at a table would get 0 for the place."""
    offer, side = game.events or NO_EVENTS, len(game.rules.sides(game.seat_counts[0])[0])
    for family in (offered.family for offered in offer.formats):
        for size in family.sizes if isinstance(family, Draw) else (SIDES,):
            table = Result(tuple(range(1, size + 1)), (Fraction(0),) * size, deal=1)
            playable = size * side in game.seat_counts
            assert [one for one in offer.comparisons if playable and one.result_problems(table)] == []


def test_a_list_as_long_as_an_event_says_is_the_same_list_otherwise(game: GameConfig) -> None:
    """Its results count under the preset, and everybody reads the name of the preset."""
    for name, preset in game.rules.PRESETS.items() if game.events else ():
        for deals, seats in product((1, 7, 8, 24, 100), game.seat_counts):
            variant = game.with_deals(preset, deals, seats)
            loaded, problems = load(game.rules.Variant, dump(variant))
            assert (loaded, problems) == (variant, [])
            assert game.without_deals(variant, deals, seats) == preset
            assert variant_text(game, variant, deals, seats) == game.labels.VARIANTS[name]
        assert game.with_deals(preset, None, game.seat_counts[0]) == preset
