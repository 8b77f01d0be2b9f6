"""Corrections in the admin site use the same judge as at the table, and nothing else can be changed there."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.corrections.admin.tables import ACTIONS
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Score, Table
from scorer.scoring import dump
from scorer.web.formatting import moment
from tests.factories import MembershipFactory, make_players, make_table
from tests.pages import an_evening
from tests.pages import pages as pages_of
from tests.totals import totals_by_position

LogIn = Callable[[Membership], Client]

CONTRACT = {"level": 4, "strain": "S", "doubled": "", "declarer": "N"}
GAME, DOWN = 420, -50
GARBAGE = ("0", "-1", "x", "9" * 30, "1_00", "_00", "%00", "1e3", "' OR 1=1", "5/../5")
ROWS = (
    "bridge/bridgehand",
    "play/hand",
    "play/table",
    "play/seat",
    "play/score",
    "history/revision",
    "club/club",
    "club/season",
    "club/player",
    "club/membership",
    "club/user",
)


def bid_and_made(board: int) -> Entry:
    return Entry(board=board, level=4, strain="S", declarer="N", tricks=10)


@pytest.fixture
def table(club: Club, ada: Membership) -> Table:
    """A table with five boards, at each of which N made four spades, and a penalty for E and W."""
    table = make_table(club)
    for board in range(1, 6):
        services.record_hand(table, bid_and_made(board), by=ada.user, key=None)
    services.record_adjustment(table, [0, -30, 0, -30], why="a revoke", by=ada.user, key=None)
    return table


@pytest.fixture
def elsewhere(zoe: Membership) -> Table:
    table = make_table(zoe.club, players=make_players(zoe.club))
    services.record_hand(table, bid_and_made(1), by=zoe.user, key=None)
    return table


@pytest.fixture
def client(ada: Membership, client_of: LogIn) -> Client:
    """Ada's browser."""
    return client_of(ada)


def page(hand: Hand, act: str = "change") -> str:
    return reverse(f"admin:bridge_bridgehand_{act}", args=[hand.pk])


def typed(hand: Hand, result: str, **other: Any) -> dict[str, Any]:
    """The correction form of a board of four spades, filled in."""
    return (
        {
            "key": f"key-{hand.number}-{result}",
            "number": hand.number,
            "layout": hand.table.layout,
            "board": hand.number,
            "tricks": result,
            "why": "misread",
        }
        | CONTRACT
        | other
    )


def confirmed(client: Client, where: str, data: dict[str, Any]) -> Any:
    """Confirm the effect that the page shows, and return the response."""
    asked = client.post(where, data)
    assert (asked.status_code, asked.templates[0].name) == (200, "corrections/confirm.html")
    return client.post(where, data | {"confirm": asked.context["fingerprint"]})


def address(row: str, act: str = "changelist", *args: object) -> str:
    return reverse(f"admin:{row.replace('/', '_')}_{act}", args=args)


# Correcting


def test_correcting_hand_3_updates_every_total(client: Client, ada: Membership, table: Table) -> None:
    hand = table.hands.get(number=3)  # on board 3 E and W are vulnerable
    before = totals_by_position(table)

    response = confirmed(client, page(hand), typed(hand, "-1"))

    assert response.status_code == 302
    after = totals_by_position(table)
    assert after == {
        position: points + (DOWN - GAME if position in {1, 3} else GAME - DOWN) for position, points in before.items()
    }
    assert list(faults(table)) == []
    revision = Revision.objects.of(Revision.Kind.HAND, hand.pk).last()
    assert revision is not None
    assert (revision.actor_id, revision.action, revision.why) == (ada.user.pk, "correct", "misread")
    assert revision.after["entry"] == dump(Entry(board=3, level=4, strain="S", declarer="N", tricks=9))
    assert "Board 3 is corrected." in client.get(response["Location"]).content.decode()


def test_the_page_of_a_hand_shows_its_values_and_the_totals(client: Client, table: Table) -> None:
    text = client.get(page(table.hands.get(number=3))).content.decode()
    assert 'value="S"' in text
    assert "Entered by ada" in text
    assert 'id="totals"' in text


