"""Late hands: handed in, entered by somebody else, or put aside.

tests/browser/test_late_hands.py tests the phone's side.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.history.models import Revision
from scorer.play import phones, services
from scorer.play.models import Table
from scorer.play.phones import Link
from scorer.play.services import late_hands
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games
from tests.contract.conftest import form_data, sheet_of
from tests.factories import MembershipFactory, make_table

pytestmark = pytest.mark.django_db
LogIn = Callable[[Membership], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}
VALUES = {"way": "points", "board": "3", "level": "4", "strain": "S", "declarer": "S", "tricks": "="}


@pytest.fixture
def table(club: Club) -> Table:
    return make_table(club, "bridge")


@pytest.fixture
def chloe(table: Table) -> Client:
    """Return Chloé's phone, which has joined the table by its code."""
    return joined(table, "Chloé")


def joined(table: Table, name: str = "", link: Link = Link.ENTRY) -> Client:
    client = Client()
    player = Player.objects.filter(name=name).first()
    answer = client.post(phones.path_of(table, link) or "", {"player": player.pk if player else ""})
    assert answer.status_code == 302
    return client


def close(table: Table) -> None:
    services.close_table(table, by=None)
    table.refresh_from_db()


def send(client: Client, table: Table, *, hand_in: bool = False, plain: bool = False, **values: Any) -> Any:
    envelope = {"key": "k", "number": "1", "layout": "1"} | ({"hand_in": "1"} if hand_in else {})
    path = reverse("play:record", args=[table.pk])
    return client.post(path, envelope | VALUES | values, **({} if plain else HTMX))


def page(client: Client, table: Table, **asked: str) -> Any:
    return client.get(reverse("play:table", args=[table.pk]), asked)


def text(answer: Any) -> str:
    content: str = answer.content.decode()
    return content


def put_aside(client: Client, table: Table, one: int, **values: str) -> Any:
    return client.post(reverse("play:put_aside", args=[table.pk, one]), values)


def settled(table: Table) -> bool:
    return not table.late_hands.waiting() and list(faults(table)) == []


@pytest.mark.postgres
@pytest.mark.parametrize("plain", [False, True], ids=["by htmx", "as a plain form"])
def test_a_phone_can_hand_in_its_hand_after_the_table_was_closed(table: Table, chloe: Client, plain: bool) -> None:
    close(table)
    told = send(chloe, table, plain=plain)
    assert told.status_code == 409
    assert "This table was closed before this hand was saved." in text(told)
    assert "Hand it to the director" in text(told)
    assert "no longer logged in" not in text(told)
    assert "4" in text(told).split("What you had typed")[1]
    assert not table.late_hands.waiting()
    for when in ("now", "already"):
        handed = send(chloe, table, hand_in=True, plain=plain)
        assert handed.status_code == 200
        assert f"This hand is with the director {when}." in text(handed)
    late = table.late_hands.get()
    assert late.player_id == Player.objects.get(name="Chloé").pk
    assert "This hand is with the director already." in text(send(chloe, table, plain=plain))
    assert not table.hands.exists()


@pytest.mark.postgres
def test_a_hand_saved_before_the_table_was_closed_counts_as_saved(table: Table, chloe: Client) -> None:
    assert send(chloe, table).status_code == 200
    close(table)
    for hand_in in (False, True):
        answer = send(chloe, table, hand_in=hand_in)
        assert (answer.status_code, "Board 3 was already saved." in text(answer)) == (200, True)
    assert not table.late_hands.waiting()


def test_an_incomplete_hand_is_handed_in_as_it_is(
    table: Table, chloe: Client, boris: Membership, client_of: LogIn
) -> None:
    close(table)
    assert send(chloe, table, level="", strain="9", hand_in=True).status_code == 200
    assert "Not a complete hand yet" in text(page(client_of(boris), table))


@pytest.mark.parametrize(
    "who", ["nobody", "a phone that only looked", "one whose code was renewed", "one of another table"]
)
def test_only_phones_that_had_joined_may_hand_in(table: Table, club: Club, who: str) -> None:
    client = {
        "nobody": Client(),
        "a phone that only looked": joined(table, link=Link.WATCHING),
        "one whose code was renewed": joined(table, "Boris"),
        "one of another table": joined(make_table(club, "bridge")),
    }[who]
    if who == "one whose code was renewed":
        services.renew_link(table, Link.ENTRY, by=None)
    close(table)
    was_here = who in {"a phone that only looked", "one whose code was renewed"}
    assert send(client, table, hand_in=True).status_code == (410 if was_here else 401)
    assert not table.late_hands.waiting()


