"""What somebody with SQL access may have done to the rows of an event."""

from collections.abc import Callable
from random import Random

import pytest
from django.utils import timezone

from scorer.audit.check import site_faults
from scorer.club.models import Club
from scorer.events import services
from scorer.events.models import Contestant, ContestantPlayer, Event, HalfTable, Round, Ruling, Sitting, SittingSide
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.factories import PlayerFactory, SeasonFactory
from tests.rollback import rolled_back

__all__ = ["make_event", "players"]

NOW = timezone.now()


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs after the first of two rounds, with two rulings."""
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    sitting = Sitting.objects.get(round__event=event, round__number=1, station=1)
    services.rule_result(event, sitting, sitting.deals[0], {"average": [60, 40]}, why="A revoke", by=None)
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    return event


def test_events_written_by_the_services_have_no_faults(event: Event) -> None:
    assert list(site_faults()) == []
    services.finish(event, by=None)
    assert list(site_faults()) == []


def of_another_club() -> None:
    ContestantPlayer.objects.filter(contestant__number=1, place=1).update(
        player=PlayerFactory(club=Club.objects.create())
    )


def one_player_twice() -> None:
    other = ContestantPlayer.objects.get(contestant__number=2, place=1)
    ContestantPlayer.objects.filter(contestant__number=1, place=1).update(player=other.player_id)


def one_substitute_twice() -> None:
    other = ContestantPlayer.objects.get(contestant__number=2, place=1)
    ContestantPlayer.objects.create(contestant=Contestant.objects.get(number=1), place=1, player=other.player, since=2)


def half_table(numbers: list[object]) -> None:
    HalfTable.objects.create(round=Round.objects.get(number=2), station=9, numbers=numbers)


def seated_twice() -> None:
    first, second = Sitting.objects.filter(round__number=2).order_by("station")
    place = first.sides.get(side=1)
    SittingSide.objects.filter(sitting=second, side=1).update(contestant=place.contestant_id)


def with_settings(**settings: object) -> None:
    Event.objects.update(settings=settings)


def table_too_early() -> None:
    table = Table.objects.first()
    Sitting.objects.filter(table=table).update(table=None)
    Sitting.objects.filter(round__number=2, station=1).update(table=table)


def runs_after_the_finish() -> None:
    Event.objects.update(state="finished")
    Round.objects.filter(number=1).update(ended_at=None)


def finished_but_sealed() -> None:
    Event.objects.update(state="finished")
    Table.objects.update(sealed=True)


DAMAGE: dict[str, tuple[str, Callable[[], object]]] = {
    "a state that does not exist": ("event_state", lambda: Event.objects.update(state="over")),
    "a season of another club": ("event_state", lambda: Event.objects.update(season=SeasonFactory())),
    "rules that do not exist": ("event_value", lambda: Event.objects.update(preset="rubber")),
    "a comparison that does not exist": ("event_value", lambda: Event.objects.update(comparison="chess")),
    "a format that does not exist": ("event_value", lambda: Event.objects.update(format="dance")),
    "settings of another format": ("event_value", lambda: with_settings(sizes=[4])),
    "settings of the wrong type": ("event_value", lambda: with_settings(switch="all")),
    "three winners": ("event_value", lambda: Event.objects.update(winners=3)),
    "two winners of a total": ("event_value", lambda: Event.objects.update(comparison="total", winners=2)),
    "no rounds": ("event_value", lambda: Event.objects.update(rounds=0)),
    "a section without a letter": ("event_value", lambda: Contestant.objects.update(section=27)),
    "a table of very many deals": ("event_value", lambda: Sitting.objects.filter(table=None).update(deal_count=30_000)),
    "a gap in the rounds": ("event_rounds", lambda: Round.objects.filter(number=2).update(number=3)),
    "a round that ended unstarted": ("event_rounds", lambda: Round.objects.filter(number=2).update(ended_at=NOW)),
    "a round that runs after the finish": ("event_rounds", runs_after_the_finish),
    "a round played before the start": ("event_rounds", lambda: Event.objects.update(state="signing_up")),
    "a round without deals": ("sitting", lambda: Sitting.objects.filter(table=None).update(first_deal=None)),
    "half tables that are no numbers": ("sitting", lambda: half_table([1, "2"])),
    "a gap in the numbers": ("contestants", lambda: Contestant.objects.filter(number=4).update(number=5)),
    "a player of another club": ("contestants", of_another_club),
    "a player in two pairs": ("contestants", one_player_twice),
    "a substitute in two pairs": ("contestants", one_substitute_twice),
    "a half table of nobody": ("sitting", lambda: half_table([7, 9])),
    "a pair without a player": ("contestants", lambda: ContestantPlayer.objects.filter(place=2).delete()),
    "a pair at two tables": ("sitting", seated_twice),
    "an empty side": ("sitting", lambda: SittingSide.objects.filter(sitting__round__number=2, side=1).delete()),
    "a table before its round": ("event_table", table_too_early),
    "a table with other deals": ("event_table", lambda: Table.objects.update(first_deal=9)),
    "a table of another game": ("event_table", lambda: Table.objects.update(game="tarot")),
    "a round that never started": ("event_table", lambda: Round.objects.filter(number=1).update(started_at=None)),
    "a finished event with sealed tables": ("event_table", finished_but_sealed),
    "a ruling that says nothing": ("ruling", lambda: Ruling.objects.update(line={"average": [160, 40]})),
    "a ruling on another deal": ("ruling", lambda: Ruling.objects.filter(contestant=None).update(deal=99)),
}


def test_damage_to_an_event_is_found(event: Event) -> None:
    for damage, (code, do) in DAMAGE.items():
        with rolled_back():
            do()
            assert code in {fault.code for fault in site_faults()}, damage


def test_an_event_that_cannot_be_read_does_not_stop_the_check(event: Event) -> None:
    Event.objects.update(game="whist")
    assert "unreadable" in {fault.code for fault in site_faults()}
