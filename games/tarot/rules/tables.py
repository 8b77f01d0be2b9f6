"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Mapping
from typing import Any

from games.tarot.rules import cards, one_for_one, taker
from games.tarot.rules.entry import SIZES
from games.tarot.rules.variant import Variant


def tables(variant: Variant) -> Mapping[str, Any]:
    """`cards`: (code, card points of each); `needed`: (oudlers, card points); `contracts`: (code, multiplier).

    `handfuls`: (size, points, trumps with 3, 4, 5, 6 players); `dealings`: (players, cards in hand, cards in the dog).
    `rates` and `pair_rates`: by the number of players or pairs, (how many are in a dispute, rates best to worst).
    `slams`: (code, score points that each defender pays the taker's side).
    """
    return {
        "cards": (
            ("oudler", cards.OUDLER),
            *((rank, cards.EXTRA[rank] + cards.LEAST) for rank in cards.COURT_RANKS),
            ("other", cards.LEAST),
        ),
        "points": cards.figure(cards.POINTS),
        "needed": tuple(enumerate(cards.THRESHOLDS)),
        "base": taker.BASE,
        "contracts": tuple(taker.TIMES.items()),
        "petit_au_bout": cards.PETIT_AU_BOUT,
        "players": tuple(cards.HANDFUL_TRUMPS),
        "handfuls": tuple(
            (size, cards.HANDFUL_POINTS[size], tuple(trumps[size] for trumps in cards.HANDFUL_TRUMPS.values()))
            for size in SIZES
        ),
        "slams": tuple(taker.SLAM.items()),
        "dealings": tuple((n, way.hand, way.dog) for n, ways in cards.DEALINGS.items() for way in ways),
        "rates": tuple((n, tuple(rows.items())) for n, rows in one_for_one.RATES.items()),
        "pair_rates": tuple((n, tuple(rows.items())) for n, rows in one_for_one.PAIR_RATES.items()),
        "stake_base": one_for_one.BASE,
        "times": one_for_one.TIMES,
        "slam": one_for_one.SLAM,
    }