def test_a_cancelled_table_accepts_no_late_hand(table: Table, chloe: Client) -> None:
    services.cancel_table(table, by=None)
    assert send(chloe, table, hand_in=True).status_code == 410
    assert not Revision.objects.filter(kind=Revision.Kind.LATE).exists()


def test_a_phone_may_do_nothing_else_at_a_closed_table(table: Table, chloe: Client) -> None:
    services.record_hand(table, Entry(board=1, passed_out=True), by=None, key=None)
    close(table)
    for name, more in (("table", []), ("changes", []), ("own", [1]), ("hand", [1]), ("correct", [1]), ("adjust", [])):
        assert chloe.get(reverse(f"play:{name}", args=[table.pk, *more])).status_code == 403
    for name, more in (
        ("preview", []),
        ("entry", []),
        ("void", [1]),
        ("undo", [1]),
        ("reopen", []),
        ("put_aside", [1]),
    ):
        assert chloe.post(reverse(f"play:{name}", args=[table.pk, *more]), VALUES, **HTMX).status_code == 410
    assert "Passed out" not in text(send(chloe, table))  # it is told nothing about the sheet


@pytest.mark.postgres
def test_the_number_and_length_of_late_hands_are_limited(
    table: Table, chloe: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_hands, "MAX_WAITING", 2)
    close(table)
    assert "Too many hands" in text(send(chloe, table, hand_in=True, declarer="S" * late_hands.MAX_LENGTH))
    for key in "abc":
        answer = send(chloe, table, hand_in=True, key=key)
    assert answer.status_code == 409
    assert "Too many hands are already waiting for the director." in text(answer)
    assert table.late_hands.waiting().count() == 2


def test_a_hand_is_not_handed_in_under_another_name(table: Table, chloe: Client) -> None:
    close(table)
    assert send(chloe, table, hand_in=True, writer="phone-1").status_code == 409
    assert not table.late_hands.waiting()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_entering_a_late_hand_shows_the_form_as_it_was_typed(
    club: Club, boris: Membership, client_of: LogIn, game: GameConfig
) -> None:
    table, scorer = make_table(club, game), client_of(boris)
    variant = game.rules.PRESETS[game.default_variant]
    (entry,) = sheet_of(game, variant, table.size, 1)
    phone = joined(table, "Boris")
    data = form_data(game, entry, game.form_class(None)(table_context=TableContext(table)))
    close(table)
    handed = phone.post(reverse("play:record", args=[table.pk]), data | {"hand_in": "1"}, **HTMX)
    assert handed.status_code == 200
    one = table.late_hands.waiting().get().pk
    closed = page(scorer, table)
    assert "Hands for the director" in text(closed)
    assert "From Boris" in text(closed)
    opened = scorer.post(reverse("play:reopen", args=[table.pk]), {"late": one})
    assert opened["Location"].endswith(f"?late={one}")
    form = scorer.get(opened["Location"]).context["form"]
    assert form.entry == entry
    sent = dict(form.data.lists()) | {"seen": " ".join(warning.code for warning in form.table_context.warnings(entry))}
    for said in (" is saved.", " was already saved."):
        answer = scorer.post(reverse("play:record", args=[table.pk]), sent, **HTMX)
        assert (answer.status_code, answer["HX-Redirect"]) == (200, reverse("play:table", args=[table.pk]))
        assert said in text(page(scorer, table))
    hand = table.hands.get()
    assert hand.entered_by == boris.user
    assert settled(table)
    assert Revision.objects.get(kind=Revision.Kind.LATE, action="enter").after == {"hand": hand.pk}
    assert (
        scorer.get(opened["Location"]).context["form"].late is None
    )  # when it is loaded again, it is a form for the next hand


