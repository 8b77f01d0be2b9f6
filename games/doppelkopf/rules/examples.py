"""The worked examples of the club's text and of the digest, and our own."""

from dataclasses import replace
from typing import Final

from games.doppelkopf.rules.entry import Absage, Entry, Extras, Kind, PartyName
from scorer.scoring import Example
from scorer.scoring import gettext_noop as _

_FOX: Final = Extras(fuchs=1)


def _hand(
    augen: int,
    *,
    kind: Kind = "normal",
    re: Absage | bool = False,
    kontra: Absage | bool = False,
    extras: tuple[Extras, Extras] = (Extras(), Extras()),
    schwarz: PartyName | None = None,
) -> Entry:
    """Seats 1 and 3 are Re, or seat 1 in a solo. `re` and `kontra`: whether they announced, or their Absage."""
    return Entry(
        kind=kind,
        re=(1, 3) if kind in ("normal", "hochzeit") else (1,),
        re_augen=augen,
        re_announced=bool(re),
        kontra_announced=bool(kontra),
        re_absage=None if isinstance(re, bool) else re,
        kontra_absage=None if isinstance(kontra, bool) else kontra,
        re_extras=extras[0],
        kontra_extras=extras[1],
        schwarz=schwarz,
    )


def _house(caption: str, entry: Entry, value: int) -> Example:
    return Example(caption, entry, _points(entry, value), "house")


def _ddv(caption: str, entry: Entry, value: int) -> Example:
    return Example(caption, entry, _points(entry, value), "ddv")


def _points(entry: Entry, value: int) -> tuple[int, ...]:
    """Return the points by seat. `value` is that of a player of Re, or what each of the others pays a soloist."""
    if entry.re == (1,):
        return (3 * value, -value, -value, -value)
    return (value, -value, value, -value)


_EXTRAS_OF_KONTRA: Final = (Extras(), Extras(fuchs=2, doppelkopf=1))

EXAMPLES: Final[tuple[Example, ...]] = (
    _house(_("90 is not under 90"), _hand(150), 1),
    _house(_("60 is not under 60"), _hand(180, re=True, extras=(Extras(doppelkopf=1), Extras())), 5),
    _house(_("A solo in a Bock round"), replace(_hand(200, kind="farbe", kontra=True), bock=True), 10),
    _house(_("A lost solo with “Re” announced"), _hand(100, kind="damen", re=True), -3),
    _house(_("50 Augen of Kontra: under 90 and under 60, and the game itself"), _hand(190), 3),
    _ddv(_("121 : 119, nothing said"), _hand(121), 1),
    _ddv(_("120 : 120, nothing said"), _hand(120), -2),
    _ddv(_("120 : 120, only “Kontra”"), _hand(120, kontra=True), 3),
    _ddv(_("120 : 120, Re and Kontra"), _hand(120, re=True, kontra=True), -6),
    _ddv(_("Re k90, 151"), _hand(151, re="k90"), 5),
    _ddv(_("Re k90, 150"), _hand(150, re="k90"), -5),
    _ddv(_("Re k60, 130 : 110"), _hand(130, re="k60"), -7),
    _ddv(_("Kontra, 160 for Kontra"), _hand(80, kontra=True), -5),
    _ddv(_("Kontra k90, Re 95"), _hand(95, kontra="k90"), 4),
    _ddv(_("Kontra k90, Re 120"), _hand(120, kontra="k90"), 5),
    _ddv(_("Both k90, 125 : 115"), _hand(125, re="k90", kontra="k90"), 1),
    _ddv(_("Re k30, Kontra k90, 170 : 70"), _hand(170, re="k30", kontra="k90"), 1),
    _ddv(_("Re 121, but three Sonderpunkte for Kontra"), _hand(121, extras=_EXTRAS_OF_KONTRA), -2),
    _ddv(_("Re k90, Kontra said, Re 160, a Fuchs each"), _hand(160, re="k90", kontra=True, extras=(_FOX, _FOX)), 7),
    _ddv(_("240 Augen, but a trick worth nothing for Kontra"), _hand(240), 4),
    _ddv(_("Re schwarz, Kontra has a trick of 14"), _hand(226, re="schwarz"), -8),
    _ddv(_("Solo, 240, nothing said"), _hand(240, kind="damen", schwarz="kontra"), 5),
    _ddv(_("Solo, 240, schwarz announced"), _hand(240, kind="damen", re="schwarz", schwarz="kontra"), 11),
    Example(
        _("A table of five: seat 2 deals and sits out; Re (3 and 5) announced “Re” and won with 130"),
        Entry(kind="hochzeit", re=(3, 5), re_augen=130, re_announced=True, sitting_out=(2,)),
        (-3, 0, 3, -3, 3),
        "house",
        seats=5,
    ),
)
