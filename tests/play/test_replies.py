"""Replies to hands: who may reply, and what a reply does."""

from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest

from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.play.phones import Link, Phone
from scorer.play.sheets import revision_values
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from scorer.scoring import Problem
from scorer.transfer.export import export
from scorer.transfer.importing import import_file
from scorer.transfer.json_lines import parse_lines
from tests.factories import PlayerFactory, UserFactory, make_table
from tests.totals import totals_by_position


@pytest.fixture
def table(club: Club) -> Table:
    """A bridge table: Ada and Chloé are partners against Boris and Dirk."""
    return make_table(club, "bridge", confirms=True)


@pytest.fixture
def alone(club: Club) -> Table:
    """A doppelkopf table, where every player is a side."""
    return make_table(club, "doppelkopf", confirms=True)


def phone(name: str = "", **more: Any) -> Phone:
    return Phone(Link.ENTRY, Player.objects.get(name=name) if name else None, **more)


def board(number: int, tricks: int = 9) -> Any:
    return get_game("bridge").rules.Entry(board=number, level=3, strain="NT", declarer="N", tricks=tricks)


def record(table: Table, by: Any) -> Hand:
    number = services.next_number(table)
    entry = board(number) if table.game == "bridge" else table.config.rules.EXAMPLES[0].entry
    return services.record_hand(table, entry, by=by, key=None).hand


def basis(hand: Hand) -> int:
    return Hand.objects.get(pk=hand.pk).version


def reply(hand: Hand, by: Phone, note: str = "") -> None:
    """Accept a hand, or object to it with a note."""
    services.reply_to_hand(hand, accepted=not note, note=note, by=by, basis=basis(hand))


def said(hand: Hand) -> str:
    confirmation = TableContext(Table.objects.get(pk=hand.table_id)).confirmations.get(hand.pk)
    if confirmation is None:
        return "nothing"
    if confirmation.confirmed:
        return f"confirmed by {confirmation.accepted_by}"
    return ", ".join(f"{reply.player}: {reply.note}" for reply in confirmation.objections) or "waiting"


# Who may reply


@pytest.mark.parametrize(
    ("author", "replying"),
    [("Ada", {"Boris", "Dirk"}), ("Boris", {"Ada", "Chloé"}), ("", {"Ada", "Boris", "Chloé", "Dirk"})],
)
def test_players_on_other_sides_than_the_author_may_reply(author: str, replying: set[str], table: Table) -> None:
    hand = record(table, phone(author))
    done = set()
    for name in ("Ada", "Boris", "Chloé", "Dirk"):
        with suppress(services.Conflict):
            reply(hand, phone(name))
            done.add(name)
    assert done == replying


@pytest.mark.postgres
def test_where_everybody_plays_alone_anybody_else_may_reply(alone: Table) -> None:
    hand = record(alone, phone("Ada"))
    with pytest.raises(services.Conflict, match="own_side"):
        reply(hand, phone("Ada"))
    reply(hand, phone("Dirk"))
    assert said(hand) == "confirmed by Dirk"


@pytest.mark.parametrize("who", ["nobody", "a watcher", "somebody who sits elsewhere", "who has left"])
def test_only_the_phone_of_a_player_at_the_table_may_reply(who: str, table: Table, club: Club) -> None:
    hand = record(table, phone("Ada"))
    services.substitute(table, 4, PlayerFactory(club=club, name="Élise"), by=None)
    by = {
        "nobody": phone(),
        "a watcher": Phone(Link.WATCHING, Player.objects.get(name="Boris")),
        "somebody who sits elsewhere": Phone(Link.ENTRY, PlayerFactory(club=club, name="Farid")),
        "who has left": phone("Dirk"),
    }[who]
    with pytest.raises(services.Conflict, match="own_side"):
        reply(hand, by)
    reply(hand, phone("Élise"))
    assert said(hand) == "confirmed by Élise"


def test_a_login_cannot_confirm_what_it_entered_itself(table: Table, boris: Membership) -> None:
    hand = record(table, boris.user)
    with pytest.raises(services.Conflict, match="own_side"):
        reply(hand, phone("Boris", login=boris.user_id))
    reply(hand, phone("Boris", login=UserFactory().pk))


