"""The ledger: the only place that turns outcomes into score rows, and into the result of each seat."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import connection

from scorer.db.rows import insert_rows
from scorer.play.models import Hand, Score, Seat, Table
from scorer.play.sheets.sheet import Sheet, SheetLine, load_sheet
from scorer.registry import GameConfig
from scorer.scoring import Outcome, ResultUnit


class LineScore(NamedTuple):
    """The score of a line at one seat. `played` means that the line is a hand which the seat played."""

    points: int
    played: bool


ExpectedScores = dict[tuple[int, int], LineScore]
"""By hand id and seat id."""

SeatResults = dict[int, int | None]
"""By seat id."""


def expected_hand_scores(hand: Hand | SheetLine, outcome: Outcome, seats: Iterable[Seat]) -> ExpectedScores:
    """Return the scores of a hand: one for each seat that plays, or that sits out and scores nonetheless."""
    return {
        (hand.pk, seat.pk): LineScore(outcome.points[seat.position - 1], seat.position not in outcome.sitting_out)
        for seat in seats
        if seat.holds(hand.number) and outcome.scores(seat.position)
    }


def expected_line_scores(line: Hand, seats: Iterable[Seat]) -> ExpectedScores:
    """Return the scores of a line that is no hand.

    An adjustment has one for each seat that gets points, and the total of an old evening one for every seat.
    """
    points = line.points or ()
    return {
        (line.pk, seat.pk): LineScore(points[seat.position - 1], played=False)
        for seat in seats
        if seat.holds(line.number) and (line.kind != Hand.Kind.ADJUSTMENT or points[seat.position - 1])
    }


def expected_scores_of(
    sheet: Sheet, outcomes: Iterable[Outcome], others: Iterable[Hand], seats: list[Seat]
) -> ExpectedScores:
    """Return all scores of a sheet. `others` are the counting lines that are no hands."""
    rows: ExpectedScores = {}
    for (line, _), outcome in zip(sheet.hands, outcomes, strict=True):
        rows |= expected_hand_scores(line, outcome, seats)
    for hand in others:
        rows |= expected_line_scores(hand, seats)
    return rows


LineResults = dict[int, tuple[int, ...]]
"""What the counting lines of a sheet count for in the result of the table: by number, then by position."""


def line_results(sheet: Sheet, outcomes: Iterable[Outcome], others: Iterable[Hand]) -> LineResults:
    """Return the result line by line. `others` are the counting lines that are no hands.

    They count as they stand, with two exceptions: the closing line counts for what its notices say, until somebody has
    corrected it, and an adjustment of points wins no game.
    """
    outcomes, others = list(outcomes), list(others)
    lines = zip(sheet.hands, outcomes, strict=True)
    if sheet.unit.is_points:
        results = {line.number: outcome.points for (line, _entry), outcome in lines}
        return results | {hand.number: tuple(hand.points or ()) for hand in others}
    results = {line.number: outcome.result for (line, _entry), outcome in lines}
    for hand in others:
        points = tuple(hand.points or ())
        if hand.closing:
            closing, result = closing_result(sheet, outcomes)
            points = result if points == closing else points
        elif sheet.unit is ResultUnit.GAMES and hand.kind == Hand.Kind.ADJUSTMENT:
            points = (0,) * sheet.size
        results[hand.number] = points
    return results


def closing_result(sheet: Sheet, outcomes: Sequence[Outcome]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of the closing line that the sheet asks for, and what they count for in the result."""
    totals = tuple(map(sum, zip(*(outcome.points for outcome in outcomes), strict=True))) or (0,) * sheet.size
    carry = outcomes[-1].carry if outcomes else None
    notices = [
        notice for notice in sheet.game.rules.notices(totals, carry, sheet.variant, sheet.size) if notice.closing
    ]
    points, result = ([notice.closing for notice in notices], [notice.result or notice.closing for notice in notices])
    return tuple(map(sum, zip(*points, strict=True))), tuple(map(sum, zip(*result, strict=True)))


