"""The parties of a hand, and the lines that add up to its value, before they become the reasons of seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.doppelkopf.rules.entry import ABSAGEN, PARTIES, Absage, Entry, Extras, PartyName
from games.doppelkopf.rules.ranges import LIMITS, Range, augen_of
from games.doppelkopf.rules.variant import Boundary, Variant
from scorer.scoring import Param, ScoreLine

WON: Final = 1  # club's text 1: "+1 Punkt für das gewonnene Spiel"; digest section 3, 1
ANNOUNCED: Final = 2  # club's text 2: "+2 Punkte für Re-Ansage", "für Kontra-Ansage"; digest section 3, 2
STEP: Final = 1  # club's text 3 and 4: "+1 Punkt" for each step; digest section 3, 1 and 3 to 5
SONDERPUNKT: Final = 1  # club's text 5: "+1 Punkt" each; digest section 3, 6


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a hand. It is `schwarz` if it has no trick or, in the house scoring, no Augen."""

    name: PartyName
    augen_range: Range
    """Its Augen, as a number or a range."""
    announced: bool
    absage: Absage | None
    extras: Extras
    schwarz: bool

    @property
    def augen(self) -> int:
        """Its Augen for the scoring, where all numbers of a range are equivalent."""
        return self.augen_range.highest

    @property
    def ladder(self) -> tuple[Absage, ...]:
        """The steps that it announced, including those that the highest one implies."""
        return ABSAGEN[: ABSAGEN.index(self.absage) + 1] if self.absage else ()


@dataclass(frozen=True, slots=True)
class Result:
    """`winner` is None if both parties missed their Absage."""

    winner: PartyName | None
    lines: tuple[ScoreLine, ...]
    """What a player of Re gets and a player of Kontra loses, in score points, before Bock and solo."""

    @property
    def value(self) -> int:
        """The score points that a player of Re gets, before Bock and solo."""
        return sum(line.points for line in self.lines)


def parties(entry: Entry, variant: Variant) -> tuple[Party, Party]:
    """Return Re and Kontra of an entry without problems."""
    augen = augen_of(entry, variant)
    if augen is None:
        raise ValueError("an entry with problems has no parties")
    others = augen.of_the_other_party
    if variant.scoring == "house":
        nothing = {"re": augen.highest == 0, "kontra": others.highest == 0}
    else:
        nothing = {name: entry.schwarz == name for name in PARTIES}
    return (
        Party("re", augen, entry.re_announced, entry.re_absage, entry.re_extras, nothing["re"]),
        Party("kontra", others, entry.kontra_announced, entry.kontra_absage, entry.kontra_extras, nothing["kontra"]),
    )


def line(to: Party, code: str, points: int, **params: Param) -> ScoreLine:
    """Return a line that gives `points` to that party."""
    return ScoreLine(code, points if to.name == "re" else -points, params)


def is_below(party: Party, step: Absage, boundary: Boundary) -> bool:
    """Return whether the party stayed below a step of the ladder of Absagen."""
    if step == "schwarz":
        return party.schwarz
    return party.augen <= LIMITS[step] if boundary == "bis" else party.augen < LIMITS[step]


def won(re: Party, kontra: Party, winner: Party) -> ScoreLine:
    if winner.augen_range.is_number:
        return line(winner, f"{winner.name}_won", WON, re=re.augen, kontra=kontra.augen)
    return line(winner, f"{winner.name}_won_range", WON, augen=winner.augen_range.figure)


def announcements(re: Party, kontra: Party, winner: Party) -> Iterator[ScoreLine]:
    """Yield the lines for Re and Kontra announced. The winner gets them, whoever announced."""
    for party in (re, kontra):
        if party.announced:
            yield line(winner, f"{party.name}_announced", ANNOUNCED)


def levels(low: Party, to: Party, boundary: Boundary) -> Iterator[ScoreLine]:
    """Yield a line for each step that `low` stayed below."""
    for step in ABSAGEN:
        if is_below(low, step, boundary):
            yield _step_line(to, low, {"unter": "under", "bis": "at_most"}[boundary], step)


def absage(by: Party, to: Party, step: Absage) -> ScoreLine:
    return _step_line(to, by, "absage", step)


def missed(party: Party, other: Party, boundary: Boundary) -> Iterator[ScoreLine]:
    """Say that the party missed its Absage. The line has no points."""
    if party.absage and not is_below(other, party.absage, boundary):
        if party.absage == "schwarz":
            yield line(party, f"{party.name}_missed_schwarz", 0)
        else:
            yield line(party, f"{party.name}_missed", 0, limit=LIMITS[party.absage])


def sonderpunkte(re: Party, kontra: Party) -> Iterator[ScoreLine]:
    """Yield the Sonderpunkte of both parties, which are subtracted from each other."""
    for party in (re, kontra):
        for name in ("fuchs", "doppelkopf", "karlchen"):
            n: int = getattr(party.extras, name)
            if n:
                yield line(party, f"{party.name}_{name}", n * SONDERPUNKT, n=n)


def gegen_die_alten(winner: Party) -> Iterator[ScoreLine]:
    if winner.name == "kontra":
        yield line(winner, "gegen_die_alten", SONDERPUNKT)


def outweighed(winner: Party, lines: list[ScoreLine]) -> Iterator[ScoreLine]:
    """Say that the Sonderpunkte of the other party outweigh everything the winner has. The line has no points."""
    total = sum(item.points for item in lines)
    if (total if winner.name == "re" else -total) < 0:
        yield line(winner, f"{winner.name}_turned", 0)


def _step_line(to: Party, about: Party, kind: str, step: Absage) -> ScoreLine:
    if step == "schwarz":
        code = f"{about.name}_absage_schwarz" if kind == "absage" else f"{about.name}_schwarz"
        return line(to, code, STEP)
    return line(to, f"{about.name}_{kind}", STEP, limit=LIMITS[step])
