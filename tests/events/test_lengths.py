"""How many deals a table plays, more where somebody sits out so that everybody plays as many; what its sheet says."""

from dataclasses import replace
from random import Random

import pytest

from scorer.audit.check import faults, site_faults
from scorer.club.models import Club
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.planning.movement import per_round_of
from scorer.events.planning.proposals import proposal_of
from scorer.events.services.copies import random_entries
from scorer.play import services as play
from scorer.play.models import Table
from scorer.play.selectors.sheet import notices_of
from scorer.play.table_context import TableContext
from scorer.standings.periods import Period
from scorer.standings.selectors import PeriodResults
from scorer.transfer.event_export import export_event
from tests.events.conftest import MakeEvent, choose, play_round
from tests.factories import ClubFactory, make_table
from tests.transfer.test_tables import take


def deals_by_players(event: Event, number: int) -> dict[int, set[int | None]]:
    found: dict[int, set[int | None]] = {}
    for sitting in Sitting.objects.filter(round__event=event, round__number=number).prefetch_related("sides"):
        found.setdefault(len(sitting.sides.all()), set()).add(sitting.deal_count)
    return found


@pytest.mark.parametrize(
    ("game", "contestants", "asked", "expected"),
    [
        ("doppelkopf", 18, 24, {4: {24}, 5: {30}}),
        ("doppelkopf", 18, 10, {4: {10}, 5: {13}}),
        ("doppelkopf", 5, 12, {5: {15}}),
        ("preferans", 7, 9, {3: {9}, 4: {12}}),
        ("tarot", 9, 12, {4: {12}, 5: {12}}),
    ],
)
def test_a_table_at_which_somebody_sits_out_plays_more_deals(
    game: str, contestants: int, asked: int, expected: dict[int, set[int]], make_event: MakeEvent
) -> None:
    event = make_event(game, contestants, rounds=1, per_round=asked)
    choose(event, "draw")
    assert deals_by_players(event, 1) == expected
    assert per_round_of(event, Sitting.objects.filter(round__event=event)) == asked


def test_the_plan_says_how_many_deals_larger_tables_play_and_how_long_that_takes(make_event: MakeEvent) -> None:
    proposal = proposal_of(make_event("doppelkopf", 18, rounds=4, per_round=12), "draw", 18)
    assert proposal
    assert "15 deals at tables of 5" in proposal.notes
    assert proposal.minutes == 250
    without = proposal_of(make_event("doppelkopf", 16, name="Even", rounds=4, per_round=12), "draw", 16)
    assert without
    assert "at tables of" not in without.notes
    assert without.minutes == 200


def test_a_round_that_is_drawn_later_is_as_long_as_the_one_before(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 9, rounds=2, per_round=4)
    choose(event, "draw-standing")
    play_round(event, Random(7))
    services.draw_round(event, by=None)
    assert deals_by_players(event, 2) == {4: {4}, 5: {5}}
    services.draw_anew(event, by=None)
    assert deals_by_players(event, 2) == {4: {4}, 5: {5}}
    services.set_deals(event, 8, by=None)
    assert deals_by_players(event, 2) == {4: {8}, 5: {10}}


def sheets_of(event: Event) -> dict[int, TableContext]:
    """The sheets of the running round by the number of players."""
    sittings = Sitting.objects.filter(round__event=event, round__ended_at=None).exclude(table=None)
    return {one.table.size: TableContext(one.table) for one in sittings.select_related("table") if one.table}


def said_on(sheet: TableContext) -> list[str]:
    return [notice.text for notice in notices_of(sheet).state]


def test_a_list_of_doppelkopf_is_as_long_as_the_event_says(make_event: MakeEvent) -> None:
    """The sheet asks for the Pflichtsoli in time, and ends with the round."""
    event = make_event("doppelkopf", 9, rounds=1, per_round=8, preset="ddv")
    choose(event, "draw")
    services.start_round(event, by=None)
    sheets = sheets_of(event)
    assert {size: sheet.variant.hands_each for size, sheet in sheets.items()} == {4: 2, 5: 2}
    for size, hands in ((4, 8), (5, 10)):
        assert said_on(sheets[size])[0] == f"{hands} hands left"
        entries = []
        for entry in random_entries(sheets[size].table, Random(3)):
            entries.append(entry)
            play.record_hand(sheets[size].table, entry, by=None, key=None)
        assert len(entries) == hands
        assert sorted(entry.re[0] for entry in entries if entry.duty in {"pflicht", "vorfuehrung"}) == list(
            range(1, size + 1)
        )
    over = said_on(sheets_of(event)[4])
    assert over[0] == "The round of 8 hands is played."
    assert "All hands of this table have been played." not in over


def test_a_list_of_another_length_is_the_same_on_other_sites_and_on_boards(make_event: MakeEvent, club: Club) -> None:
    event = make_event("doppelkopf", 9, rounds=1, per_round=10, preset="ddv")
    choose(event, "draw")
    play_round(event, Random(3))
    services.finish(event, by=None)
    ddv = event.config.rules.PRESETS["ddv"]
    make_table(club, "doppelkopf", variant=ddv)
    assert list(site_faults()) == []
    assert [fault for table in Table.objects.all() for fault in faults(table)] == []
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, "".join(export_event(event)).encode())
    there = [TableContext(table).variant for table in elsewhere.tables.order_by("number")]
    assert there == [ddv.with_length(10, 4), ddv.with_length(13, 5)]
    period_results = PeriodResults.for_period(Period.for_season(club.seasons.get()))
    (variant,) = period_results.variants(event.config)
    assert variant.name == "Tournament rules (DDV)"


def test_a_target_does_not_end_a_sitting_whose_deals_are_counted(make_event: MakeEvent) -> None:
    for per_round, target in ((3, None), (None, 1000)):
        event = make_event("belote", 2, name=str(per_round), rounds=1, per_round=per_round)
        choose(event, "draw")
        services.start_round(event, by=None)
        assert sheets_of(event)[4].variant == replace(event.variant, target=target)
        services.end_round(event, by=None)


def test_a_list_whose_length_changes_before_a_round_starts_changes_with_it(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=8, preset="ddv")
    choose(event, "draw")
    play_round(event, Random(3))
    services.set_deals(event, 10, by=None)
    services.start_round(event, by=None)
    assert [sheet.variant.hands for sheet in sheets_of(event).values()] == [10]
    assert "10 hands left" in said_on(sheets_of(event)[4])


def test_without_a_length_the_house_rules_say_it(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 8, rounds=2, preset="ddv")
    choose(event, "draw")
    services.start_round(event, by=None)
    assert sheets_of(event)[4].variant == event.variant
