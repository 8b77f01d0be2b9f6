"""The settings of a comparison: chosen on the form, and the ranking is that of `manage.py rank` with the same ones."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.contest.ranking import Comparison, Setting
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event
from scorer.events.planning.comparison_words import comparison_in_words
from scorer.events.planning.families import choice_problems
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.event_results import EventResults
from scorer.registry import all_games, get_game
from scorer.registry.contest_words import CHOICES, SETTINGS
from scorer.transfer.event_export import event_records
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_pages import LogIn, address
from tests.rollback import rolled_back

BRIDGE = get_game("bridge").events
assert BRIDGE
SOME_NUMBERS = (1, 2, 17)


def values_of(comparison: Comparison, setting: Setting) -> list[Any]:
    """The values of a setting that are not the usual one; of numbers, some."""
    usual = getattr(comparison, setting.name)
    numbers = [number for number in (*SOME_NUMBERS, setting.most) if setting.least <= number <= setting.most]
    return [value for value in setting.choices or numbers if str(value) != str(usual)]


CHOSEN = [
    (comparison.name, setting.name, value)
    for comparison in BRIDGE.comparisons
    for setting in comparison.choosable
    for value in values_of(comparison, setting)
]


def with_settings(event: Event, **settings: Any) -> list[str]:
    """The settings of the event for the command."""
    texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in settings.items()}
    if event.comparison == "vp":
        texts["scale"] = "matchpoints"
    return [argument for name, value in texts.items() for argument in ("--set", f"{name}={value}")]


@pytest.fixture
def director(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


@pytest.fixture
def played(make_event: MakeEvent) -> Event:
    """Two rounds at five tables, with a spoiled board, averages, a split and a weighted score."""
    event = make_event("bridge", 10, rounds=3, per_round=3)
    choose(event, "swiss")
    play_round(event, Random(7))
    services.draw_round(event, by=None)
    play_round(event, Random(8))
    sittings = [sitting for round_ in event.planned_rounds.started() for sitting in round_.sittings.all()]
    ruled: list[tuple[int, int, dict[str, Any]]] = [
        (0, 0, {"average": [51, 49]}),
        (0, 1, {"average": [49, 51]}),
        (1, 2, {"not_played": True}),
        (5, 0, {"split": [420, 50]}),
        (6, 1, {"weighted": [["60/100", 620], ["40/100", -100]]}),
    ]
    for place, deal, line in ruled:
        services.rule_result(event, sittings[place], sittings[place].deals[deal], line, why="Ruled", by=None)
    return event


def test_each_setting_ranks_here_as_the_command_does(played: Event, tmp_path: Path) -> None:
    for comparison, name, value in CHOSEN:
        with rolled_back():
            Event.objects.filter(pk=played.pk).update(comparison=comparison, comparison_settings={name: value})
            event = Event.objects.get(pk=played.pk)
            assert choice_problems(event) == []
            for ruling in () if comparison_of(event).averages else event.rulings.all():
                services.withdraw_ruling(event, ruling.pk, by=None)
            lines = list(event_lines(EventResults(event), contestants_by_number(event)))
            settings = with_settings(event, **{name: value})
            command = ranked_by_command(event, tmp_path / "lines", *settings, lines=lines)
            assert ranked_here(event) == command, (comparison, name, value)


def test_a_setting_makes_a_difference(played: Event) -> None:
    chosen: list[tuple[str, dict[str, Any]]] = [
        ("cross_imps", {"divide": "sqrt"}),
        ("cross_imps", {"divide": "none"}),
        ("cross_imps", {"cap": 1}),
        ("butler", {"drop": 2}),
        ("butler", {"to": 1000}),
        ("butler", {"drop_share": "1/7", "share_rounding": "up"}),
        ("matchpoints", {"own_average": False}),
        ("vp", {"pool": 10}),
        ("vp", {"deals": 200}),
    ]
    for comparison, settings in chosen:
        Event.objects.filter(pk=played.pk).update(comparison=comparison, comparison_settings={})
        usual = ranked_here(Event.objects.get(pk=played.pk))
        Event.objects.filter(pk=played.pk).update(comparison_settings=settings)
        assert ranked_here(Event.objects.get(pk=played.pk)) != usual, (comparison, settings)


def test_every_setting_of_every_game_has_words() -> None:
    for game in all_games():
        for comparison in game.events.comparisons if game.events else ():
            for setting in comparison.choosable:
                assert SETTINGS[setting.name][0]
                for choice in setting.choices:
                    assert type(choice) is int or CHOICES[setting.name, choice]
                usual = getattr(comparison, setting.name)
                assert usual in setting.choices or str(usual) in setting.choices or not setting.choices


POSTED = {"name": "Tuesday", "comparison": "cross_imps", "preset": "duplicate"}


def test_a_new_event_has_the_settings_that_were_chosen_for_its_comparison(club: Club, director: Client) -> None:
    make = reverse("events:create", args=[club.pk, "bridge"])
    page = director.get(make).content.decode()
    assert page.count("More settings") == 1
    typed = {"cross_imps_divide": "sqrt", "cross_imps_cap": "17", "butler_drop": "3", "vp_pool": "10"}
    director.post(make, POSTED | typed)
    event = Event.objects.get()
    assert event.comparison_settings == {"divide": "sqrt", "cap": 17}
    assert "the root of all comparisons (XIMPQ)" in comparison_in_words(event)
    page = director.get(make)  # the next one is like the last one
    assert page.context["form"].initial["cross_imps_divide"] == "sqrt"
    assert "the root of all comparisons (XIMPQ)" in page.context["form"].comparison_in_words


def test_what_is_left_out_or_usual_is_not_stored(club: Club, director: Client) -> None:
    make = reverse("events:create", args=[club.pk, "bridge"])
    director.post(make, POSTED)
    director.post(
        make, POSTED | {"cross_imps_divide": "comparisons", "cross_imps_cap": "", "cross_imps_own_average": "True"}
    )
    assert [event.comparison_settings for event in Event.objects.all()] == [{}, {}]
    director.post(make, POSTED | {"comparison": "butler", "butler_to": "", "butler_drop_share": "1/7"})
    assert Event.objects.get(comparison="butler").comparison_settings == {"drop_share": "1/7"}


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"cross_imps_cap": "0"}, "cross_imps_cap"),
        ({"cross_imps_cap": "25"}, "cross_imps_cap"),
        ({"cross_imps_divide": "twice"}, "cross_imps_divide"),
        ({"comparison": "butler", "butler_to": "0"}, "butler_to"),
        ({"comparison": "vp", "vp_pool": "30"}, "vp_pool"),
    ],
)
def test_a_wrong_setting_is_said_beside_its_field(
    typed: dict[str, str], field: str, club: Club, director: Client
) -> None:
    answer = director.post(reverse("events:create", args=[club.pk, "bridge"]), POSTED | typed)
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    assert not Event.objects.exists()


def changed(director: Client, event: Event, **values: Any) -> Any:
    form = director.get(address(event, "settings")).context["form"]
    now = {name: form[name].value() for name, field in form.fields.items() if not field.disabled}
    now = {name: value for name, value in now.items() if value not in {None, False}}
    return director.post(address(event, "settings"), {**now, "preset": event.preset, **values})


def test_the_settings_change_until_the_finish_and_the_ranking_follows(played: Event, director: Client) -> None:
    before = ranked_here(played)
    changed(director, played, matchpoints_own_average="False")
    played.refresh_from_db()
    assert played.comparison_settings == {"own_average": False}
    assert ranked_here(played) != before
    changed(director, played, name="Wednesday")  # keeps what is not typed again
    played.refresh_from_db()
    assert (played.name, played.comparison_settings) == ("Wednesday", {"own_average": False})
    services.finish(played, by=None)
    answer = changed(director, played, matchpoints_own_average="True")
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"matchpoints_own_average": ["The event is finished."]}
    assert faults_of_events() == []


def test_another_comparison_begins_with_its_usual_settings(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, comparison="butler", comparison_settings={"drop": 1})
    services.change_event(event, comparison="cross_imps", by=None)
    event.refresh_from_db()
    assert event.comparison_settings == {}


def test_copies_and_rehearsals_have_the_same_settings(make_event: MakeEvent, director: Client) -> None:
    event = make_event("bridge", 6, comparison="butler", comparison_settings={"drop": 1, "drop_share": "1/10"})
    rehearsal = services.rehearse(event, by=None)
    assert rehearsal.comparison_settings == event.comparison_settings
    form = director.get(address(event, "copy")).context["form"]
    now = {name: form[name].value() for name in form.fields if form[name].value() not in {None, False}}
    director.post(address(event, "copy"), {**now, "preset": event.preset})
    copy = Event.objects.exclude(pk__in=[event.pk, rehearsal.pk]).get()
    assert copy.comparison_settings == event.comparison_settings


def test_a_file_has_the_settings_that_are_not_usual(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, comparison="butler", comparison_settings={"drop": 1})
    (record,) = event_records(Event.objects.filter(pk=event.pk))
    assert json.loads(json.dumps(record))["comparison_settings"] == {"drop": 1}


@pytest.mark.parametrize(
    "chosen",
    [{"drop": -1}, {"drop": "one"}, {"winners": 2}, {"imp_scale": [10]}, {"drop_share": "1/2"}, {"nonsense": 1}, [1]],
)
def test_what_no_director_can_choose_is_a_fault(chosen: Any, make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, comparison="butler", comparison_settings={"drop": 1})
    event.comparison_settings = chosen
    assert [problem.field.split(".")[0] for problem in choice_problems(event)] == ["comparison_settings"]
    assert comparison_of(event) == comparison_of(make_event("bridge", 6, comparison="butler"))
