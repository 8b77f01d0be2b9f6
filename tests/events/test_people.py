"""People who come late, leave, or stand in for others."""

from scorer.events.models import HalfTable, Round
from tests.events.conftest import MakeEvent, choose


def test_with_an_odd_number_a_place_is_kept_in_every_round(make_event: MakeEvent) -> None:
    event = make_event("bridge", 13, rounds=7, per_round=2)
    choose(event, "mitchell")
    halves = HalfTable.objects.filter(round__event=event).order_by("round__number")
    assert [half.numbers for half in halves] == [[number, 0] for number in (7, 1, 2, 3, 4, 5, 6)]
    for half in halves:
        others = {(one.station, one.first_deal) for one in half.round.sittings.all()}
        assert half.station not in {station for station, _deal in others}
        assert half.first_deal not in {deal for _station, deal in others}
    assert Round.objects.filter(event=event).count() == 7
