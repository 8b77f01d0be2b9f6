"""What the service says has become of a hand that was typed."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club
from scorer.play import services
from scorer.play.models import Table
from scorer.play.services import ConflictCode, TypedHand
from tests.factories import make_table

pytestmark = pytest.mark.django_db
PASSED_OUT = Entry(board=1, passed_out=True)


@pytest.fixture
def table(club: Club) -> Table:
    return make_table(club, "bridge")


def typed(key: str = "k", **values: Any) -> TypedHand:
    hand = TypedHand(
        entry=PASSED_OUT,
        problems=(),
        entry_at=lambda _number: PASSED_OUT,
        typed=lambda: "passed_out=on",
        key=key,
        number=1,
        layout=1,
        dealer=None,
        is_improbable=False,
        by_another=False,
        late=None,
        same=None,
    )
    return replace(hand, **values)


def save(table: Table, hand: TypedHand, *, is_ruled: bool = False) -> Any:
    return services.save_typed(table, hand, is_ruled=is_ruled, by=None)


def test_a_hand_is_saved_once_however_often_it_is_sent(table: Table) -> None:
    assert not save(table, typed()).repeated
    for again in (typed(), typed(is_improbable=True), typed(by_another=True), typed(entry=None)):
        assert (save(table, again).repeated, save(table, again).differs) == (True, False)
    assert save(table, typed(entry=None, entry_at=lambda _number: None)).differs
    assert save(table, typed("other", same=1)).repeated
    assert table.hands.count() == 1


def test_a_hand_that_is_not_saved_says_why(table: Table) -> None:
    assert save(table, typed(is_improbable=True)) == services.Improbable()
    assert save(table, typed(entry=None)) == services.Faulty(None)
    assert save(table, typed(by_another=True)).conflict.code == ConflictCode.WRITER
    assert save(table, typed(number=2)).conflict.code == ConflictCode.NUMBER
    assert not table.hands.exists()


def test_a_hand_whose_deal_was_ruled_on_is_handed_in_once(table: Table) -> None:
    assert save(table, typed(), is_ruled=True) == services.HandedIn()
    assert save(table, typed(), is_ruled=True) == services.HandedIn(already=True)
    assert save(table, typed()).conflict.code == ConflictCode.HANDED_IN
    assert not table.hands.exists()


def test_a_hand_of_a_closed_table_is_handed_in_if_its_phone_says_so(table: Table) -> None:
    services.close_table(table, by=None)
    assert services.save_late(table, typed(), hands_in=False, by=None) is None
    assert services.save_late(table, typed(by_another=True), hands_in=True, by=None) is None
    assert services.save_late(table, typed(), hands_in=True, by=None) == services.HandedIn()
    assert services.save_late(table, typed(), hands_in=True, by=None) == services.HandedIn(already=True)


def test_hands_that_are_added_together_read_the_sheet_once(table: Table) -> None:
    entries = [replace(PASSED_OUT, board=number) for number in range(1, 5)]
    with CaptureQueriesContext(connection) as queries:
        services.record_hands(table, entries, by=None)
    assert sum("SUM(" in query["sql"] for query in queries) == 1
    assert [hand.entry for hand in table.config.hand_model.objects.for_table(table)] == entries
    assert list(faults(table)) == []


def test_a_sheet_that_is_known_no_longer_is_read_again(table: Table) -> None:
    first = services.record_hand(table, PASSED_OUT, by=None, key=None)
    services.void_hand(first.hand, by=None)
    second = services.record_hand(table, replace(PASSED_OUT, board=2), by=None, key=None, known=first.sheet)
    assert second.sheet
    assert [entry.board for entry in second.sheet.entries] == [2]
