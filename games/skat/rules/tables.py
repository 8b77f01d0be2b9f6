"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Mapping
from typing import Any

from games.skat.rules import scoring, value
from games.skat.rules.entry import AT_PLAY
from games.skat.rules.variant import Variant


def tables(variant: Variant) -> Mapping[str, Any]:
    """`bases`: (kind, base). `nulls`: ((in_hand, ouvert), value). `others`: (seats, points). `doubled`: by code."""
    return {
        "at_play": AT_PLAY,
        "bases": value.BASE.items(),
        "nulls": value.NULL.items(),
        "lost": scoring.LOST,
        "of_game": scoring.OF_GAME,
        "others": scoring.OF_OTHERS.items(),
        "doubled": scoring.DOUBLED,
    }
