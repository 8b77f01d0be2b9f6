"""The writes at a table: what they do, what they refuse, and what they leave in the log."""

from datetime import datetime, time, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.bridge.rules import PRESETS, Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.club.services import end_season, start_season
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Score, Table
from scorer.play.services import Conflict, Refused
from scorer.play.sheets.ledger import replay
from scorer.registry import get_game
from tests.factories import PlayerFactory, make_players, make_table
from tests.totals import totals_by_position

pytestmark = pytest.mark.postgres

FOUR_SPADES = {"level": 4, "strain": "S", "declarer": "S", "tricks": 10}


def board(number: int, **values: object) -> Entry:
    return Entry(board=number, **{**FOUR_SPADES, **values})


def play(table: Table, boards: int, **values: object) -> list[Hand]:
    return [
        services.record_hand(table, board(number, **values), by=None, key=None).hand for number in range(1, boards + 1)
    ]


def actions(table: Table) -> list[str]:
    return list(Revision.objects.for_table(table.pk).values_list("action", flat=True))


# Opening and closing


def test_a_table_opens_in_the_open_season_with_its_players_in_order(club: Club, ada: Membership) -> None:
    players = make_players(club)
    game = get_game("bridge")
    table = services.open_table(club, game, PRESETS["duplicate"], players, first_dealer=2, by=ada.user)

    assert [seat.player for seat in table.seats.all()] == players
    assert (table.season, table.number, table.size, table.first_dealer) == (club.seasons.get(), 1, 4, 2)
    assert game.table_model.objects.get(table=table).variant == PRESETS["duplicate"]
    assert actions(table) == ["open"]


def test_no_table_is_opened_without_a_season(club: Club) -> None:
    end_season(club.seasons.get(), by=None)
    with pytest.raises(Conflict, match="no_season"):
        services.open_table(club, get_game("bridge"), PRESETS["duplicate"], make_players(club), first_dealer=1, by=None)


@pytest.mark.parametrize(
    ("count", "dealer", "codes"),
    [(3, 1, {"seats"}), (5, 1, {"seats"}), (4, 5, {"choice"}), (4, 0, {"choice"}), (3, 9, {"seats", "choice"})],
)
def test_an_impossible_seating_is_refused_with_all_its_problems(
    count: int, dealer: int, codes: set[str], club: Club
) -> None:
    with pytest.raises(Refused) as refused:
        services.open_table(
            club, get_game("bridge"), PRESETS["duplicate"], make_players(club, count), first_dealer=dealer, by=None
        )
    assert {problem.code for problem in refused.value.problems} == codes
    assert not Table.objects.exists()


def test_nobody_sits_in_two_places(club: Club) -> None:
    ada, boris, chloe, _dirk = make_players(club)
    with pytest.raises(Refused):
        services.open_table(
            club, get_game("bridge"), PRESETS["duplicate"], [ada, boris, chloe, ada], first_dealer=1, by=None
        )


def test_tables_get_the_lowest_free_number_in_the_room(club: Club) -> None:
    first, second = make_table(club), make_table(club)
    services.close_table(first, by=None)
    assert (first.number, second.number, make_table(club).number) == (1, 2, 1)


def test_the_same_form_opens_one_table(club: Club) -> None:
    assert make_table(club, key="k") == make_table(club, key="k")
    assert Table.objects.count() == 1


def test_a_table_is_closed_once_and_reopened(club: Club) -> None:
    table = make_table(club)
    services.close_table(table, by=None)
    services.close_table(table, by=None)
    table.refresh_from_db()
    assert table.state == Table.State.CLOSED
    with pytest.raises(Conflict, match="closed"):
        services.record_hand(table, board(1), by=None, key=None)
    services.reopen_table(table, by=None)
    services.reopen_table(table, by=None)
    services.record_hand(table, board(1), by=None, key=None)
    assert actions(table) == ["open", "close", "reopen", "record"]


def test_a_reopened_table_keeps_its_number_if_it_is_free(club: Club) -> None:
    table = make_table(club)
    services.close_table(table, by=None)
    assert services.reopen_table(table, by=None).number == 1


