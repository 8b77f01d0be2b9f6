"""Moving hands, swapping seats, changing house rules and merging players: each shows its effect first."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.belote.rules import PRESETS, Entry
from games.doppelkopf.rules import PRESETS as DOPPELKOPF
from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Score, Seat, Table
from tests.factories import PlayerFactory, make_players, make_table
from tests.games.doppelkopf.hands import hand as doppelkopf
from tests.totals import totals_by_position

LogIn = Callable[[Membership], Client]

WHY = {"why": "seen on the paper", "key": "k"}


def rules(presets: Any, name: str) -> dict[str, Any]:
    """A preset as the form posts it."""
    values = {field: "on" if value is True else value for field, value in asdict(presets[name]).items()}
    return {"preset": name, "shown": name} | {
        field: value for field, value in values.items() if value not in (None, False)
    }


FFB = rules(PRESETS, "ffb")


def belote(points: int) -> Entry:
    return Entry(bidder=1, value=80, trump="H", points=points)


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "belote", variant=PRESETS["house"])
    for points in (100, 130, 95):
        services.record_hand(table, belote(points), by=None, key=None)
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def beside(club: Club) -> Table:
    """Another table of the evening."""
    table = make_table(club, "belote", players=make_players(club, 8)[4:], variant=PRESETS["house"])
    services.record_hand(table, belote(110), by=None, key=None)
    return table


@pytest.fixture
def twice(table: Table, beside: Table) -> Player:
    """A second player for Boris, as somebody typed him at the other table."""
    player = PlayerFactory(club=table.club, name="Boris B.")
    services.substitute(beside, 2, player, by=None)
    services.record_hand(beside, belote(120), by=None, key=None)
    services.close_table(beside, by=None)
    return player


@pytest.fixture
def client(ada: Membership, client_of: LogIn) -> Client:
    """Ada's browser."""
    return client_of(ada)


def second(table: Table) -> Hand:
    return table.hands.get(number=2)


def move_page(table: Table) -> str:
    return reverse("admin:belote_belotehand_move", args=[second(table).pk])


def page(name: str, thing: Any) -> str:
    return reverse(f"admin:{name}", args=[thing.pk])


def state() -> tuple[Any, ...]:
    models = (Table, Seat, Hand, Score, Revision, Player)
    return tuple(list(model._default_manager.order_by("pk").values()) for model in models)


def asked(client: Client, where: str, data: dict[str, Any]) -> Any:
    """Return the page that asks for confirmation, when nothing has been changed yet."""
    before = state()
    response = client.post(where, data)
    assert (response.status_code, response.templates[0].name) == (200, "corrections/confirm.html")
    assert state() == before
    return response


def confirm(client: Client, where: str, data: dict[str, Any]) -> str:
    """Confirm a change, and return the page that follows."""
    fingerprint = asked(client, where, data).context["fingerprint"]
    response = client.post(where, data | {"confirm": fingerprint}, follow=True)
    assert response.redirect_chain
    assert response.status_code == 200
    return response.content.decode()


# Moving a hand


def test_the_effect_of_moving_is_shown_for_both_tables(client: Client, table: Table, beside: Table) -> None:
    before = totals_by_position(table)[1], totals_by_position(beside)[1]
    where, data = move_page(table), WHY | {"table": beside.pk}
    left, right, _boards = asked(client, where, data).context["effects"]
    assert (left.table, right.table) == (table, beside)
    assert [number for number, _gains in left.lines] == [2]
    assert [number for number, _gains in right.lines] == [2]

    text = confirm(client, where, data)

    assert "It is Hand 2 of table 2 now." in text
    assert "Moved here from table 1 by ada" in text
    after = totals_by_position(table)[1], totals_by_position(beside)[1]
    for effect, old, new in zip((left, right), before, after, strict=True):
        assert (old, new) in [(total.before, total.after) for total in effect.totals]
        assert old != new
    assert faults(table) + faults(beside) == []


def test_the_old_line_says_where_the_hand_was_moved(client: Client, table: Table, beside: Table) -> None:
    confirm(client, move_page(table), WHY | {"table": beside.pk})
    text = client.get(page("belote_belotehand_change", second(table))).content.decode()
    assert "Moved to table 2 by ada" in text
    assert "Move it to another table" not in text  # it does not count


