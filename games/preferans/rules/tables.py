"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from games.preferans.rules import played, scoring
from games.preferans.rules.entry import BETL, COUNTERS, LEVELS
from games.preferans.rules.examples import EXAMPLES
from games.preferans.rules.variant import Variant


def tables(variant: Variant) -> Mapping[str, Any]:
    """`values`: (level, its game value for each of `columns`). Each column is (in hand, counter).

    `times`: (counter, multiplier). Everything else is a plain number: of tricks that are needed, or of game values that
    are won or lost.
    """
    columns = tuple(product((False, True), COUNTERS))
    return {
        "columns": columns,
        "values": tuple(
            (level, tuple(played.game_value(level, counter, in_hand=in_hand) for in_hand, counter in columns))
            for level in LEVELS
        ),
        "examples": EXAMPLES,
        "betl": BETL,
        "in_hand": played.IN_HAND,
        "times": tuple(played.TIMES.items()),
        "stake": scoring.STAKE,
        "betl_share": scoring.BETL_SHARE,
        "declarer_needs": scoring.DECLARER_NEEDS,
        "follower_needs": scoring.FOLLOWER_NEEDS,
        "together_need": scoring.TOGETHER_NEED,
        "counter_needs": scoring.COUNTER_NEEDS,
    }