def test_a_reopened_table_gets_another_number_if_its_own_is_taken(club: Club) -> None:
    before, beside = make_table(club), make_table(club)
    services.close_table(before, by=None)
    now = make_table(club)
    assert (before.number, beside.number, now.number) == (1, 2, 1)
    assert services.reopen_table(before, by=None).number == 3
    last = Revision.objects.for_table(before.pk).last()
    assert last is not None
    assert last.after == {"number": 3, "state": "open", "closed_at": None}
    assert list(faults(before)) == []


def test_the_database_refuses_two_open_tables_with_one_number(club: Club) -> None:
    one, other = make_table(club), make_table(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=other.pk).update(number=one.number)
    services.close_table(one, by=None)
    Table.objects.filter(pk=other.pk).update(number=one.number)


def test_only_a_table_without_hands_can_be_cancelled(club: Club) -> None:
    played, mistaken = make_table(club), make_table(club)
    services.void_hand(play(played, 1)[0], by=None)
    with pytest.raises(Conflict, match="has_hands"):
        services.cancel_table(played, by=None)
    services.cancel_table(mistaken, by=None)
    assert list(Table.objects.not_cancelled()) == [played]
    with pytest.raises(Conflict, match="cancelled"):
        services.reopen_table(mistaken, by=None)


def test_a_table_is_locked_when_the_correction_period_is_over(club: Club) -> None:
    table = make_table(club)
    assert not table.is_locked()
    now = timezone.now()
    services.close_table(table, by=None, at=now)
    table.refresh_from_db()
    assert not table.is_locked(now + timedelta(days=13))
    assert table.is_locked(now + timedelta(days=15))


def test_a_table_keeps_the_season_it_was_opened_in(club: Club) -> None:
    table = make_table(club)
    autumn = table.season
    end_season(autumn, by=None)
    start_season(club, "Winter", by=None)
    play(table, 1)
    assert set(Score.objects.values_list("season", flat=True)) == {autumn.pk}


# Substitutes


def test_a_substitute_plays_from_the_next_hand_on(club: Club) -> None:
    table = make_table(club)
    elise = PlayerFactory(club=club, name="Élise")
    play(table, 2)
    services.substitute(table, 1, elise, by=None)
    services.record_hand(table, board(3), by=None, key=None)

    held = Score.objects.filter(seat__position=1).order_by("hand__number").values_list("player__name", flat=True)
    assert list(held) == ["Ada", "Ada", "Élise"]
    assert totals_by_position(table)[1] == sum(Score.objects.filter(seat__position=1).values_list("points", flat=True))
    assert list(faults(table)) == []


def test_a_substitute_before_the_first_hand_takes_the_seat_itself(club: Club) -> None:
    table = make_table(club)
    elise = PlayerFactory(club=club, name="Élise")
    services.substitute(table, 1, elise, by=None)
    assert table.seats.get(position=1).player == elise


def test_a_player_at_the_table_cannot_be_a_substitute_there(club: Club) -> None:
    table = make_table(club)
    with pytest.raises(Conflict, match="seated"):
        services.substitute(table, 1, table.seats.get(position=2).player, by=None)


def test_a_player_who_left_may_come_back(club: Club) -> None:
    table = make_table(club)
    ada = table.seats.get(position=1).player
    play(table, 1)
    services.substitute(table, 1, PlayerFactory(club=club, name="Élise"), by=None)
    services.record_hand(table, board(2), by=None, key=None)
    services.substitute(table, 1, ada, by=None)
    services.record_hand(table, board(3), by=None, key=None)
    assert table.seats.filter(position=1).count() == 3
    assert list(faults(table)) == []


def test_a_hand_for_seats_that_were_changed_meanwhile_is_a_conflict(club: Club) -> None:
    table = make_table(club)
    services.substitute(table, 4, PlayerFactory(club=club, name="Élise"), by=None)
    with pytest.raises(Conflict, match="layout"):
        services.record_hand(table, board(1), by=None, key="k", number=1, layout=table.layout)
    assert not table.hands.exists()


# Hands