def test_a_hand_can_be_moved_back(client: Client, table: Table, beside: Table) -> None:
    before = totals_by_position(table)
    confirm(client, move_page(table), WHY | {"table": beside.pk})
    confirm(client, move_page(beside), WHY | {"table": table.pk, "key": "other"})
    assert totals_by_position(table) == before
    assert not second(table).voided


def test_only_tables_where_the_hand_may_have_been_played_are_offered(
    client: Client, table: Table, beside: Table, zoe: Membership
) -> None:
    others = [
        make_table(table.club, "bridge"),
        make_table(zoe.club, "belote", players=make_players(zoe.club)),
        services.cancel_table(make_table(table.club, "belote"), by=None),
        table,
    ]
    form = client.get(move_page(table)).context["form"]
    assert [value for value, _label in form.fields["table"].choices if value] == [beside.pk]
    for other in others:
        response = client.post(move_page(table), WHY | {"table": other.pk})
        assert response.status_code == 422
        assert "Select a valid choice" in response.content.decode()


def test_an_adjustment_is_moved_from_its_own_page(client: Client, table: Table, beside: Table) -> None:
    line = services.record_adjustment(table, [-10, 0, -10, 0], why="late", by=None, key=None).hand
    where = page("play_hand_move", line)
    assert where in client.get(page("play_hand_change", line)).content.decode()
    confirm(client, where, WHY | {"table": beside.pk})
    assert beside.hands.get(number=2).points == [-10, 0, -10, 0]


def test_a_hand_that_the_other_tables_rules_refuse_is_not_moved(client: Client, club: Club) -> None:
    four, strict = make_table(club, "doppelkopf"), make_table(club, "doppelkopf", variant=DOPPELKOPF["ddv"])
    hand = services.record_hand(four, doppelkopf(121, bock=True), by=None, key=None).hand
    before = state()
    response = client.post(page("doppelkopf_doppelkopfhand_move", hand), WHY | {"table": strict.pk})
    assert response.status_code == 422
    assert "The rules of the DDV have no Bock: untick it." in response.content.decode()
    assert response.context["form"]["table"].value() == str(strict.pk)
    assert state() == before


def test_a_hand_voided_meanwhile_is_not_moved(client: Client, table: Table, beside: Table) -> None:
    where, data = move_page(table), WHY | {"table": beside.pk}
    fingerprint = asked(client, where, data).context["fingerprint"]
    services.void_hand(second(table), by=None)
    before = state()
    response = client.post(where, data | {"confirm": fingerprint})
    assert response.status_code == 409
    assert "This hand does not count." in response.content.decode()
    assert 'value="seen on the paper"' in response.content.decode()
    assert state() == before


# Swapping seats


def test_the_effect_of_swapping_is_shown_by_player(client: Client, table: Table) -> None:
    where = page("play_table_swap", table)
    data = WHY | {"position": 1, "other": 2, "since": 2}
    effect, _boards = asked(client, where, data).context["effects"]
    assert {total.name for total in effect.totals} == {"Ada", "Boris", "Chloé", "Dirk"}
    assert [number for number, _gains in effect.lines] == [2, 3]
    assert {change.name for _number, changes in effect.lines for change in changes} == {"Ada", "Boris"}

    assert "The two seats are swapped." in confirm(client, where, data)

    for total in effect.totals:
        held = Score.objects.filter(table=table, player__name=total.name)
        assert sum(held.values_list("points", flat=True)) == total.after
    assert faults(table) == []


def test_swapping_again_undoes_the_swap(client: Client, table: Table) -> None:
    where, data = page("play_table_swap", table), {"position": 1, "other": 2, "since": 2, "why": "wrong"}
    before = list(Seat.objects.order_by("pk").values())
    for key in ("first", "second"):
        confirm(client, where, data | {"key": key})
    assert list(Seat.objects.order_by("pk").values()) == before


