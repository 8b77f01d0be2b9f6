"""Teams at bridge: each has two tables in a round, with the same deals, and a match is what both make of them."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import SHEETS
from scorer.events.forms.lists import lines_of as lines_of_cells
from scorer.events.forms.lists import read_list
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting, SittingSide
from scorer.events.planning.movement import seats_in
from scorer.events.results.event_results import EventResults, Viewer
from scorer.events.results.lines import scored_lines
from scorer.events.results.matches import cross_table, match_of, matches_of, players_of
from scorer.events.results.ranking import fields_of
from scorer.events.results.units import figure_in, has_decimals, worth_of
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.standings.event_results import read_event_results
from scorer.transfer.event_export import event_records
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_all, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_individuals import lines_of
from tests.unplanned.checks import check_transfer


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """An evening of 4 teams, in which everybody meets everybody."""
    event = make_event("bridge", 4, competes="teams", per_round=2, ranking_shown="at_once")
    choose(event, "round_robin")
    return event


@pytest.mark.postgres
@pytest.mark.parametrize("comparison", ["vp", "imps", "board_a_match"])
def test_the_site_ranks_teams_as_the_command_does(make_event: MakeEvent, tmp_path: Path, comparison: str) -> None:
    event = make_event("bridge", 5, competes="teams", per_round=2, comparison=comparison)
    choose(event, "round_robin")
    random = Random(7)
    for _round in range(5):
        play_round(event, random)
    services.finish(event, by=None)
    ranking = EventResults(event).ranking
    assert {ranked.standing.deals for ranked in ranking.places} == {8}
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))
    assert faults_of_events() == []
    assert [fault for table in Table.objects.all()[:3] for fault in faults(table)] == []


def test_a_match_is_played_at_two_tables_with_the_same_deals(event: Event) -> None:
    first = event.planned_rounds.all()[0]
    tables = {sitting.station: (sitting.numbers, sitting.deals, sitting.copy) for sitting in first.sittings.all()}
    assert sorted(tables) == [1, 2, 3, 4]
    for station in (1, 3):
        numbers, *rest = tables[station]
        assert tables[station + 1] == (numbers[::-1], *rest)
    seats = seats_in(first, contestants_by_number(event))
    assert [seat.contestant.number for seat in seats] == [1, 2, 3, 4]
    assert sorted(place for seat in seats for place in seat.places) == [
        (station, side) for station in (1, 2, 3, 4) for side in ("E–W", "N–S")
    ]


@pytest.fixture
def played(event: Event) -> Event:
    """The same evening, finished."""
    random = Random(7)
    for _round in range(3):
        play_round(event, random)
    services.finish(event, by=None)
    event.refresh_from_db()
    return event


def test_every_page_of_teams_is_served(played: Event, ada: Membership, client_of: Any) -> None:
    client, of_event = client_of(ada), [played.club_id, played.pk]
    own = path_of(played, Holder.CONTESTANT, 1)
    for path in (
        *(reverse(f"events:{name}", args=of_event) for name in ("event", "matches", "movement", "cards", "screen")),
        *(reverse(f"events:{name}", args=of_event) for name in ("seats", "paper", "people", "settings", "copy")),
        reverse("events:match", args=[*of_event, 1, 2]),
        reverse("events:scorecard", args=[*of_event, 1]),
        reverse("events:contestant", args=[*of_event, 1]),
        reverse("events:traveller", args=[*of_event, 1]),
        *(reverse("events:download", args=[*of_event, what, "csv"]) for what in SHEETS),
        own,
        f"{own}results/",
        f"{own}matches/2/",
        f"{own}deals/1/",
    ):
        assert client.get(path).status_code == 200, path
    for team, number in ((1, 9), (9, 1)):
        assert client.get(reverse("events:match", args=[*of_event, team, number])).status_code == 404


def test_a_card_of_a_match_has_both_results_of_each_board(played: Event) -> None:
    results, people = EventResults(played), contestants_by_number(played)
    for number in (1, 2, 3):
        card = match_of(results, people, number, 1)
        assert card
        other = match_of(results, people, number, card.teams[1].number)
        assert other
        assert (card.done, card.count) == (2, 2)
        assert [[len(room) for room in board.rooms] for board in card.boards] == [[1, 1], [1, 1]]
        assert card.sums == other.sums[::-1]
        assert card.worths == other.worths[::-1]
        assert [board.figures[::-1] for board in card.boards] == [board.figures for board in other.boards]
    rounds = matches_of(results, people)
    assert {number: len(matches) for number, matches in rounds.items()} == {3: 2, 2: 2, 1: 2}
    cross = cross_table(rounds, people)
    assert [len([matches for _other, matches in row.cells if matches]) for row in cross] == [3] * 4
    players = players_of(results, people)
    assert len(players) == 16
    assert {player.deals for player in players} == {6}


def test_the_scores_of_a_column_have_the_same_number_of_decimals(
    played: Event, ada: Membership, client_of: Any
) -> None:
    results, people = EventResults(played), contestants_by_number(played)

    def decimals(figures: Iterable[str]) -> set[str]:
        return {figure.partition(".")[2] and "two" for figure in figures if figure != "–"}

    (field,) = fields_of(results, people)
    players = players_of(results, people)
    assert any(not worth.is_integer() for standing in field.standings for _round, worth in standing.rounds if worth)
    for column in (
        [standing.figure for standing in field.standings],
        [figure for matches in matches_of(results, people).values() for match in matches for figure in match.figures],
        [player.mean for player in players],
    ):
        assert decimals(column) == {"two"}
    assert decimals(player.total for player in players) in ({""}, {"two"})
    assert {figure for standing in field.standings for _round, figure in standing.by_round} <= {
        figure for matches in matches_of(results, people).values() for match in matches for figure in match.figures
    }
    page = client_of(ada).get(reverse("events:event", args=[played.club_id, played.pk])).content.decode()
    assert decimals(re.findall(r"R\d\s*<b>([^<]*)</b>", page)) == {"two"}


def test_whole_scores_have_no_decimals_as_long_as_all_are_whole() -> None:
    assert not has_decimals([None, 3, -2.0, Fraction(12)])
    assert has_decimals([3, Fraction(1, 2)])
    assert (figure_in("vp", 12), figure_in("vp", 12, decimals=True)) == ("12", "12.00")
    assert (figure_in("imps", 2), figure_in("imps", 2, decimals=True)) == ("+2", "+2.00")
    assert worth_of("vp", 12, None, decimals=True) == "12.00 VP"


def test_the_boards_of_a_match_are_in_imps_and_the_match_in_victory_points(
    make_event: MakeEvent, ada: Membership, client_of: Any
) -> None:
    event = make_event("bridge", 4, competes="teams", rounds=1, per_round=2, comparison="vp")
    choose(event, "swiss")
    play_round(event, Random(7))
    client, of_event = client_of(ada), [event.club_id, event.pk]
    card = client.get(reverse("events:scorecard", args=[*of_event, 1])).content.decode()
    assert '<th scope="col" class="num">IMPs</th>' in card
    assert "<small>VP</small>" in card
    assert "IMPs</th>" in client.get(reverse("events:traveller", args=[*of_event, 1])).content.decode()
    results = EventResults(event)
    (line, *_others) = scored_lines(results, contestants_by_number(event))
    assert all(figure in ("0", "–") or figure[0] in "+−" for figure, _below in line.worths)


def test_matches_and_players_are_files_with_figures(make_event: MakeEvent, ada: Membership, client_of: Any) -> None:
    event = make_event("bridge", 4, competes="teams", rounds=1, per_round=2, comparison="vp")
    choose(event, "swiss")
    play_round(event, Random(7))
    client, people, results = client_of(ada), contestants_by_number(event), EventResults(event)

    def rows(what: str) -> list[dict[str, str]]:
        content = client.get(reverse("events:download", args=[event.club_id, event.pk, what, "csv"])).content
        return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))

    matches = rows("matches")
    assert [*matches[0]] == ["Round", "Number", "Name", "Against", "IMPs", "VP", "Boards"]
    assert len(matches) == 4
    for row in matches:
        card = match_of(results, people, 1, int(row["Number"]))
        assert card
        assert row["Against"] == str(card.teams[1])
        assert (figure_in("imps", float(row["IMPs"])), figure_in("vp", float(row["VP"]))) == (
            card.sums[0],
            card.worths[0],
        )
        assert row["Boards"] == "2"
    players = rows("players")
    assert [row["Name"] for row in players] == [player.name for player in players_of(results, people)]
    assert all(float(row["Total"]) == pytest.approx(2 * float(row["Mean"])) for row in players)
    assert rows("results")


def test_the_big_screen_has_the_matches_of_the_latest_round_and_the_best_players(
    event: Event, ada: Membership, client_of: Any
) -> None:
    client, screen = client_of(ada), reverse("events:screen", args=[event.club_id, event.pk])

    def shown() -> str:
        return "".join(client.get(f"{screen}?view={number}&still").content.decode() for number in range(4))

    assert "best players" not in shown()
    random = Random(7)
    play_round(event, random)
    play_round(event, random)
    page = shown()
    assert "Matches of round 2" in page
    assert "Matches of round 1" not in page
    results, people = EventResults(event), contestants_by_number(event)
    for match in matches_of(results, people)[2]:
        assert f"{match.figures[0]} : {match.figures[1]}" in page
    best, *_others = players_of(results, people)
    assert f'<bdi>{best.name}</bdi> <small><bdi>{best.contestant}</bdi></small></th><td class="num">{best.mean}' in page
    services.change_event(event, ranking_shown="at_the_end", by=None)
    assert "Matches of round" not in shown()


def test_a_team_and_a_match_have_one_line_where_a_director_exchanges_them(
    make_event: MakeEvent, ada: Membership, client_of: Any
) -> None:
    event = make_event("bridge", 5, competes="teams", rounds=2, per_round=2, comparison="vp")
    choose(event, "swiss")
    client, of_event = client_of(ada), [event.club_id, event.pk]
    seats = client.get(reverse("events:seats", args=of_event)).content.decode()
    assert [seats.count(f">Team {number}</bdi>") for number in range(1, 6)] == [1] * 5
    assert len(re.findall(r"Table \d <b>", seats)) == 8
    draw = client.get(reverse("events:draw", args=of_event)).content.decode()
    assert re.findall(r"<b>(Table[^<]*)</b>", draw) == ["Table 1 · Table 2", "Table 3 · Table 4"]


def test_a_board_counts_when_both_rooms_have_played_it(event: Event) -> None:
    first, *_others = services.start_round(event, by=None).sittings.select_related("table")
    assert first.table
    play_all(first.table, Random(7))
    team, _other = first.numbers
    card = match_of(EventResults(event), contestants_by_number(event), 1, team)
    assert card
    assert (card.done, card.count, card.worths) == (0, 2, ("", ""))
    assert [[len(room) for room in board.rooms] for board in card.boards] == [[1, 0], [1, 0]]


def test_a_team_sees_a_deal_when_it_is_over_at_both_of_its_tables(event: Event) -> None:
    sittings = list(services.start_round(event, by=None).sittings.select_related("table"))
    team = sittings[0].numbers[0]
    own = [sitting for sitting in sittings if team in sitting.numbers]
    random = Random(7)
    seen = []
    for sitting in own:
        assert sitting.table
        play_all(sitting.table, random)
        seen.append(len(EventResults(event, Viewer(contestant=team)).lines))
    assert seen == [0, 8]  # with those that others have not played yet


def test_a_team_finds_both_of_its_tables_by_its_link(event: Event, client: Client) -> None:
    services.start_round(event, by=None)
    event.refresh_from_db()
    own = path_of(event, Holder.CONTESTANT, 1)
    page = client.get(own).content.decode()
    assert page.count("Enter hands") == 2
    assert "Player 1 &amp; Player 2" in page
    assert "Player 3 &amp; Player 4" in page
    tables = []
    for side in (1, 2):
        joined = client.post(own, {"side": side})
        assert joined.status_code == 302
        tables.append(joined["Location"])
    assert len(set(tables)) == 2


def test_teams_of_six_sign_up_with_a_name(club: Club, ada: Membership, client_of: Any, players: list[Player]) -> None:
    event = services.create_event(
        club, get_game("bridge"), name="League", preset="duplicate", comparison="vp", competes="teams", by=None
    )
    client = client_of(ada)
    path = reverse("events:sign_up", args=[club.pk, event.pk])
    typed = {f"player_{place}": str(players[place]) for place in range(1, 7)}
    assert client.post(path, typed | {"team": "Lions"}).status_code == 302
    assert "Lions" in client.get(reverse("events:event", args=[club.pk, event.pk])).content.decode()
    more = {f"player_{place}": str(players[place + 6]) for place in range(1, 5)}
    assert client.post(path, more | {"team": "Lions"}).status_code == 422
    assert client.post(path, more | {"player_4": ""}).status_code == 422
    assert client.post(path, more).status_code == 302
    assert [str(contestant) for contestant in event.contestants.all()] == [
        "Lions",
        "Player 8 & Player 9 & Player 10 & Player 11",
    ]
    assert faults_of_events() == []


def test_a_list_has_a_team_in_each_line(club: Club, ada: Membership, client_of: Any, players: list[Player]) -> None:
    event = services.create_event(
        club, get_game("bridge"), name="League", preset="duplicate", comparison="vp", competes="teams", by=None
    )
    lines = read_list(
        "1. Lions: Player 1 & Player 2 & Player 3 & Player 4 & Player 5\nPlayer 6, Player 7 & Player 8", event
    )
    assert (lines[0].team, len(lines[0].players), lines[0].problem) == ("Lions", 5, "")
    assert "from 4 to 6 names" in lines[1].problem
    rows = [(1, ["1", "Tigers", "Player 6", "Player 7", "Player 8", "Player 9", ""])]
    assert lines_of_cells(rows, event) == "Tigers: Player 6 & Player 7 & Player 8 & Player 9"


def test_an_event_of_teams_is_created_with_a_comparison_of_matches(club: Club, ada: Membership, client_of: Any) -> None:
    client = client_of(ada)
    path = reverse("events:create", args=[club.pk, "bridge"])
    fetched = client.get(path, {"competes": "teams"}, headers={"HX-Request": "true"}).content.decode()
    assert "IMPs of the matches" in fetched
    assert "Matchpoints" not in fetched
    typed = {"name": "League", "preset": "duplicate", "competes": "teams"}
    assert client.post(path, typed | {"comparison": "matchpoints"}).status_code == 422
    assert client.post(path, typed | {"comparison": "imps"}).status_code == 302
    assert Event.objects.get().of_teams


def test_the_halves_of_a_match_may_be_in_two_rounds(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("bridge", 5, competes="teams", per_round=2, ranking_shown="at_once")
    choose(event, "teams")
    random = Random(7)
    for _round in range(event.planned_rounds.count()):
        play_round(event, random)
    results, people = EventResults(event), contestants_by_number(event)
    assert sum(len(matches) for matches in matches_of(results, people).values()) == 10
    assert {ranked.standing.deals for ranked in results.ranking.places} == {8}
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))
    assert not [line for line in results.lines if line.again]
    assert faults_of_events() == []


def test_swiss_teams_meet_once_and_rest_once(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("bridge", 7, competes="teams", rounds=4, per_round=1)
    choose(event, "swiss")
    random = Random(7)
    for number in range(4):
        if number:
            services.draw_round(event, by=None)
        play_round(event, random)
    couples = [
        frozenset(sitting.numbers) for sitting in Sitting.objects.filter(round__event=event) if sitting.station % 2
    ]
    assert len(couples) == len(set(couples)) == 12
    results = EventResults(event)
    assert len({extra.contestant for extra in results.byes}) == 4
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))
    assert faults_of_events() == []


@pytest.fixture
def five(club: Club, players: list[Player]) -> Event:
    """Two teams of five, who have a match of two rounds of the deals in front of them."""
    event = services.create_event(
        club, get_game("bridge"), name="Cup", preset="duplicate", comparison="imps", competes="teams", by=None
    )
    services.sign_up_all(event, [(1, players[:5]), (2, players[5:10])], names={1: "Lions", 2: "Tigers"}, by=None)
    choose(event, "round_robin")
    return event


def seated(event: Event, number: int) -> list[list[str]]:
    """The players of a team at the tables of the running round, by its side."""
    sides = SittingSide.objects.filter(sitting__round__in=event.planned_rounds.running(), contestant__number=number)
    return [
        [
            str(side.sitting.table.seats.current().get(position=position).player)
            for position in event.sides(4)[side.side - 1]
        ]
        for side in sides.order_by("side").select_related("sitting__table")
        if side.sitting.table
    ]


def test_a_team_changes_its_line_up_until_the_first_board(five: Event) -> None:
    services.set_line_up(five, 1, {1: [5, 1], 2: [2, 4]}, by=None)
    services.start_round(five, by=None)
    assert seated(five, 1) == [["Player 1", "Player 5"], ["Player 2", "Player 4"]]
    assert seated(five, 2) == [["Player 6", "Player 7"], ["Player 8", "Player 9"]]
    services.set_line_up(five, 1, {1: [1, 2], 2: [3, 5]}, by=None)
    assert seated(five, 1) == [["Player 1", "Player 2"], ["Player 3", "Player 5"]]
    assert faults_of_events() == []
    first = Sitting.objects.filter(round__event=five)[0]
    assert first.table
    play_all(first.table, Random(7), hands=1)
    with pytest.raises(ValidationError, match="The round has begun"):
        services.set_line_up(five, 1, {1: [1, 2], 2: [3, 4]}, by=None)


@pytest.mark.parametrize("line_up", [{1: [1, 2], 2: [2, 3]}, {1: [1], 2: [2, 3]}, {1: [1, 2, 3], 2: [4]}, {1: [1, 2]}])
def test_a_line_up_has_two_players_for_each_table(five: Event, line_up: dict[int, list[int]]) -> None:
    with pytest.raises(ValidationError, match="Choose 2 players for each table"):
        services.set_line_up(five, 1, line_up, by=None)


def test_a_team_changes_its_line_up_by_its_link(five: Event, client: Client, ada: Membership, client_of: Any) -> None:
    own = f"{path_of(five, Holder.CONTESTANT, 1)}line-up/"
    assert client.get(own).status_code == 200
    typed = {"place_1": "1", "place_2": "", "place_3": "2", "place_4": "2", "place_5": "1"}
    assert client.post(own, typed | {"place_2": "1"}).status_code == 422
    assert client.post(own, typed).status_code == 302
    services.start_round(five, by=None)
    assert seated(five, 1) == [["Player 1", "Player 5"], ["Player 3", "Player 4"]]
    page = reverse("events:line_up", args=[five.club_id, five.pk, 2])
    assert client_of(ada).post(page, typed).status_code == 302
    assert seated(five, 2) == [["Player 6", "Player 10"], ["Player 8", "Player 9"]]


def test_a_line_up_goes_on_in_the_rounds_that_are_drawn(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, competes="teams", rounds=3, per_round=1)
    choose(event, "swiss")
    services.set_line_up(event, 1, {1: [1, 3], 2: [2, 4]}, by=None)
    play_round(event, Random(7))
    services.draw_round(event, by=None)
    services.start_round(event, by=None)
    assert seated(event, 1) == [["Player 1", "Player 3"], ["Player 2", "Player 4"]]


def test_a_substitute_of_a_team_sits_where_the_player_sat(five: Event, players: list[Player]) -> None:
    services.start_round(five, by=None)
    services.substitute(five, 1, 3, players[20], now=True, by=None)
    assert seated(five, 1) == [["Player 1", "Player 2"], ["Player 21", "Player 4"]]
    assert faults_of_events() == []


def test_leaderboards_know_who_of_a_team_played(five: Event) -> None:
    services.set_line_up(five, 1, {1: [1, 2], 2: [3, 5]}, by=None)
    play_round(five, Random(7))
    services.finish(five, by=None)
    tables = Sitting.objects.filter(round__event=five).values_list("table", flat=True)
    (result,) = read_event_results([table for table in tables if table])
    assert Counter(part.side for part in result.parts) == {0: 4, 1: 4}
    assert five.contestants.get(number=1).by_place(1)[4].pk not in {part.player for part in result.parts}


def test_a_player_of_the_team_who_substitutes_is_in_the_line_up(five: Event, players: list[Player]) -> None:
    services.start_round(five, by=None)
    first = Sitting.objects.filter(round__event=five)[0]
    assert first.table
    play_all(first.table, Random(7), hands=1)
    services.substitute(five, 1, 2, players[4], now=True, by=None)
    assert seated(five, 1) == [["Player 1", "Player 5"], ["Player 3", "Player 4"]]
    with pytest.raises(ValidationError, match="a player of the team who does not"):
        services.substitute(five, 1, 1, players[2], now=True, by=None)
    services.substitute(five, 1, 5, players[1], now=True, by=None)  # which undoes it
    assert seated(five, 1) == [["Player 1", "Player 2"], ["Player 3", "Player 4"]]
    assert five.contestants.get(number=1).players.count() == 5
    assert faults_of_events() == []


def test_a_substitute_and_a_line_up_agree_in_either_order(five: Event, players: list[Player]) -> None:
    services.start_round(five, by=None)
    services.substitute(five, 1, 5, players[20], now=True, by=None)
    services.set_line_up(five, 1, {1: [1, 5], 2: [3, 4]}, by=None)
    assert seated(five, 1) == [["Player 1", "Player 21"], ["Player 3", "Player 4"]]
    services.substitute(five, 1, 5, players[21], now=True, by=None)
    services.substitute(five, 1, 2, players[22], now=True, by=None)
    assert seated(five, 1) == [["Player 1", "Player 22"], ["Player 3", "Player 4"]]
    services.set_line_up(five, 1, {1: [2, 5], 2: [3, 4]}, by=None)
    assert seated(five, 1) == [["Player 23", "Player 22"], ["Player 3", "Player 4"]]
    assert faults_of_events() == []


def test_a_substitute_leaves_a_line_up_that_has_both_players_where_the_team_wants_them(
    club: Club, players: list[Player]
) -> None:
    """The team lines up its fifth player for the next round, and the director lets her play at once."""
    event = services.create_event(
        club, get_game("bridge"), name="Cup", preset="duplicate", comparison="vp", competes="teams", rounds=2, by=None
    )
    services.sign_up_all(event, [(line, players[5 * line : 5 * line + 5]) for line in range(4)], by=None)
    choose(event, "swiss")
    services.start_round(event, by=None)
    sitting = Sitting.objects.filter(round__event=event, sides__contestant__number=1)[0]
    assert sitting.table
    play_all(sitting.table, Random(7), hands=1)
    services.set_line_up(event, 1, {1: [5, 2], 2: [3, 4]}, by=None)
    services.substitute(event, 1, 1, players[4], now=True, by=None)
    assert seated(event, 1) == [["Player 5", "Player 2"], ["Player 3", "Player 4"]]
    services.end_round(event, by=None)
    services.draw_round(event, by=None)
    services.start_round(event, by=None)
    assert seated(event, 1) == [["Player 5", "Player 2"], ["Player 3", "Player 4"]]


def test_a_line_up_holds_for_rounds_that_are_not_drawn_yet(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, competes="teams", rounds=2, per_round=1)
    choose(event, "swiss")
    services.start_round(event, by=None)
    for sitting in Sitting.objects.filter(round__event=event).select_related("table"):
        assert sitting.table
        play_all(sitting.table, Random(7))
    assert services.set_line_up(event, 1, {1: [1, 3], 2: [2, 4]}, by=None) == 2
    assert seated(event, 1) == [["Player 1", "Player 2"], ["Player 3", "Player 4"]]
    services.end_round(event, by=None)
    services.draw_round(event, by=None)
    services.start_round(event, by=None)
    assert seated(event, 1) == [["Player 1", "Player 3"], ["Player 2", "Player 4"]]


def test_a_team_keeps_its_line_up_when_others_leave_or_are_exchanged(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, competes="teams", rounds=2, per_round=1)
    choose(event, "round_robin")
    services.set_line_up(event, 1, {1: [1, 3], 2: [2, 4]}, by=None)
    opponent = next(
        number
        for sitting in event.planned_rounds.all()[0].sittings.all()
        if 1 in sitting.numbers
        for number in sitting.numbers
        if number != 1
    )
    services.leave(event, opponent, by=None)
    services.come_back(event, opponent, by=None)
    services.exchange_numbers(event, 1, opponent, by=None)
    services.start_round(event, by=None)
    assert seated(event, opponent) == [["Player 1", "Player 3"], ["Player 2", "Player 4"]]
    assert faults_of_events() == []


def test_teams_that_sat_at_each_others_tables_are_swapped_before_the_first_board(make_event: MakeEvent) -> None:
    event = make_event("bridge", 5, competes="teams", per_round=1)
    choose(event, "round_robin")
    first = services.start_round(event, by=None)
    resting = next(iter({1, 2, 3, 4, 5} - {number for sitting in first.sittings.all() for number in sitting.numbers}))
    one, another = first.sittings.all()[0], first.sittings.all()[2]
    number, other = one.numbers[0], another.numbers[0]
    for others in (other, resting):
        contestants = [event.contestants.get(number=wanted) for wanted in (number, others)]
        before = seated(event, number), seated(event, others)
        services.swap_contestants(event, one, *contestants, by=None)
        assert others in Sitting.objects.get(pk=one.pk).numbers
        if others == other:
            assert (seated(event, number), seated(event, others)) == before
        assert faults_of_events() == []
        services.swap_contestants(event, one, *reversed(contestants), by=None)
        assert number in Sitting.objects.get(pk=one.pk).numbers
    assert one.table
    play_all(one.table, Random(7), hands=1)
    with pytest.raises(ValidationError, match="Correct the seats at each of them"):
        services.swap_contestants(event, one, *contestants, by=None)


@pytest.mark.postgres
def test_export_and_import_bring_back_line_ups_and_matches(five: Event) -> None:
    services.set_line_up(five, 1, {1: [5, 1], 2: [2, 4]}, by=None)
    check_transfer(five)
    play_round(five, Random(7))
    check_transfer(five)
    record = next(event_records(Event.objects.all()))
    assert record["contestants"][0]["line_up"] == [1, 5, 2, 4]
    assert [place["line_up"] for place in record["plan"][0]["sittings"][0]["places"] if place["contestant"] == 1]


@pytest.mark.parametrize("line_up", [[1, 2, 3], [1, 1, 2, 3], [1, 2, 3, 9], ["1", 2, 3, 4], {"1": 2}])
def test_the_audit_finds_a_line_up_that_is_none(five: Event, line_up: Any) -> None:
    five.contestants.filter(number=1).update(line_up=line_up)
    assert {fault.code for fault in faults_of_events()} == {"contestants"}


@pytest.mark.parametrize(
    ("name", "more", "format", "most"),
    [
        ("matches", (), "round_robin", 16),
        ("match", (1, 1), "round_robin", 16),
        ("line_up", (1,), "round_robin", 14),
        ("event", (), "knockout", 24),
        ("screen", (), "knockout", 20),
        ("name_winner", (1, 1), "knockout", 20),
    ],
)
def test_pages_take_as_many_queries_for_more_teams_and_boards(
    make_event: MakeEvent,
    ada: Membership,
    client_of: Any,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    name: str,
    more: tuple[int, ...],
    format: str,  # noqa: A002  # as the field is called
    most: int,
) -> None:
    client, counts = client_of(ada), []
    for teams, per_round in ((4, 1), (8, 2)):
        event = make_event("bridge", teams, competes="teams", rounds=2, per_round=per_round)
        choose(event, format)
        play_round(event, Random(7))
        page = reverse(f"events:{name}", args=[event.club_id, event.pk, *more])
        with django_assert_max_num_queries(most) as asked:
            assert client.get(page).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