def seat_results(
    sheet: Sheet, outcomes: Iterable[Outcome], others: Iterable[Hand], seats: Iterable[Seat]
) -> SeatResults:
    """Return the result of each seat, by id: what its lines count for. None where that is its points."""
    if sheet.unit.is_points:
        return dict.fromkeys(seat.pk for seat in seats)
    lines = line_results(sheet, outcomes, others)
    return {
        seat.pk: sum(points[seat.position - 1] for number, points in lines.items() if seat.holds(number))
        for seat in seats
    }


def result_at_first(game: GameConfig, variant: Any) -> int | None:
    """Return the result of a seat before the first line."""
    return None if game.rules.result_unit(variant).is_points else 0


def add_results(seats: Iterable[Seat], points: Sequence[int]) -> None:
    """Add what a new line counts for to the results of the seats, by position."""
    moved = [(points[seat.position - 1], seat.pk) for seat in seats if points[seat.position - 1]]
    if moved:
        with connection.cursor() as cursor:
            cursor.executemany("UPDATE play_seat SET result = result + %s WHERE id = %s", moved)


def write(table: Table, rows: ExpectedScores, seats: Iterable[Seat]) -> None:
    """Insert score rows."""
    insert_rows(Score, NewScore._fields, scores(table, rows, seats))


class NewScore(NamedTuple):
    """The columns of a score row, including the copies that leaderboards read."""

    hand_id: int
    seat_id: int
    points: int
    played: bool
    table_id: int
    season_id: int
    game: str
    player_id: int


def scores(table: Table, rows: ExpectedScores, seats: Iterable[Seat]) -> list[NewScore]:
    players = {seat.pk: seat.player_id for seat in seats}
    return [
        NewScore(hand, seat, score.points, score.played, table.pk, table.season_id, table.game, players[seat])
        for (hand, seat), score in rows.items()
    ]


def replay(table: Table, sheet: Sheet | None = None) -> Sheet:
    """Recalculate the ledger of a table and write the rows that differ. Return the sheet.

    `sheet` is the current one if the caller knows it. Otherwise it is read.
    """
    sheet, seats = sheet or load_sheet(table), list(Seat.objects.filter(table=table))
    outcomes, others = sheet.outcomes(), list(table.hands.not_voided().exclude(kind=Hand.Kind.PLAYED))
    rows = expected_scores_of(sheet, outcomes, others, seats)
    stored = Score.objects.filter(table=table).values_list("hand_id", "seat_id", "pk", "points", "played")
    scored = {(hand, seat): (pk, points, played) for hand, seat, pk, points, played in stored}
    held = {
        key: (pk, points) for key, (pk, points, played) in scored.items() if key in rows and rows[key].played == played
    }
    Score.objects.filter(pk__in=[pk for key, (pk, *_values) in scored.items() if key not in held]).delete()
    write(table, {key: score for key, score in rows.items() if key not in held}, seats)
    results = seat_results(sheet, outcomes, others, seats)
    _update("play_score SET points", ((rows[key].points, *values) for key, values in held.items()))
    write_results(seats, results)
    totals, counted = Counter[int](), Counter[int]()
    position_of = {seat.pk: seat.position for seat in seats}
    for (_hand, seat_id), score in rows.items():
        totals[position_of[seat_id]] += score.points
    for seat_id, result in results.items():
        if result is not None:
            counted[position_of[seat_id]] += result
    now = tuple(seat for seat in seats if seat.until is None)
    return replace(sheet, seats=now, totals=dict(totals), counted=dict(counted))


def write_results(seats: Iterable[Seat], results: SeatResults) -> None:
    """Write the results that differ."""
    _update("play_seat SET result", ((results[seat.pk], seat.pk, seat.result) for seat in seats))


def _update(column: str, values: Iterable[tuple[int | None, int, int | None]]) -> None:
    """Update a column where it differs. `values` has for each row what it should be, the id, and what it is.

    bulk_update builds one large CASE and is 15 times slower (docs/decisions/0003-the-ledger.md).
    """
    changed = [(new, pk) for new, pk, old in values if new != old]
    if changed:
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {column} = %s WHERE id = %s", changed)  # one of two
