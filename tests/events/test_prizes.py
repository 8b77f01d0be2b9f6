"""The prize list of an event."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.models import Event
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import address

LogIn = Callable[[Membership], Client]


@pytest.fixture
def played(make_event: MakeEvent) -> Event:
    """Eight players at Doppelkopf, one round."""
    event = make_event("doppelkopf", 8, rounds=1, per_round=4)
    choose(event, "draw")
    play_round(event, Random(5))
    for number in (1, 2):  # so that these are not level, whatever was played
        services.rule_contestant(
            event, event.contestants.get(number=number), {"carry": 500 * number}, why="Prizes", by=None
        )
    event.refresh_from_db()
    return event


def set_prizes(client: Client, event: Event, fee: str, shares: str, groups: str = "") -> Any:
    typed = {"entry_fee": fee, "prize_shares": shares, "group_shares": groups}
    return client.post(address(event, "set_prizes"), typed)


def put_in_group(event: Event, number: int, **details: Any) -> None:
    player = event.contestants.get(number=number).players.get().player
    Player.objects.filter(pk=player.pk).update(**details)


def paid(prizes: Any) -> list[tuple[int, str]]:
    return [(prize.place, prize.shown) for prize in prizes]


def test_a_fee_is_paid_out_by_place_and_what_remains_is_said(played: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    assert set_prizes(client, played, "2,50", "50 30").status_code == 302
    page = client.get(address(played, "prizes"))
    (of_field,) = page.context["lists"]
    assert (of_field.fees, of_field.paid, of_field.kept) == ("20", "16", "4")
    assert paid(of_field.prizes) == [(1, "10"), (2, "6")]
    assert "Entry fees: 8 × 2.50" in page.content.decode()


def test_amounts_are_whole_and_in_the_currency_of_the_club(played: Event, ada: Membership, client_of: LogIn) -> None:
    Club.objects.update(currency="€")
    client = client_of(ada)
    assert "Entry fee of each player, in €" in client.get(address(played, "prizes")).content.decode()
    set_prizes(client, played, "2.50", "33 20")
    page = client.get(address(played, "prizes"))
    (of_field,) = page.context["lists"]
    assert paid(of_field.prizes) == [(1, "6\N{NO-BREAK SPACE}€"), (2, "4\N{NO-BREAK SPACE}€")]
    assert [of_field.paid, of_field.kept] == ["10\N{NO-BREAK SPACE}€", "10\N{NO-BREAK SPACE}€"]
    assert "8 × 2.50\N{NO-BREAK SPACE}€" in page.content.decode()


def test_the_best_of_groups_get_theirs_besides_and_what_nobody_gets_stays_with_the_club(
    played: Event, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    for number in (1, 2):
        put_in_group(played, number, groups=["Junior"])
    put_in_group(played, 3, guest=True)
    set_prizes(client, played, "10", "50", "junior 10 5; women 10; Gäste 5")
    (of_field,) = client.get(address(played, "prizes")).context["lists"]
    groups = {group: paid(best) for group, best in of_field.groups}
    assert groups == {"Guests": [(1, "4")], "Junior": [(1, "8"), (2, "4")], "women": []}
    assert (of_field.fees, of_field.paid, of_field.kept) == ("80", "56", "24")
    first = of_field.prizes[0].standing.contestant.number
    in_groups = [prize for _group, best in of_field.groups for prize in best]
    own = sum(prize.amount for prize in in_groups if prize.standing.contestant.number == first)
    assert of_field.won_by(first) == 40 + own // 100
    german = client.get(address(played, "prizes"), headers={"Accept-Language": "de"}).context["lists"]
    assert (german[0].paid, german[0].kept) == (of_field.paid, of_field.kept)
    ranking = client.get(address(played, "download", "ranking", "csv")).content.decode()
    assert sum(int(line.rsplit(",", 1)[1]) for line in ranking.splitlines()[1:]) == 56


def test_each_player_of_a_pair_pays(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    for _number in range(3):
        play_round(event, Random(1))
    client = client_of(ada)
    set_prizes(client, event, "1", "100")
    lists = client.get(address(event, "prizes")).context["lists"]
    assert sum(int(of_field.fees) for of_field in lists) == 12


@pytest.mark.parametrize(
    ("fee", "shares", "field"),
    [("-1", "", "entry_fee"), ("x", "", "entry_fee"), ("1", "60 50", "prize_shares"), ("1", "50", "group_shares")],
)
def test_what_makes_no_sense_is_refused_beside_its_field(
    fee: str, shares: str, field: str, played: Event, ada: Membership, client_of: LogIn
) -> None:
    groups = "junior" if field == "group_shares" else ""
    answer = set_prizes(client_of(ada), played, fee, shares, groups)
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    assert (answer.context["form"]["entry_fee"].value(), answer.context["form"]["prize_shares"].value()) == (
        fee,
        shares,
    )
    played.refresh_from_db()
    assert (played.entry_fee, played.prize_shares) == (0, "")


def test_the_best_of_each_group_are_on_the_list(played: Event, ada: Membership, client_of: LogIn) -> None:
    put_in_group(played, 1, groups=["junior"])
    (of_field,) = client_of(ada).get(address(played, "prizes")).context["lists"]
    ((group, (prize,)),) = of_field.groups
    assert (group, prize.place, prize.standing.contestant.number, prize.shown) == ("junior", 1, 1, "")


def test_places_and_groups_get_no_more_than_all_together(played: Event, ada: Membership, client_of: LogIn) -> None:
    answer = set_prizes(client_of(ada), played, "1", "60 30", "junior 20")
    assert answer.status_code == 422
    assert "Places and groups get more than 100 % together." in answer.content.decode()
    played.refresh_from_db()
    assert played.prize_shares == ""


def test_only_directors_set_prizes_and_everybody_who_reads_the_club_sees_them(
    played: Event, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(boris)
    assert set_prizes(client, played, "1", "50").status_code == 403
    services.set_prizes(played, entry_fee=100, prize_shares="50", by=None)
    page = client.get(address(played, "prizes")).content.decode()
    assert "Entry fees: 8 × 1" in page
    assert '<form class="card fields' not in page
    assert "Prize list" in client.get(address(played)).content.decode()


def test_prizes_are_copied_and_refused_for_a_cancelled_event(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 8)
    services.set_prizes(event, entry_fee=250, prize_shares="50 30", group_shares="junior 5", by=None)
    event.refresh_from_db()
    values = {"name": "Again", "preset": event.preset, "comparison": event.comparison}
    copy, _left_out = services.copy_event(event, values, contestants=False, by=None)
    assert (copy.entry_fee, copy.prize_shares, copy.group_shares) == (250, "50 30", "junior 5")
    services.cancel(event, by=None)
    with pytest.raises(ValidationError):
        services.set_prizes(event, entry_fee=0, prize_shares="", by=None)
