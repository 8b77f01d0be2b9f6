"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from games.preferans.rules import lines, played, record
from games.preferans.rules.entry import AT_PLAY, BETL, COUNTERS, LEVELS, STOP, Entry
from games.preferans.rules.examples import SESSION, SESSION_VARIANT
from games.preferans.rules.record import Record
from games.preferans.rules.scoring import replay
from games.preferans.rules.variant import Variant


def tables(variant: Variant) -> Mapping[str, Any]:
    """`values`: (level, its game value for each of `columns`). Each column is (in hand, counter).

    `times`: (counter, multiplier). Everything else is a plain number: of tricks that are needed, or of game values that
    are won or lost. `session`: (entry, record after it) of the worked example, where the table keeps a record.
    """
    columns = tuple(product((False, True), COUNTERS))
    return {
        "columns": columns,
        "values": tuple(
            (level, tuple(played.game_value(level, counter, in_hand=in_hand) for in_hand, counter in columns))
            for level in LEVELS
        ),
        "betl": BETL,
        "in_hand": played.IN_HAND,
        "times": tuple(played.TIMES.items()),
        "stake": lines.STAKE,
        "betl_share": lines.BETL_SHARE,
        "declarer_needs": lines.DECLARER_NEEDS,
        "follower_needs": lines.FOLLOWER_NEEDS,
        "together_need": lines.TOGETHER_NEED,
        "counter_needs": lines.COUNTER_NEEDS,
        "stop": STOP if variant.stop_at_five else None,
        "keeps_record": variant.keeps_record,
        "bule_times": record.BULE_TIMES,
        "refa_times": record.REFA_TIMES,
        "session": tuple(_session()) if variant.keeps_record else (),
        "session_bule": SESSION_VARIANT.bule,
    }


def _session() -> Iterator[tuple[Entry, Record]]:
    outcomes = replay(SESSION, SESSION_VARIANT, AT_PLAY)
    yield from ((entry, outcome.carry) for entry, outcome in zip(SESSION, outcomes, strict=True))