def test_a_swap_whose_response_was_lost_is_not_undone_by_sending_it_again(client: Client, table: Table) -> None:
    where, data = page("play_table_swap", table), WHY | {"position": 1, "other": 2, "since": 1}
    data["confirm"] = asked(client, where, data).context["fingerprint"]
    client.post(where, data)
    before = state()
    assert client.post(where, data).status_code == 302
    assert state() == before


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"other": 1}, "Choose two different seats."),
        ({"other": 9}, "Select a valid choice"),
        ({"since": 4}, "Select a valid choice"),
        ({"since": "x"}, "Select a valid choice"),
        ({"since": "9" * 30}, "Select a valid choice"),
        ({"why": ""}, "Please fill this in."),
        ({"key": "x" * 65}, "This page is not complete."),
    ],
)
def test_an_impossible_swap_shows_the_form_again(
    values: dict[str, Any], sentence: str, client: Client, table: Table
) -> None:
    before = state()
    response = client.post(page("play_table_swap", table), WHY | {"position": 1, "other": 2, "since": 1} | values)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert state() == before


# Changing house rules


def test_the_effect_of_other_house_rules_is_shown(client: Client, table: Table) -> None:
    where, data = page("play_table_rules", table), WHY | FFB
    effect, _boards = asked(client, where, data).context["effects"]
    assert effect.lines
    assert "The house rules are changed." in confirm(client, where, data)
    assert table.read_variant() == PRESETS["ffb"]
    assert {total.after for total in effect.totals} == set(totals_by_position(table).values())
    assert faults(table) == []


def test_hands_that_the_new_rules_do_not_allow_are_named(client: Client, club: Club) -> None:
    table = make_table(club, "doppelkopf", variant=DOPPELKOPF["house"])
    for bock in (False, True, True):
        services.record_hand(table, doppelkopf(121, bock=bock), by=None, key=None)
    before = state()
    response = client.post(page("play_table_rules", table), WHY | rules(DOPPELKOPF, "ddv"))
    text = response.content.decode()
    assert response.status_code == 422
    assert "Hand 2: The rules of the DDV have no Bock: untick it." in text
    assert "Hand 3: The rules of the DDV have no Bock: untick it." in text
    assert state() == before


def test_the_same_house_rules_need_no_confirmation(client: Client, table: Table) -> None:
    before = state()
    data = WHY | rules(PRESETS, "house")
    assert client.post(page("play_table_rules", table), data).status_code == 302
    assert state() == before


# Merging players


def test_the_effect_of_merging_is_shown_by_game(client: Client, twice: Player) -> None:
    boris = Player.objects.get(name="Boris")
    where, data = page("club_player_merge", twice), WHY | {"into": boris.pk}
    tally, _boards = asked(client, where, data).context["effects"]
    shown = {(game, name): (before.hands, after.hands) for game, name, before, after in tally.rows}
    assert shown == {("Belote", "Boris B."): (1, 0), ("Belote", "Boris"): (3, 4)}

    assert "The two players are now one." in confirm(client, where, data)

    points = sum(Score.objects.filter(player=boris).values_list("points", flat=True))
    assert points in [after.points for _game, name, _before, after in tally.rows if name == "Boris"]
    twice.refresh_from_db()
    assert twice.merged_into == boris


def test_a_merge_can_be_undone(client: Client, twice: Player) -> None:
    boris = Player.objects.get(name="Boris")
    before = list(Score.objects.order_by("pk").values())
    assert client.get(page("club_player_unmerge", twice)).status_code == 404
    confirm(client, page("club_player_merge", twice), WHY | {"into": boris.pk})
    text = client.get(page("club_player_change", twice)).content.decode()
    assert "Same person as Boris" in text
    assert page("club_player_unmerge", twice) in text
    assert "The two are two players again." in confirm(client, page("club_player_unmerge", twice), WHY)
    assert list(Score.objects.order_by("pk").values()) == before


def test_merging_players_who_never_played_also_needs_confirmation(client: Client, club: Club) -> None:
    one, other = PlayerFactory(club=club, name="Inès"), PlayerFactory(club=club, name="Inês")
    where, data = page("club_player_merge", one), WHY | {"into": other.pk}
    assert "Nothing yet." in asked(client, where, data).content.decode()
    confirm(client, where, data)
    one.refresh_from_db()
    assert one.merged_into == other