def test_a_table_that_does_not_ask_accepts_no_reply(club: Club) -> None:
    table = make_table(club, "bridge")
    hand = record(table, phone("Ada"))
    assert said(hand) == "nothing"
    with pytest.raises(services.Conflict, match="not_asked"):
        reply(hand, phone("Boris"))


def test_a_closed_table_accepts_no_reply(table: Table) -> None:
    hand = record(table, phone("Ada"))
    services.close_table(table, by=None)
    with pytest.raises(services.Conflict, match="closed"):
        reply(hand, phone("Boris"))
    assert said(hand) == "waiting"


# What a reply does


def test_a_hand_counts_at_once_and_a_reply_changes_no_points(table: Table) -> None:
    hand = record(table, phone("Ada"))
    before = totals_by_position(table)
    assert before[1] > 0
    reply(hand, phone("Boris"), "one trick fewer")
    assert totals_by_position(table) == before


def test_an_objection_needs_a_note(table: Table) -> None:
    hand = record(table, phone("Ada"))
    with pytest.raises(services.Refused) as refused:
        services.reply_to_hand(hand, accepted=False, note=" ", by=phone("Boris"), basis=basis(hand))
    assert refused.value.problems == (Problem("note", "required"),)
    assert said(hand) == "waiting"


def test_a_partner_may_withdraw_an_objection_by_accepting(table: Table) -> None:
    hand = record(table, phone("Ada"))
    reply(hand, phone("Boris"), "one trick fewer")
    assert said(hand) == "Boris: one trick fewer"
    reply(hand, phone("Dirk"))
    assert said(hand) == "confirmed by Dirk"


def test_one_acceptance_is_enough_unless_another_side_objects(alone: Table) -> None:
    hand = record(alone, phone("Ada"))
    reply(hand, phone("Boris"))
    reply(hand, phone("Chloé"), "Fuchs was mine")
    assert said(hand) == "Chloé: Fuchs was mine"
    reply(hand, phone("Chloé"))
    assert said(hand) == "confirmed by Boris, Chloé"


@pytest.mark.parametrize("change", ["correct", "void", "restore"])
def test_a_changed_hand_asks_the_sides_other_than_the_one_that_changed_it(change: str, table: Table) -> None:
    hand = record(table, phone("Ada"))
    if change == "restore":
        services.void_hand(hand, by=phone("Ada"))
    reply(hand, phone("Boris"))
    by = phone("Dirk")
    if change == "correct":
        services.correct_hand(hand, board(1, tricks=8), by=by, why="misread")
    else:
        {"void": services.void_hand, "restore": services.restore_hand}[change](hand, by=by)
    assert said(hand) == "waiting"
    with pytest.raises(services.Conflict, match="own_side"):
        reply(hand, phone("Boris"))
    reply(hand, phone("Chloé"))
    assert said(hand) == "confirmed by Chloé"


def test_an_adjustment_asks_for_confirmation_and_an_undone_hand_does_not(table: Table) -> None:
    line = services.record_adjustment(table, [-50, 0, -50, 0], why="revoke", by=phone("Dirk"), key=None).hand
    assert said(line) == "waiting"
    reply(line, phone("Ada"))
    assert said(line) == "confirmed by Ada"
    hand = record(table, phone("Ada"))
    services.undo_hand(hand, by=phone("Ada"))
    assert said(hand) == "nothing"


@pytest.mark.postgres
def test_a_reply_to_a_hand_that_was_changed_meanwhile_is_a_conflict(table: Table) -> None:
    hand = record(table, phone("Ada"))
    seen = basis(hand)
    services.correct_hand(hand, board(1, tricks=8), by=phone("Ada"), why="misread")
    with pytest.raises(services.Conflict, match="corrected"):
        services.reply_to_hand(hand, accepted=True, by=phone("Boris"), basis=seen)
    assert said(hand) == "waiting"


def test_a_reply_does_not_make_a_correction_conflict(table: Table) -> None:
    hand = record(table, phone("Ada"))
    seen = basis(hand)
    reply(hand, phone("Boris"))
    services.correct_hand(hand, board(1, tricks=8), by=phone("Ada"), why="misread", basis=seen)
    assert said(hand) == "waiting"


