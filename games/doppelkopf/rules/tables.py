"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Mapping
from typing import Any

from games.doppelkopf.rules import bock, ddv, house, lines, ranges, scoring
from games.doppelkopf.rules.entry import ABSAGEN, ALL_AUGEN, SOLOS
from games.doppelkopf.rules.variant import TRIGGERS, Variant


def tables(variant: Variant) -> Mapping[str, Any]:
    """`wins`: rows of (situation, Augen that Re needs, Augen that Kontra needs), None where tricks decide.

    `values`: rows of (code, score points). `limits`: rows of (step, Augen), None for schwarz; with the `boundary` "bis"
    the limit itself is low enough. `against`, only in "ddv": rows of (step, Augen that earn a point). `triggers`: the
    fields of the variant that start Bock rounds.
    """
    shown: dict[str, Any] = {
        "all_augen": ALL_AUGEN,
        "wins": _wins(variant),
        "values": (
            ("won", lines.WON),
            ("announced", lines.ANNOUNCED),
            ("step", lines.STEP),
            (f"absage_{variant.scoring}", lines.STEP),
            ("sonderpunkt", lines.SONDERPUNKT),
        ),
        "limits": tuple((step, ranges.LIMITS.get(step)) for step in ABSAGEN),
        "boundary": "unter" if variant.scoring == "ddv" else variant.boundary,
        "solos": SOLOS,
        "soloist": scoring.SOLOIST,
        "bock": bock.TIMES,
        "triggers": tuple(name for name in TRIGGERS if getattr(variant, name)),
    }
    if variant.scoring == "ddv":
        shown["against"] = tuple(ddv.REACHED_AGAINST.items())
    return shown


def _wins(variant: Variant) -> tuple[tuple[str, int | None, int | None], ...]:
    if variant.scoring == "house":
        return (("always", house.RE_NEEDS, house.KONTRA_NEEDS),)
    own = {step: ddv.WITH_OWN_ABSAGE.get(step) for step in ABSAGEN}
    against = {step: ddv.AGAINST_ABSAGE.get(step) for step in ABSAGEN}
    return (
        ("usual", ddv.RE_NEEDS, ddv.KONTRA_NEEDS),
        ("only_kontra", ddv.RE_NEEDS_ONLY_KONTRA, ddv.KONTRA_NEEDS_ONLY_KONTRA),
        *((f"own_{step}", own[step], own[step]) for step in ABSAGEN),
        *((f"against_{step}", against[step], against[step]) for step in ABSAGEN),
    )