def test_the_effect_of_a_merge_is_shown_again_if_the_player_has_played_meanwhile(
    client: Client, twice: Player, table: Table
) -> None:
    boris = Player.objects.get(name="Boris")
    where, data = page("club_player_merge", twice), WHY | {"into": boris.pk}
    fingerprint = asked(client, where, data).context["fingerprint"]
    services.record_hand(table, belote(90), by=None, key=None)
    assert client.post(where, data | {"confirm": fingerprint}).status_code == 409
    twice.refresh_from_db()
    assert twice.active


def test_players_who_sat_at_one_table_together_cannot_be_merged(client: Client, table: Table) -> None:
    ada, boris = Player.objects.get(name="Ada"), Player.objects.get(name="Boris")
    before = state()
    response = client.post(page("club_player_merge", ada), WHY | {"into": boris.pk})
    assert response.status_code == 409
    assert "they are two people" in response.content.decode()
    assert state() == before


def test_players_of_other_clubs_and_merged_ones_are_not_offered(client: Client, twice: Player, zoe: Membership) -> None:
    strange = PlayerFactory(club=zoe.club, name="Boris")
    boris = Player.objects.get(name="Boris", club=twice.club)
    gone = services.merge_players(PlayerFactory(club=twice.club, name="Bo"), boris, by=None, why="x")
    form = client.get(page("club_player_merge", twice)).context["form"]
    offered = {value for value, _label in form.fields["into"].choices}
    assert boris.pk in offered
    assert not offered & {strange.pk, gone.pk, twice.pk}
    for other in (strange, gone, twice):
        assert client.post(page("club_player_merge", twice), WHY | {"into": other.pk}).status_code == 422


def test_a_merged_player_can_no_longer_be_seated(client: Client, twice: Player) -> None:
    services.merge_players(twice, Player.objects.get(name="Boris"), by=None, why="x")
    where = page("club_player_change", twice)
    response = client.post(where, {"name": "Boris B.", "active": "on"}, follow=True)
    assert "the same person as Boris" in response.content.decode()
    twice.refresh_from_db()
    assert not twice.active


# All of them


def everything(table: Table, player: Player) -> list[str]:
    return [
        move_page(table),
        page("play_table_swap", table),
        page("play_table_rules", table),
        page("club_player_merge", player),
        page("club_player_unmerge", player),
    ]


def test_the_changes_are_linked_from_the_pages_of_hand_table_and_player(
    client: Client, table: Table, twice: Player
) -> None:
    assert move_page(table) in client.get(page("belote_belotehand_change", second(table))).content.decode()
    text = client.get(page("play_table_change", table)).content.decode()
    assert page("play_table_swap", table) in text
    assert page("play_table_rules", table) in text
    assert f"?table={table.pk}" in text
    assert page("club_player_merge", twice) in client.get(page("club_player_change", twice)).content.decode()


def test_other_directors_and_scorers_have_no_access_to_the_changes(
    zoe: Membership, boris: Membership, client_of: LogIn, table: Table, twice: Player
) -> None:
    before = state()
    data = WHY | FFB | {"position": 1, "other": 2, "since": 1, "table": table.pk, "into": twice.pk, "confirm": "1"}
    for where in everything(table, twice):
        assert client_of(zoe).get(where).status_code == 404
        assert client_of(zoe).post(where, data).status_code == 404
        assert client_of(boris).get(where, follow=True).status_code == 403
        assert client_of(boris).post(where, data, follow=True).status_code == 403
    assert state() == before


def test_the_confirmation_page_describes_the_change(client: Client, table: Table, beside: Table, twice: Player) -> None:
    boris = Player.objects.get(name="Boris")
    for where, data, said in (
        (page("play_table_swap", table), {"position": 1, "other": 2, "since": 2}, {"Ada", "Boris", "Hand 2"}),
        (page("play_table_rules", table), FFB, {"House rules", "Federation rules (FFB)"}),
        (page("club_player_merge", twice), {"into": boris.pk}, {"Boris"}),
    ):
        shown = asked(client, where, WHY | data)
        assert {str(value) for _label, value in shown.context["meant"]} == said
        assert all(f"<bdi>{value}</bdi>" in shown.content.decode() for value in said)
    ((_label, other),) = asked(client, move_page(table), WHY | {"table": beside.pk}).context["meant"]
    assert other.startswith("Table 2, ")


