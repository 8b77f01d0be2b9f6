"""People who come late, leave, or stand in for others. What was played stays, and the plan stays sound."""

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from django.core.exceptions import ValidationError

from scorer.club.models import Player
from scorer.contest.plan import Plan, Resting, Verdict, judge
from scorer.contest.plan import Round as PlannedRound
from scorer.contest.plan import Sitting as PlannedSitting
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event, HalfTable
from scorer.events.planning.movement import free_place
from scorer.events.results.event_results import EventResults
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Score, Table
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here


def stored_plan(event: Event) -> Plan:
    """The plan with everybody who does not play in a round resting in it."""
    numbers = [contestant.number for contestant in event.contestants.all()]
    rounds = []
    for each in event.planned_rounds.all():
        sittings = tuple(
            PlannedSitting(sitting.station, sitting.numbers, tuple(sitting.deals), sitting.copy)
            for sitting in each.sittings.all()
        )
        playing = {number for sitting in sittings for number in sitting.contestants}
        rounds.append(PlannedRound(each.number, sittings, tuple(Resting(n) for n in numbers if n not in playing)))
    return Plan(tuple(rounds))


def sound(event: Event) -> Verdict:
    verdict = judge(stored_plan(event))
    assert verdict.defects == ()
    assert faults_of_events() == []
    return verdict


def played_by(event: Event, number: int) -> list[int]:
    """The rounds in which a contestant plays or has played."""
    return [
        each.number
        for each in stored_plan(event).rounds
        if any(number in sitting.contestants for sitting in each.sittings)
    ]


def ranked_by_export(event: Event, path: Path) -> list[tuple[int, int, float]]:
    lines = list(event_lines(EventResults(event), contestants_by_number(event)))
    return ranked_by_command(event, path, "--set", f"winners={event.winners}", lines=lines)


@pytest.fixture
def thirteen(make_event: MakeEvent) -> Event:
    """13 pairs in a Mitchell of seven rounds: one of them rests in each."""
    event = make_event("bridge", 13, rounds=7, per_round=1)
    choose(event, "mitchell")
    return event


@pytest.fixture
def late(players: list[Player], thirteen: Event) -> list[Player]:
    """The last two, who are not there when the event begins."""
    last = thirteen.contestants.get(number=13)
    assert [one.player for one in last.players.all()] == players[24:26]
    return [Player.objects.create(club=thirteen.club, name=name) for name in ("Ingrid", "Jovan")]


def test_with_an_odd_number_a_place_is_kept_in_every_round(thirteen: Event) -> None:
    halves = HalfTable.objects.filter(round__event=thirteen).order_by("round__number")
    assert [half.numbers for half in halves] == [[number, 0] for number in (7, 1, 2, 3, 4, 5, 6)]
    for half in halves:
        others = {(one.station, one.first_deal) for one in half.round.sittings.all()}
        assert half.station not in {station for station, _deal in others}
        assert half.first_deal not in {deal for _station, deal in others}


def test_a_late_pair_takes_the_rest_from_the_next_round_on(thirteen: Event, late: list[Player], tmp_path: Path) -> None:
    random = Random(7)
    play_round(thirteen, random)
    free = free_place(thirteen)
    assert free
    assert [(half.round.number, half.numbers) for half in free.halves] == [(n, [n - 1, 0]) for n in range(2, 8)]
    came = services.add_late_contestant(thirteen, late, by=None)
    assert (came.number, str(came)) == (14, "Ingrid & Jovan")
    assert played_by(thirteen, 14) == [2, 3, 4, 5, 6, 7]
    verdict = sound(thirteen)
    assert not {"met_again", "shared"} & {warning.code for warning in verdict.warnings}
    for _round in range(6):
        play_round(thirteen, random)
    services.finish(thirteen, by=None)
    assert len(ranked_here(thirteen)) == 14
    assert ranked_here(thirteen) == ranked_by_export(thirteen, tmp_path / "lines")


def test_a_late_pair_may_come_during_a_round_and_plays_from_the_next(thirteen: Event, late: list[Player]) -> None:
    services.start_round(thirteen, by=None)
    services.add_late_contestant(thirteen, late, by=None)
    assert played_by(thirteen, 14) == [2, 3, 4, 5, 6, 7]
    assert sound(thirteen)


