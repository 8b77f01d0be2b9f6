"""Travellers and scorecards in full: percentages, boards in order, what rests, and the way to the neighbours."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.contestants import contestants_by_number
from scorer.events.links import Holder
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults, Viewer
from scorer.events.results.lines import traveller_of
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address
from tests.events.test_scorecards import card_of, play_spades, sittings_of


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Five pairs after the first of five rounds of two boards: one of them sits out each round."""
    event = make_event("bridge", 5, rounds=5, per_round=2)
    choose(event, "howell")
    play_spades(event, 1)
    services.end_round(event, by=None)
    event.refresh_from_db()
    return event


def resting_in(event: Event, number: int) -> int:
    playing = {side.contestant_id for sitting in sittings_of(event, number) for side in sitting.sides.all()}
    (resting,) = event.contestants.exclude(pk__in=playing)
    return resting.number


def finished(event: Event) -> Event:
    for number in range(2, event.planned_rounds.count() + 1):
        play_spades(event, number)
        services.end_round(event, by=None)
    return services.finish(event, by=None)


def test_a_traveller_has_a_row_a_result_with_the_percentages_of_both_sides(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    event = finished(event)
    deal = sittings_of(event, 1)[0].deals[0]
    page = client_of(ada).get(address(event, "traveller", deal))
    traveller = page.context["traveller"]
    assert traveller.sides == ["N–S", "E–W"]
    assert len(traveller.lines) >= 2
    for line in traveller.lines:
        assert sum(line.percents) == pytest.approx(100)
    html = page.content.decode()
    assert html.count('<tr><td class="num extra">') == len(traveller.lines)
    for said in traveller.about:
        assert said in html


@pytest.mark.parametrize(
    ("board", "about"),
    [
        (1, ("dealer N", "nobody vulnerable")),
        (7, ("dealer S", "all vulnerable")),
        (14, ("dealer E", "nobody vulnerable")),
    ],
)
def test_the_number_of_a_board_tells_dealer_and_vulnerability(
    board: int, about: tuple[str, ...], make_event: MakeEvent
) -> None:
    assert make_event("bridge", 2).config.about_deal(board) == about
    assert make_event("doppelkopf", 4).config.about_deal(board) == ()


def test_a_traveller_leads_to_those_before_and_after_it(event: Event, ada: Membership, client_of: LogIn) -> None:
    event, client = finished(event), client_of(ada)
    deals = sorted({line.result.deal or 0 for line in EventResults(event).lines})
    for before, deal, after in zip([None, *deals], deals, [*deals[1:], None], strict=False):
        page = client.get(address(event, "traveller", deal))
        assert (page.context["traveller"].previous, page.context["traveller"].following) == (before, after)
        for other in (before, after):
            assert not other or address(event, "traveller", other) in page.content.decode()
        assert page.content.decode().count('rel="prev"') == (before is not None)
        assert page.content.decode().count('rel="next"') == (after is not None)


def test_nobody_is_led_to_a_deal_that_they_must_not_see(
    make_event: MakeEvent, boris: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    play_spades(event, 1)
    services.end_round(event, by=None)
    event.refresh_from_db()
    deal = sittings_of(event, 1)[0].deals[0]
    traveller = client_of(boris).get(address(event, "traveller", deal)).context["traveller"]
    assert (traveller.previous, traveller.following) == (None, None)
    own = sittings_of(event, 1)[0].sides.all()[0].contestant.number
    page = Client().get(f"{links.path_of(event, Holder.CONTESTANT, own)}deals/{deal}/")
    assert 'rel="next"' not in page.content.decode()
    assert page.content.decode().count('class="own" aria-current="true"') == 1


def test_a_scorecard_leads_to_those_of_the_numbers_beside_it(event: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    for number, before, after in ((1, None, 2), (3, 2, 4), (5, 4, None)):
        page = client.get(address(event, "scorecard", number))
        assert (page.context["previous"], page.context["following"]) == (before, after)
    own = Client().get(f"{links.path_of(event, Holder.CONTESTANT, 3)}results/").content.decode()
    assert "rel=" not in own.partition("<main")[2]


def test_the_boards_of_a_round_are_in_order_however_they_were_entered(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=3)
    choose(event, "howell")
    services.start_round(event, by=None)
    sitting = sittings_of(event, 1)[0]
    table: Any = sitting.table
    entry = table.config.rules.Entry(board=1, level=4, strain="S", declarer="N", tricks=10)
    for deal in reversed(sitting.deals):
        play.record_hand(table, replace(entry, board=deal), by=None, key=None)
    event.refresh_from_db()
    card = card_of(event, sitting.sides.all()[0].contestant.number)
    assert [line.line.result.deal for line in card.scored_lines] == list(sitting.deals)


def test_a_round_sat_out_has_its_line(event: Event, ada: Membership, client_of: LogIn) -> None:
    event = finished(event)
    for number in range(1, 6):
        resting = resting_in(event, number)
        card = card_of(event, resting)
        assert [each.number for each in card.rounds] == [1, 2, 3, 4, 5]
        assert [each.number for each in card.rounds if each.sitting is None] == [number]
        page = client_of(ada).get(address(event, "scorecard", resting)).content.decode()
        assert f"Round {number} · sits out" in page


def test_whoever_came_later_or_left_did_not_sit_out(event: Event) -> None:
    services.leave(event, 2, by=None)
    event.refresh_from_db()
    play_spades(event, 2)
    card = card_of(event, 2)
    assert [each.number for each in card.rounds] == [1]


def test_the_scorecard_says_the_place_the_percentage_and_the_matchpoints(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    event = finished(event)
    for number in range(1, 6):
        card = card_of(event, number)
        assert card.standing
        place, percent, score = card.standing_parts
        assert place.endswith(" of 5")
        assert percent == f"{card.standing.percent:.2f}\N{NO-BREAK SPACE}%"
        assert score.endswith((" matchpoints", " matchpoint"))
        page = client_of(ada).get(address(event, "scorecard", number)).content.decode()
        assert all(part in page for part in card.standing_parts)
    with translation.override("de"):
        assert card_of(event, 1).standing_parts[0] == f"{card_of(event, 1).standing.place}. von 5"


def test_a_card_without_a_place_says_none(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1, ranking_shown="at_the_end")
    choose(event, "mitchell")
    play_spades(event, 1)
    card = card_of(Event.objects.get(pk=event.pk), 1, Viewer(contestant=1))
    assert card.standing_parts == []


def test_a_director_corrects_a_result_by_a_button_and_others_read_why(
    event: Event, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    event = finished(event)
    deal = sittings_of(event, 1)[0].deals[0]
    for path in (address(event, "traveller", deal), address(event, "scorecard", 1)):
        page = client_of(ada).get(path).content.decode()
        assert "/correct/" in page
        assert ">Correct</span>" in page
        page = client_of(boris).get(path).content.decode()
        assert "/correct/" not in page
        assert "/hands/1/" in page


def test_percentages_below_each_other_have_the_same_number_of_decimals(make_event: MakeEvent) -> None:
    """With four results, 33.3 % stands beside 50 %."""
    event, random = make_event("bridge", 8, rounds=4, per_round=2), Random(7)
    choose(event, "mitchell")
    for _round in range(4):
        play_round(event, random)
    results, people = EventResults(event), contestants_by_number(event)
    decimals = set()
    for deal in range(1, 9):
        traveller = traveller_of(results, deal, people)
        of_deal = {percent.partition(".")[2] != "" for line in traveller.lines for percent, _score in line.worths}
        assert len(of_deal) == 1, deal
        decimals |= of_deal
    assert True in decimals
