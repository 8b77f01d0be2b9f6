"""Typing from paper, and going on by paper."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Membership
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.play.models import Hand, Table
from scorer.play.table_context import TableContext
from tests.events.conftest import MakeEvent, begin, choose, play_all

LogIn = Callable[[Membership], Client]


@pytest.fixture
def bridge(make_event: MakeEvent) -> Event:
    """Six pairs in the first of two rounds of two boards."""
    return begin(make_event("bridge", 6, rounds=2, per_round=2), "mitchell")


@pytest.fixture
def doppelkopf(make_event: MakeEvent) -> Event:
    return begin(make_event("doppelkopf", 5, rounds=1, per_round=4), "draw")


def sittings(event: Event) -> list[Sitting]:
    return list(Sitting.objects.filter(round__event=event, table__isnull=False).select_related("table", "round"))


def address(event: Event, *args: Any, page: str = "deal_from_paper") -> str:
    return reverse(f"events:{page}", args=[event.club_id, event.pk, *args])


def sent_by(answer: Any, **values: dict[str, Any]) -> dict[str, Any]:
    """Return what the page sends, with `values` typed in the lines of these names."""
    sent = {f"{line.name}-{name}": value for line in answer.context["page"].lines for name, value in line.hidden}
    return sent | {f"{line}-{name}": value for line, typed in values.items() for name, value in typed.items()}


CONTRACT = {"level": "3", "strain": "NT", "declarer": "N", "tricks": "="}


def deal_of(event: Event) -> int:
    return sittings(event)[0].deals[0]


def names_of(answer: Any) -> list[str]:
    return [line.name for line in answer.context["page"].lines]


def test_a_deal_is_typed_for_all_tables_on_one_page(bridge: Event, ada: Membership, client_of: LogIn) -> None:
    client, deal = client_of(ada), deal_of(bridge)
    page = client.get(address(bridge, deal))
    (name,) = names_of(page)
    answer = client.post(address(bridge, deal), sent_by(page, **{name: CONTRACT}), follow=True)
    assert answer.redirect_chain == [(address(bridge, deal + 1), 302)]
    assert "1 hand is saved." in answer.content.decode()
    hand = Hand.objects.get()
    assert (hand.deal, hand.table) == (deal, Sitting.objects.get(pk=name).table)
    assert list(faults(hand.table)) == []
    shown = client.get(address(bridge, deal))
    assert names_of(shown) == []
    assert "Entered already" in shown.content.decode()


@pytest.fixture
def same_deals(make_event: MakeEvent) -> Event:
    """Three tables that all have played deal 1, in three rounds."""
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    for _number in range(3):
        services.start_round(event, by=None)
        services.end_round(event, by=None)
    return event


def test_a_wrong_line_says_so_and_all_lines_stay_typed(same_deals: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    page = client.get(address(same_deals, 1))
    first, second, third = names_of(page)
    wrong = CONTRACT | {"level": ""}
    answer = client.post(address(same_deals, 1), sent_by(page, **{first: CONTRACT, third: wrong}))
    assert answer.status_code == 422
    assert not Hand.objects.exists()
    lines = {line.name: line for line in answer.context["page"].lines}
    assert lines[third].form.errors.keys() == {"level"}
    assert (lines[first].form.errors, lines[second].form.is_bound) == ({}, False)
    assert [lines[first].form[name].value() for name in CONTRACT] == [*CONTRACT.values()]
    assert "Nothing is saved yet" in answer.content.decode()

    sent = sent_by(answer, **{first: CONTRACT, third: CONTRACT})
    client.post(address(same_deals, 1), sent)
    assert set(Hand.objects.values_list("deal", "table__state")) == {(1, Table.State.CLOSED)}
    client.post(address(same_deals, 1), sent)  # the same page once more
    assert Hand.objects.count() == 2


def test_an_improbable_hand_is_asked_about_once(bridge: Event, ada: Membership, client_of: LogIn) -> None:
    client, deal = client_of(ada), deal_of(bridge)
    page = client.get(address(bridge, deal))
    (name,) = names_of(page)
    slam = {name: CONTRACT | {"level": "7"}}
    asked = client.post(address(bridge, deal), sent_by(page, **slam))
    assert asked.status_code == 422
    assert [code for code, _sentence in asked.context["page"].lines[0].warnings] == ["seven_level"]
    assert client.post(address(bridge, deal), sent_by(asked, **slam)).status_code == 302
    assert Hand.objects.count() == 1


def test_nothing_typed_is_said(bridge: Event, ada: Membership, client_of: LogIn) -> None:
    client, deal = client_of(ada), deal_of(bridge)
    page = client.get(address(bridge, deal))
    answer = client.post(address(bridge, deal), sent_by(page))
    assert answer.status_code == 422
    assert "Nothing has been typed." in answer.content.decode()


def test_all_hands_of_a_page_are_saved_or_none(bridge: Event, ada: Membership) -> None:
    first, second = sittings(bridge)[:2]
    played = Entry(board=first.deals[0], level=1, strain="C", declarer="N", tricks=7)
    other = Entry(board=99, level=1, strain="C", declarer="N", tricks=7)
    with pytest.raises(ValidationError) as refused:
        services.type_hands(
            bridge,
            [services.HandOnPaper("a", first.pk, played, "one"), services.HandOnPaper("b", second.pk, other, "two")],
            by=ada.user,
        )
    assert refused.value.message_dict.keys() == {"b"}
    assert not Hand.objects.exists()


def test_the_sheet_of_a_table_is_typed_line_by_line_and_the_dealer_follows(
    doppelkopf: Event, ada: Membership, client_of: LogIn
) -> None:
    client, sitting = client_of(ada), sittings(doppelkopf)[0]
    assert sitting.table
    page = client.get(address(doppelkopf, sitting.pk, page="sheet_from_paper"))
    count = sitting.table.deal_count
    assert names_of(page) == [str(number) for number in range(1, (count or 0) + 1)]
    play_all(sitting.table, Random(3), 1)
    late = client.post(
        address(doppelkopf, sitting.pk, page="sheet_from_paper"), sent_by(page, **{"1": {"augen": "180"}})
    )
    assert late.status_code == 422
    assert names_of(late) == [str(number) for number in range(2, (count or 0) + 1)]


def test_two_hands_of_a_table_are_typed_in_order(doppelkopf: Event, ada: Membership, client_of: LogIn) -> None:
    client, sitting = client_of(ada), sittings(doppelkopf)[0]
    assert sitting.table
    url = address(doppelkopf, sitting.pk, page="sheet_from_paper")
    page = client.get(url)
    turns = [line.form.table_context.turn for line in page.context["page"].lines]
    resting = [str(turn) for turn in turns]
    playing = [[str(seat) for seat in range(1, 6) if str(seat) != rest] for rest in resting]
    typed = [
        {"kind": "normal", "re": seats[:2], "augen": "180", "sitting_out": rest}
        for seats, rest in zip(playing, resting, strict=True)
    ]
    gap = client.post(url, sent_by(page, **{"2": typed[1]}))
    assert "Leave no line empty above it." in gap.content.decode()
    answer = client.post(url, sent_by(page, **{"1": typed[0], "2": typed[1]}), follow=True)
    assert answer.redirect_chain == [(url, 302)], answer.context["page"].lines[0].form.errors
    assert list(sitting.table.hands.order_by("number").values_list("dealer", flat=True)) == turns[:2]
    assert TableContext(Table.objects.get(pk=sitting.table_id)).turn == turns[2]
    assert list(faults(sitting.table)) == []


def test_before_the_first_round_nothing_can_be_typed(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=2)
    choose(event, "mitchell")
    client = client_of(ada)
    assert "As soon as a round has started" in client.get(address(event, page="paper")).content.decode()
    assert client.get(address(event, 1)).status_code == 404
    waiting = Sitting.objects.filter(round__event=event).first()
    assert waiting
    assert client.get(address(event, waiting.pk, page="sheet_from_paper")).status_code == 404
    with pytest.raises(ValidationError):
        services.type_hands(event, [services.HandOnPaper("a", waiting.pk, Entry(1, passed_out=True), "k")], by=None)


def test_only_directors_type_from_paper(bridge: Event, boris: Membership, client_of: LogIn) -> None:
    for page, args in (("paper", ()), ("go_on_by_paper", ()), ("deal_from_paper", (1,))):
        assert client_of(boris).get(address(bridge, *args, page=page)).status_code == 403


def test_going_on_by_paper_prints_ranking_remaining_rounds_and_empty_slips(
    bridge: Event, ada: Membership, client_of: LogIn
) -> None:
    client, (first, *_others) = client_of(ada), sittings(bridge)
    assert first.table
    play_all(first.table, Random(1), 1)
    page = client.get(address(bridge, page="go_on_by_paper"))
    slips = {slip.deal: len(slip.lines) for slip in page.context["travellers"]}
    left = {sitting.pk: list(sitting.deals) for sitting in Sitting.objects.filter(round__event=bridge)}
    left[first.pk].remove(first.deals[0])
    assert sum(slips.values()) == sum(map(len, left.values()))
    text = page.content.decode()
    assert "Ranking" in text
    assert "Remaining rounds" in text


def test_the_slip_of_a_table_has_a_line_for_each_hand(doppelkopf: Event, ada: Membership, client_of: LogIn) -> None:
    page = client_of(ada).get(address(doppelkopf, page="go_on_by_paper"))
    (slip,) = page.context["sheets"]
    assert len(slip.hands) == sittings(doppelkopf)[0].deal_count
    assert len(slip.people) == 5