def test_a_late_pair_rests_where_nobody_does_and_may_bring_a_score(make_event: MakeEvent, late: list[Player]) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=1, comparison="total")
    choose(event, "mitchell")
    play_round(event, Random(7))
    assert free_place(event) is None
    services.add_late_contestant(event, late, carry=120.0, by=None)
    assert played_by(event, 7) == []
    play_round(event, Random(7))
    assert (7, 120.0) in [(number, score) for _place, number, score in ranked_here(event)]
    assert [ruling.why for ruling in event.rulings.all()] == ["came in round 2"]


def test_nobody_comes_late_who_competes_already_or_has(thirteen: Event, players: list[Player]) -> None:
    services.start_round(thirteen, by=None)
    services.leave(thirteen, 1, by=None)
    for name, pair in (("Player 3", players[2:4]), ("Player 1", players[:2])):
        with pytest.raises(ValidationError, match=f"{name} has signed up already"):
            services.add_late_contestant(thirteen, pair, by=None)


def test_a_pair_leaves_after_round_3_and_what_it_scored_stands(thirteen: Event, tmp_path: Path) -> None:
    random = Random(7)
    for _round in range(3):
        play_round(thirteen, random)
    before = ranked_here(thirteen)
    left = services.leave(thirteen, 5, by=None)
    assert left.left_after == 3
    assert ranked_here(thirteen) == before
    assert max(played_by(thirteen, 5)) <= 3
    sound(thirteen)
    for _round in range(4):
        play_round(thirteen, random)
    services.finish(thirteen, by=None)
    assert 5 in [number for _place, number, _score in ranked_here(thirteen)]
    assert ranked_here(thirteen) == ranked_by_export(thirteen, tmp_path / "lines")


def test_a_pair_that_comes_back_has_its_place_again(thirteen: Event) -> None:
    play_round(thirteen, Random(7))
    before = stored_plan(thirteen)
    for number in (5, 9):
        services.leave(thirteen, number, by=None)
    assert {
        number for one in stored_plan(thirteen).rounds[1:] for sitting in one.sittings for number in sitting.contestants
    }.isdisjoint({5, 9})
    for number in (5, 9):
        services.come_back(thirteen, number, by=None)
    assert stored_plan(thirteen) == before
    actions = Revision.objects.of(Revision.Kind.EVENT, thirteen.pk).values_list("action", flat=True)
    assert list(actions)[-4:] == ["leave", "leave", "come_back", "come_back"]


def test_a_late_pair_takes_the_place_of_one_that_left(make_event: MakeEvent, late: list[Player]) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    services.leave(event, 2, by=None)
    services.add_late_contestant(event, late, by=None)
    assert (played_by(event, 2), played_by(event, 7)) == ([1], [2, 3])
    sound(event)
    services.come_back(event, 2, by=None)
    assert played_by(event, 2) == [1]
    sound(event)


def test_after_all_changes_that_can_happen_in_an_evening_the_plan_is_sound(make_event: MakeEvent) -> None:
    """Two pairs leave in every combination, one comes late, one comes back."""
    event = make_event("bridge", 7, rounds=4, per_round=1)
    choose(event, "howell")
    services.start_round(event, by=None)
    services.end_round(event, by=None)
    extra = [Player.objects.create(club=event.club, name=f"Late {n}") for n in range(100)]
    for turn, (one, other) in enumerate(combinations(range(1, 8), 2)):
        services.leave(event, one, by=None)
        services.leave(event, other, by=None)
        sound(event)
        if turn % 5 == 0:
            services.add_late_contestant(event, [extra.pop(), extra.pop()], by=None)
            sound(event)
        services.come_back(event, one, by=None)
        services.come_back(event, other, by=None)
        sound(event)


def test_a_draw_is_made_anew_without_a_player_who_leaves_and_with_one_who_comes_back(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 12, rounds=4, per_round=2)
    choose(event, "draw")
    play_round(event, Random(7))
    before = stored_plan(event).rounds[0]
    services.leave(event, 5, by=None)
    plan = stored_plan(event)
    assert plan.rounds[0] == before
    for each in plan.rounds[1:]:
        assert 5 not in {number for sitting in each.sittings for number in sitting.contestants}
    sound(event)
    services.come_back(event, 5, by=None)
    assert played_by(event, 5) == [1, 2, 3, 4]
    sound(event)
    for _round in range(3):
        play_round(event, Random(7))


