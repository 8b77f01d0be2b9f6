"""The federation's scoring: Turnierspielregeln of the DDV, 7.1 (who wins) and 7.2 (what it is worth).

Source: digest sections 2 and 3, which also conclude when nobody wins.
"""

from collections.abc import Iterator
from typing import Final

from games.doppelkopf.rules import lines
from games.doppelkopf.rules.entry import Absage
from games.doppelkopf.rules.lines import STEP, Party, Result
from games.doppelkopf.rules.ranges import LIMITS
from scorer.scoring import ScoreLine

# Digest section 2: the Augen that win. For schwarz tricks decide: all of them, or one against it.
RE_NEEDS: Final = 121
KONTRA_NEEDS: Final = 120
RE_NEEDS_ONLY_KONTRA: Final = 120
KONTRA_NEEDS_ONLY_KONTRA: Final = 121
WITH_OWN_ABSAGE: Final[dict[Absage, int]] = {"k90": 151, "k60": 181, "k30": 211}
AGAINST_ABSAGE: Final[dict[Absage, int]] = {"k90": 90, "k60": 60, "k30": 30}

# Digest section 3, 5: the Augen that earn a point against each step.
REACHED_AGAINST: Final[dict[Absage, int]] = {"k90": 120, "k60": 90, "k30": 60, "schwarz": 30}


def score(re: Party, kontra: Party, *, solo: bool) -> Result:
    """Score a hand. A party that missed its Absage cannot win, so if both missed theirs, nobody wins."""
    missed = [*lines.missed(re, kontra, "unter"), *lines.missed(kontra, re, "unter")]
    reached = [*_against(re, kontra), *_against(kontra, re)]
    extras = [] if solo else [*lines.sonderpunkte(re, kontra)]
    if _wins(re, kontra):
        winner, loser = re, kontra
    elif _wins(kontra, re):
        winner, loser = kontra, re
    else:
        nobody = ScoreLine("nobody_won", 0, {"re": re.augen_range.figure, "kontra": kontra.augen_range.figure})
        low = [*lines.levels(kontra, re, "unter"), *lines.levels(re, kontra, "unter")]
        return Result(None, (nobody, *missed, *low, *reached, *extras))
    scored = [
        lines.won(re, kontra, winner),
        *missed,
        *_only_kontra(re, kontra),
        *lines.announcements(re, kontra, winner),
        *lines.levels(loser, winner, "unter"),
        *(lines.absage(party, winner, step) for party in (re, kontra) for step in party.ladder),
        *reached,
        *extras,
        *(() if solo else lines.gegen_die_alten(winner)),
    ]
    return Result(winner.name, (*scored, *lines.outweighed(winner, scored)))


def _wins(own: Party, other: Party) -> bool:
    if own.absage == "schwarz":
        return other.schwarz
    if own.absage:
        return own.augen >= WITH_OWN_ABSAGE[own.absage]
    if other.absage == "schwarz":
        return not own.schwarz
    if other.absage:
        return own.augen >= AGAINST_ABSAGE[other.absage]
    if own.name == "re":
        only_kontra = other.announced and not own.announced
        return own.augen >= (RE_NEEDS_ONLY_KONTRA if only_kontra else RE_NEEDS)
    only_kontra = own.announced and not other.announced
    return own.augen >= (KONTRA_NEEDS_ONLY_KONTRA if only_kontra else KONTRA_NEEDS)


def _only_kontra(re: Party, kontra: Party) -> Iterator[ScoreLine]:
    """Say that Re needed only 120 if that decided the hand."""
    if kontra.announced and not re.announced and not kontra.absage and re.augen == RE_NEEDS_ONLY_KONTRA:
        yield lines.line(re, "only_kontra", 0, needs=RE_NEEDS_ONLY_KONTRA)


def _against(own: Party, other: Party) -> Iterator[ScoreLine]:
    """Yield the lines for what `own` reached against the Absagen of the other party, whoever won."""
    for step in other.ladder:
        reached = REACHED_AGAINST[step]
        if own.augen < reached:
            continue
        if step == "schwarz":
            yield lines.line(own, f"{own.name}_against_schwarz", STEP, reached=reached)
        else:
            yield lines.line(own, f"{own.name}_against", STEP, reached=reached, limit=LIMITS[step])