@pytest.mark.postgres
def test_the_second_of_two_who_enter_a_late_hand_gets_a_conflict(
    table: Table, chloe: Client, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    close(table)
    send(chloe, table, hand_in=True)
    one = table.late_hands.waiting().get().pk
    services.reopen_table(table, by=None)
    forms = [page(client_of(who), table, late=str(one)).context["form"] for who in (ada, boris)]
    first, second = (dict(form.data.lists()) for form in forms)
    assert client_of(ada).post(reverse("play:record", args=[table.pk]), first, **HTMX).status_code == 200
    second |= {"number": "2", "board": "4"}
    answer = client_of(boris).post(reverse("play:record", args=[table.pk]), second, **HTMX)
    assert answer.status_code == 409
    assert "Somebody has already entered this hand, or put it aside." in text(answer)
    assert answer.context["form"].late is None
    assert table.hands.count() == 1


def test_a_phone_cannot_enter_late_hands(table: Table, chloe: Client) -> None:
    close(table)
    send(chloe, table, hand_in=True)
    one = table.late_hands.waiting().get().pk
    services.reopen_table(table, by=None)
    table.refresh_from_db()
    dirk = joined(table, "Dirk")
    assert page(dirk, table, late=str(one)).context["form"].late is None
    assert send(dirk, table, key="d", layout=table.layout, late=one).status_code == 200
    assert table.late_hands.waiting().filter(pk=one)


@pytest.mark.postgres
def test_a_late_hand_is_put_aside_with_a_reason(
    table: Table, chloe: Client, boris: Membership, client_of: LogIn
) -> None:
    close(table)
    send(chloe, table, hand_in=True)
    one = table.late_hands.waiting().get().pk
    scorer = client_of(boris)
    put_aside(scorer, table, one, why="x" * 201)
    assert table.late_hands.waiting().filter(pk=one)
    assert put_aside(scorer, table, one, why="typed twice").status_code == 302
    assert put_aside(scorer, table, one).status_code == 409
    last = Revision.objects.filter(kind=Revision.Kind.LATE).last()
    assert last
    assert (last.action, last.why, last.actor_id) == ("put_aside", "typed twice", boris.user_id)
    assert settled(table)


def test_a_phone_that_joined_again_learns_that_its_hand_was_handed_in(table: Table, chloe: Client) -> None:
    close(table)
    send(chloe, table, hand_in=True)
    services.reopen_table(table, by=None)
    table.refresh_from_db()
    assert send(chloe, table).status_code == 401  # the table has new codes
    chloe.post(phones.path_of(table, Link.ENTRY) or "", {"player": Player.objects.get(name="Chloé").pk})
    answer = send(chloe, table, layout=table.layout)
    assert answer.status_code == 409
    assert "This hand was handed to the director while the table was closed." in text(answer)
    key = answer.context["form"]["key"].value()
    assert send(chloe, table, layout=table.layout, key=key).status_code == 200


def test_handing_in_at_a_reopened_table_saves_the_hand(table: Table, chloe: Client) -> None:
    assert send(chloe, table, hand_in=True).status_code == 200
    assert table.hands.count() == 1
    assert not table.late_hands.waiting()


def test_only_scorers_and_directors_see_late_hands(
    table: Table, chloe: Client, club: Club, zoe: Membership, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    close(table)
    home = reverse("standings:home", args=[club.pk])
    assert list(club.tables.with_late_hands()) == []
    assert "handed in" not in text(client_of(boris).get(home))
    for key in "ab":
        send(chloe, table, hand_in=True, key=key)
    assert [(waiting, waiting.late_count) for waiting in club.tables.with_late_hands()] == [(table, 2)]
    assert list(zoe.club.tables.with_late_hands()) == []
    member = MembershipFactory(club=club, role="member")
    for who, told in ((ada, True), (boris, True), (member, False)):
        assert ("2 hands were handed in after table 1" in text(client_of(who).get(home))) == told
        assert ("Hands for the director" in text(page(client_of(who), table))) == told
    admin = text(client_of(ada).get(reverse("admin:play_table_change", args=[table.pk])))
    assert f'<a href="{reverse("play:table", args=[table.pk])}#late">2</a>' in admin


def test_an_open_page_is_told_about_a_late_hand(
    table: Table, chloe: Client, boris: Membership, client_of: LogIn
) -> None:
    close(table)
    before = table.version
    send(chloe, table, hand_in=True)
    changes = client_of(boris).get(reverse("play:changes", args=[table.pk]), {"since": before})
    assert changes.status_code == 205


def test_a_locked_table_accepts_late_hands_for_the_director(
    table: Table, chloe: Client, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    close(table)
    club = table.club
    club.correction_days = 0
    club.save()
    assert send(chloe, table, hand_in=True).status_code == 200
    assert "Hands for the director" in text(page(client_of(ada), table))
    assert "Handed in after" not in text(page(client_of(boris), table))
