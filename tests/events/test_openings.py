"""A deal opens at a table once all deals of its round are in there, so that nobody reads a deal before playing it."""

from dataclasses import replace
from random import Random

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import DIRECTOR, EventResults, Viewer
from scorer.events.selectors.console import changes_after_opening
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Hand, Table
from scorer.play.phones import Link, Phone
from tests.events.conftest import MakeEvent, choose, play_all
from tests.events.test_pages import LogIn, address

PHONE = Phone(Link.ENTRY)


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in the last of three rounds, of which all others have been played: two deals each."""
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    for _round in range(2):
        started = services.start_round(event, by=None)
        for sitting in started.sittings.select_related("table"):
            play_all(table_of(sitting), Random(7))
        services.end_round(event, by=None)
    services.start_round(event, by=None)
    event.refresh_from_db()
    return event


def sitting_at(event: Event, station: int, number: int = 3) -> Sitting:
    sittings = Sitting.objects.select_related("table", "round__event").with_contestants()
    return sittings.get(round__event=event, round__number=number, station=station)


def table_of(sitting: Sitting) -> Table:
    assert sitting.table
    return sitting.table


def save(table: Table, deal: int) -> Hand:
    rules = table.config.rules
    entry = replace(rules.EXAMPLES[0].entry, **rules.deal_fields(deal))
    return play.record_hand(table, entry, by=PHONE, key=None).hand


def tricks_more(hand: Hand) -> None:
    entry = hand.table.config.hand_model.objects.get(hand=hand).entry
    play.correct_hand(hand, replace(entry, tricks=entry.tricks - 1), by=PHONE, why="misread")


def seen_by(event: Event, viewer: Viewer, deal: int) -> bool:
    results = EventResults(event, viewer)
    return results.shows(deal) and any(line.result.deal == deal for line in results.lines)


def told(event: Event) -> list[tuple[int, int, bool]]:
    changes = changes_after_opening(EventResults(event, DIRECTOR))
    return [(change.sitting.station, change.deal, change.undone) for change in changes]


def test_a_result_saved_for_a_deal_that_is_not_played_yet_opens_it_to_nobody(event: Event) -> None:
    """Not to the pair that saved it, and not to everybody either where theirs is the last table to play the deal."""
    sitting = sitting_at(event, 1)
    table, (first, second), own = table_of(sitting), sitting.deals, sitting.numbers[0]
    viewers = [Viewer(), Viewer(contestant=own)]
    spied = save(table, second)
    assert [seen_by(event, viewer, second) for viewer in viewers] == [False, False]
    card = links.path_of(event, Holder.CONTESTANT, own)
    assert "Points" not in Client().get(f"{card}deals/{second}/").content.decode()
    play.undo_hand(spied, by=PHONE)
    assert told(event) == []
    for deal in (first, second):
        assert not seen_by(event, viewers[1], second)
        save(table, deal)
    assert [seen_by(event, viewer, second) for viewer in viewers] == [True, True]
    assert "Points" in Client().get(f"{card}deals/{second}/").content.decode()


def test_a_ruling_opens_its_deal_alone_and_counts_for_the_others(event: Event) -> None:
    sitting = sitting_at(event, 1)
    (first, second), own = sitting.deals, Viewer(contestant=sitting.numbers[0])
    services.rule_result(event, sitting, first, {"average": [60, 40]}, why="Spoiled", by=None)
    assert [seen_by(event, own, deal) for deal in (first, second)] == [True, False]
    save(table_of(sitting), second)
    assert [seen_by(event, own, deal) for deal in (first, second)] == [True, True]


def test_the_end_of_the_round_opens_the_deals_that_are_missing_too(event: Event) -> None:
    sitting = sitting_at(event, 1)
    own = Viewer(contestant=sitting.numbers[0])
    save(table_of(sitting), sitting.deals[0])
    assert not any(seen_by(event, own, deal) for deal in sitting.deals)
    services.end_round(event, by=None)
    assert all(seen_by(event, own, deal) for deal in sitting.deals)


@pytest.mark.postgres
def test_the_director_is_told_of_a_hand_that_is_changed_after_its_deal_was_opened(
    event: Event, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    sitting = sitting_at(event, 1)
    table, (first, second) = table_of(sitting), sitting.deals
    hands = [save(table, deal) for deal in (first, second)]
    tricks_more(hands[0])
    play.undo_hand(hands[1], by=boris.user)
    assert not seen_by(event, Viewer(contestant=sitting.numbers[0]), first)
    tricks_more(hands[0])  # not open any more
    assert told(event) == [(1, second, True), (1, first, False)]
    page = client_of(ada).get(address(event))
    assert [bool(station.changed) for station in page.context["stations"]] == [True, False, False]
    content = page.content.decode()
    assert "Changed after others’ results could be read" in content
    assert boris.user.username in content
    assert "Changed after" not in client_of(boris).get(address(event)).content.decode()
    logged = Revision.objects.of(Revision.Kind.EVENT, event.pk).filter(action="after_opening")
    assert [revision.actor_id for revision in logged] == [None, boris.user_id]


def test_the_director_is_told_of_a_hand_that_moves_to_another_deal_or_table(event: Event, ada: Membership) -> None:
    sitting = sitting_at(event, 1)
    table, (first, second) = table_of(sitting), sitting.deals
    services.rule_result(event, sitting, first, {"average": [60, 40]}, why="Spoiled", by=ada.user)
    hand = save(table, second)
    entry = table.config.hand_model.objects.get(hand=hand).entry
    play.correct_hand(hand, replace(entry, **table.config.rules.deal_fields(first)), by=PHONE, why="mistyped")
    assert told(event) == [(1, second, True)]


def test_what_nobody_could_have_looked_up_is_not_told(event: Event, ada: Membership) -> None:
    """The first table to play a deal has nothing to look up, and a director sees everything at any time."""
    sitting = sitting_at(event, 1)
    table = table_of(sitting)
    hands = [save(table, deal) for deal in sitting.deals]
    play.void_hand(hands[0], by=ada.user, why="misread")
    play.restore_hand(hands[0], by=PHONE)
    assert told(event) == []
    for other in Sitting.objects.filter(round__event=event).exclude(pk=sitting.pk).select_related("table"):
        if other.deals == sitting.deals:
            for hand in table_of(other).hands.all():
                play.void_hand(hand, by=ada.user, why="misread")
    play.undo_hand(hands[1], by=PHONE)
    assert told(event) == []


def test_where_contestants_see_no_results_only_a_deal_that_is_open_to_all_is_told(event: Event) -> None:
    Event.objects.update(played_shown=False)
    sitting = sitting_at(event, 1)
    for deal in sitting.deals:
        last = save(table_of(sitting), deal)
    other = next(
        one
        for one in Sitting.objects.filter(round__event=event, round__number=1).select_related("table")
        if one.deals == sitting.deals
    )
    play.reopen_table(table_of(other), by=None)
    play.void_hand(table_of(other).hands.all()[0], by=None, why="misread")
    before = told(event)
    play.undo_hand(last, by=PHONE)
    assert told(event) == before
    play.restore_hand(last, by=PHONE)
    play.close_table(table_of(other), by=None)
    play.void_hand(last, by=PHONE)
    assert told(event) == [(1, sitting.deals[1], True), *before]


def test_a_hand_before_the_last_is_undone_with_few_queries(
    event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    sitting = sitting_at(event, 1)
    hand = save(table_of(sitting), sitting.deals[0])
    with django_assert_max_num_queries(24):
        play.undo_hand(hand, by=PHONE)