def test_a_late_player_of_a_draw_plays_once_the_rounds_are_drawn_anew(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("doppelkopf", 11, rounds=3, per_round=2)
    choose(event, "draw")
    play_round(event, Random(7))
    services.add_late_contestant(event, [Player.objects.create(club=event.club, name="Ingrid")], by=None)
    assert played_by(event, 12) == []
    services.draw_anew(event, by=None)
    assert played_by(event, 12) == [2, 3]
    sound(event)
    for _round in range(2):
        play_round(event, Random(7))
    services.finish(event, by=None)
    assert ranked_here(event) == ranked_by_command(
        event, tmp_path / "lines", lines=list(event_lines(EventResults(event), contestants_by_number(event)))
    )


def test_where_too_few_are_left_for_a_draw_the_others_rest(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 4, rounds=2, per_round=2)
    choose(event, "draw")
    play_round(event, Random(7))
    before = stored_plan(event)
    services.leave(event, 2, by=None)
    assert [len(each.sittings) for each in stored_plan(event).rounds] == [1, 0]
    services.come_back(event, 2, by=None)
    assert [len(each.sittings) for each in stored_plan(event).rounds] == [1, 1]
    assert stored_plan(event).rounds[0] == before.rounds[0]
    sound(event)


def test_only_who_is_there_gets_the_bye_of_a_round(make_event: MakeEvent, tmp_path: Path) -> None:
    """Belote: the opponent of a pair that left has a bye, but not the pair."""
    event = make_event("belote", 6, rounds=3, per_round=2, comparison="wins")
    choose(event, "round_robin")
    play_round(event, Random(7))
    services.leave(event, 2, by=None)
    play_round(event, Random(7))
    byes = [extra.contestant for extra in EventResults(event).extras if extra.kind == "bye"]
    assert len(byes) == 1
    assert byes != [2]
    lines = list(event_lines(EventResults(event), contestants_by_number(event)))
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines)


def test_who_plays_without_standing_has_no_place(thirteen: Event, tmp_path: Path) -> None:
    play_round(thirteen, Random(7))
    services.set_standing(thirteen, 3, without=True, by=None)
    numbers = [number for _place, number, _score in ranked_here(thirteen)]
    assert 3 not in numbers
    assert len(numbers) == 11  # one of 13 rests
    assert ranked_here(thirteen) == ranked_by_export(thirteen, tmp_path / "lines")
    services.set_standing(thirteen, 3, without=False, by=None)
    assert 3 in [number for _place, number, _score in ranked_here(thirteen)]


def table_of(event: Event, number: int) -> Table:
    sitting = event.planned_rounds.running().get().sittings.get(sides__contestant__number=number)
    assert sitting.table
    return sitting.table


def seated(event: Event, number: int) -> list[str]:
    return [seat.player.name for seat in table_of(event, number).seats.current().order_by("position")]


def test_a_substitute_plays_from_the_next_round_on(thirteen: Event, late: list[Player]) -> None:
    play_round(thirteen, Random(7))
    contestant = services.substitute(thirteen, 2, 1, late[0], by=None)
    contestant.refresh_from_db()
    assert str(contestant) == "Player 3 & Player 4 (from round 2: Ingrid)"
    assert [one.name for one in contestant.players_in(1)] == ["Player 3", "Player 4"]
    assert [one.name for one in contestant.players_in(2)] == ["Ingrid", "Player 4"]
    services.start_round(thirteen, by=None)
    assert {"Ingrid", "Player 4"} <= set(seated(thirteen, 2))
    assert not Score.objects.filter(player=late[0]).exists()
    assert Score.objects.filter(player__name="Player 3").count() == 1
    assert faults_of_events() == []


def test_a_substitute_in_the_middle_of_a_round_takes_the_seat_and_gives_it_back(
    thirteen: Event, late: list[Player], players: list[Player]
) -> None:
    play_round(thirteen, Random(7))
    services.start_round(thirteen, by=None)
    position = seated(thirteen, 2).index("Player 3")
    services.substitute(thirteen, 2, 1, late[0], now=True, by=None)
    assert seated(thirteen, 2)[position] == "Ingrid"
    assert str(thirteen.contestants.get(number=2)) == "Player 3 & Player 4 (from round 2: Ingrid)"
    services.substitute(thirteen, 2, 1, players[2], now=True, by=None)
    assert seated(thirteen, 2)[position] == "Player 3"
    assert str(thirteen.contestants.get(number=2)) == "Player 3 & Player 4"
    assert faults_of_events() == []


