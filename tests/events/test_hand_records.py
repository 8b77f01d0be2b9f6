"""The cards of an event's deals: uploaded with a preview, shown with the results of the deal and never before."""

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event
from scorer.events.planning.families import choice_problems
from scorer.history.models import Revision
from scorer.transfer.event_export import export_event
from tests.events.conftest import MakeEvent, choose, faults_of_events
from tests.events.dealt_hands import DEAL
from tests.events.test_pages import LogIn, address
from tests.events.test_scorecards import play_spades

NORTH = "AKQ2.T9.864.KQ53"
CARDS = f"N:{DEAL}"
SHOWN = "dealt-hand"


def pbn(*boards: int) -> bytes:
    return "\n\n".join(f'[Board "{board}"]\n[Deal "{CARDS}"]' for board in boards).encode()


def upload(client: Client, event: Event, content: bytes) -> Any:
    return client.post(address(event, "hand_records"), {"file": SimpleUploadedFile("hands.pbn", content)})


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in a Mitchell of three rounds of two boards: none has been played, and all have cards."""
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    services.set_hand_records(event, dict.fromkeys(range(1, 7), CARDS), by=None)
    event.refresh_from_db()
    return event


@pytest.mark.postgres
def test_a_file_is_looked_at_saved_replaced_and_deleted(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 5, rounds=5, per_round=2), client_of(ada)
    choose(event, "howell")
    path = address(event, "hand_records")
    assert path in client.get(address(event, "event")).content.decode()
    page = upload(client, event, pbn(*range(1, 10), 40))
    html = page.content.decode()
    assert [
        text in html
        for text in ("Boards 1, 2", "Not in this file: Board 10", "Nobody plays these in this event: Board 40")
    ]
    assert SHOWN not in html
    event.refresh_from_db()
    assert event.hand_records == {}
    assert client.post(path, {"records": page.context["records"]}).status_code == 302
    event.refresh_from_db()
    assert list(map(int, event.hand_records)) == [*range(1, 10), 40]
    page = upload(client, event, pbn(1, 2))
    assert "This replaces the hand records that are there." in page.content.decode()
    client.post(path, {"records": page.context["records"]})
    event.refresh_from_db()
    assert event.hand_records == {"1": CARDS, "2": CARDS}
    assert client.post(path, {"delete": "1"}).status_code == 302
    event.refresh_from_db()
    assert event.hand_records == {}
    assert NORTH not in str([row.after for row in Revision.objects.all()])


def test_everything_that_is_wrong_with_a_file_is_said_and_nothing_is_kept(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    bad = b'[Board "1"]\n[Dealer "E"]\n[Deal "N:x"]\n\n' + pbn(2) + b'\n[Deal "?"]\nAda'
    page = upload(client_of(ada), event, bad)
    assert page.status_code == 422
    assert page.context["form"].errors["file"] == [
        'Line 8: “Ada” belongs to no tag. A tag is written as [Board "7"].',
        'Line 3: A deal is written as [Deal "N:AKQ2.T9.864.KQ53 …"], with all four hands.',
        "Line 2: The dealer of board 1 is N, not E. Is the number right?",
    ]
    assert "records" not in page.context
    before = event.hand_records
    event.refresh_from_db()
    assert event.hand_records == before


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "x",
        "[]",
        "{}",
        "1",
        "[" * 100_000,
        '{"1": "N:x"}',
        f'{{"0": "{CARDS}"}}',
        f'{{"x": "{CARDS}"}}',
        '{"1": null}',
    ],
)
def test_a_preview_that_somebody_has_changed_is_refused(
    sent: str, event: Event, ada: Membership, client_of: LogIn
) -> None:
    answer = client_of(ada).post(address(event, "hand_records"), {"records": sent})
    event.refresh_from_db()
    assert (answer.status_code, len(event.hand_records)) == (409, 6)


def test_a_file_without_cards_says_so(event: Event, ada: Membership, client_of: LogIn) -> None:
    page = upload(client_of(ada), event, b'[Board "1"]\n[Deal "?"]')
    assert "There are no cards in this file" in page.content.decode()


def test_a_game_without_files_of_cards_has_no_such_page(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("doppelkopf", 4)
    assert client_of(ada).get(address(event, "hand_records")).status_code == 404


def readers(event: Event, ada: Membership, boris: Membership, client_of: LogIn) -> dict[str, Any]:
    """Return how each reader asks for the traveller of a deal."""
    ada_client, boris_client = client_of(ada), client_of(boris)

    def by_link(number: int) -> Any:
        own = links.path_of(event, Holder.CONTESTANT, number)
        return lambda deal: Client().get(f"{own}deals/{deal}/")

    of_club = {
        "director": lambda deal: ada_client.get(address(event, "traveller", deal)),
        "scorer": lambda deal: boris_client.get(address(event, "traveller", deal)),
    }
    return of_club | {f"pair {number}": by_link(number) for number in range(1, 7)}


def test_cards_are_seen_exactly_with_the_results_of_their_deal(
    event: Event, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    """Round after round, for each reader and each deal: never before, and always from then on."""
    seen = dict.fromkeys(("before", "first", "all"), 0)

    def look(step: str) -> None:
        for reader in readers(event, ada, boris, client_of).values():
            for deal in range(1, 7):
                page: HttpResponse = reader(deal)
                html = page.content.decode()
                assert (SHOWN in html) == bool(page.context["lines"]), (step, deal)
                seen[step] += SHOWN in html

    look("before")
    assert seen["before"] == 0
    for number in range(1, 4):
        play_spades(event, number)
        services.end_round(event, by=None)
        event.refresh_from_db()
        if number == 1:
            look("first")
            assert seen["first"] == 6 + 6 * 2  # the director all, each pair its own two boards, the scorer none
    services.finish(event, by=None)
    event.refresh_from_db()
    look("all")
    assert seen["all"] == 8 * 6


def test_no_other_page_and_no_file_for_players_has_cards_that_are_still_to_be_played(
    event: Event, boris: Membership, client_of: LogIn
) -> None:
    play_spades(event, 1)
    client = client_of(boris)
    paths = [address(event, name) for name in ("event", "movement", "screen", "prizes")]
    paths += [address(event, "scorecard", 1)]
    kinds = [(what, "csv") for what in ("ranking", "results", "scorecards", "travellers")]
    kinds += [("event", kind) for kind in ("jsonl", "xml", "pbn")]
    paths += [address(event, "download", what, kind) for what, kind in kinds]
    for path in paths:
        assert NORTH.encode() not in client.get(path).getvalue(), path
    assert client.get(address(event, "hand_records")).status_code == 403


def test_honours_have_the_letters_of_the_language(event: Event, ada: Membership, client_of: LogIn) -> None:
    play_spades(event, 1)
    with translation.override("fr"):
        page = client_of(ada).get(address(event, "traveller", 1), headers={"Accept-Language": "fr"})
    spades = [list(map(str, hand.suits[0][1])) for hand in page.context["traveller"].hands]
    assert spades[0] == ["A", "K", "Q", "2"]
    with translation.override("fr"):
        assert list(map(str, event.dealt_hands(1)[0].suits[0][1])) == ["A", "R", "D", "2"]
        assert str(event.dealt_hands(1)[1].suits[0][1][0]) == "V"


def test_damaged_cards_are_found_and_not_imported(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(hand_records={"1": "N:x", "0": CARDS})
    event.refresh_from_db()
    assert [problem.code for problem in choice_problems(event)] == ["no_hand_record"] * 2
    assert [fault.code for fault in faults_of_events()] == ["event_value"]
    assert json.loads(next(iter(export_event(event))))["hand_records"] == {"1": "N:x", "0": CARDS}
    assert event.dealt_hands(1) == []
    with pytest.raises(ValidationError):
        services.set_hand_records(event, {1: "N:x"}, by=None)
