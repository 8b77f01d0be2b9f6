"""Knock-outs of teams and pairs: who goes on, also in the order in which nobody was meant to do it."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.links import Holder, path_of
from scorer.events.models import Event
from scorer.events.planning.proposals import proposals
from scorer.events.results.bracket import BracketMatch, bracket_rounds, to_decide
from scorer.events.results.event_results import EventResults
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_individuals import lines_of
from tests.unplanned.checks import check_transfer


@pytest.fixture
def cup(make_event: MakeEvent) -> Event:
    """A knock-out of 6 teams, of whom 1 and 2 have a bye."""
    event = make_event("bridge", 6, competes="teams", per_round=2, comparison="imps", ranking_shown="at_once")
    choose(event, "knockout")
    return event


def matches(event: Event) -> list[set[int]]:
    """Who meets whom in the last round that is planned."""
    last = event.planned_rounds.last()
    assert last
    couples = {frozenset(sitting.numbers) for sitting in last.sittings.with_contestants()}
    return sorted(map(set, couples), key=min)


def decide(event: Event, winners: Iterable[int], number: int = 1) -> None:
    for winner in winners:
        services.name_winner(event, event.contestants.get(number=winner), number, why="Extra boards", by=None)


def play_and_decide(event: Event, winners: Iterable[int], number: int = 1) -> None:
    play_round(event, Random(7))
    decide(event, winners, number)


def places(event: Event) -> dict[int, int | None]:
    return {ranked.standing.contestant: ranked.place for ranked in EventResults(event).ranking.places}


def drawn(event: Event) -> list[BracketMatch]:
    """The matches of the last round that is planned."""
    return bracket_rounds(EventResults(event), contestants_by_number(event))[0].matches


def doubtful(event: Event) -> list[BracketMatch]:
    return list(to_decide(bracket_rounds(EventResults(event), contestants_by_number(event))))


@pytest.mark.postgres
@pytest.mark.parametrize("comparison", ["vp", "imps", "board_a_match"])
def test_a_knockout_goes_to_its_final_and_the_command_ranks_the_same(
    make_event: MakeEvent, tmp_path: Path, comparison: str
) -> None:
    event = make_event("bridge", 7, competes="teams", per_round=3, comparison=comparison)
    choose(event, "knockout")
    random = Random(7)
    for number in (1, 2, 3):
        if number > 1:
            services.draw_round(event, by=None)
        play_round(event, random)
        assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))
        decide(event, [match.team for match in doubtful(event)], number)
    with pytest.raises(ValidationError, match="The final has been drawn already"):
        services.draw_round(event, by=None)
    services.finish(event, by=None)
    event.refresh_from_db()
    assert sorted(filter(None, places(event).values())) == [1, 2, 3, 3, 5, 5, 5]
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))
    assert faults_of_events() == []


def test_the_command_draws_the_same_as_the_site(cup: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play_and_decide(cup, [6])
    past = tmp_path / "past"
    past.write_text("\n".join(map(json.dumps, lines_of(cup))))
    services.draw_round(cup, by=None)
    call_command("plan", "bridge", "knockout", "--contestants", "6", "--past", str(past), "--rank-by", "imps")
    drawn = capsys.readouterr().out
    for match in matches(cup):
        assert any(f'"contestants": {list(order)}' in drawn for order in (sorted(match), sorted(match)[::-1]))


def test_an_open_match_is_the_main_thing_until_somebody_has_won_it(cup: Event, ada: Membership, client_of: Any) -> None:
    client, console = client_of(ada), reverse("events:event", args=[cup.club_id, cup.pk])
    services.start_round(cup, by=None)
    services.end_round(cup, by=None)
    page = client.get(console).content.decode()
    assert re.search(r'<button class="second"[^>]*>Draw round 2<', page)
    assert len(re.findall(r'<a class="button"[^>]*>Say who goes on<', page)) == 2
    assert page.index("Who goes on?") < page.index("Draw round 2")
    decide(cup, [6, 5])
    page = client.get(console).content.decode()
    assert re.search(r"<button name=[^>]*>Draw round 2<", page)
    assert "Who goes on?" not in page


def test_whoever_is_out_reads_so_when_the_next_round_is_drawn_though_the_ranking_comes_at_the_end(
    make_event: MakeEvent, client: Client, ada: Membership, client_of: Any
) -> None:
    event = make_event("bridge", 4, competes="teams", per_round=2, comparison="imps", ranking_shown="at_the_end")
    choose(event, "knockout")
    play_and_decide(event, [3, 4])
    loser = path_of(event, Holder.CONTESTANT, 1)
    assert "Out in round 1" not in client.get(loser).content.decode()
    services.draw_round(event, by=None)
    page = client.get(loser).content.decode()
    assert "Out in round 1" in page
    assert "sit out" not in page
    assert "Out in round 1" not in client.get(path_of(event, Holder.CONTESTANT, 3)).content.decode()
    draw = client_of(ada).get(reverse("events:draw", args=[event.club_id, event.pk])).content.decode()
    assert draw.count('<optgroup label="Knocked out">') == 2
    _label, _optgroup, out = draw.partition('<optgroup label="Knocked out">')
    assert re.findall(r"\d Team \d", out.partition("</optgroup>")[0]) == ["1 Team 1", "2 Team 2"]


def test_the_best_seeds_have_a_bye_and_winners_meet(cup: Event) -> None:
    assert matches(cup) == [{3, 6}, {4, 5}]
    play_and_decide(cup, [6, 5])
    services.draw_round(cup, by=None)
    assert matches(cup) == [{1, 5}, {2, 6}]
    assert places(cup) == {1: 1, 2: 1, 5: 1, 6: 1, 3: 5, 4: 5}


def test_a_match_is_decided_by_its_imps_with_what_is_carried_over(cup: Event) -> None:
    play_round(cup, Random(7))
    bracket = [match for match in EventResults(cup).bracket[0] if not match.is_bye]
    for match in bracket:
        assert match.won_by == max(match.contestants, key=lambda one: match.scores[match.contestants.index(one)] or 0)
    match = bracket[0]
    loser = next(number for number in match.contestants if number != match.won_by)
    services.rule_contestant(
        cup, cup.contestants.get(number=loser), {"round": 1, "carry": 100}, why="Qualifying", by=None
    )
    assert EventResults(cup).bracket[0][1].won_by != match.won_by or EventResults(cup).out.get(loser) is None


def test_the_card_of_a_match_says_who_goes_on_and_with_what(cup: Event, ada: Membership, client_of: Any) -> None:
    play_round(cup, Random(7))
    services.rule_contestant(cup, cup.contestants.get(number=6), {"round": 1, "carry": 102.5}, why="Group", by=None)
    page = client_of(ada).get(reverse("events:match", args=[cup.club_id, cup.pk, 3, 1])).content.decode()
    _results, _heading, knockout = page.partition("with what is carried over")
    (match,) = (match for match in drawn(cup) if match.team == 3)
    side = match.sides[1]
    assert side.figure == "+93.50"
    assert re.search(
        rf"6 <bdi>[^<]*</bdi></b> <span[^>]*>goes on</span></span><span[^>]*>{re.escape(side.figure)}", knockout
    )


def test_no_round_is_drawn_before_all_matches_are_decided(cup: Event) -> None:
    with pytest.raises(ValidationError, match="has been drawn already"):
        services.draw_round(cup, by=None)
    services.start_round(cup, by=None)
    with pytest.raises(ValidationError, match="when the round has ended"):
        services.draw_round(cup, by=None)
    services.end_round(cup, by=None)  # nobody has played anything
    with pytest.raises(ValidationError, match="Say first who goes on"):
        services.draw_round(cup, by=None)
    assert [match.is_open for match in doubtful(cup)] == [True, True]
    decide(cup, [3, 4])
    decide(cup, [6])  # the director has had a second thought
    assert cup.rulings.in_force().count() == 2
    services.draw_round(cup, by=None)
    assert matches(cup) == [{1, 4}, {2, 6}]


def test_a_winner_has_a_match_in_a_round_that_has_started(cup: Event) -> None:
    services.start_round(cup, by=None)
    for number, of_round in ((1, 1), (4, 2), (9, 9)):
        with pytest.raises((ValidationError, cup.contestants.model.DoesNotExist)):
            decide(cup, [number], of_round)
    decide(cup, [5])  # the others have not come
    services.end_round(cup, by=None)
    assert EventResults(cup).bracket[0][1].winner == 5


def test_a_correction_after_the_draw_changes_nobody_who_plays_and_is_said(cup: Event) -> None:
    play_and_decide(cup, [3, 4])
    services.draw_round(cup, by=None)
    decide(cup, [6])
    assert matches(cup) == [{1, 4}, {2, 3}]
    (doubt,) = doubtful(cup)
    assert doubt.won_by
    assert doubt.gone_on
    assert (doubt.won_by.number, doubt.gone_on.number) == (6, 3)
    assert places(cup)[6] == 5
    services.draw_anew(cup, by=None)
    assert matches(cup) == [{1, 4}, {2, 6}]
    assert doubtful(cup) == []
    services.start_round(cup, by=None)
    decide(cup, [3])
    assert len(doubtful(cup)) == 1
    decide(cup, [6])
    assert doubtful(cup) == []


def test_whoever_leaves_gives_the_match_away(cup: Event) -> None:
    services.start_round(cup, by=None)
    services.end_round(cup, by=None)
    decide(cup, [3])
    services.leave(cup, 4, by=None)
    services.draw_round(cup, by=None)
    assert matches(cup) == [{1, 5}, {2, 3}]
    services.leave(cup, 2, by=None)
    assert matches(cup) == [{1, 5}]
    services.come_back(cup, 2, by=None)
    assert matches(cup) == [{1, 5}, {2, 3}]
    services.leave(cup, 2, by=None)
    play_and_decide(cup, [1], 2)
    services.draw_round(cup, by=None)
    assert matches(cup) == [{1, 3}]
    play_and_decide(cup, [3], 3)
    services.finish(cup, by=None)
    assert places(cup) == {3: 1, 1: 2, 2: 3, 5: 3, 4: 5, 6: 5}
    assert faults_of_events() == []


def test_a_team_that_comes_late_is_drawn_until_the_first_round_starts(cup: Event, players: list[Player]) -> None:
    services.add_late_contestant(cup, players[24:28], name="Late", by=None)
    assert matches(cup) == [{2, 7}, {3, 6}, {4, 5}]
    services.leave(cup, 7, by=None)
    assert matches(cup) == [{3, 6}, {4, 5}]
    services.start_round(cup, by=None)
    with pytest.raises(ValidationError, match="The knock-out has begun"):
        services.add_late_contestant(cup, players[28:32], name="Too late", by=None)
    services.end_round(cup, by=None)
    decide(cup, [3, 4])
    services.draw_round(cup, by=None)
    with pytest.raises(ValidationError, match="each round is drawn"):
        services.replan(cup, "round_robin", by=None)


def test_whoever_is_exchanged_in_the_draw_takes_the_place_in_the_bracket(cup: Event) -> None:
    services.exchange(cup, 1, 4, by=None)
    assert matches(cup) == [{1, 5}, {3, 6}]
    services.exchange(cup, 3, 5, by=None)
    assert matches(cup) == [{1, 3}, {5, 6}]
    play_and_decide(cup, [3, 6])
    services.draw_round(cup, by=None)
    assert matches(cup) == [{2, 6}, {3, 4}]
    services.exchange(cup, 5, 6, by=None)  # who has lost takes the place of who has won
    play_and_decide(cup, [5, 4], 2)
    services.draw_round(cup, by=None)
    assert matches(cup) == [{4, 5}]
    assert places(cup)[6] == 5


def test_a_round_that_goes_on_and_one_that_is_taken_back(cup: Event) -> None:
    play_and_decide(cup, [3, 4])
    services.draw_round(cup, by=None)
    services.go_back(cup, by=None)
    with pytest.raises(ValidationError, match="when the round has ended"):
        services.draw_anew(cup, by=None)
    services.leave(cup, 3, by=None)
    services.end_round(cup, by=None)
    assert matches(cup) == [{1, 4}]
    services.draw_anew(cup, by=None)
    services.start_round(cup, by=None)
    services.take_back_round(cup, by=None)
    services.skip_last_round(cup, by=None)
    services.draw_round(cup, by=None)
    assert matches(cup) == [{1, 4}]
    assert faults_of_events() == []


def test_a_table_that_is_reopened_changes_who_has_won(cup: Event) -> None:
    play_round(cup, Random(7))
    match = next(match for match in EventResults(cup).bracket[0] if not match.is_bye)
    first = next(
        sitting
        for sitting in cup.planned_rounds.all()[0].sittings.with_contestants()
        if set(sitting.numbers) == set(match.contestants)
    )
    assert first.table
    play.reopen_table(first.table, by=None)
    for hand in first.table.hands.counted():
        play.void_hand(hand, by=None, why="Wrong boards")
    assert EventResults(cup).bracket[0][1].won_by is None
    assert [doubt.is_open for doubt in doubtful(cup)].count(True) == 1


def test_pairs_play_a_knockout_at_one_table(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("bridge", 5, per_round=3, comparison="total")
    choose(event, "knockout")
    for number in (1, 2, 3):
        if number > 1:
            services.draw_round(event, by=None)
        assert {len(sitting.numbers) for sitting in event.planned_rounds.all()[number - 1].sittings.all()} == {2}
        play_round(event, Random(number))
        decide(event, [match.team for match in doubtful(event)], number)
    services.finish(event, by=None)
    assert sorted(filter(None, places(event).values())) == [1, 2, 3, 3, 5]
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))


def test_a_knockout_is_proposed_with_its_rounds_and_byes(make_event: MakeEvent) -> None:
    event = make_event("bridge", 11, competes="teams", minutes=210)
    (proposal,) = (proposal for proposal in proposals(event, 11) if proposal.key == "knockout")
    assert (proposal.rounds, proposal.per_round) == (4, 7)
    assert (proposal.deals_each, proposal.sits_out, proposal.title) == ("7–28", "5 once", "Knock-out")
    assert "whoever loses a match is out" in proposal.notes
    assert proposals(event, 11)[0].key == "swiss"


def test_the_director_says_on_the_page_who_goes_on(cup: Event, ada: Membership, client_of: Any) -> None:
    client, of_event = client_of(ada), [cup.club_id, cup.pk]
    services.start_round(cup, by=None)
    services.end_round(cup, by=None)
    page = reverse("events:event", args=of_event)
    path = reverse("events:name_winner", args=[*of_event, 1, 3])
    assert path in client.get(page).content.decode()
    refused = client.post(reverse("events:draw", args=of_event), {"do": "draw"})
    assert refused.status_code == 409
    assert path in refused.content.decode()
    assert "Team 6" in client.get(path).content.decode()
    assert client.post(path, {"winner": "1", "why": "Extra boards"}).status_code == 422
    assert client.post(path, {"winner": "6"}).status_code == 422
    assert client.post(path, {"winner": "6", "why": "Extra boards"}).status_code == 302
    assert (
        client.post(reverse("events:name_winner", args=[*of_event, 1, 4]), {"winner": "4", "why": "x"}).status_code
        == 302
    )
    for unknown in ((1, 1), (2, 3), (0, 3), (1, 99)):
        assert client.get(reverse("events:name_winner", args=[*of_event, *unknown])).status_code == 404
    assert client.post(reverse("events:draw", args=of_event), {"do": "draw"}).status_code == 302
    shown = client.get(page).content.decode()
    assert "Semi-finals" in shown
    assert "goes on after round 1" in shown
    assert "out in round 1" in shown
    decide(cup, [3])
    assert "By the results Team 3 has won, but Team 6 has gone on" in client.get(page).content.decode()
    ruling = reverse("events:rule_contestant", args=[*of_event, 6])
    assert client.post(ruling, {"kind": "carry", "amount": "3", "why": "x", "unit": "imps"}).status_code == 422
    typed = {"kind": "carry", "amount": "3", "why": "x", "unit": "imps", "round": "2"}
    assert client.post(ruling, typed).status_code == 302
    assert cup.rulings.in_force().get(line__round=2).line == {"round": 2, "carry": 3.0}


def test_every_page_of_a_knockout_is_served(cup: Event, ada: Membership, client_of: Any, client: Client) -> None:
    director, of_event = client_of(ada), [cup.club_id, cup.pk]
    names = ("event", "draw", "movement", "screen", "people", "matches", "cards", "seats")
    play_and_decide(cup, [6, 5])
    for step in (services.draw_round, services.start_round, services.end_round):
        step(cup, by=None)
        for name in names:
            assert director.get(reverse(f"events:{name}", args=of_event)).status_code in {200, 302, 409}, name
        assert "sits out" not in director.get(reverse("events:movement", args=of_event)).content.decode()
    screen = reverse("events:screen", args=of_event)
    shown = "".join(director.get(f"{screen}?view={number}&still").content.decode() for number in range(6))
    assert "Semi-finals" in shown
    assert "sits out" not in shown
    cup.refresh_from_db()
    assert "Out in round 1" in client.get(path_of(cup, Holder.CONTESTANT, 3)).content.decode()
    assert "Out in round 1" not in client.get(path_of(cup, Holder.CONTESTANT, 6)).content.decode()


@pytest.mark.postgres
def test_export_and_import_bring_back_a_knockout(cup: Event) -> None:
    play_and_decide(cup, [3, 5])
    check_transfer(cup)
    services.draw_round(cup, by=None)
    services.leave(cup, 3, by=None)
    services.start_round(cup, by=None)
    check_transfer(cup)
