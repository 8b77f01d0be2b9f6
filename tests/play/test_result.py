"""The result of a table: the ranking, who pays whom, and closing the table."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules import Entry as Board
from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Role
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Table
from scorer.play.result.settlement import result_of
from scorer.play.table_context import TableContext
from scorer.scoring.settlement import Rate
from tests.contract.conftest import sheet_of
from tests.factories import MembershipFactory, PlayerFactory, make_players, make_table

pytestmark = pytest.mark.django_db

LogIn = Callable[[Membership], Client]
EURO = Rate(Decimal("0.05"), 1, Decimal("0.1"), "€")


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    return client_of(boris)


def score(table: Table, *points: int) -> None:
    services.record_adjustment(table, list(points), why="as it stood", by=None, key=None)


def address(name: str, table: Table) -> str:
    return reverse(f"play:{name}", args=[table.pk])


def text(answer: Any) -> str:
    shown: str = answer.content.decode()
    return shown


def payments(table: Table) -> list[tuple[str, str, Decimal]]:
    found = result_of(TableContext(table)).payments
    return [(payment.payer, payment.payee, payment.amount) for payment in found]


def test_points_that_add_up_to_zero_are_paid_directly(club: Club) -> None:
    table = make_table(club, "tarot")
    score(table, 90, -30, -40, -20)
    found = result_of(TableContext(table))
    assert [(place, total.name, total.points) for place, total in found.standing] == [
        (1, "Ada", 90), (2, "Dirk", -20), (3, "Boris", -30), (4, "Chloé", -40),
    ]  # fmt: skip
    assert found.mean is None
    assert payments(table) == [("Boris", "Ada", 30), ("Chloé", "Ada", 40), ("Dirk", "Ada", 20)]


def test_other_points_are_paid_against_their_mean(club: Club, client: Client) -> None:
    table = make_table(club, "belote")
    score(table, 1000, 745, 1000, 745)
    assert payments(table) == [("Boris", "Ada", 128), ("Dirk", "Chloé", 128)]
    page = text(client.get(address("result", table)))
    assert "The points do not add up to zero: each counts against the mean of 872.5." in page
    assert [total.label for _place, total in result_of(TableContext(table)).standing] == ["Ada & Chloé", "Boris & Dirk"]


def test_the_result_says_who_bears_what_is_left_over_from_rounding(club: Club, client: Client) -> None:
    table = make_table(club, "preferans", players=make_players(club, 3))
    score(table, 10, 0, 0)
    assert result_of(TableContext(table)).explanation.endswith("The remainder of 1 is borne by Chloé.")
    services.set_rate(table, EURO, by=None)
    assert "The remainder of 0.10\N{NO-BREAK SPACE}€ goes to Ada." in text(client.get(address("result", table)))
    score(table, -10, 0, 0)
    assert "The remainder of" not in text(client.get(address("result", table)))


def test_what_each_gets_is_shown_unless_it_is_the_points_themselves(club: Club, client: Client) -> None:
    belote, tarot = make_table(club, "belote"), make_table(club, "tarot")
    score(belote, 1000, 745, 1000, 745)
    score(tarot, 90, -30, -40, -20)
    assert "What each gets or pays" in text(client.get(address("result", belote)))
    assert "What each gets or pays" not in text(client.get(address("result", tarot)))


def test_a_player_pays_only_for_the_hands_they_played(club: Club) -> None:
    table = make_table(club, "belote")
    score(table, 100, 0, 100, 0)
    services.substitute(table, 2, PlayerFactory(club=club, name="Zoran"), by=None)
    score(table, 0, 60, 0, 60)
    assert payments(table) == [("Boris", "Ada", 20), ("Boris", "Zoran", 30), ("Dirk", "Chloé", 20)]


def test_a_voided_hand_costs_nobody_anything(club: Club) -> None:
    table = make_table(club, "bridge")
    hand = services.record_hand(
        table, Board(board=1, level=4, strain="S", declarer="N", tricks=10), by=None, key=None
    ).hand
    assert payments(table) == [("Boris", "Ada", 420), ("Dirk", "Chloé", 420)]
    services.void_hand(hand, by=None, why="misdeal")
    table.refresh_from_db()
    assert payments(table) == []


@pytest.mark.parametrize(
    ("typed", "rate"),
    [
        ({"amount": "0.05"}, Rate(Decimal("0.05"), 1, Decimal("0.01"), "")),
        ({"amount": "0,05", "currency": "€", "rounded_to": "0.10"}, Rate(Decimal("0.05"), 1, Decimal("0.10"), "€")),
        ({"amount": "10", "points": "100", "rounded_to": "1"}, Rate(Decimal(10), 100, Decimal(1), "")),
    ],
)
def test_the_table_sets_its_rate_with_a_comma_or_a_point(
    typed: dict[str, str], rate: Rate, club: Club, client: Client
) -> None:
    table = make_table(club, "tarot")
    values = {"points": "1", "rounded_to": "0.01", "currency": ""} | typed
    assert client.post(address("rate", table), values).status_code == 302
    assert services.rate_of(table) == rate
    revision = Revision.objects.latest("pk")
    assert (revision.action, revision.before, revision.after["rate"]["points"]) == ("rate", {"rate": None}, rate.points)
    table.refresh_from_db()
    assert table.version == 2
    assert faults(table) == []


def test_the_amounts_are_shown_in_money_and_as_the_reader_writes_them(club: Club, client: Client) -> None:
    table = make_table(club, "tarot")
    score(table, 2090, -730, -1340, -20)
    services.set_rate(table, EURO, by=None)
    page = text(client.get(address("result", table)))
    assert "104.50\N{NO-BREAK SPACE}€" in page
    assert "1 point is worth 0.05\N{NO-BREAK SPACE}€. Amounts are rounded to 0.10\N{NO-BREAK SPACE}€" in page
    client.cookies["django_language"] = "de"
    page = text(client.get(address("result", table)))
    assert "−36,50\N{NO-BREAK SPACE}€" in page
    assert 'value="0,05"' in page


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("amount", ""), ("amount", "0"), ("amount", "-1"), ("amount", "x"), ("amount", "NaN"), ("amount", "1e9"),
        ("amount", "0.00001"), ("points", "0"), ("points", "²"), ("rounded_to", "3"), ("currency", "dinars"),
    ],
)  # fmt: skip
def test_an_impossible_rate_is_refused_beside_its_field(field: str, typed: str, club: Club, client: Client) -> None:
    table = make_table(club, "tarot")
    values = {"amount": "1", "points": "1", "rounded_to": "1", "currency": ""} | {field: typed}
    response = client.post(address("rate", table), values)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}
    assert services.rate_of(table) is None


def test_the_table_settles_in_points_again(club: Club, client: Client) -> None:
    table = make_table(club, "tarot")
    services.set_rate(table, EURO, by=None)
    client.post(address("rate", table), {"none": "1"})
    assert services.rate_of(table) is None
    table.refresh_from_db()
    assert services.set_rate(table, None, by=None).version == 3


def test_a_new_table_starts_with_the_last_rate(club: Club, client: Client) -> None:
    table = make_table(club, "tarot")
    services.set_rate(table, EURO, by=None)
    services.close_table(table, by=None)
    again = reverse("play:open", args=[club.pk, "tarot"]) + f"?like={table.pk}"
    form = client.get(again)
    assert again in text(client.get(address("result", table)))
    values = {
        name: form.context[one][name].value()
        for one in ("form", "seating", "variant")
        for name in form.context[one].fields
    }
    response = client.post(again, {name: value for name, value in values.items() if value not in (None, False)})
    assert response.status_code == 302
    assert services.rate_of(club.tables.open().get()) == EURO
    assert client.get(address("result", make_table(club, "tarot"))).context["form"]["amount"].value() == "0.05"


def test_a_closed_table_shows_its_result_and_what_to_do_next(club: Club, client: Client) -> None:
    table = make_table(club, "tarot")
    score(table, 90, -30, -40, -20)
    shown = text(client.get(address("table", table)))
    assert f'href="{address("result", table)}">Close the table' in shown
    page = text(client.get(address("result", table)))
    assert f'action="{address("close", table)}"' in page
    closed = client.post(address("close", table), follow=True)
    assert closed.redirect_chain == [(address("result", table), 302)]
    page = text(closed)
    assert "The table is closed." in page
    assert "Final ranking" in page
    assert "The same again" in page
    assert f'action="{address("close", table)}"' not in page
    assert "1. Ada: 90\n2. Dirk: −20\n3. Boris: −30\n4. Chloé: −40\n\nBoris pays Ada 30\nChloé pays Ada 40\n" in page
    assert "http://" not in closed.context["text"]
    club.public = True
    club.save()
    assert (
        closed.wsgi_request.build_absolute_uri(address("result", table))
        in client.get(address("result", table)).context["text"]
    )


def test_a_table_without_hands_has_a_result(club: Club, client: Client) -> None:
    assert "All are level: nobody pays." in text(client.get(address("result", make_table(club, "tarot"))))


def test_unconfirmed_hands_have_to_be_acknowledged_before_closing(club: Club, client: Client) -> None:
    table = make_table(club, "bridge", confirms=True)
    services.record_hand(table, Board(board=1, passed_out=True), by=None, key=None)
    asked = client.post(address("close", table))
    assert asked.status_code == 422
    assert "1 hand is still to be confirmed." in text(asked)
    assert "Close it anyway" in text(asked)
    table.refresh_from_db()
    assert table.is_open
    assert client.post(address("close", table), {"sure": "on"}).status_code == 302


def test_a_member_can_read_the_result_but_not_set_the_rate(club: Club, client_of: LogIn) -> None:
    client = client_of(MembershipFactory(club=club, role=Role.MEMBER))
    table = make_table(club, "tarot")
    page = text(client.get(address("result", table)))
    assert "Settle at this rate" not in page
    assert "Close the table" not in page
    assert client.post(address("rate", table), {"amount": "1"}).status_code == 403


@pytest.mark.parametrize("game", ["bridge", "doppelkopf"])
def test_the_result_takes_as_many_queries_for_many_hands_as_for_few(
    game: str, club: Club, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    table = make_table(club, game)
    config = table.config
    counts = []
    for hands in (2, 12):
        services.record_hands(
            table, sheet_of(config, config.rules.PRESETS[config.default_variant], table.size, hands), by=None
        )
        with django_assert_max_num_queries(16) as asked:
            client.get(address("result", table))
        counts.append(len(asked))
    assert counts[0] == counts[1]
