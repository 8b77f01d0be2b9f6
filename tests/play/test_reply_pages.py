"""The pages on which sides reply to hands: the sheet, the page of a side, and what other phones receive."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership, Player
from scorer.play import phones, services
from scorer.play.models import Hand, Table
from scorer.play.phones import Link
from scorer.registry import get_game
from tests.factories import PlayerFactory, make_table
from tests.play.test_replies import basis, board, phone, record, reply, said

HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(club: Club) -> Table:
    """A bridge table: Ada and Chloé are partners against Boris and Dirk."""
    return make_table(club, "bridge", confirms=True)


def joined(table: Table, name: str = "", link: Link = Link.ENTRY) -> Client:
    client = Client()
    player = Player.objects.get(name=name).pk if name else ""
    assert client.post(phones.path_of(table, link) or "", {"player": player}).status_code == 302
    return client


def address(name: str, table: Table, *more: Any) -> str:
    return reverse(f"play:{name}", args=[table.pk, *more])


def post(client: Client, hand: Hand, **values: Any) -> Any:
    headers = values.pop("headers", HTMX)
    return client.post(address("reply", hand.table, hand.number), {"basis": basis(hand)} | values, headers=headers)


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_an_htmx_reply_returns_the_confirmed_row(table: Table) -> None:
    hand = record(table, phone("Ada"))
    boris = joined(table, "Boris")
    sheet = text(boris.get(address("table", table)))
    assert "to be confirmed" in sheet
    assert "1 hand to confirm" in sheet
    assert sheet.count(address("reply", table, 1)) == 4  # to accept and to object, with and without htmx
    response = post(boris, hand, accepted="on")
    row = text(response)
    assert response.status_code == 200
    assert numbers(response) == [1]
    assert "confirmed</span> by Boris" in row
    assert address("reply", table, 1) not in row
    assert "1 hand to confirm" not in text(boris.get(address("table", table)))


def test_without_scripts_a_reply_redirects_to_the_page_it_came_from(table: Table) -> None:
    hand = record(table, phone("Ada"))
    boris = joined(table, "Boris")
    response = post(boris, hand, note="one trick fewer", headers={})
    assert response["Location"] == address("table", table)
    assert post(boris, hand, accepted="on", of="2", headers={})["Location"] == address("own", table, 2)
    assert said(hand) == "confirmed by Boris"


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_an_objection_without_a_note_shows_the_field_again(headers: Any, table: Table) -> None:
    hand = record(table, phone("Ada"))
    response = post(joined(table, "Boris"), hand, headers=headers)
    assert response.status_code == 422
    shown = text(response)
    assert 'id="answer-1-note_error"' in shown
    assert "<details open>" in shown
    assert ("<html" in shown) == (headers == {})


def test_a_note_that_is_too_long_is_kept(table: Table) -> None:
    response = post(joined(table, "Boris"), record(table, phone("Ada")), note="x" * 201)
    assert response.status_code == 422
    assert "x" * 201 in text(response)


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_a_reply_to_an_older_version_shows_the_hand_as_it_is_now_and_keeps_the_note(headers: Any, table: Table) -> None:
    hand = record(table, phone("Ada"))
    seen = basis(hand)
    services.correct_hand(hand, board(1, tricks=8), by=phone("Ada"), why="misread")
    response = post(joined(table, "Boris"), hand, basis=seen, note="one trick fewer", headers=headers)
    shown = text(response)
    assert response.status_code == 409
    assert "has since been changed" in shown
    assert 'value="one trick fewer"' in shown
    assert f'value="{basis(hand)}"' in shown
    assert said(hand) == "waiting"


def test_a_form_without_its_basis_is_refused(table: Table) -> None:
    hand = record(table, phone("Ada"))
    response = post(joined(table, "Boris"), hand, basis="", accepted="on")
    assert response.status_code == 422
    assert "This page is not complete" in text(response)
    assert said(hand) == "waiting"


def test_only_phones_that_may_reply_are_offered_a_reply(table: Table, boris: Membership, client_of: Any) -> None:
    record(table, phone("Ada"))
    offered = {name: joined(table, name) for name in ("Ada", "Boris", "Chloé", "Dirk")}
    offered |= {"nobody": joined(table), "watcher": joined(table, link=Link.WATCHING), "login": client_of(boris)}
    shown = {name: text(client.get(address("table", table))) for name, client in offered.items()}
    assert all("to be confirmed" in page for page in shown.values())
    assert {name for name, page in shown.items() if address("reply", table, 1) in page} == {"Boris", "Dirk"}
    assert {name for name, page in shown.items() if "Say who you are to confirm" in page} == {"nobody"}
    assert (phones.path_of(table, Link.ENTRY) or "-") in shown["nobody"]


def numbers(response: Any) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="hand-(\d+)"', response.content.decode())]


def test_other_phones_receive_only_the_row_that_got_a_reply(table: Table) -> None:
    hands = [record(table, phone("Ada")) for _ in range(3)]
    table.refresh_from_db()
    reply(hands[1], phone("Boris"), "one trick fewer")
    changed = joined(table, "Ada").get(address("changes", table), {"since": table.version})
    assert numbers(changed) == [2]
    assert "objection</span> <bdi>Boris</bdi>: <bdi>one trick fewer" in text(changed)
    services.correct_hand(hands[2], board(3, tricks=8), by=None, why="misread")
    changed = joined(table, "Ada").get(address("changes", table), {"since": table.version, "of": "2"})
    assert numbers(changed) == [2, 3]
    assert text(changed).count('<td class="num') == 2


def test_all_hands_of_a_side_are_accepted_at_once(table: Table) -> None:
    hands = [record(table, phone(name)) for name in ("Ada", "Chloé", "Dirk")]
    boris = joined(table, "Boris")
    page = boris.get(address("own", table, 2))
    assert "Our hands" in text(page)
    values = {"seen": page.context["table_context"].last_change, "of": 2}
    accepted = boris.post(address("accept_all", table), values, follow=True)
    assert "2 hands are confirmed." in text(accepted)
    assert [said(hand) for hand in hands] == ["confirmed by Boris", "confirmed by Boris", "waiting"]
    again = boris.post(address("accept_all", table), {"seen": "x"}, follow=True)
    assert "There is no hand for you to confirm." in text(again)


def test_the_page_of_a_hand_shows_the_replies_and_accepts_another(table: Table) -> None:
    hand = record(table, phone("Ada"))
    reply(hand, phone("Boris"), "one trick fewer")
    reply(hand, phone("Boris"))
    page = text(joined(table, "Dirk").get(address("hand", table, 1)))
    assert "Boris objected" in page
    assert "Confirmed by Boris" in page
    assert address("reply", table, 1) in page
    assert address("reply", table, 1) not in text(joined(table, "Ada").get(address("hand", table, 1)))


def test_closing_a_table_warns_once_about_unconfirmed_hands(table: Table, boris: Membership, client_of: Any) -> None:
    for name in ("Ada", "Chloé"):
        record(table, phone(name))
    reply(record(table, phone("Ada")), phone("Boris"), "one trick fewer")
    client = client_of(boris)
    asked = client.post(address("close", table))
    assert asked.status_code == 422
    assert "2 hands are still to be confirmed." in text(asked)
    assert "Somebody objects to 1 hand." in text(asked)
    assert Table.objects.get(pk=table.pk).is_open
    assert client.post(address("close", table), {"sure": "on"})["Location"] == address("result", table)
    assert not Table.objects.get(pk=table.pk).is_open
    closed = text(client.get(address("table", table)))
    assert "not confirmed" in closed
    assert "to be confirmed" not in closed
    assert address("own", table, 1) in closed


def test_a_table_with_every_hand_confirmed_closes_at_once(table: Table, boris: Membership, client_of: Any) -> None:
    reply(record(table, phone("Ada")), phone("Boris"))
    assert client_of(boris).post(address("close", table)).status_code == 302


def test_a_scorer_opens_a_table_that_asks_for_confirmation_and_the_same_again(
    club: Club, boris: Membership, client_of: Any, table: Table
) -> None:
    client = client_of(boris)
    for form in ("open", "open_several"):
        path = reverse(f"play:{form}", args=[club.pk, "bridge"])
        assert 'name="confirms" ' in text(client.get(path))
        prefix = "t0-" if form == "open_several" else ""
        seats = {f"{prefix}name_{n}": PlayerFactory(club=club).name for n in range(1, 5)}
        data = seats | {"key": uuid4().hex, "preset": "", "confirms": "on", "tables": "1"}
        data["preset"] = get_game("bridge").default_variant
        assert client.post(path, data).status_code == 302
        assert Table.objects.latest("opened_at").confirms
    like = client.get(reverse("play:open", args=[club.pk, "bridge"]) + f"?like={table.pk}")
    assert like.context["form"]["confirms"].value() is True
    again = client.get(reverse("play:open_several", args=[club.pk, "bridge"]) + "?again=1")
    assert again.context["form"]["confirms"].value() is True


def test_a_scorer_turns_confirmation_on_and_off_in_the_menu(club: Club, boris: Membership, client_of: Any) -> None:
    table = make_table(club, "bridge")
    client = client_of(boris)
    for confirms, name in ((True, "on"), (False, "off")):
        assert f'<button name="{name}"' in text(client.get(address("table", table)))
        client.post(address("confirms", table), {name: "1"})
        table.refresh_from_db()
        assert table.confirms == confirms


def test_the_club_sees_where_somebody_objects(table: Table, boris: Membership, client_of: Any) -> None:
    beside = make_table(table.club, "bridge", confirms=True)
    objected, other = record(table, phone("Ada")), record(beside, phone("Ada"))
    home = reverse("standings:home", args=[table.club_id])
    reply(other, phone("Boris"))
    assert "objection" not in text(client_of(boris).get(home))
    reply(objected, phone("Boris"), "one trick fewer")
    assert text(client_of(boris).get(home)).count("1 objection<") == 1
    reply(objected, phone("Dirk"))
    assert "objection" not in text(client_of(boris).get(home))


def test_the_file_of_a_sheet_says_what_is_confirmed(table: Table, boris: Membership, client_of: Any) -> None:
    reply(record(table, phone("Ada")), phone("Boris"), "one trick fewer")
    record(table, phone("Ada"))
    file = client_of(boris).get(reverse("transfer:sheet_file", args=[table.pk, "csv"]))
    lines = file.content.decode("utf-8-sig").splitlines()
    assert lines[1].endswith("objection Boris: one trick fewer")
    assert lines[2].endswith("to be confirmed")


def test_confirmation_costs_one_query_where_it_is_on_and_none_elsewhere(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts: dict[tuple[str, bool], set[int]] = {}
    for confirms in (False, True):
        table = make_table(club, "bridge", confirms=confirms)
        boris = joined(table, "Boris")
        for hands in (2, 8):
            for _ in range(hands):
                hand = record(table, phone("Ada"))
                if confirms:
                    reply(hand, phone("Dirk"), "why?")
            table.refresh_from_db()
            for name, path in {
                "sheet": address("table", table),
                "own": address("own", table, 2),
                "changes": address("changes", table) + f"?form=&since={table.version - 1}",
            }.items():
                with django_assert_max_num_queries(13) as asked:
                    assert boris.get(path).status_code == 200
                counts.setdefault((name, confirms), set()).add(len(asked))
        services.close_table(table, by=None)
    for name in ("sheet", "own", "changes"):
        (without,), (asking,) = counts[name, False], counts[name, True]
        assert asking == without + 1, name
