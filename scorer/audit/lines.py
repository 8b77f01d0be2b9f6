"""Faults of the lines of a sheet, and of the scores that do not follow from them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scorer.audit.rows import Fault, TableRows
from scorer.play.models import Hand, Seat
from scorer.play.sheets.ledger import (
    ExpectedScores,
    SeatResults,
    expected_hand_scores,
    expected_line_scores,
    seat_results,
)
from scorer.play.sheets.sheet import Sheet, SheetLine
from scorer.registry import GameConfig, find_game
from scorer.scoring import MAX_NUMBER, Outcome, coerce


@dataclass(frozen=True, slots=True)
class JudgedSheet:
    """A sheet as its lines describe it."""

    faults: list[Fault]
    expected_scores: ExpectedScores
    """The scores that the ledger should hold."""
    doubtful: set[int]
    """Ids of the hands whose score cannot be determined."""
    results: SeatResults = field(default_factory=dict)
    """The results that the seats should have. Empty if there are doubtful hands."""


def judge_sheet(rows: TableRows) -> JudgedSheet:
    table, hands = rows.table, rows.hands
    strays = {pk: slug for slug, details in rows.details.items() if slug != table.game for pk in details}
    faults = [Fault(table, hand.number, "wrong_game", strays[hand.pk]) for hand in hands if hand.pk in strays]
    game = find_game(table.game)
    if game is None or table.size not in game.seat_counts:
        return JudgedSheet(faults, {}, {hand.pk for hand in hands})
    variant, codes = _variant(rows)
    faults += [Fault(table, 0, code) for code in codes]
    judge = _LineJudge(game, variant, table.size)
    details = rows.details.get(game.slug, {})
    doubtful: set[int] = set()
    for hand in hands:
        codes = judge.codes(hand, has_detail=hand.pk in details, entry=rows.entries.get(hand.pk))
        if set(codes) - {"dealer", "deal"}:  # these do not affect the points
            doubtful.add(hand.pk)
        if hand.pk in strays and "no_detail" in codes:  # it has a detail of another game, which was reported already
            codes.remove("no_detail")
        faults += [Fault(table, hand.number, code) for code in codes]
    played = [hand for hand in hands if hand.is_played and not hand.voided]
    if variant is None or (game.rules.remembers(variant) and any(hand.pk in doubtful for hand in played)):
        doubtful |= {hand.pk for hand in played}
    return JudgedSheet(
        faults, _expected_scores(rows, judge, doubtful), doubtful, {} if doubtful else _results(rows, game, variant)
    )


def score_faults(rows: TableRows, sheet: JudgedSheet) -> Iterator[Fault]:
    table, seats = rows.table, _seats_by_id(rows)
    numbers = {hand.pk: hand.number for hand in rows.hands}
    no_hands = {hand.pk for hand in rows.hands if hand.kind in Hand.Kind.values and not hand.is_played}
    stored: set[tuple[int, int]] = set()
    for score in rows.scores:
        hand, seat = key = (score.hand_id, score.seat_id)
        whose = str(seats.get(seat, f"play_score {score.pk}"))
        if hand not in sheet.doubtful:
            if key not in sheet.expected_scores or key in stored:
                yield Fault(table, numbers[hand], "surplus", whose)
            elif score.points != sheet.expected_scores[key].points:
                yield Fault(table, numbers[hand], "points", whose)
        stored.add(key)
        player = seats[seat].player_id if seat in seats else score.player_id
        expected = sheet.expected_scores.get(key)
        played = expected.played if expected else score.played and hand not in no_hands
        copies = (score.table_id, score.season_id, score.game, score.player_id, score.played)
        if copies != (table.pk, table.season_id, table.game, player, played):
            yield Fault(table, numbers[hand], "copies", whose)
    for hand, seat in sheet.expected_scores:
        if (hand, seat) not in stored:
            yield Fault(table, numbers[hand], "missing", str(seats[seat]))


def result_faults(rows: TableRows, sheet: JudgedSheet) -> Iterator[Fault]:
    for seat in rows.seats:
        if seat.result != sheet.results.get(seat.pk, seat.result):
            yield Fault(rows.table, 0, "result", str(seat))


def _variant(rows: TableRows) -> tuple[Any, list[str]]:
    """Return the variant of the table with its faults. The variant is None if it is missing or impossible."""
    row = rows.variants.get(rows.table.game)
    if row is None:
        return None, ["no_variant"]
    return (None, ["variant"]) if coerce(row.variant)[1] else (row.variant, [])


def _expected_scores(rows: TableRows, judge: "_LineJudge", doubtful: set[int]) -> ExpectedScores:
    seats = list(_seats_by_id(rows).values())
    counting = [hand for hand in rows.hands if not hand.voided and hand.pk not in doubtful]
    played = [hand for hand in counting if hand.is_played]
    expected_scores: ExpectedScores = {}
    for hand, outcome in zip(played, judge.outcomes([rows.entries[hand.pk] for hand in played]), strict=True):
        expected_scores |= expected_hand_scores(hand, outcome, seats)
    for hand in counting:
        if not hand.is_played:
            expected_scores |= expected_line_scores(hand, seats)
    return expected_scores


def _results(rows: TableRows, game: GameConfig, variant: Any) -> SeatResults:
    """Return the result of each seat of a table without doubtful hands."""
    counting = [hand for hand in rows.hands if not hand.voided]
    played = tuple(
        (SheetLine(hand.pk, hand.number, hand.dealer or 1), rows.entries[hand.pk])
        for hand in counting
        if hand.is_played
    )
    sheet = Sheet(game, variant, rows.table.size, rows.table.first_dealer, played)
    others = [hand for hand in counting if not hand.is_played]
    return seat_results(sheet, sheet.outcomes(), others, _seats_by_id(rows).values())


def _seats_by_id(rows: TableRows) -> dict[int, Seat]:
    """Return the seats by id, without those at positions that the table does not have."""
    return {seat.pk: seat for seat in rows.seats if 1 <= seat.position <= rows.table.size}


@dataclass(frozen=True, slots=True)
class _LineJudge:
    game: GameConfig
    variant: Any
    """None if the table has no valid one."""
    size: int

    def codes(self, hand: Hand, *, has_detail: bool, entry: Any) -> list[str]:
        """Return the faults of one line."""
        if hand.kind not in Hand.Kind.values:
            return ["kind"]
        if not hand.is_played:
            return ["has_detail"] * has_detail + ["refused"] * (not self._is_line(hand.points))
        codes = [] if hand.dealer is not None and 1 <= hand.dealer <= self.size else ["dealer"]
        if not has_detail:
            return [*codes, "no_detail"]
        if entry is None:
            return [*codes, "unreadable"]
        try:
            refused = self.variant is not None and self.game.rules.problems(entry, self.variant, self.size)
        except Exception:  # noqa: BLE001  # columns may hold anything; the other hands can still be checked
            return [*codes, "unreadable"]
        if hand.deal != self.game.rules.deal(entry):
            codes.append("deal")
        return [*codes, "refused"] if refused else codes

    def _is_line(self, points: Any) -> bool:
        """Whether these are valid points of a line that is no hand: a number per position, the same for partners."""
        return (
            isinstance(points, list)
            and len(points) == self.size
            and all(type(number) is int and abs(number) <= MAX_NUMBER for number in points)
            and all(len({points[seat - 1] for seat in side}) == 1 for side in self.game.rules.sides(self.size))
        )

    def outcomes(self, entries: list[Any]) -> list[Outcome]:
        return self.game.rules.replay(entries, self.variant, self.size) if entries else []