@pytest.mark.postgres
def test_the_same_reply_again_leaves_no_revision(table: Table) -> None:
    hand = record(table, phone("Ada"))
    for _ in range(2):
        reply(hand, phone("Boris"), "one trick fewer")
    reply(hand, phone("Boris"), "two tricks fewer")
    for _ in range(2):
        reply(hand, phone("Boris"))
    told = Revision.objects.of(Revision.Kind.REPLY, hand.pk).values_list("action", "why", "player_id")
    boris = Player.objects.get(name="Boris").pk
    assert list(told) == [
        ("object", "one trick fewer", boris),
        ("object", "two tricks fewer", boris),
        ("accept", "", boris),
    ]


@pytest.mark.postgres
def test_accepting_all_leaves_out_changes_that_the_page_did_not_show(table: Table) -> None:
    first, second, own, objected = (record(table, phone(name)) for name in ("Ada", "Chloé", "Dirk", "Ada"))
    reply(objected, phone("Boris"), "one trick fewer")
    seen = TableContext(table).last_change
    services.correct_hand(second, board(2, tricks=8), by=phone("Ada"), why="misread")
    late = record(table, phone("Ada"))
    table.refresh_from_db()
    version = table.version
    assert services.accept_hands(table, by=phone("Boris"), seen=seen) == 1
    assert [said(hand) for hand in (first, second, own, objected, late)] == [
        "confirmed by Boris", "waiting", "waiting", "Boris: one trick fewer", "waiting",
    ]  # fmt: skip
    table.refresh_from_db()
    assert table.version == version + 1
    assert services.accept_hands(table, by=phone("Boris"), seen=seen) == 0


def test_confirmation_is_turned_on_and_off(table: Table) -> None:
    hand = record(table, phone("Ada"))
    reply(hand, phone("Boris"))
    services.ask_for_confirmations(table, confirms=False, by=None)
    assert said(hand) == "nothing"
    table = services.ask_for_confirmations(table, confirms=True, by=None)
    assert said(hand) == "confirmed by Boris"
    before = Revision.objects.count()
    services.ask_for_confirmations(table, confirms=True, by=None)
    assert Revision.objects.count() == before
    assert faults(table) == []
    Table.objects.filter(pk=table.pk).update(confirms=False)
    (fault,) = faults(Table.objects.get(pk=table.pk))
    assert (fault.code, fault.row) == ("logged", "confirms")


def test_a_table_logged_before_confirmation_existed_has_no_faults(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table_values = revision_values.table_values
    with monkeypatch.context() as then:
        then.setattr(revision_values, "table_values", lambda *args: _without_confirms(table_values(*args)))
        table = make_table(club, "bridge")
    assert "confirms" not in Revision.objects.get().after
    assert faults(table) == []


def _without_confirms(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != "confirms"}


@pytest.mark.postgres
def test_replies_of_a_merged_player_belong_to_the_other_one(table: Table, club: Club) -> None:
    hand, other = record(table, phone("Ada")), record(table, phone("Boris"))
    reply(hand, phone("Boris"))
    into = PlayerFactory(club=club, name="Borís")
    services.merge_players(Player.objects.get(name="Boris"), into, by=None, why="one person")
    assert said(hand) == "confirmed by Borís"
    with pytest.raises(services.Conflict, match="own_side"):
        reply(other, phone("Borís"))


@pytest.mark.postgres
def test_a_swap_of_seats_drops_replies_from_the_authors_own_side(table: Table) -> None:
    hand = record(table, phone("Ada"))
    reply(hand, phone("Boris"))
    services.swap_seats(table, 2, 3, since=1, by=None, why="sat the other way")
    assert said(hand) == "waiting"
    reply(hand, phone("Chloé"))
    assert said(hand) == "confirmed by Chloé"


def test_imported_hands_need_no_confirmation(table: Table, zoe: Membership) -> None:
    reply(record(table, phone("Ada")), phone("Boris"))
    record(table, phone("Ada"))
    file = "".join(export(Table.objects.filter(pk=table.pk))).encode()
    import_file(zoe.club, lambda: parse_lines(BytesIO(file), zoe.club), by=None)
    copy = Table.objects.get(club=zoe.club)
    assert copy.confirms
    assert [said(hand) for hand in copy.hands.all()] == ["nothing", "nothing"]
