"""What is written down for one hand of Doppelkopf, and the words that its fields choose from.

Re is the party of the two queens of clubs, or the soloist; Kontra is everybody else at play.
"""

from dataclasses import dataclass
from typing import Final, Literal

PartyName = Literal["re", "kontra"]
Kind = Literal[
    "normal",
    "hochzeit",
    "damen",
    "buben",
    "farbe",
    "trumpf",
    "fleischlos",
    "stille_hochzeit",
    "ungeklaerte_hochzeit",
]
Absage = Literal["k90", "k60", "k30", "schwarz"]
Duty = Literal["lust", "pflicht", "vorfuehrung"]

PARTIES: Final[tuple[PartyName, ...]] = ("re", "kontra")
KINDS: Final[tuple[Kind, ...]] = (
    "normal",
    "hochzeit",
    "damen",
    "buben",
    "farbe",
    "trumpf",
    "fleischlos",
    "stille_hochzeit",
    "ungeklaerte_hochzeit",
)
SOLOS: Final = KINDS[2:]
UNANNOUNCED_SOLOS: Final[tuple[Kind, ...]] = ("stille_hochzeit", "ungeklaerte_hochzeit")
"""Solos that nobody called: two queens of clubs were kept secret, or found no partner."""
ABSAGEN: Final[tuple[Absage, ...]] = ("k90", "k60", "k30", "schwarz")
"""The ladder, lowest step first."""
DUTIES: Final[tuple[Duty, ...]] = ("lust", "pflicht", "vorfuehrung")

AT_PLAY: Final = 4
ALL_AUGEN: Final = 240  # source text: "Insgesamt sind 240 Augen im Spiel"


@dataclass(frozen=True, slots=True)
class Extras:
    """How many Sonderpunkte of each sort one party has made. `fuchs` counts the opponents' foxes that it caught."""

    fuchs: int = 0
    doppelkopf: int = 0
    karlchen: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand: who was Re, and how the 240 Augen were split.

    An Absage stands for the lower ones too. `schwarz` names the party that took no trick; only the scoring "ddv"
    counts it, "house" goes by 0 Augen. `bock_event` is what the rest does not show: a heart trick went through, say.
    """

    kind: Kind | None = None
    re: tuple[int, ...] | None = None
    """Two seats, in a solo the soloist's alone; in a Hochzeit the bride and the partner that she found."""
    re_augen: int | None = None
    """0 to 240; Kontra has the rest."""
    augen_exact: bool = True
    """False: only a range was said (ranges.py), and `re_augen` is its highest number."""
    re_announced: bool = False
    kontra_announced: bool = False
    re_absage: Absage | None = None
    kontra_absage: Absage | None = None
    re_extras: Extras = Extras()
    kontra_extras: Extras = Extras()
    schwarz: PartyName | None = None
    bock: bool = False
    duty: Duty = "lust"
    bock_event: bool = False
    sitting_out: tuple[int, ...] = ()


def is_solo(entry: Entry) -> bool:
    return entry.kind in SOLOS


def is_duty(entry: Entry) -> bool:
    """Whether the hand settles its soloist's Pflichtsolo: played freely or in a Vorführung."""
    return is_solo(entry) and entry.duty != "lust"
