"""What was played, on travellers, scorecards and in files; and what a contestant has besides its results."""

import csv
import json
import re
from html import unescape
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from django.utils.html import strip_tags

from scorer.club.models import Membership, Player
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import DIRECTOR, EventResults, Viewer
from scorer.events.results.scorecards import Scorecard, scorecard_of
from scorer.play import services as play
from scorer.play.models import Score, Seat
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address


def sittings_of(event: Event, number: int) -> list[Sitting]:
    return list(Sitting.objects.filter(round__event=event, round__number=number).select_related("round", "table"))


def play_spades(event: Event, number: int) -> None:
    """Start a round in which each table makes four spades, with as many overtricks as its station has a number."""
    services.start_round(event, by=None)
    for sitting in sittings_of(event, number):
        table: Any = sitting.table
        for deal in sitting.deals:
            declarer = "N" if deal % 2 else "E"
            tricks = 10 + sitting.station
            entry = table.config.rules.Entry(board=deal, level=4, strain="S", declarer=declarer, tricks=tricks)
            play.record_hand(table, entry, by=None, key=None)


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs after the first of three rounds of two deals, all of which are played at both tables at once."""
    event = make_event("bridge", 4, rounds=3, per_round=2)
    choose(event, "howell")
    play_spades(event, 1)
    services.end_round(event, by=None)
    event.refresh_from_db()
    return event


def card_of(event: Event, number: int, viewer: Viewer = DIRECTOR) -> Scorecard:
    card = scorecard_of(EventResults(event, viewer), number)
    assert card
    return card


def total(card: Scorecard) -> float:
    return sum(each.score or 0 for each in card.rounds) + sum(each.score for each in card.extras)


SPOKEN = re.compile('<span class="visually-hidden">.*?</span>|<small class="wide-only">.*?</small>')
"""Also what a board tells beside that."""
AS_TEXT = "\ufe0e"
"""Keeps a suit from being drawn as an emoji."""


def played_on(client: Client, path: str) -> list[str]:
    """The cells of a page that say what was played."""
    cells = client.get(path).content.decode().split('<td class="what')[1:]
    shown = (SPOKEN.sub("", cell.partition(">")[2].partition("</td>")[0]) for cell in cells)
    return [" ".join(unescape(strip_tags(html)).replace(AS_TEXT, "").split()) for html in shown]


def test_a_traveller_and_a_scorecard_say_what_was_played(
    event: Event, boris: Membership, ada: Membership, client_of: LogIn
) -> None:
    here = sittings_of(event, 1)[0]
    traveller = played_on(client_of(ada), address(event, "traveller", here.deals[0]))
    assert set(traveller) == {"4 ♠ N +1", "4 ♠ N +2"}
    number = here.sides.all()[0].contestant.number
    assert played_on(client_of(ada), address(event, "scorecard", number)) == ["4 ♠ N +1", "4 ♠ E +1"]
    services.finish(event, by=None)
    assert "4 ♠ N +1" in played_on(client_of(boris), address(event, "scorecard", number))


def test_nobody_learns_from_a_page_or_a_file_what_was_played_of_a_sealed_deal(
    make_event: MakeEvent, boris: Membership, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    play_spades(event, 1)
    services.end_round(event, by=None)
    event.refresh_from_db()
    sitting = sittings_of(event, 1)[0]
    own = [place.contestant.number for place in sitting.sides.all()]
    pages = [address(event, "traveller", sitting.deals[0]), address(event, "scorecard", own[0])]
    pages += [address(event, "download", what, "csv") for what in ("scorecards", "travellers", "results")]
    for page in pages:
        assert "♠" in client_of(ada).get(page).content.decode()
        assert "♠" not in client_of(boris).get(page).content.decode()
    card = card_of(event, own[0], Viewer(contestant=own[0]))
    assert [one.played_text for one in card.scored_lines] == ["4 ♠ N +1" if sitting.deals[0] % 2 else "4 ♠ E +1"]
    link = links.path_of(event, Holder.CONTESTANT, own[0])
    assert len(played_on(Client(), f"{link}results/")) == 1


def test_a_ruled_result_shows_what_was_played_and_what_was_ruled(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    sitting = sittings_of(event, 1)[0]
    first, second = sitting.deals
    services.rule_result(event, sitting, first, {"average": [60, 40]}, why="Revoke", by=None)
    services.rule_result(event, sitting, second, {"weighted": [[0.6, 620], [0.4, -100]]}, why="Claim", by=None)
    number = sitting.sides.all()[0].contestant.number
    found = played_on(client_of(ada), address(event, "scorecard", number))
    assert found == ["4 ♠ N +1 60 % – 40 %", "4 ♠ E +1 weighted: 60 % × 620, 40 % × −100"]
    assert "4 ♠ N +1 60 % – 40 %" in played_on(client_of(ada), address(event, "traveller", first))


def test_a_deal_that_was_not_played_says_so(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=2)
    choose(event, "howell")
    services.start_round(event, by=None)
    services.end_round(event, by=None)
    assert played_on(client_of(ada), address(event, "scorecard", 1)) == ["not played"] * 2


@pytest.mark.parametrize("number", [0, 99, 10**20])
def test_a_contestant_who_is_not_there_has_no_scorecard(
    event: Event, number: int, ada: Membership, client_of: LogIn
) -> None:
    assert client_of(ada).get(address(event, "scorecard", number)).status_code == 404


def test_a_file_says_what_was_played(event: Event, ada: Membership, client_of: LogIn) -> None:
    for what in ("scorecards", "travellers", "results"):
        text = client_of(ada).get(address(event, "download", what, "csv")).content.decode("utf-8-sig")
        rows = list(csv.DictReader(StringIO(text)))
        said = {(row["Table"], row["Board"]): row["Played"] for row in rows}
        assert said == {
            (str(sitting.station), str(deal)): f"4 ♠ {'N' if deal % 2 else 'E'} +{sitting.station}"
            for sitting in sittings_of(event, 1)
            for deal in sitting.deals
        }


def test_it_is_said_in_the_words_of_the_reader(event: Event) -> None:
    with translation.override("de"):
        texts = [one.played_text for one in card_of(event, 1).scored_lines]
    assert all(text.startswith("4 ♠ ") for text in texts)
    assert {text[4] for text in texts} == {"N", "O"}


def test_players_are_named_as_they_sat_also_those_who_sat_out(make_event: MakeEvent, players: list[Player]) -> None:
    """At tables of five, the player who sits out has no points in the ledger."""
    for player, name in zip(players, ("Ada", "Boris", "Chloé", "Dirk", "Emil"), strict=False):
        player.name = name
        player.save()
    event = make_event("doppelkopf", 5, rounds=1, per_round=5)
    choose(event, "draw")
    play_round(event, Random(7))
    table: Any = sittings_of(event, 1)[0].table
    seated = {seat.position: seat.player.name for seat in Seat.objects.filter(table=table)}
    entries = table.config.hand_model.objects.for_table(table)
    for one, detail in zip(card_of(event, 1).scored_lines, entries, strict=True):
        assert one.hand
        assert [chair.short_player for chair in one.hand.chairs] == [seated[position] for position in range(1, 6)]
        for seat in detail.entry.re:
            assert seated[seat] in one.played_text


def test_a_substitute_is_named_from_then_on(make_event: MakeEvent, players: list[Player], ada: Membership) -> None:
    event = make_event("doppelkopf", 4, rounds=1, per_round=2)
    choose(event, "draw")
    started = services.start_round(event, by=None)
    table: Any = started.sittings.get().table
    rules = table.config.rules
    example = next(example.entry for example in rules.EXAMPLES if example.seats == 4 and not example.before)
    play.record_hand(table, example, by=None, key=None)
    seat = Seat.objects.get(table=table, position=example.re[0])
    sub = Player.objects.create(club=event.club, name="Zoltan")
    services.substitute_at(started.sittings.get(), seat.position, sub, by=ada.user)
    table.refresh_from_db()
    play.record_hand(table, example, by=None, key=None)
    event.refresh_from_db()
    first, second = [one.played_text for one in card_of(event, 1).scored_lines]
    assert "Zoltan" not in first
    assert "Zoltan" in second


def test_a_scorecard_adds_up_with_penalties_bonuses_and_a_carry_over(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    contestant = event.contestants.get(number=1)
    for line, why in (
        ({"penalty": 10, "unit": "top"}, "Late"),
        ({"penalty": -2.5, "unit": "percent"}, "Helped"),
        ({"penalty": 0.5, "unit": "points"}, "Noise"),
        ({"carry": 3}, "Last week"),
    ):
        services.rule_contestant(event, contestant, line, why=why, law="90" if why == "Late" else "", by=None)
    event.refresh_from_db()
    card = card_of(event, 1)
    assert card.standing
    assert total(card) == pytest.approx(card.standing.score)
    top = 2.0  # two tables
    assert [each.score for each in card.extras] == pytest.approx([-0.1 * top, 0.025 * 2 * top, -0.5, 3])
    assert [each.why for each in card.extras] == ["Late (90)", "Helped", "Noise", "Last week"]
    assert card_of(event, 2).extras == []
    page = client_of(ada).get(address(event, "scorecard", 1)).content.decode()
    for said in ("penalty: 10 (Percent of a top)", "Late (90)", "−0.20", "carry-over: 3"):
        assert said in page
    own = Client().get(f"{links.path_of(event, Holder.CONTESTANT, 1)}results/").content.decode()
    assert "Late (90)" in own
    (ruling, *_others) = event.rulings.in_force()
    services.withdraw_ruling(event, ruling.pk, by=None)
    assert len(card_of(Event.objects.get(pk=event.pk), 1).extras) == 3


def test_a_scorecard_adds_up_with_what_was_adjusted_at_a_table(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 4, rounds=1, per_round=3)
    choose(event, "draw")
    play_round(event, Random(7))
    sitting = sittings_of(event, 1)[0]
    table = play.reopen_table(sitting.table, by=None) if sitting.table else None
    assert table
    play.record_adjustment(table, [-7, 0, 0, 0], by=None, key=None, why="Late again")
    cards = [card_of(event, number) for number in range(1, 5)]
    assert [total(card) for card in cards] == [card.standing and card.standing.score for card in cards]
    ((extra,),) = (card.extras for card in cards if card.extras)
    assert (extra.score, extra.why, extra.round) == (-7, "Late again", 1)


def test_an_adjustment_changes_who_has_won_at_a_table_and_not_the_number_of_wins(make_event: MakeEvent) -> None:
    event = make_event("belote", 2, comparison="wins", rounds=1, per_round=3)
    choose(event, "draw")
    play_round(event, Random(7))
    sitting = sittings_of(event, 1)[0]
    table = play.reopen_table(sitting.table, by=None) if sitting.table else None
    assert table
    won = next(number for number in (1, 2) if (standing := card_of(event, number).standing) and standing.score == 2)
    seat = sitting.sides.get(contestant__number=won).side - 1
    points = [-5_000 if position % 2 == seat else 0 for position in range(4)]
    play.record_adjustment(table, points, by=None, key=None, why="Wrong cards")
    loser, winner = card_of(event, won), card_of(event, 3 - won)
    assert (loser.standing and loser.standing.score, winner.standing and winner.standing.score) == (0, 2)
    ((extra,),) = (card.extras for card in (loser, winner) if card.extras)
    assert (extra.text, extra.score, extra.why) == ("Adjustment: \N{MINUS SIGN}5,000", 0, "Wrong cards")


def test_a_scorecard_of_meetings_adds_up_with_byes(make_event: MakeEvent) -> None:
    """Each line has the score of its meeting, which counts once."""
    event = make_event("belote", 5, comparison="wins", per_round=3)
    choose(event, "round_robin")
    while event.planned_rounds.not_started().exists():
        play_round(event, Random(7))
    services.finish(event, by=None)
    event.refresh_from_db()
    for number in range(1, 6):
        card = card_of(event, number)
        assert card.extras == []
        assert [each.score for each in card.rounds if each.sitting is None] == [2]
        assert {each.score for each in card.rounds} <= {0, 1, 2}
        assert card.standing
        assert total(card) == card.standing.score


def test_a_meeting_whose_sides_changed_on_the_way_counts_once(make_event: MakeEvent) -> None:
    event = make_event("belote", 2, comparison="wins", rounds=1, per_round=3)
    choose(event, "round_robin")
    play_round(event, Random(7))
    second = Score.objects.filter(table=sittings_of(event, 1)[0].table, hand__number=2)
    places = {score.seat.position: score.player_id for score in second}
    for score in second:
        second.filter(pk=score.pk).update(player=places[score.seat.position % 4 + 1])
    cards = [card_of(event, number) for number in (1, 2)]
    assert [len(card.rounds) for card in cards] == [3, 3]
    assert {total(card) for card in cards} == {2, 0}


@pytest.mark.parametrize(("game", "contestants"), [("preferans", 4), ("doppelkopf", 5)])
def test_a_deal_that_somebody_sat_out_is_none_of_theirs(
    game: str, contestants: int, make_event: MakeEvent, ada: Membership, client_of: LogIn, tmp_path: Path
) -> None:
    """At a table where the dealer sits out, after a round in which everybody dealt once."""
    event = make_event(game, contestants, rounds=1, per_round=contestants - 1)
    choose(event, "draw")
    play_round(event, Random(7))
    numbers, each = range(1, contestants + 1), contestants - 1
    results = EventResults(event)
    assert {one.standing.contestant: one.standing.deals for one in results.ranking.places} == dict.fromkeys(
        numbers, each
    )
    for number in numbers:
        [(sat_out, points, score)] = [
            (line.sat_out, line.points, line.score) for line in card_of(event, number).rounds[0].lines if line.sat_out
        ]
        assert (sat_out, points, score) == (True, None, None)
    client = client_of(ada)
    assert played_on(client, address(event, "scorecard", 1)).count("sits out") == 1
    for what in ("scorecards", "results"):
        text = client.get(address(event, "download", what, "csv")).content.decode("utf-8-sig")
        out = [row for row in csv.DictReader(StringIO(text)) if row["Played"] == "sits out"]
        assert sorted((row["Number"], row["Points"], row["Score"]) for row in out) == [
            (str(n), "", "") for n in numbers
        ]
    ranking = client.get(address(event, "download", "ranking", "csv")).content.decode("utf-8-sig")
    assert {row["Deals"] for row in csv.DictReader(StringIO(ranking))} == {str(each)}
    path = tmp_path / "event.jsonl"
    path.write_bytes(client.get(address(event, "download", "event", "jsonl")).content)
    out = StringIO()
    call_command("rank", game, "total", str(path), stdout=out)
    ranked = [line for line in map(json.loads, out.getvalue().splitlines()) if "place" in line]
    assert {line["contestant"]: line["deals"] for line in ranked} == dict.fromkeys(numbers, each)
