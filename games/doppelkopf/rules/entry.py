"""What is written down for one hand of Doppelkopf, and the values of its fields.

Re is the party of the two queens of clubs, or the soloist. Kontra is everybody else at play. Augen are card points.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from scorer.scoring import HandKind, HandKinds

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

PARTIES: Final[tuple[PartyName, ...]] = get_args(PartyName)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
SOLOS: Final = KINDS[2:]
UNANNOUNCED_SOLOS: Final[tuple[Kind, ...]] = ("stille_hochzeit", "ungeklaerte_hochzeit")
"""Solos that nobody called: a player kept both queens of clubs secret, or found no partner for them."""
ABSAGEN: Final[tuple[Absage, ...]] = get_args(Absage)
"""The steps of the ladder, lowest first."""

AT_PLAY: Final = 4
ALL_AUGEN: Final = 240  # club's text: "Insgesamt sind 240 Augen im Spiel"


@dataclass(frozen=True, slots=True)
class Extras:
    """The Sonderpunkte of one party, by sort. `fuchs` counts the opponents' foxes that it caught."""

    fuchs: int = 0
    doppelkopf: int = 0
    karlchen: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand: who was Re, and how the 240 Augen were split.

    An Absage includes the lower ones. `schwarz` is the party that won no trick; only the scoring "ddv" uses it, while
    in "house" 0 Augen are schwarz. `bock_event` stands for events that the entry does not show, for example that a
    heart trick went through.
    """

    kind: Kind | None = None
    re: tuple[int, ...] | None = None
    """Two seats, or only that of the soloist. In a Hochzeit, the player who called it and the partner."""
    re_augen: int | None = None
    """0 to 240; Kontra has the rest."""
    augen_exact: bool = True
    """If False, only a range was entered (ranges.py), and `re_augen` is its highest number."""
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


_EVERY_HAND: Final = (
    "augen_exact", "re_announced", "kontra_announced", "re_absage", "kontra_absage", "schwarz", "bock", "bock_event",
    "sitting_out",
)  # fmt: skip
_REQUIRED: Final = ("kind", "re", "re_augen")
_WITH_A_PARTNER: Final = HandKind(_REQUIRED, (*_EVERY_HAND, "re_extras", "kontra_extras"), refusal="duty_in_solo")
_SOLO: Final = HandKind(_REQUIRED, (*_EVERY_HAND, "duty"), refusal="extras_in_solo")
HAND_KINDS: Final[HandKinds] = {kind: _SOLO if kind in SOLOS else _WITH_A_PARTNER for kind in KINDS}


def is_solo(entry: Entry) -> bool:
    return entry.kind in SOLOS


def is_duty(entry: Entry) -> bool:
    """Return whether the hand is the soloist's Pflichtsolo, played freely or in a Vorführung."""
    return is_solo(entry) and entry.duty != "lust"