def test_nobody_stands_in_who_plays_elsewhere(thirteen: Event, players: list[Player], late: list[Player]) -> None:
    play_round(thirteen, Random(7))
    with pytest.raises(ValidationError, match="Player 5 has signed up already"):
        services.substitute(thirteen, 2, 1, players[4], by=None)
    services.leave(thirteen, 3, by=None)
    services.substitute(thirteen, 2, 1, players[4], by=None)
    with pytest.raises(ValidationError, match="Player 5 has this place already"):
        services.substitute(thirteen, 2, 1, players[4], by=None)
    with pytest.raises(ValidationError, match="has left already"):
        services.substitute(thirteen, 3, 1, late[0], by=None)
    assert faults_of_events() == []


def test_individuals_are_substituted_too(make_event: MakeEvent, late: list[Player]) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=2)
    choose(event, "draw")
    services.start_round(event, by=None)
    services.substitute(event, 4, 1, late[0], now=True, by=None)
    assert "Ingrid" in seated(event, 4)
    assert str(event.contestants.get(number=4)) == "Ingrid"
    services.end_round(event, by=None)
    assert [len(each.sittings) for each in stored_plan(event).rounds] == [2, 2]


def merge(one: Player, into: Player) -> Player:
    return play.merge_players(one, into, by=None, why="one person")


def test_two_who_compete_in_the_same_rounds_are_not_merged(thirteen: Event, players: list[Player]) -> None:
    play_round(thirteen, Random(7))
    for other in (players[2], players[1]):  # of another pair, and the partner
        with pytest.raises(play.Conflict) as conflict:
            merge(players[0], other)
        assert conflict.value.code in {play.ConflictCode.COMPETING, play.ConflictCode.TOGETHER}
    services.leave(thirteen, 2, by=None)
    with pytest.raises(play.Conflict):
        merge(players[0], players[2])


def test_two_names_of_one_person_who_played_one_after_the_other_are_merged(
    thirteen: Event, players: list[Player], late: list[Player]
) -> None:
    play_round(thirteen, Random(7))
    services.substitute(thirteen, 2, 1, late[0], by=None)
    play_round(thirteen, Random(7))
    merge(late[0], players[2])
    contestant = thirteen.contestants.get(number=2)
    assert str(contestant) == "Player 3 & Player 4"
    for _round in range(5):
        play_round(thirteen, Random(7))
    services.finish(thirteen, by=None)
    assert len(ranked_here(thirteen)) == 13
    assert faults_of_events() == []


def test_a_contestant_who_is_merged_with_somebody_of_the_roster_plays_on(
    thirteen: Event, players: list[Player], late: list[Player]
) -> None:
    play_round(thirteen, Random(7))
    merge(players[2], late[0])
    assert str(thirteen.contestants.get(number=2)) == "Ingrid & Player 4"
    with pytest.raises(ValidationError, match="Ingrid has signed up already"):
        services.add_late_contestant(thirteen, late, by=None)
    play_round(thirteen, Random(7))
    assert faults_of_events() == []


def test_a_sheet_is_sealed_again_if_a_late_pair_is_to_play_its_deals(thirteen: Event, late: list[Player]) -> None:
    for _round in range(6):
        play_round(thirteen, Random(7))
    half = HalfTable.objects.get(round__event=thirteen, round__number=7)
    waiting = Table.objects.filter(first_deal=half.first_deal)
    assert waiting.count() == 6
    assert not waiting.filter(sealed=True).exists()
    services.add_late_contestant(thirteen, late, by=None)
    assert not waiting.filter(sealed=False).exists()
    services.leave(thirteen, 14, by=None)
    assert not waiting.filter(sealed=True).exists()


def test_a_round_in_which_everybody_rests_does_not_start(make_event: MakeEvent) -> None:
    event = make_event("bridge", 3, rounds=2, per_round=1)
    choose(event, "mitchell")
    for number in (1, 2):
        services.leave(event, number, by=None)
    with pytest.raises(ValidationError, match="Nobody plays in this round"):
        services.start_round(event, by=None)
