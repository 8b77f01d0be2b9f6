"""The cost of plans and rankings, without starting the command."""

import json
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any

from scorer.contest.comparing.board_a_match import BoardAMatch
from scorer.contest.comparing.butler import Butler
from scorer.contest.comparing.cross_imps import CrossImps
from scorer.contest.comparing.imps import Imps
from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.of_deals import score_deal
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.vp import Vp
from scorer.contest.draws import Draw
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import Family, Task
from scorer.contest.lines import PlanReader, plan_lines
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.ranking import Comparison, rank
from scorer.contest.result_lines import ResultReader
from scorer.contest.results import Result
from tests.bench import Line

EVENING = 28
SCORES = (-620, -430, -100, -50, 50, 100, 110, 140, 170, 420, 450, 620, 650)
FOUR, FIVE = 4, 5
IMPS = tuple(range(20, 500, 20))
PERCENT_LIMITS = ((9, *range(5050, 7050, 200)),)
"""Scales of a made-up game, as long as real ones."""
LARGE = 64, 8, 8
"""Teams, rounds, and boards in each."""

Lines = list[dict[str, Any]]


def boards(tables: int, deals: int) -> Lines:
    """Every deal at every table, played by other pairs each time."""
    random, lines = Random(1), []
    for deal in range(1, deals + 1):
        pairs = random.sample(range(1, 2 * tables + 1), 2 * tables)
        lines += [
            {"deal": deal, "contestants": [pairs[table], pairs[table + tables]], "points": random.choice(SCORES)}
            for table in range(tables)
        ]
    return lines


def swiss(tables: int, rounds: int, per_round: int) -> Lines:
    """The same pairs meet at a table for all deals of a round."""
    random, lines = Random(1), []
    for number in range(1, rounds + 1):
        pairs = random.sample(range(1, 2 * tables + 1), 2 * tables)
        lines += [
            {"round": number, "deal": deal, "contestants": pairs[table::tables], "points": random.choice(SCORES)}
            for deal in range((number - 1) * per_round + 1, number * per_round + 1)
            for table in range(tables)
        ]
    return lines


def teams(count: int, rounds: int, per_round: int) -> Lines:
    """Each match in two rooms."""
    lines = []
    for line in swiss(count // 2, rounds, per_round):
        other_room = {**line, "contestants": line["contestants"][::-1], "points": -line["points"] // 20 * 10}
        lines += [line, other_room]
    return lines


def lists(players: int, rounds: int) -> Lines:
    """Tables of four, drawn again for each round. The points of a table add up to 0."""
    random, lines = Random(1), []
    for number in range(1, rounds + 1):
        order = random.sample(range(1, players + 1), players)
        for first in range(0, players, FOUR):
            points = [random.randrange(-60, 60) for _ in range(FOUR - 1)]
            line = {"round": number, "contestants": order[first : first + FOUR], "points": [*points, -sum(points)]}
            lines.append(line)
    return lines


def rankings(tables: int, deals: int, players: int, rounds: int, crowd: int, times: int) -> Iterator[Line]:
    evenings: dict[str, tuple[Comparison, Lines]] = {
        **{f"{comparison.name}.{tables}x{deals}": (comparison, lines) for comparison, lines in compared(tables, deals)},
        f"vp.{LARGE[0]}x{LARGE[1]}x{LARGE[2]}": (Vp(IMPS, PERCENT_LIMITS), teams(*LARGE)),
        f"matchpoints.{crowd}x{deals}": (Matchpoints(), boards(crowd, deals)),
        f"total.{players}x{rounds}": (Total(), lists(players, rounds)),
    }
    for name, (comparison, lines) in evenings.items():
        read = _read(comparison, lines)
        yield _timed(f"rank.{name}", times, lambda read=read: _from_nothing(read))
        yield _timed(f"rank.{name}.lines", times, lambda lines=lines, by=comparison: _ranked(by, lines))
    deal = tuple(_read(Matchpoints(), boards(crowd, 1)).results)
    yield _timed(f"rank.deal.{crowd}", times, lambda: _scored(deal))


def compared(tables: int, deals: int) -> Iterator[tuple[Comparison, Lines]]:
    """Yield each comparison of numbered deals with as many results."""
    for comparison in (Matchpoints(), CrossImps(IMPS), Butler(IMPS)):
        yield comparison, boards(tables, deals)
    yield Vp(IMPS, PERCENT_LIMITS, scale="matchpoints"), swiss(tables, deals // 3, 3)
    for comparison in (Imps(IMPS), BoardAMatch()):
        yield comparison, teams(tables, deals // 3, 3)


def forget() -> None:
    score_deal.cache_clear()


def _read(comparison: Comparison, lines: Lines) -> ResultReader:
    results = ResultReader(comparison)
    for line in lines:
        assert results.take(line) == []
    return results


def _scored(deal: tuple[Result, ...]) -> None:
    forget()
    score_deal(Matchpoints(), deal, len(deal))


def _from_nothing(read: ResultReader) -> None:
    forget()
    rank(read.comparison, read.results)


def _ranked(comparison: Comparison, lines: Lines) -> None:
    """From JSON to JSON, as the command does it."""
    forget()
    texts = [json.dumps(line) for line in lines]
    for line in _read(comparison, [json.loads(text) for text in texts]).ranking_lines():
        json.dumps(line)


def plans(players: int, rounds: int, times: int) -> Iterator[Line]:
    movements: dict[str, tuple[Family, Task]] = {
        "mitchell.26": (Mitchell(), Task(26, evening=EVENING)),
        "mitchell.60": (Mitchell(), Task(60, 15, 2, EVENING)),
        "howell.14": (Howell(), Task(14, evening=EVENING)),
        "howell.30": (Howell(), Task(30, 29, 1, EVENING)),
        "draw.fours.18x5": (Draw(sizes=(FOUR, FIVE)), Task(18, 5)),
        f"draw.fours.{players}x{rounds}": (Draw(sizes=(FOUR, FIVE)), Task(players, rounds)),
    }
    for name, (family, task) in movements.items():
        yield _timed(f"plan.{name}", times, lambda family=family, task=task: _planned(family, task))
    for by in ("standing", "swiss"):
        task = Task(players, 1, earlier=_past(players, rounds - 1))
        yield _timed(f"plan.{by}.{players}.round-{rounds}", times, lambda by=by, task=task: _planned(Draw(by=by), task))


def _planned(family: Family, task: Task) -> Lines:
    completed, whole = family.complete(task)
    return list(plan_lines(completed.plan(whole)))


def _past(players: int, rounds: int) -> EarlierRounds:
    """Rounds with two at a table, each drawn by the standing so far, with made-up results."""
    random, reader = Random(1), PlanReader()
    for number in range(1, rounds + 1):
        lines = _planned(Draw(by="swiss"), Task(players, 1, earlier=reader.earlier()))
        results = [
            {"round": number, "contestants": line["contestants"], "points": random.randrange(-300, 301, 10)}
            for line in lines
            if "station" in line
        ]
        for line in [*lines, *results]:
            assert reader.take(line) == []
    return reader.earlier()


def _timed(name: str, times: int, work: Callable[[], object]) -> Line:
    taken = []
    for _ in range(times):
        began = process_time()
        work()
        taken.append(process_time() - began)
    return f"{name}.processor", median(taken) * 1000, "ms"
