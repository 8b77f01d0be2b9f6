"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from games.belote.rules import cards, ffb, house
from games.belote.rules.cards import SEATS
from games.belote.rules.entry import HIGHEST, LOWEST, SLAM_VALUES, STEP, SUITS
from games.belote.rules.examples import PARTIES, PARTIES_TARGET
from games.belote.rules.paper import papers
from games.belote.rules.variant import Variant

_STRONGEST_FIRST: Final = ("A", "10", "K", "Q", "J", "9", "8", "7")


def tables(variant: Variant) -> Mapping[str, Any]:
    """`cards`: rows of (rank, its card points in each of `columns`). `sums`: the card points of a whole suit.

    In all examples seat 1 bids. `papers`: the parties of a short sitting. Everything else is a plain number.
    """
    scales: dict[str, Mapping[str, int]] = {"trump": cards.TRUMPED, "plain": cards.PLAIN}
    if variant.scoring == "ffb":
        scales |= {"SA": cards.SA, "TA": cards.TA}
    shown: dict[str, Any] = {
        "columns": tuple(scales),
        "cards": tuple((rank, tuple(scale[rank] for scale in scales.values())) for rank in _STRONGEST_FIRST),
        "sums": tuple(sum(scale.values()) for scale in scales.values()),
        "all_cards": sum(cards.TRUMPED.values()) + (len(SUITS) - 1) * sum(cards.PLAIN.values()),
        "last_trick": cards.LAST_TRICK,
        "round": cards.ROUND_POINTS,
        "belote": house.BELOTE,
        "coinche": house.TIMES["coinche"],
        "surcoinche": house.TIMES["surcoinche"],
        "lowest": LOWEST,
        "highest": HIGHEST,
        "step": STEP,
    }
    if variant.has_parties:
        shown["papers_target"] = PARTIES_TARGET
        shown["papers"] = papers(PARTIES[variant.scoring], replace(variant, target=PARTIES_TARGET), SEATS)
    if variant.scoring == "ffb":
        shown |= {
            "capot": SLAM_VALUES["capot"],
            "generale": SLAM_VALUES["generale"],
            "capot_points": ffb.CAPOT_POINTS,
            "base": ffb.BASE,
            "capot_base": ffb.CAPOT_BASE,
        }
    return shown
