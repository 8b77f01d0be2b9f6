"""Tables that play certain deals: which ones they offer and refuse, and when they are finished."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.registry import all_games, get_game
from scorer.transfer.export import table_records
from tests.contract.conftest import sheet_of
from tests.factories import ClubFactory, make_players, make_table
from tests.transfer.test_tables import changed, file_of, said, take

LogIn = Callable[[Membership], Client]


def passed_out(board: int) -> Entry:
    return Entry(board, passed_out=True)


def play(table: Table, *boards: int) -> list[Hand]:
    return [services.record_hand(table, passed_out(board), by=None, key=None).hand for board in boards]


def codes(refused: pytest.ExceptionInfo[services.Refused]) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in refused.value.problems]


@pytest.fixture
def boards_7_to_9(club: Club) -> Table:
    return make_table(club, "bridge", first_deal=7, deal_count=3)


def typed(page: Any, **values: Any) -> dict[str, Any]:
    """Return the form of a page with its key, filled in."""
    form = page.context["form"]
    hidden = {name: form[name].value() for name in ("key", "number", "layout")}
    return {**hidden, "passed_out": "on", **values}


@pytest.mark.postgres
def test_every_hand_has_the_number_of_its_deal(club: Club) -> None:
    table = make_table(club)
    (hand,) = play(table, 4)
    assert Hand.objects.get().deal == 4
    services.correct_hand(hand, passed_out(12), by=None, why="typed wrong")
    assert Hand.objects.get().deal == 12
    moved = services.move_hand(hand, make_table(club, number=2), by=None, why="another table").hand
    assert Hand.objects.get(pk=moved.pk).deal == 12
    assert list(faults(table)) == []


def test_deals_without_numbers_have_none(club: Club) -> None:
    for game in all_games():
        if not game.rules.deal_fields(1):
            table = make_table(club, game)
            entry = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 1)[0]
            assert services.record_hand(table, entry, by=None, key=None).hand.deal is None


def test_the_check_finds_another_number_than_that_of_the_entry(club: Club) -> None:
    table = make_table(club)
    play(table, 4, 9)
    Hand.objects.filter(number=2).update(deal=8)
    assert [(fault.hand, fault.code) for fault in faults(table)] == [(2, "deal")]


def test_the_check_finds_other_deals_than_those_that_the_table_was_given(boards_7_to_9: Table) -> None:
    assert list(faults(boards_7_to_9)) == []
    Table.objects.update(deal_count=4)
    assert [(fault.code, fault.row) for fault in faults(boards_7_to_9)] == [("logged", "deal_count")]


def test_a_table_plays_each_of_its_boards_once(boards_7_to_9: Table) -> None:
    play(boards_7_to_9, 8)
    with pytest.raises(services.Refused) as other:
        play(boards_7_to_9, 10)
    with pytest.raises(services.Refused) as again:
        play(boards_7_to_9, 8)
    assert (codes(other), codes(again)) == ([("board", "other_deal")], [("board", "deal_played")])


def test_a_correction_stays_within_the_boards_of_the_table(boards_7_to_9: Table) -> None:
    hand, _ = play(boards_7_to_9, 7, 8)
    with pytest.raises(services.Refused) as refused:
        services.correct_hand(hand, passed_out(8), by=None, why="the other board")
    assert codes(refused) == [("board", "deal_played")]
    services.correct_hand(hand, passed_out(9), by=None, why="the other board")
    services.void_hand(hand, by=None)
    play(boards_7_to_9, 9)
    services.correct_hand(hand, passed_out(8), by=None, why="it does not count")


def test_a_board_whose_response_was_lost_is_saved_already_when_it_is_sent_again(
    boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(boris)
    data = typed(client.get(reverse("play:table", args=[boards_7_to_9.pk])), board=7)
    sent = [client.post(reverse("play:record", args=[boards_7_to_9.pk]), data, HTTP_HX_REQUEST="true") for _ in "12"]
    assert "Board 7 was already saved." in sent[1].content.decode()
    other = client.post(
        reverse("play:record", args=[boards_7_to_9.pk]), data | {"board": 8}, HTTP_HX_REQUEST="true"
    ).content.decode()
    assert "Board 7 was already saved with other values" in other
    assert Hand.objects.count() == 1


def test_a_table_accepts_only_its_number_of_hands(club: Club) -> None:
    table = make_table(club, "doppelkopf", deal_count=2)
    entries = sheet_of(table.config, table.config.rules.PRESETS["ddv"], table.size, 3)
    services.record_hands(table, entries[:2], by=None)
    with pytest.raises(services.Refused) as refused:
        services.record_hand(table, entries[2], by=None, key=None)
    assert codes(refused) == [("", "all_deals_played")]
    services.void_hand(table.hands.get(number=2), by=None)
    services.record_hand(table, entries[2], by=None, key=None)
    with pytest.raises(services.Conflict, match="deal_played"):
        services.restore_hand(table.hands.get(number=2), by=None)
    assert list(faults(table)) == []


def test_a_hand_moves_only_to_a_table_that_plays_its_board(club: Club, boards_7_to_9: Table) -> None:
    other = make_table(club, number=2)
    hand, _ = play(other, 8, 10)
    services.move_hand(hand, boards_7_to_9, by=None, why="wrong table")
    with pytest.raises(services.Refused) as refused:
        services.move_hand(other.hands.get(number=2), boards_7_to_9, by=None, why="wrong table")
    assert codes(refused) == [("board", "other_deal")]


def test_the_form_offers_the_boards_that_are_left(boards_7_to_9: Table, boris: Membership, client_of: LogIn) -> None:
    client, address = client_of(boris), reverse("play:table", args=[boards_7_to_9.pk])
    offered = [client.get(address).context["form"]["board"].value()]
    for board in (8, 9):
        play(boards_7_to_9, board)
        offered.append(client.get(address).context["form"]["board"].value())
    assert offered == [7, 9, 7]


def test_forms_for_later_hands_end_with_the_last_board(
    boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    ahead = client_of(boris).get(reverse("play:ahead", args=[boards_7_to_9.pk]))
    assert [form["board"].value() for form in ahead.context["forms"]] == [8, 9]


def test_another_board_is_refused_beside_its_field(boards_7_to_9: Table, boris: Membership, client_of: LogIn) -> None:
    client = client_of(boris)
    page = client.get(reverse("play:table", args=[boards_7_to_9.pk]))
    answer = client.post(reverse("play:record", args=[boards_7_to_9.pk]), typed(page, board="10"))
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"board": ["This table plays numbers 7 to 9."]}


def test_a_correction_is_refused_beside_its_field(boards_7_to_9: Table, boris: Membership, client_of: LogIn) -> None:
    play(boards_7_to_9, 7, 8)
    client, address = client_of(boris), reverse("play:correct", args=[boards_7_to_9.pk, 1])
    answer = client.post(address, typed(client.get(address), board="8", why="the other one"))
    assert answer.context["form"].errors == {"board": ["Number 8 has been played at this table already."]}


def test_the_sheet_shows_its_progress_and_offers_to_close_after_the_last_board(
    boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    client, address = client_of(boris), reverse("play:table", args=[boards_7_to_9.pk])
    play(boards_7_to_9, 7, 8)
    page = client.get(address)
    assert "Played: 2 of 3" in page.content.decode()
    assert "All hands of this table have been played." not in page.content.decode()
    offer = f'<a class="button second" href="{reverse("play:result", args=[boards_7_to_9.pk])}">Close the table</a>'
    assert offer not in page.content.decode()
    last = client.post(
        reverse("play:record", args=[boards_7_to_9.pk]), typed(page, board="9"), headers={"HX-Request": "true"}
    ).content.decode()
    for shown in (last, client.get(address).content.decode()):
        assert "All hands of this table have been played." in shown
        assert offer in shown
        assert 'id="entry"' in shown
        assert "data-outbox" not in shown  # the form of another hand


def test_one_hand_too_many_keeps_what_was_typed(boards_7_to_9: Table, boris: Membership, client_of: LogIn) -> None:
    client = client_of(boris)
    page = client.get(reverse("play:table", args=[boards_7_to_9.pk]))
    play(boards_7_to_9, 7, 8, 9)
    answer = client.post(reverse("play:record", args=[boards_7_to_9.pk]), typed(page, board="9"))
    assert answer.status_code == 409
    assert "Board 9 has already been entered" in answer.content.decode()
    assert "data-outbox" in answer.content.decode()
    assert answer.context["form"].errors == {"board": ["Number 9 has been played at this table already."]}


@pytest.mark.parametrize(
    ("game", "deals", "expected"),
    [
        ("bridge", "7-9", (7, 3)),
        ("bridge", " 1 – 24 ", (1, 24)),
        ("bridge", "24", (None, 24)),
        ("bridge", "", (None, None)),
        ("doppelkopf", "16", (None, 16)),
    ],
)
def test_deals_are_chosen_when_a_table_is_opened(
    game: str, deals: str, expected: tuple[int | None, int | None], club: Club, boris: Membership, client_of: LogIn
) -> None:
    assert open_table(client_of(boris), club, game, deals).status_code == 302
    table = Table.objects.get()
    assert (table.first_deal, table.deal_count) == expected
    again = client_of(boris).get(reverse("play:open", args=[club.pk, game]) + f"?like={table.pk}")
    assert again.context["form"]["deals"].value() == deals.replace(" – ", "-").strip()


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        ("bridge", "9-7"),
        ("bridge", "0-3"),
        ("bridge", "1-9999"),
        ("bridge", "seven"),
        ("doppelkopf", "1-4"),
        ("doppelkopf", "0"),
    ],
)
def test_an_invalid_number_of_deals_is_refused_with_a_message(
    game: str, deals: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    answer = open_table(client_of(boris), club, game, deals)
    assert answer.status_code == 422
    assert answer.context["form"].errors["deals"]
    assert not Table.objects.exists()


@pytest.mark.parametrize(("deals", "status"), [("1-24", 422), ("24", 302)])
def test_a_rubber_has_a_number_of_deals_but_no_numbered_ones(
    deals: str, status: int, club: Club, boris: Membership, client_of: LogIn
) -> None:
    answer = open_table(client_of(boris), club, "bridge", deals, preset="rubber")
    assert answer.status_code == status
    assert [table.deal_count for table in Table.objects.all()] == ([24] if status == 302 else [])


def open_table(client: Client, club: Club, game: str, deals: str, preset: str = "") -> Any:
    config = get_game(game)
    size, preset = config.seat_counts[0], preset or config.default_variant
    seats = {f"name_{n}": player.name for n, player in enumerate(make_players(club, size), start=1)}
    variant = {"preset": preset, "first_dealer": 1, "size": size}
    house_rules = asdict(config.rules.PRESETS[preset])
    variant |= {name: value for name, value in house_rules.items() if value not in {None, False}}
    return client.post(
        reverse("play:open", args=[club.pk, game]), {**seats, **variant, "deals": deals, "key": f"k{deals}"}
    )


def test_an_export_has_the_deals_of_a_table(boards_7_to_9: Table) -> None:
    record = table_records([boards_7_to_9.pk])[boards_7_to_9.pk]
    assert (record["first_deal"], record["deal_count"]) == (7, 3)


def test_an_import_has_the_deals_of_a_table_and_refuses_others(boards_7_to_9: Table) -> None:
    play(boards_7_to_9, 8, 7)
    record = table_records([boards_7_to_9.pk])[boards_7_to_9.pk]
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, file_of(record))
    table = elsewhere.tables.get()
    assert (table.first_deal, table.deal_count) == (7, 3)
    assert list(table.hands.values_list("deal", flat=True)) == [8, 7]
    assert list(faults(table)) == []


def test_an_import_refuses_hands_that_are_not_among_the_deals(club: Club) -> None:
    lines = [{"entry": {"board": board, "passed_out": True}} for board in (8, 7, 8)]
    given = changed(first_deal=8, deal_count=3, lines=lines)
    assert said(club, file_of(given)) == [
        (1, 2, "board", "This table plays numbers 8 to 10."),
        (1, 3, "board", "Number 8 has been played at this table already."),
    ]
    assert said(club, file_of(changed(first_deal=8, deal_count=201))) == [
        (1, 0, "deal_count", "Expected a number from 1 to 200.")
    ]
    assert said(club, file_of(changed(first_deal=8))) == [(1, 0, "deal_count", "Please fill this in.")]
