"""The house rules of an event: every setting that a table has, kept with the event and played by at its tables."""

import json
from dataclasses import asdict, fields, replace
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules import PRESETS as BRIDGE
from games.doppelkopf.rules import PRESETS as DOPPELKOPF
from games.preferans.rules import PRESETS as PREFERANS
from scorer.audit.events import event_faults
from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.planning.house_rules import is_comparable, presets_of, settings_of
from scorer.registry import GameConfig, all_games, get_game
from scorer.scoring import dump, settings_in_force
from scorer.transfer.event_export import export_event
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_pages import LogIn, address
from tests.factories import ClubFactory, SeasonFactory
from tests.transfer.test_tables import take

BOCK = replace(DOPPELKOPF["house"], bock_after_event=True, boundary="bis", pflichtsolo=True)


def posted(game: GameConfig, preset: str, variant: Any) -> dict[str, Any]:
    """The house rules as the form of an event posts them."""
    values = {name: value for name, value in asdict(variant).items() if name in settings_of(game)}
    rules = {name: "on" if value is True else value for name, value in values.items() if value not in {None, False}}
    return {"preset": preset, "shown": preset} | rules


def typed(**values: Any) -> dict[str, Any]:
    return {"name": "Tuesday", "comparison": "total", **values}


@pytest.mark.parametrize("game", [game for game in all_games() if game.events], ids=str)
def test_events_offer_what_their_tables_can_be_compared_by(game: GameConfig) -> None:
    presets = presets_of(game)
    assert presets
    for name, preset in game.rules.PRESETS.items():
        assert (name in presets) == is_comparable(game, preset)
    for name, choices in settings_of(game).items():
        assert len(choices) != 1
        for choice in choices:
            variants = [replace(game.rules.PRESETS[preset], **{name: choice}) for preset in presets]
            assert any(is_comparable(game, variant) for variant in variants)
    in_force = {name for preset in presets for name in settings_in_force(game.rules.PRESETS[preset])}
    variant_fields = {item.name for item in fields(game.rules.Variant)}
    assert settings_of(game).keys() <= variant_fields
    free = {name for name in in_force if name not in settings_of(game)}
    for name in free:  # there is nothing to choose
        others = [replace(game.rules.PRESETS[presets[0]], **{name: value}) for value in _values(game, name, presets[0])]
        assert not any(is_comparable(game, variant) for variant in others)


def _values(game: GameConfig, name: str, preset: str) -> set[Any]:
    now = getattr(game.rules.PRESETS[preset], name)
    return {getattr(variant, name) for variant in game.rules.PRESETS.values()} - {now}


def test_settings_that_only_rubbers_need_are_left_out() -> None:
    assert settings_of(get_game("bridge")) == {"opening_lead": ("no", "optional", "required")}
    assert settings_of(get_game("belote")).keys() == {"scoring", "target", "litige", "parties", "litige_at_end"}
    assert settings_of(get_game("doppelkopf")).keys() == {item.name for item in fields(BOCK)}


def test_a_director_makes_an_event_with_bock_rounds(club: Club, ada: Membership, client_of: LogIn) -> None:
    client, game = client_of(ada), get_game("doppelkopf")
    make = reverse("events:create", args=[club.pk, "doppelkopf"])
    page = client.get(make).content.decode()
    assert "Rules in detail" in page
    assert 'name="bock_after_event"' in page
    assert f'hx-get="{reverse("events:house_rules", args=[club.pk, "doppelkopf"])}"' in page
    answer = client.post(make, typed(**posted(game, "house", BOCK)))
    event = Event.objects.get()
    assert answer.status_code == 302
    assert (event.preset, event.variant, event.house_rules) == ("house", BOCK, dump(BOCK))
    suggested = client.get(make).context["variant"]
    assert suggested.initial["bock_after_event"]
    assert suggested["boundary"].value() == "bis"


