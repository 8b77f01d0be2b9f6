"""Compares the responses that the writers got with the database."""

import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from scorer.history.models import Revision
from scorer.play.models import Hand, Table
from scorer.scoring import dump
from tests.bench import Line
from tests.chaos.server import ROOT
from tests.chaos.writers import Sent

UNITS = {"lost": "hands", "doubled": "hands", "gaps": "tables"}


def compare(hands: Sequence[Sent]) -> Counter[str]:
    """Return how many acknowledged hands are lost or changed, how many are duplicated, and what else is wrong."""
    there = hands_by_key(hands)
    tables = {hand.table for hand in hands}
    return Counter(
        lost=sum(is_lost(hand, there) for hand in hands),
        doubled=doubled(tables, there),
        gaps=sum(has_gaps(table) for table in tables),
    )


def lines_of(name: str, found: Counter[str]) -> Iterator[Line]:
    for what, unit in UNITS.items():
        yield f"{name}.{what}", found[what], unit


def hands_by_key(hands: Sequence[Sent]) -> dict[str, Hand]:
    keys = [hand.key for hand in hands]
    logged = {
        revision.object_id: str(revision.key)
        for start in range(0, len(keys), 500)
        for revision in Revision.objects.filter(key__in=keys[start : start + 500])
    }
    tables = {hand.table for hand in hands}
    return {logged[hand.pk]: hand for hand in Hand.objects.filter(table__in=tables) if hand.pk in logged}


def is_lost(sent: Sent, there: dict[str, Hand]) -> bool:
    """Whether the hand was acknowledged, and is missing or changed."""
    if sent.number is None:
        return False
    hand = there.get(sent.key)
    if hand is None or (hand.table_id, hand.number, hand.voided) != (sent.table, sent.number, False):
        return True
    detail = hand.table.config.hand_model.objects.get(hand=hand)
    return bool(dump(detail.entry) != sent.entry)


def doubled(tables: Collection[int], there: dict[str, Hand]) -> int:
    """Count the hands that nobody sent, or that are saved twice."""
    return Hand.objects.filter(table__in=tables).count() - len(there)


def has_gaps(table: int) -> bool:
    """Whether the table's numbers have gaps, or its version does not match the number of saves."""
    numbers = list(Hand.objects.filter(table=table).order_by("number").values_list("number", flat=True))
    version = Table.objects.get(pk=table).version
    return numbers != list(range(1, len(numbers) + 1)) or version != len(numbers) + 1


def faults() -> int:
    done = subprocess.run(
        [sys.executable, "manage.py", "check_ledger"], cwd=ROOT, stdout=subprocess.DEVNULL, check=False
    )
    return done.returncode
