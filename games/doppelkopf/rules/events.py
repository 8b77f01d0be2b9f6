"""The events of Doppelkopf: tables of four, and tables of five for the players left over, never of three.

Source: the club's text on events, B0.
"""

from fractions import Fraction
from functools import partial
from operator import attrgetter

from games.doppelkopf.rules.sheet import duty_done_after
from games.doppelkopf.rules.variant import Variant
from scorer.contest.draws import Draw
from scorer.contest.offer import Duty
from scorer.contest.usual import usual_events

LIST_DEALS, LIST_MINUTES = 24, Fraction(100)  # Turnierspielregeln of the German federation, section 8

EVENTS = usual_events(
    Draw(sizes=(4, 5)),
    ties=("shared", "solos", "best_round"),
    declarer="re_1",
    declarers_partner="re_2",
    most_playing=4,
    minutes_a_deal=LIST_MINUTES / LIST_DEALS,
    with_deals=Variant.with_length,
    duty=Duty(done=partial(duty_done_after, ()), per=attrgetter("duty_per")),
)
