"""The form of an event: what it suggests, and what can be changed later, until what it governs has begun."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from games.doppelkopf.rules import PRESETS
from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.forms.events import EventForm
from scorer.events.models import Event
from scorer.events.planning.words import rest_in_words, usual_name
from scorer.events.results.event_results import EventResults
from scorer.events.states import SETTINGS, Phase, Progress
from scorer.history.models import Revision
from scorer.registry import all_games, get_game
from scorer.registry.contest_words import COMPARISONS, EXPLAINED
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round, reach
from tests.events.test_pages import LogIn, address

TUESDAY = date(2026, 11, 24)


@pytest.fixture
def director(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


def send(client: Client, event: Event, **values: Any) -> Any:
    """Post the settings of an event as its page has them, with other values."""
    names = [name for name in EventForm.base_fields if name != "played_shown" or event.config.slug == "bridge"]
    now = {name: value for name, value in model_to_dict(event, names).items() if value not in {None, False}}
    return client.post(address(event, "settings"), {**now, "preset": event.preset, **values})


@pytest.mark.parametrize(
    ("language", "game", "name"),
    [
        ("en", "bridge", "Tuesday pairs, 24 Nov"),
        ("de", "bridge", "Paarturnier am Dienstag, 24. Nov."),
        ("fr", "belote", "Tournoi par paires, mardi 24 nov."),
        ("en", "doppelkopf", "Tuesday Doppelkopf, 24 Nov"),
        ("de", "doppelkopf", "Doppelkopf am Dienstag, 24. Nov."),
    ],
)
def test_a_name_is_suggested(language: str, game: str, name: str) -> None:
    with translation.override(language):
        assert usual_name(get_game(game), TUESDAY) == name


@pytest.mark.parametrize("game", [game.slug for game in all_games() if game.events])
def test_every_comparison_of_a_game_is_explained(club: Club, director: Client, game: str) -> None:
    page = director.get(reverse("events:create", args=[club.pk, game]))
    offer = get_game(game).events
    assert offer
    for comparison in (*offer.comparisons, *offer.team_comparisons):
        assert f"<b>{COMPARISONS[comparison.name]}</b><br>{EXPLAINED[comparison.name]}" in page.content.decode()


def test_the_suggested_name_follows_the_day_and_a_typed_one_does_not(club: Club, director: Client) -> None:
    make = reverse("events:create", args=[club.pk, "bridge"])
    form = director.get(make).context["form"]
    game, following = get_game("bridge"), timezone.localdate() + timedelta(days=7)
    assert form["name"].value() == usual_name(game, timezone.localdate())
    values = {"comparison": "matchpoints", "preset": "duplicate", "day": following}
    director.post(make, {"name": form["name"].value(), **values})
    director.post(make, {"name": "Final", **values})
    assert set(Event.objects.values_list("name", flat=True)) == {usual_name(game, following), "Final"}


@pytest.mark.parametrize(
    ("game", "values", "said"),
    [
        (
            "bridge",
            {"minutes": 210},
            "3 h 30 min; the plan decides the number and length of the rounds; ranking at once",
        ),
        (
            "bridge",
            {"rounds": 2, "per_round": 3, "ranking_shown": "at_the_end", "correction_minutes": 60},
            "no time limit; 2 rounds of 3 boards; ranking at the end; corrections for 1 h",
        ),
        ("bridge", {"rounds": 1}, "no time limit; 1 round, the plan decides how long; ranking at once"),
        ("bridge", {"per_round": 4}, "no time limit; rounds of 4 boards, as many as the plan has; ranking at once"),
        (
            "tarot",
            {"minutes": 240, "round_minutes": 0, "ranking_shown": "each_round"},
            "4 h; the plan decides the rounds, the tables how many deals they play; no clock; ranking after each round",
        ),
        (
            "tarot",
            {"rounds": 4, "round_minutes": 45, "rounds_follow": True},
            (
                "no time limit; 4 rounds of as many deals as the tables like; 45 min per round; "
                "rounds follow by themselves; ranking at once"
            ),
        ),
    ],
)
def test_everything_else_is_said_in_one_line(game: str, values: dict[str, Any], said: str) -> None:
    assert rest_in_words(Event(game=game, **values)) == said


def test_a_new_event_is_one_screen_with_the_rest_folded(
    club: Club, director: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(6):
        page = director.get(reverse("events:create", args=[club.pk, "bridge"]))
    content = page.content.decode()
    assert "3 h 30 min; the plan decides the number and length of the rounds; ranking at the end" in content
    assert '<details class="fold"><summary>Everything else' in content
    wrong = director.post(
        reverse("events:create", args=[club.pk, "bridge"]),
        {"name": "A", "comparison": "matchpoints", "preset": "duplicate", "rounds": "0"},
    )
    assert wrong.status_code == 422
    assert '<details class="fold" open>' in wrong.content.decode()


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    return make_event("doppelkopf", 8, rounds=2, per_round=4)


NEW: dict[str, Any] = {
    "name": "Final",
    "day": "2026-11-30",
    "comparison": "wins",
    "rounds": "3",
    "per_round": "8",
    "minutes": "100",
    "round_minutes": "45",
    "rounds_follow": "on",
    "grace_minutes": "9",
    "confirms": "on",
    "ranking_shown": "at_the_end",
    "correction_minutes": "90",
}


PHASES = [phase for phase in Phase if phase is not Phase.CANCELLED]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("setting", NEW)
def test_a_setting_is_changed_until_what_it_governs_has_begun(
    setting: str, phase: Phase, event: Event, director: Client
) -> None:
    event = reach(event, phase, "draw")
    before = getattr(event, setting)
    answer = send(director, event, **{setting: NEW[setting]})
    event.refresh_from_db()
    if phase in SETTINGS[setting]:
        assert answer.status_code == 302
        assert str(getattr(event, setting)) in {NEW[setting], "True"}
        assert Revision.objects.filter(action="change", after__has_key=setting).exists()
    else:
        assert answer.status_code == 422
        assert getattr(event, setting) == before
        assert answer.context["form"].errors.keys() == {setting}
        assert answer.context["form"][setting].value() == (NEW[setting] if NEW[setting] != "on" else True)
    assert faults_of_events() == []


@pytest.mark.parametrize("phase", PHASES)
def test_the_page_shows_what_is_too_late_and_says_why(phase: Phase, event: Event, director: Client) -> None:
    event = reach(event, phase, "draw")
    page = director.get(address(event, "settings"))
    for name, field in page.context["form"].fields.items():
        of_comparison = name in page.context["form"].settings
        assert field.disabled == (phase not in SETTINGS["comparison_settings" if of_comparison else name])
        if field.disabled:
            assert str(field.help_text) in page.content.decode()
    assert (page.context["variant"] is None) == (phase not in SETTINGS["house_rules"])
    sent = {name: field.initial for name, field in page.context["form"].fields.items() if not field.disabled}
    values = {name: page.context["form"][name].value() for name in sent}
    values |= {"preset": "house"} if page.context["variant"] else {}
    values = {name: value for name, value in values.items() if value not in {None, False}}
    assert director.post(address(event, "settings"), values).status_code == 302
    assert not Revision.objects.filter(action="change").exists()  # nothing was changed


@pytest.mark.parametrize("phase", PHASES)
def test_house_rules_are_changed_until_the_first_round(phase: Phase, event: Event, director: Client) -> None:
    event = reach(event, phase, "draw")
    answer = send(director, event, preset="ddv")
    event = Event.objects.get(pk=event.pk)
    assert (event.variant == PRESETS["ddv"]) == (phase in SETTINGS["house_rules"])
    if phase not in SETTINGS["house_rules"]:
        assert answer.status_code == 422
        assert answer.context["variant"].errors["preset"] == [Progress(event).too_late("house_rules")]
        assert "house" in str(answer.context["rules_in_words"]).casefold()


def test_another_comparison_of_a_planned_movement_ranks_one_field(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    assert event.winners == 2
    services.change_event(event, comparison="total", by=None)
    event.refresh_from_db()
    assert (event.comparison, event.winners) == ("total", 1)
    services.change_event(event, comparison="matchpoints", by=None)
    event.refresh_from_db()
    assert event.winners == 2
    play_round(event, Random(3))
    assert EventResults(event).ranking.places
    assert faults_of_events() == []


def test_a_cancelled_event_is_not_changed(event: Event, director: Client) -> None:
    services.cancel(event, by=None)
    with pytest.raises(ValidationError, match="The event is cancelled"):
        services.change_event(event, name="Final", by=None)
    answer = send(director, event, name="Final")
    assert answer.status_code == 422


def test_the_correction_time_can_be_made_longer_after_the_finish_and_the_ranking_counts_as_it_was(
    event: Event, director: Client
) -> None:
    event = reach(event, Phase.FINISHED, "draw")
    send(director, event, correction_minutes="120")
    page = director.get(address(event))
    assert page.context["finish"].corrections_until - page.context["event"].finished_at == timedelta(minutes=120)
    assert page.context["finish"].corrected_at is None