def test_another_preset_brings_its_house_rules(club: Club, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    path = reverse("events:house_rules", args=[club.pk, "doppelkopf"])
    shown = client.get(path, {"preset": "ddv", "shown": "house", "boundary": "unter", "bock_length": "each"})
    assert shown.context["variant"]["pflichtsolo"].value()
    assert client.get(path).status_code == 200
    assert client.get(reverse("events:house_rules", args=[club.pk, "whist"])).status_code == 404
    client.post(reverse("events:create", args=[club.pk, "doppelkopf"]), typed(preset="ddv"))
    assert Event.objects.get().variant == DOPPELKOPF["ddv"]


@pytest.mark.parametrize(
    ("game", "values"),
    [
        ("bridge", {"preset": "rubber"}),
        ("bridge", {"preset": "duplicate", "scoring": "rubber"}),
        ("preferans", {"preset": "house", "shown": "house", "record": "bule", "comparison": "wins"}),
        ("belote", {"preset": "house", "shown": "house", "scoring": "house", "litige": "carry", "parties": "one"}),
    ],
)
def test_what_cannot_be_compared_is_not_taken(
    game: str, values: dict[str, str], club: Club, ada: Membership, client_of: LogIn
) -> None:
    client_of(ada).post(reverse("events:create", args=[club.pk, game]), typed() | values)
    assert all(is_comparable(event.config, event.variant, event.comparison) for event in Event.objects.all())


def test_a_wrong_number_is_said_at_its_field_and_everything_stays(
    club: Club, ada: Membership, client_of: LogIn
) -> None:
    wrong = posted(get_game("doppelkopf"), "house", BOCK) | {"hands_each": "0"}
    answer = client_of(ada).post(reverse("events:create", args=[club.pk, "doppelkopf"]), typed(**wrong))
    assert answer.status_code == 422
    assert answer.context["variant"].errors.keys() == {"hands_each"}
    assert answer.context["variant"]["bock_after_event"].value()
    assert answer.context["form"]["name"].value() == "Tuesday"
    assert not Event.objects.exists()


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Eight at Doppelkopf with Bock rounds."""
    return make_event("doppelkopf", 8, rounds=2, per_round=4, variant=BOCK)


def test_the_tables_play_by_them_and_the_ledger_agrees(event: Event) -> None:
    choose(event, "draw")
    play_round(event, Random(5))
    tables = Sitting.objects.filter(round__event=event, round__number=1).values("table")
    played = event.config.table_model.objects.filter(table__in=tables)
    assert {row.variant for row in played} == {event.variant_at(4, 4)}
    assert event.variant_at(4, 4).bock_after_event
    assert faults_of_events() == []


def test_a_copy_and_a_rehearsal_play_by_the_same(event: Event, ada: Membership, client_of: LogIn) -> None:
    assert services.rehearse(event, by=None).variant == BOCK
    client = client_of(ada)
    page = client.get(address(event, "copy"))
    assert page.context["variant"].initial["pflichtsolo"]
    client.post(address(event, "copy"), typed(name="Again", **posted(event.config, "house", BOCK)))
    assert Event.objects.get(name="Again").variant == BOCK


def test_a_file_keeps_them_and_an_older_file_has_those_of_the_preset(event: Event) -> None:
    choose(event, "draw")
    play_round(event, Random(5))
    event.refresh_from_db()
    lines = list(export_event(event))
    elsewhere = ClubFactory(name="Elsewhere")
    SeasonFactory(club=elsewhere)
    take(elsewhere, "".join(lines).encode())
    copy = Event.objects.get(club=elsewhere)
    assert (copy.house_rules, copy.variant) == (event.house_rules, BOCK)
    records = [json.loads(line) for line in lines]
    older = [{name: value for name, value in record.items() if name != "house_rules"} for record in records]
    other = SeasonFactory(club=ClubFactory(name="Earlier")).club
    take(other, "\n".join(map(json.dumps, older)).encode())
    assert Event.objects.get(club=other).variant == DOPPELKOPF["house"]


@pytest.mark.parametrize(
    ("preset", "house_rules"),
    [
        ("house", {"boundary": "sometimes"}),
        ("house", {"unknown": 1}),
        ("house", {"hands_each": 0}),
        ("whist", {}),
    ],
)
def test_house_rules_that_the_game_does_not_have_are_a_fault(
    event: Event, preset: str, house_rules: dict[str, Any]
) -> None:
    Event.objects.update(preset=preset, house_rules=house_rules)
    assert [fault.code for fault in event_faults()] == ["event_value"]


def test_a_record_is_a_fault_where_points_are_compared(make_event: MakeEvent) -> None:
    make_event("preferans", 6, comparison="wins")
    assert not list(event_faults())
    Event.objects.update(house_rules=dump(PREFERANS["bule"]))
    assert [fault.code for fault in event_faults()] == ["event_value"]


def test_a_bridge_event_asks_for_nothing_but_the_opening_lead(
    club: Club, ada: Membership, client_of: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(ada)
    with django_assert_max_num_queries(6):
        page = client.get(reverse("events:create", args=[club.pk, "bridge"])).content.decode()
    assert "Opening lead" in page
    assert "Scoring" not in page
    make = reverse("events:create", args=[club.pk, "bridge"])
    client.post(make, typed(preset="duplicate"))
    assert Event.objects.get().variant == BRIDGE["duplicate"]
    client.post(make, typed(preset="duplicate", shown="duplicate", opening_lead="required"))
    assert {event.variant.opening_lead for event in Event.objects.all()} == {"no", "required"}
