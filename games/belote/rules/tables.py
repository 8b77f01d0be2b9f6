"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Mapping
from typing import Any, Final

from games.belote.rules import cards, ffb
from games.belote.rules.entry import SLAM_VALUES, VALUES
from games.belote.rules.house import BELOTE, TIMES
from games.belote.rules.variant import Variant

_STRONGEST_FIRST: Final = ("A", "10", "K", "Q", "J", "9", "8", "7")


def tables(variant: Variant) -> Mapping[str, Any]:
    """`cards`: one row a rank with its points in each column of `columns`; the rest are plain numbers."""
    scales = {"trump": cards.TRUMPED, "plain": cards.PLAIN}
    if variant.scoring == "ffb":
        scales |= {"SA": cards.SA, "TA": cards.TA}
    shown: dict[str, Any] = {
        "columns": tuple(scales),
        "cards": tuple((rank, tuple(scale[rank] for scale in scales.values())) for rank in _STRONGEST_FIRST),
        "last_trick": cards.LAST_TRICK,
        "round": cards.ROUND_POINTS,
        "belote": BELOTE,
        "times": tuple(TIMES.items()),
        "values": VALUES,
    }
    if variant.scoring == "ffb":
        shown |= {
            "slams": tuple(SLAM_VALUES.items()),
            "capot_points": ffb.CAPOT_POINTS,
            "base": ffb.BASE,
            "capot_base": ffb.CAPOT_BASE,
        }
    return shown
