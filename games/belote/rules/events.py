"""The events of belote. A pair is one contestant. Players without a partner sit at tables of four."""

from dataclasses import replace

from scorer.contest.comparing.places import Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.offer import Format, GameEvents

EVENTS = GameEvents(
    formats=(
        Format("draw", Draw(sizes=(2,), partners=True)),
        Format("round_robin", RoundRobin()),
    ),
    comparisons=(Wins(), Total(), Places.at_tables_of(2)),
    with_deals=lambda variant, _deals, _seats: replace(variant, target=None),
)