def test_a_director_need_not_be_a_superuser(ada: Membership, client: Client, table: Table, twice: Player) -> None:
    assert not ada.user.is_superuser
    assert not ada.user.user_permissions.exists()
    for where in everything(table, twice)[:4]:
        assert client.get(where).status_code == 200


def test_a_locked_table_is_changed_by_a_director(client: Client, table: Table, beside: Table) -> None:
    for one in (table, beside):
        services.close_table(one, by=None)
    Club.objects.update(correction_days=0)
    confirm(client, move_page(table), WHY | {"table": beside.pk})
    confirm(client, page("play_table_swap", table), WHY | {"position": 1, "other": 2, "since": 1, "key": "k2"})
    confirm(client, page("play_table_rules", table), WHY | FFB)
    assert faults(table) + faults(beside) == []


def test_a_cancelled_table_cannot_be_changed(client: Client, club: Club) -> None:
    table = services.cancel_table(make_table(club, "belote"), by=None)
    assert client.get(page("play_table_swap", table)).status_code == 404
    assert client.get(page("play_table_rules", table)).status_code == 404
    assert "Swap two seats" not in client.get(page("play_table_change", table)).content.decode()


def test_a_garbage_id_is_not_found(client: Client, table: Table) -> None:
    pages = ("play/table", "swap"), ("play/table", "rules"), ("club/player", "merge"), ("play/hand", "move")
    for garbage in ("0", "-1", "x", "9" * 30, "1_00", "_00", "' OR 1=1"):
        for row, act in pages:
            for method in (client.get, client.post):
                assert method(f"/admin/{row}/{garbage}/{act}/").status_code in {400, 404}, (row, garbage)


def test_the_pages_allow_only_get_and_post(client: Client, table: Table, twice: Player) -> None:
    for where in everything(table, twice)[:4]:
        assert client.put(where).status_code == 405


def test_going_back_from_the_confirmation_keeps_what_was_typed(client: Client, table: Table, beside: Table) -> None:
    response = client.post(move_page(table), WHY | {"table": beside.pk, "back": "1"})
    assert response.status_code == 200
    text = response.content.decode()
    assert f'<option value="{beside.pk}" selected>' in text
    assert 'value="seen on the paper"' in text


def test_longer_sheets_take_no_more_queries(client: Client, table: Table, beside: Table) -> None:
    def queries(where: str, data: dict[str, Any]) -> int:
        with CaptureQueriesContext(connection) as captured:
            asked(client, where, data)
        return len(captured)

    pages = [
        (move_page(table), WHY | {"table": beside.pk}),
        (page("play_table_swap", table), WHY | {"position": 1, "other": 2, "since": 1}),
        (page("play_table_rules", table), WHY | FFB),
    ]
    queries(*pages[0])  # the first one starts the session
    few = [queries(*one) for one in pages]
    for points in range(101, 111):
        services.record_hand(table, belote(points), by=None, key=None)
    queries(*pages[0])  # the first one reads what has changed for the boards
    assert [queries(*one) for one in pages] == few


def test_more_tables_and_players_take_no_more_queries(
    client: Client, club: Club, table: Table, beside: Table, twice: Player
) -> None:
    boris = Player.objects.get(name="Boris")
    reads = everything(table, twice)[:4]
    question = (page("club_player_merge", twice), WHY | {"into": boris.pk})

    def queries() -> list[int]:
        counts = []
        for where in reads:
            with CaptureQueriesContext(connection) as captured:
                assert client.get(where).status_code == 200
            counts.append(len(captured))
        asked(client, *question)  # reads what has changed for the boards
        with CaptureQueriesContext(connection) as captured:
            asked(client, *question)
        return [*counts, len(captured)]

    queries()  # the first one starts the session
    few = queries()
    for number in range(3):
        more = [PlayerFactory(club=club, name=f"Player {number}.{position}") for position in range(4)]
        other = make_table(club, "belote", players=more, variant=PRESETS["house"])
        services.record_hand(other, belote(110), by=None, key=None)
    assert queries() == few
