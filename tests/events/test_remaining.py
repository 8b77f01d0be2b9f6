"""The rounds that have not started: one fewer, shorter, or planned anew."""

from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.models import Event, HalfTable, Sitting
from scorer.events.planning.replanning import remaining_plans
from scorer.history.models import Revision
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_evenings import ranked_here
from tests.events.test_pages import LogIn, address
from tests.events.test_people import ranked_by_export, sound, stored_plan

PLANNED = ("round__number", "station", "section", "copy", "first_deal", "deal_count", "numbers")


def finish_all(event: Event, random: Random) -> None:
    while event.planned_rounds.not_started().exists():
        play_round(event, random)
    services.finish(event, by=None)


def test_the_last_round_is_left_out(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("bridge", 7, rounds=4, per_round=1)
    choose(event, "mitchell")
    random = Random(7)
    for _round in range(2):
        play_round(event, random)
    services.skip_last_round(event, by=None)
    assert [each.number for each in event.planned_rounds.all()] == [1, 2, 3]
    sound(event)
    play_round(event, random)
    with pytest.raises(ValidationError, match="There is no round to leave out"):
        services.skip_last_round(event, by=None)
    services.finish(event, by=None)
    assert ranked_here(event) == ranked_by_export(event, tmp_path / "lines")


def test_rounds_that_have_not_started_are_shortened_and_made_longer_again(
    make_event: MakeEvent, tmp_path: Path
) -> None:
    event = make_event("bridge", 7, rounds=4, per_round=3)
    choose(event, "mitchell")
    random = Random(7)
    play_round(event, random)
    before = stored_plan(event)
    assert services.max_deals(event) == 3
    services.set_deals(event, 2, by=None)
    counts = Sitting.objects.filter(round__event=event).order_by("round__number").values_list("deal_count", flat=True)
    assert set(counts[:3]) == {3}
    assert set(counts[3:]) == {2}
    sound(event)
    services.set_deals(event, 3, by=None)
    assert stored_plan(event) == before
    with pytest.raises(ValidationError, match="From 1 to 3"):
        services.set_deals(event, 4, by=None)
    services.set_deals(event, 1, by=None)
    finish_all(event, random)
    assert ranked_here(event) == ranked_by_export(event, tmp_path / "lines")


def test_counted_deals_are_shortened_too(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=4)
    choose(event, "draw")
    play_round(event, Random(7))
    services.set_deals(event, 2, by=None)
    play_round(event, Random(7))
    assert [table.deal_count for table in Table.objects.order_by("opened_at", "pk")] == [4, 4, 2, 2]


@pytest.mark.parametrize("name", ["mitchell", "howell", "round_robin"])
@pytest.mark.parametrize("pairs", [7, 8, 13])
def test_the_rest_of_a_mitchell_is_planned_anew(make_event: MakeEvent, name: str, pairs: int, tmp_path: Path) -> None:
    event = make_event("bridge", pairs, rounds=4, per_round=1)
    choose(event, "mitchell")
    random = Random(7)
    play_round(event, random)
    services.leave(event, 2, by=None)
    services.leave(event, pairs, by=None)
    before = stored_plan(event).rounds[0]
    found = {each.offered.name: each for each in remaining_plans(event)}
    services.replan(event, name, by=None)
    plan = stored_plan(event)
    assert plan.rounds[0] == before
    assert len(plan.rounds) == 4
    verdict = sound(event)
    again = sum(warning.code == "met_again" for warning in verdict.warnings)
    assert again == found[name].repeats
    finish_all(event, random)
    assert ranked_here(event) == ranked_by_export(event, tmp_path / "lines")


def test_the_rest_of_a_mitchell_planned_as_one_again_meets_nobody_again(make_event: MakeEvent) -> None:
    event = make_event("bridge", 10, rounds=5, per_round=1)
    choose(event, "mitchell")
    for _round in range(2):
        play_round(event, Random(7))
    (best, *_others) = remaining_plans(event)
    assert (best.offered.name, best.repeats) == ("mitchell", 0)
    assert best.sentence == "3 rounds, Boards 6–10"


def test_who_comes_late_plays_when_the_rest_is_planned_anew(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    play_round(event, Random(7))
    late = [Player.objects.create(club=event.club, name=name) for name in ("Ingrid", "Jovan")]
    services.add_late_contestant(event, late, by=None)
    services.replan(event, "howell", by=None)
    assert event.planned_rounds.count() == 3
    assert Sitting.objects.filter(round__event=event, sides__contestant__number=7).exists()
    sound(event)
    finish_all(event, Random(7))


def test_a_plan_that_does_not_exist_is_refused(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    with pytest.raises(ValidationError, match="no such plan"):
        services.replan(event, "whist", by=None)


def test_rounds_that_were_left_out_are_brought_back_as_they_were(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 7, rounds=4, per_round=2), client_of(ada)
    choose(event, "mitchell")
    play_round(event, Random(7))
    before, halves = stored_plan(event), list(HalfTable.objects.filter(round__event=event).values(*PLANNED))
    back = address(event, "bring_round_back")
    assert back not in client.get(address(event, "people")).content.decode()
    for _round in range(2):
        services.skip_last_round(event, by=None)
    for number in (3, 4):
        page = client.get(address(event, "people")).content.decode()
        assert f"Round {number} was left out." in page
        client.post(back)
    assert (stored_plan(event), list(HalfTable.objects.filter(round__event=event).values(*PLANNED))) == (before, halves)
    assert client.post(back).status_code == 409
    sound(event)


def test_in_a_round_that_is_brought_back_nobody_meets_whoever_has_left(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    play_round(event, Random(7))
    services.skip_last_round(event, by=None)
    services.leave(event, 2, by=None)
    services.bring_round_back(event, by=None)
    assert len(stored_plan(event).rounds[2].sittings) == 2
    services.come_back(event, 2, by=None)
    assert len(stored_plan(event).rounds[2].sittings) == 3
    sound(event)
    finish_all(event, Random(7))


def test_a_round_that_was_left_out_does_not_come_back_after_others_were_planned(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    play_round(event, Random(7))
    services.skip_last_round(event, by=None)
    services.replan(event, "howell", by=None)
    with pytest.raises(ValidationError, match="no round to bring back"):
        services.bring_round_back(event, by=None)


@pytest.mark.postgres
def test_rounds_that_only_the_log_had_kept_are_brought_back_as_they_were(make_event: MakeEvent) -> None:
    """Version 1.0 kept what was left out in the log only, as the `before` of a Revision."""
    event = make_event("bridge", 8, rounds=4, per_round=2)
    choose(event, "mitchell")
    play_round(event, Random(7))
    planned = stored_plan(event)
    for _twice in range(2):
        services.skip_last_round(event, by=None)
    kept = Event.objects.get(pk=event.pk).skipped
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM history_revision WHERE action = 'skip_round'")
    for left_out in reversed(kept):
        before, after = {name: left_out[name] for name in ("seed", "sittings")}, {"round": left_out["number"]}
        Revision.objects.log(Revision.Kind.EVENT, event, "skip_round", None, before=before, after=after)
    Event.objects.update(skipped=[])
    import_module("scorer.events.migrations.0015_skipped_rounds").read_the_log(apps, None)
    assert Event.objects.get(pk=event.pk).skipped == kept
    for _twice in range(2):
        services.bring_round_back(event, by=None)
    assert stored_plan(event) == planned
