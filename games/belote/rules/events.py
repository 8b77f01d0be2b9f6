"""The events of belote. A pair is one contestant. Players without a partner sit at tables of four."""

from dataclasses import replace

from scorer.contest.draws import Draw
from scorer.contest.usual import usual_events

EVENTS = usual_events(
    Draw(sizes=(2,), partners=True),
    wins_first=True,
    with_deals=lambda variant, _deals, _seats: replace(variant, target=None),
)
