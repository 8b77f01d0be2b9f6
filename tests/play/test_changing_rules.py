"""Changing the house rules of a table that was opened with the wrong ones."""

from dataclasses import replace

import pytest

from games.belote.rules import PRESETS, Entry
from games.doppelkopf.rules import PRESETS as DOPPELKOPF
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Score, Table
from scorer.play.services import Conflict, Refused
from tests.factories import make_table
from tests.games.doppelkopf.hands import hand as doppelkopf
from tests.games.doppelkopf.hands import of_range

HOUSE, FFB = PRESETS["house"], PRESETS["ffb"]


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "belote", variant=HOUSE)
    for points in (81, 130, 95):
        services.record_hand(table, Entry(bidder=1, value=80, trump="H", points=points), by=None, key=None)
    return Table.objects.get(pk=table.pk)


def counted(table: Table) -> list[tuple[int, int, int]]:
    return sorted(Score.objects.filter(table=table).values_list("hand__number", "seat__position", "points"))


def test_every_hand_is_scored_by_the_new_rules(table: Table, club: Club) -> None:
    services.change_variant(table, FFB, by=None, why="tournament")
    other = make_table(club, "belote", variant=FFB)
    for points in (81, 130, 95):
        services.record_hand(other, Entry(bidder=1, value=80, trump="H", points=points), by=None, key=None)
    assert table.read_variant() == FFB
    assert counted(table) == counted(other)
    assert list(faults(table)) == []


def test_changing_the_rules_back_undoes_the_change(table: Table) -> None:
    before = counted(table)
    services.change_variant(table, FFB, by=None, why="tournament")
    assert counted(table) != before
    services.change_variant(table, HOUSE, by=None, why="it was none")
    assert counted(table) == before
    assert table.read_variant() == HOUSE


def test_a_revision_and_new_versions_are_left(table: Table, ada: Membership) -> None:
    changed = services.change_variant(table, replace(HOUSE, target=500), by=ada.user, why="to 500")
    assert (changed.version, changed.layout) == (table.version + 1, table.layout + 1)
    revision = Revision.objects.for_table(table.pk).last()
    assert (revision.action, revision.actor_id, revision.why) == ("variant", ada.user.pk, "to 500")
    assert (revision.before["variant"] != revision.after["variant"], revision.after["variant"]["target"]) == (True, 500)


def test_unchanged_rules_leave_no_revision(table: Table) -> None:
    services.change_variant(table, HOUSE, by=None, why="")
    assert Table.objects.get(pk=table.pk).version == table.version
    assert not Revision.objects.filter(action="variant").exists()


def test_hands_that_the_new_rules_do_not_allow_are_named(club: Club) -> None:
    """This includes a hand that does not count, since it may be restored."""
    table = make_table(club, "doppelkopf", variant=DOPPELKOPF["house"])
    for bock in (False, True, False, True):
        services.record_hand(table, doppelkopf(121, bock=bock), by=None, key=None)
    services.void_hand(table.hands.get(number=4), by=None)
    before = counted(table)
    with pytest.raises(Refused) as refused:
        services.change_variant(table, DOPPELKOPF["ddv"], by=None, why="")
    assert [problem.field for problem in refused.value.problems] == ["hands.2.bock", "hands.4.bock", "why"]
    assert counted(table) == before
    assert table.read_variant() == DOPPELKOPF["house"]


def test_a_range_of_augen_that_is_ambiguous_under_the_new_rules_is_refused(club: Club) -> None:
    """Of 121 to 150 the steps "up to 90" ask whether it was 150."""
    table = make_table(club, "doppelkopf", variant=DOPPELKOPF["house"])
    services.record_hands(table, (doppelkopf(150), of_range(150), of_range(120)), by=None)
    up_to = replace(DOPPELKOPF["house"], boundary="bis")
    with pytest.raises(Refused) as refused:
        services.change_variant(table, up_to, by=None, why="up to")
    assert [problem.field for problem in refused.value.problems] == ["hands.2.re_augen"]
    services.correct_hand(table.hands.get(number=2), doppelkopf(140), by=None, why="counted again")
    services.change_variant(Table.objects.get(pk=table.pk), up_to, by=None, why="up to")
    assert list(faults(table)) == []


def test_the_rules_of_a_closed_table_can_change_but_not_of_a_cancelled_one(table: Table, club: Club) -> None:
    services.close_table(table, by=None)
    services.change_variant(table, FFB, by=None, why="tournament")
    assert table.read_variant() == FFB
    cancelled = services.cancel_table(make_table(club, "belote"), by=None)
    with pytest.raises(Conflict, match="cancelled"):
        services.change_variant(cancelled, FFB, by=None, why="tournament")
