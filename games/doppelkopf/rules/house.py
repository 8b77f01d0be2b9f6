"""The house scoring: the club's text, with its gaps filled as in docs/rules/doppelkopf.md."""

from typing import Final

from games.doppelkopf.rules import lines
from games.doppelkopf.rules.lines import Party, Result
from games.doppelkopf.rules.variant import Boundary

RE_NEEDS: Final = 121  # club's text: "Re-Partei braucht ≥ 121 Augen"
KONTRA_NEEDS: Final = 120  # club's text: "Kontra-Partei braucht ≥ 120 Augen"


def score(re: Party, kontra: Party, boundary: Boundary, *, solo: bool) -> Result:
    winner, loser = (re, kontra) if re.augen >= RE_NEEDS else (kontra, re)
    scored = [
        lines.won(re, kontra, winner),
        *lines.announcements(re, kontra, winner),
        *lines.levels(loser, winner, boundary),
        *(lines.absage(winner, winner, step) for step in winner.ladder if lines.is_below(loser, step, boundary)),
        *lines.missed(re, kontra, boundary),
        *lines.missed(kontra, re, boundary),
    ]
    if not solo:
        scored += [*lines.sonderpunkte(re, kontra), *lines.gegen_die_alten(winner)]
    return Result(winner.name, (*scored, *lines.outweighed(winner, scored)))
