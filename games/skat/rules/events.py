"""The events of Skat: tables of four, and of three for the players left over. Everybody plays 36 deals of a list."""

from fractions import Fraction

from games.skat.rules.entry import AT_PLAY
from games.skat.rules.variant import Variant
from scorer.contest.comparing.places import Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.offer import Format, GameEvents

EVENTS = GameEvents(
    formats=(Format("draw", Draw(sizes=(4, 3))), Format("round_robin", RoundRobin())),
    comparisons=(
        Total(ties="games", offers=("games", "shared", "best_round")),
        Places.at_tables_of(3),
        Wins(),
    ),  # SkWO 5
    most_playing=AT_PLAY,
    declarer="declarer",
    minutes_a_deal=Fraction(120, 48),  # two hours for a list, as tournaments allow
    with_deals=Variant.with_length,
)