def test_a_hand_is_scored_at_once_and_logged(club: Club, boris: Membership) -> None:
    table = make_table(club)
    saved = services.record_hand(table, board(1), by=boris.user, key="k", number=1, layout=1)

    assert [score.points for score in saved.hand.scores.order_by("seat__position")] == [420, -420, 420, -420]
    assert (saved.hand.number, saved.hand.dealer, saved.hand.entered_by) == (1, 1, boris.user)
    revision = Revision.objects.get(action="record")
    assert (revision.actor_id, revision.key, revision.table_id) == (boris.user.pk, f"{table.pk}:k", table.pk)
    table.refresh_from_db()
    assert table.version == 2


def test_the_dealer_follows_from_the_board_and_can_be_overridden(club: Club) -> None:
    table = make_table(club)
    assert services.record_hand(table, board(3), by=None, key=None).hand.dealer == 3
    assert services.record_hand(table, board(4), by=None, key=None, dealer=2).hand.dealer == 2
    with pytest.raises(Refused):
        services.record_hand(table, board(5), by=None, key=None, dealer=5)


def test_the_deal_rotates_in_games_without_boards(club: Club) -> None:
    table = make_table(club, "belote")
    entry = get_game("belote").rules.EXAMPLES[0].entry
    hands = [services.record_hand(table, entry, by=None, key=None).hand for _ in range(3)]
    services.void_hand(hands[2], by=None)
    hands.append(services.record_hand(table, entry, by=None, key=None).hand)
    assert [hand.dealer for hand in hands] == [1, 2, 3, 3]
    assert [hand.number for hand in hands] == [1, 2, 3, 4]


def test_the_same_key_with_other_values_returns_the_first_result(club: Club) -> None:
    table = make_table(club)
    first = services.record_hand(table, board(1), by=None, key="k")
    again = services.record_hand(table, board(1), by=None, key="k")
    other = services.record_hand(table, board(1, tricks=11), by=None, key="k")
    assert (again.hand, again.repeated, again.differs) == (first.hand, True, False)
    assert (other.hand, other.repeated, other.differs) == (first.hand, True, True)
    assert totals_by_position(table)[1] == 420


@pytest.mark.parametrize("number", [None, 1])
def test_the_same_key_at_another_table_is_another_form(club: Club, number: int | None) -> None:
    for table in (make_table(club), make_table(club)):
        for repeated in (False, True):
            assert services.record_hand(table, board(1), by=None, key="k", number=number).repeated == repeated
        assert table.hands.count() == 1


@pytest.mark.parametrize("number", [None, 1])
def test_a_key_used_for_another_change_saves_no_hand(club: Club, number: int | None) -> None:
    table = make_table(club)
    services.swap_seats(table, 1, 2, since=1, by=None, why="N sits at E", key="a swap")
    with pytest.raises(Conflict, match="key"):
        services.record_hand(table, board(1), by=None, key="a swap", number=number)
    assert not table.hands.exists()
    assert services.record_hand(table, board(1), by=None, key="k").hand.number == 1


def test_a_number_that_is_taken_names_the_hand_that_has_it(club: Club) -> None:
    table = make_table(club)
    first = play(table, 1)[0]
    with pytest.raises(Conflict) as conflict:
        services.record_hand(table, board(2), by=None, key="k", number=1)
    assert (conflict.value.code, conflict.value.hand) == ("taken", first)
    with pytest.raises(Conflict, match="number"):
        services.record_hand(table, board(2), by=None, key="k", number=7)


def test_invalid_values_are_refused_with_all_problems(club: Club) -> None:
    table = make_table(club)
    with pytest.raises(Refused) as refused:
        services.record_hand(table, Entry(board=1, level=8, strain="S", tricks=14), by=None, key="k")
    assert {problem.field for problem in refused.value.problems} == {"level", "tricks", "declarer"}
    assert not table.hands.exists()
    assert actions(table) == ["open"]


def test_a_correction_without_changes_leaves_no_revision(club: Club) -> None:
    table = make_table(club)
    hand = play(table, 1)[0]
    assert services.correct_hand(hand, board(1), by=None, why="just so").repeated
    assert actions(table) == ["open", "record"]