def test_a_correction_can_change_the_dealer(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    confirmed(client, page(hand), typed(hand, "=", dealer=1))
    hand.refresh_from_db()
    assert hand.dealer == 1


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"tricks": "14"}, "There are only 13 tricks."),
        ({"level": "8"}, "A contract is at level 1 to 7."),
        ({"strain": ""}, "Please choose."),
        ({"why": " "}, "Please fill this in."),
        ({"tricks": "\0"}, "Null characters are not allowed."),
    ],
)
def test_invalid_values_are_refused_with_the_same_messages_as_at_the_table(
    client: Client, table: Table, values: dict[str, str], sentence: str
) -> None:
    hand = table.hands.get(number=3)
    data = typed(hand, "=", **values)

    here = client.post(page(hand), data)
    at_the_table = client.post(reverse("play:correct", args=[table.pk, 3]), data)

    assert (here.status_code, at_the_table.status_code) == (422, 422)
    assert sentence in here.content.decode()
    assert sentence in at_the_table.content.decode()
    assert 'value="misread"' in here.content.decode() or "why" in values
    assert here.content.decode().count('id="id_why"') == 1
    assert not Revision.objects.filter(action="correct").exists()


def test_improbable_values_ask_for_a_second_look(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    again = typed(hand, "=", board=1)

    first = client.post(page(hand), again)
    assert first.status_code == 422
    assert "Yes, save it" in first.content.decode()

    seen = first.context["seen"]
    assert confirmed(client, page(hand), again | {"seen": seen}).status_code == 302


def test_the_points_are_shown_before_the_correction_is_saved(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    response = client.post(page(hand, "preview"), typed(hand, "-1"), headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "−50" in response.content.decode()
    assert not Revision.objects.filter(action="correct").exists()


def test_a_hand_is_voided_and_restored_with_a_reason(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    before = totals_by_position(table)

    assert confirmed(client, page(hand, "void"), {"why": "misdeal"}).status_code == 302
    assert totals_by_position(table)[1] == before[1] - GAME
    assert confirmed(client, page(hand, "restore"), {"why": "it was not"}).status_code == 302

    assert totals_by_position(table) == before
    reasons = Revision.objects.of(Revision.Kind.HAND, hand.pk).values_list("action", "why")
    assert list(reasons)[-2:] == [("void", "misdeal"), ("restore", "it was not")]


def test_a_reason_that_is_too_long_is_shown_again(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    response = client.post(page(hand, "void"), {"why": "x" * 201})
    assert response.status_code == 422
    assert "x" * 201 in response.content.decode()
    hand.refresh_from_db()
    assert not hand.voided


def test_an_adjustment_is_corrected_in_the_list_of_lines(client: Client, table: Table) -> None:
    line = table.hands.get(number=6)
    where = address("play/hand", "change", line.pk)
    before = totals_by_position(table)
    data = {"key": "k", "number": 6, "layout": 1, "points_0": "", "points_1": "-60", "why": "a revoke"}

    assert "a revoke" in client.get(where).content.decode()
    assert client.post(where, data | {"points_1": "0"}).status_code == 422
    assert confirmed(client, where, data).status_code == 302

    assert totals_by_position(table)[2] == before[2] - 30
    assert client.post(address("play/hand", "preview", line.pk)).status_code == 404


def test_a_played_hand_in_the_list_of_lines_leads_to_its_games_page(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    assert client.get(address("play/hand", "change", hand.pk))["Location"] == page(hand)


def test_a_director_corrects_a_table_that_is_locked(client: Client, ada: Membership, table: Table) -> None:
    services.close_table(table, by=ada.user)
    Club.objects.update(correction_days=0)
    hand = Hand.objects.get(table=table, number=3)
    assert confirmed(client, page(hand), typed(hand, "-1")).status_code == 302
    assert Score.objects.filter(hand=hand, points=DOWN).count() == 2


# Finding


def test_hands_are_found_by_player_season_state_and_day(client: Client, club: Club, table: Table) -> None:
    def found(**query: Any) -> int:
        return int(client.get(address("bridge/bridgehand"), query).context["cl"].result_count)

    assert found() == 5
    assert found(q="boris") == 5
    assert found(q="Nobody") == 0
    assert found(season=club.seasons.get().pk) == 5
    assert found(season=1) == 0
    assert found(hand__table__state__exact="closed") == 0
    assert found(hand__voided__exact="0") == 5
    assert found(hand__entered_at__gte="2100-01-01 00:00:00+00:00") == 0


def numbers(client: Client, row: str, **query: Any) -> set[tuple[int, int]]:
    """Return the lines that a list shows: the number of the table and the number on its sheet."""
    found = client.get(address(row), query).context["cl"].result_list
    hands = [getattr(one, "hand", one) for one in found]
    return {(hand.table.number, hand.number) for hand in hands}


def test_hands_are_found_by_game_table_and_day(client: Client, club: Club, table: Table) -> None:
    other = make_table(club, "belote", players=make_players(club, 8)[4:])
    services.record_adjustment(other, [-10, 0, -10, 0], why="late", by=None, key=None)
    Hand.objects.filter(table=table, number__lte=2).update(entered_at="2026-03-05T20:00:00+00:00")
    Player.objects.filter(name="Hugo").update(shown_as="H.")

    assert numbers(client, "play/hand", game="belote") == {(2, 1)}
    assert numbers(client, "play/hand", number=1) == {(1, number) for number in range(1, 7)}
    assert numbers(client, "play/hand", table=other.pk) == {(2, 1)}
    assert numbers(client, "play/hand", q="2026-03-05") == {(1, 1), (1, 2)}
    assert numbers(client, "play/hand", q="2026-03-05 boris") == {(1, 1), (1, 2)}
    assert numbers(client, "play/hand", q="2026-03-05 Greta") == set()
    assert numbers(client, "play/hand", q="h.") == {(2, 1)}
    assert numbers(client, "play/hand", q="2026-99-99") == set()
    assert numbers(client, "bridge/bridgehand", number=1, q="2026-03-05") == {(1, 1), (1, 2)}
    assert numbers(client, "bridge/bridgehand", number=2) == set()


def test_a_player_is_found_whatever_the_case_and_accents(client: Client, club: Club, table: Table) -> None:
    everybody = set(numbers(client, "play/hand"))
    for part in ("CHLOÉ", "chloe", "Chloe\u0301", "hlo"):
        for row in ("play/hand", "bridge/bridgehand"):
            assert numbers(client, row, q=part) == {one for one in everybody if row == "play/hand" or one[1] < 6}, part
        assert client.get(address("play/table"), {"q": part}).context["cl"].result_count == 1
        assert client.get(address("play/score"), {"q": part}).context["cl"].result_count == 5
        assert client.get(address("club/player"), {"q": part}).context["cl"].result_count == 1


def test_a_hand_entered_after_midnight_is_also_found_by_its_evening(client: Client, table: Table) -> None:
    Table.objects.update(opened_at="2026-03-05T18:00:00+00:00")
    Hand.objects.update(entered_at="2026-03-05T20:00:00+00:00")
    Hand.objects.filter(number__gt=4).update(entered_at="2026-03-06T00:40:00+00:00")
    assert numbers(client, "play/hand", q="2026-03-05") == {(1, number) for number in range(1, 7)}
    assert numbers(client, "play/hand", q="2026-03-06") == {(1, 5), (1, 6)}
    assert numbers(client, "play/hand", q="2026-03-07") == set()
    assert numbers(client, "play/hand", q="2026-03-04 2026-03-06") == {(1, 5), (1, 6)}


def test_a_director_of_two_clubs_finds_hands_by_club(
    client: Client, ada: Membership, table: Table, elsewhere: Table
) -> None:
    by_club = 'data-filter-title="club"'
    assert by_club not in client.get(address("play/hand")).content.decode()
    assert numbers(client, "play/hand", club=elsewhere.club_id) == set()
    MembershipFactory(user=ada.user, club=elsewhere.club, role="director")
    assert by_club in client.get(address("play/hand")).content.decode()
    found = client.get(address("play/hand"), {"club": elsewhere.club_id}).context["cl"].result_list
    assert {hand.table for hand in found} == {elsewhere}


def test_a_table_of_another_club_is_not_found_by_its_id(client: Client, table: Table, elsewhere: Table) -> None:
    assert numbers(client, "play/hand", table=elsewhere.pk) == set()


@pytest.mark.parametrize("row", ["play/hand", "bridge/bridgehand"])
def test_the_list_says_what_was_played_and_the_points_of_each_side(client: Client, table: Table, row: str) -> None:
    text = client.get(address(row)).content.decode()
    assert 'Board 3</a></th><td class="field-at_table">Table 1, ' in text
    assert (
        '<td class="field-scored"><span>Ada &amp; Chloé <b>+420</b></span><span>Boris &amp; Dirk <b>−420</b></span>'
        in text
    )
    assert " N =" in text


def test_a_day_may_be_typed_as_the_reader_writes_it(client: Client, table: Table) -> None:
    Hand.objects.filter(table=table, number__lte=2).update(entered_at="2026-03-05T20:00:00+00:00")
    client.cookies["django_language"] = "de"
    assert "05.03.2026" in client.get(address("play/hand")).content.decode()
    for day in ("5.3.2026", "2026-03-05"):
        assert numbers(client, "play/hand", q=day) == {(1, 1), (1, 2)}


def test_the_index_names_things_in_a_directors_words_and_puts_tables_first(client: Client, table: Table) -> None:
    apps = client.get(reverse("admin:index")).context["app_list"]
    names = {app["app_label"]: (str(app["name"]), [str(model["name"]) for model in app["models"]]) for app in apps}
    assert next(iter(names)) == "play"
    assert [*names][-2:] == ["club", "history"]
    assert names["play"] == ("Tables and hands", ["Hands", "Points", "Seats", "Tables"])
    assert names["bridge"] == ("Bridge", ["Hands"])
    assert names["club"] == ("Club", ["Clubs", "Logins", "Players", "Roles of the logins", "Seasons"])
    assert names["history"] == ("Log", ["Changes"])


def test_dates_are_written_as_on_the_clubs_pages(client: Client, table: Table) -> None:
    Table.objects.update(opened_at="2026-03-05T20:15:00+00:00")
    address_of_table = address("play/table", "change", table.pk)
    text = client.get(address_of_table).content.decode()
    assert moment(timezone.localtime(Table.objects.get().opened_at)) in text
    assert "5 Mar 2026, " in text
    client.cookies["django_language"] = "de"
    assert "05.03.2026, " in client.get(address_of_table).content.decode()


def test_every_change_of_an_evening_has_a_word_in_the_log(ada: Membership, client: Client) -> None:
    pages_of(ada, an_evening(ada))
    assert set(Revision.objects.values_list("action", flat=True)) - set(ACTIONS) == set()
    text = client.get(address("history/revision")).content.decode()
    assert "Hand: entered" in text


def test_a_list_takes_no_more_queries_for_more_rows(client: Client, club: Club, table: Table) -> None:
    def queries() -> dict[str, int]:
        counts = {}
        for row in ROWS:
            with CaptureQueriesContext(connection) as asked:
                assert client.get(address(row)).status_code == 200
            counts[row] = len(asked)
        return counts

    client.get(address(ROWS[0]))  # the first page starts the session
    few = queries()
    other = make_table(club, players=make_players(club, 8)[4:])
    for board in range(1, 9):
        services.record_hand(other, bid_and_made(board), by=None, key=None)
    assert queries() == few


# Who may


def test_boris_keeps_scores_and_has_no_admin(boris: Membership, client_of: LogIn, table: Table) -> None:
    client = client_of(boris)
    assert {row: client.get(address(row), follow=True).status_code for row in ROWS} == dict.fromkeys(ROWS, 403)


def test_staff_status_alone_gives_no_access(boris: Membership, client_of: LogIn, table: Table) -> None:
    boris.user.is_staff = True
    boris.user.save()
    assert client_of(boris).get(reverse("admin:index"), follow=True).status_code == 403


def ids_of(table: Table) -> dict[str, Any]:
    """Return one row of each model that belongs to the club of `table`."""
    hand = table.hands.get(number=1)
    revision = Revision.objects.for_table(table.pk).last()
    assert revision is not None
    member = table.club.memberships.get()
    return {
        "bridge/bridgehand": hand.pk,
        "play/hand": hand.pk,
        "play/table": table.pk,
        "play/seat": table.seats.all()[0].pk,
        "play/score": hand.scores.all()[0].pk,
        "history/revision": revision.pk,
        "club/club": table.club_id,
        "club/season": table.season_id,
        "club/player": table.club.players.all()[0].pk,
        "club/membership": member.pk,
        "club/user": member.user_id,
    }


def test_zoe_sees_nothing_of_adas_club(zoe: Membership, client_of: LogIn, table: Table, elsewhere: Table) -> None:
    client = client_of(zoe)
    hers, others = ids_of(elsewhere), ids_of(table)
    for row in ROWS:
        listed = {str(one.pk) for one in client.get(address(row)).context["cl"].result_list}
        assert str(hers[row]) in listed, row
        assert str(others[row]) not in listed, row
        for act in ("change", "history", "delete"):
            assert client.get(address(row, act, others[row])).status_code == 404, (row, act)
        assert client.post(address(row, "change", others[row]), {"name": "Mine"}).status_code == 404, row


@pytest.mark.parametrize("act", ["void", "restore", "preview", "change"])
def test_zoe_can_do_nothing_to_adas_hands(zoe: Membership, client_of: LogIn, table: Table, act: str) -> None:
    hand = table.hands.get(number=3)
    assert client_of(zoe).post(page(hand, act), typed(hand, "-1")).status_code == 404
    assert not Hand.objects.filter(voided=True).exists()


def test_only_seasons_of_the_directors_clubs_are_offered(
    zoe: Membership, client_of: LogIn, table: Table, elsewhere: Table
) -> None:
    text = client_of(zoe).get(address("bridge/bridgehand")).content.decode()
    assert elsewhere.season.name in text
    assert table.season.name not in text


def test_a_superuser_sees_every_club(zoe: Membership, client_of: LogIn, table: Table, elsewhere: Table) -> None:
    zoe.user.is_superuser = True
    zoe.user.save()
    client = client_of(zoe)
    assert client.get(address("bridge/bridgehand")).context["cl"].result_count == 6
    hand = table.hands.get(number=3)
    assert confirmed(client, page(hand), typed(hand, "-1")).status_code == 302


# What nobody may


def test_nothing_is_added_or_deleted(client: Client, table: Table) -> None:
    before = ids_of(table)
    for row, pk in before.items():
        for method in (client.get, client.post):
            assert method(address(row, "add")).status_code == 403, row
            assert method(address(row, "delete", pk), {"post": "yes"}).status_code == 403, row
        client.post(address(row), {"action": "delete_selected", "_selected_action": pk, "post": "yes"})
        assert "delete_selected" not in client.get(address(row)).content.decode(), row
    assert ids_of(table) == before


@pytest.mark.parametrize("row", ["play/table", "play/seat", "play/score", "history/revision", "club/season"])
def test_rows_that_follow_from_hands_are_read_only(client: Client, table: Table, row: str) -> None:
    where = address(row, "change", ids_of(table)[row])
    shown = client.get(where)
    assert shown.status_code == 200
    assert 'name="_save"' not in shown.content.decode()
    assert client.post(where, {"points": "9", "action": "x", "state": "closed", "name": "x"}).status_code == 403


def test_a_superuser_cannot_change_a_revision_either(ada: Membership, client_of: LogIn, table: Table) -> None:
    ada.user.is_superuser = ada.user.is_staff = True
    ada.user.save()
    where = address("history/revision", "change", ids_of(table)["history/revision"])
    before = list(Revision.objects.values())
    assert client_of(ada).post(where, {"why": "never"}).status_code == 403
    assert list(Revision.objects.values()) == before


def test_the_history_of_a_hand_leads_to_its_revisions(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    confirmed(client, page(hand), typed(hand, "-1"))
    response = client.get(page(hand, "history"), follow=True)
    assert response.context["cl"].result_count == 2


# Garbage


def test_a_garbage_id_is_not_found(client: Client, table: Table) -> None:
    for root, garbage in product([address(row) for row in ROWS], GARBAGE):
        for act in ("change", "history", "delete"):
            assert client.get(f"{root}{garbage}/{act}/").status_code in {400, 404}, (root, garbage)
        assert client.post(f"{root}{garbage}/change/", {"name": "x"}).status_code in {400, 404}, (root, garbage)


def test_an_invalid_query_string_is_no_server_error(client: Client, table: Table) -> None:
    questions: list[dict[str, Any]] = [
        {"q": "\0"},
        {"q": "'\"%_\\"},
        {"q": "9" * 40},
        {"p": "9" * 40},
        {"o": "99.-99.x"},
        {"o": "1.2.3.4.5.6.7.8.9.10.11.12"},
        {"all": "x"},
        {"nonsense": "1"},
        {"season": "9" * 40},
        {"season": "\0"},
        {"game": "x"},
        {"table": "9" * 40},
        {"table": "x"},
        {"number": "\0"},
        {"number": "9" * 40},
        {"club": "9" * 40},
        {"q": "2026-99-99"},
        {"q": "0001-01-01 9999-12-31"},
        {"_facets": "1"},
        {"_to_field": "password"},
        {"hand__entered_at__gte": "x"},
        {"hand__entered_at__gte": "0001-01-01 00:00:00+14:00"},
        {"entered_at__gte": "9999-12-31 23:59:59-14:00"},
        {"at__gte": "9999-12-31 23:59:59-14:00"},
        {"opened_at__gte": "0001-01-01 00:00:00+14:00"},
        {"hand__voided__exact": "x"},
        {"state__in": "a,b"},
        {"kind__regex": "("},
    ]
    for row, question in product(ROWS, questions):
        assert client.get(address(row), question).status_code < 500, (row, question)


def test_an_invalid_post_shows_the_form_again(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    for data in (
        {},
        {"key": "x" * 100},
        {"way": "\0", "number": "9" * 40},
        typed(hand, "9" * 300, dealer="7", level="x"),
    ):
        assert client.post(page(hand), data).status_code == 422, data
    assert client.get(page(hand, "void")).status_code == 405
    assert client.put(page(hand)).status_code == 405