def test_correcting_the_board_corrects_the_dealer(club: Club) -> None:
    table = make_table(club)
    hand = play(table, 1)[0]
    services.correct_hand(hand, board(2), by=None, why="wrong board")
    hand.refresh_from_db()
    assert hand.dealer == 2


def test_a_correction_writes_only_the_rows_that_differ(club: Club) -> None:
    table = make_table(club)
    hands = play(table, 5)
    before = set(Score.objects.values_list("pk", flat=True))
    services.correct_hand(hands[2], board(3, tricks=9), by=None, why="one down")
    assert set(Score.objects.values_list("pk", flat=True)) == before
    assert totals_by_position(table)[1] == 420 + 620 - 50 + 620 + 620


def test_replaying_an_unchanged_sheet_writes_nothing(club: Club, django_assert_max_num_queries: object) -> None:
    table = make_table(club)
    play(table, 3)
    before = list(Score.objects.order_by("pk").values())
    replay(table)
    assert list(Score.objects.order_by("pk").values()) == before


def test_only_the_last_hand_can_be_undone(club: Club) -> None:
    table = make_table(club)
    first, second = play(table, 2)
    with pytest.raises(Conflict, match="not_last"):
        services.undo_hand(first, by=None)
    services.undo_hand(second, by=None)
    services.undo_hand(second, by=None)
    assert actions(table) == ["open", "record", "record", "undo"]


@pytest.mark.parametrize(
    ("points", "why", "fields"),
    [
        ([0, 0, 0, 0], "a revoke", {"points"}),
        ([-50, 0, 0, 0], "a revoke", {"points"}),
        ([-50, 0, -50], "a revoke", {"points"}),
        ([-50, 0, -50, 0], " ", {"why"}),
        ([0, 0, 0, 0], "", {"points", "why"}),
        ([2_000_000, 0, 2_000_000, 0], "a revoke", {"points"}),
    ],
)
def test_an_impossible_adjustment_is_refused(points: list[int], why: str, fields: set[str], club: Club) -> None:
    table = make_table(club)
    with pytest.raises(Refused) as refused:
        services.record_adjustment(table, points, why=why, by=None, key="k")
    assert {problem.field for problem in refused.value.problems} == fields


def test_an_adjustment_is_corrected_and_voided_like_a_hand(club: Club) -> None:
    table = make_table(club)
    line = services.record_adjustment(table, [-50, 0, -50, 0], why="a revoke", by=None, key="k").hand
    services.correct_adjustment(line, [-30, 0, -30, 0], by=None, why="a small one")
    assert totals_by_position(table) == {1: -30, 3: -30}
    services.void_hand(line, by=None, why="withdrawn")
    assert totals_by_position(table) == {}
    assert actions(table) == ["open", "record", "correct", "void"]
    assert list(faults(table)) == []


def test_the_log_holds_ids_and_no_names(club: Club, ada: Membership) -> None:
    table = make_table(club)
    services.substitute(table, 1, PlayerFactory(club=club, name="Élise"), by=ada.user)
    play(table, 1)
    for revision in Revision.objects.all():
        told = f"{revision.before}{revision.after}{revision.why}"
        assert not [name for name in ("Ada", "Boris", "Élise", "ada") if name in told]


# Finding tables by day


def test_the_tables_of_a_day_are_those_from_midnight_to_midnight(club: Club) -> None:
    day = timezone.localdate()
    midnight = timezone.make_aware(datetime.combine(day, time.min))
    tables = [make_table(club) for _ in range(4)]
    moments = [midnight - timedelta(seconds=1), midnight, midnight + timedelta(hours=23), midnight + timedelta(days=1)]
    for table, moment in zip(tables, moments, strict=True):
        Table.objects.filter(pk=table.pk).update(opened_at=moment)
        services.close_table(table, by=None, at=moment)
    services.reopen_table(tables[2], by=None)

    assert set(Table.objects.opened_on(day)) == {tables[1], tables[2]}
    assert set(Table.objects.closed_on(day)) == {tables[1]}
