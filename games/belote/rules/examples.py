"""The worked examples of the club's text, and our own by the federation's rules."""

from typing import Final

from games.belote.rules.entry import Capot, Coinche, Entry, PerSide, SideName, Slam
from scorer.scoring import Example
from scorer.scoring import gettext_noop as _

_OWN: Final = _("Own example by the club's text")
_FFB: Final = _("Own example by the federation's rules")


def _hand(
    value: int | Slam,
    points: int,
    *,
    coinche: Coinche = "none",
    belote: SideName | None = None,
    capot: Capot | None = None,
    declarations: PerSide = PerSide(),  # noqa: B008  # frozen
) -> Entry:
    """Seat 1 bids hearts, so seats 1 and 3 play against 2 and 4."""
    return Entry(
        bidder=1,
        value=value,
        trump="H",
        coinche=coinche,
        points=points,
        belote=belote,
        capot=capot,
        declarations=declarations,
    )


def _house(source: str, entry: Entry, contracting: int, opponent: int) -> Example:
    return Example(source, entry, (contracting, opponent) * 2, "house")


def _ffb(entry: Entry, contracting: int, opponent: int, *before: Entry, source: str = _FFB) -> Example:
    return Example(source, entry, (contracting, opponent) * 2, "ffb", before=before)


_LITIGE: Final = _hand(80, 81)
_MADE: Final = _hand(110, 113)
_FAILED: Final = _hand(90, 81)
_ON_TOP: Final = _("Own example by the federation's rules: what waits goes to the next hand's winner")
_ADDED_UP: Final = _(
    "Own example by the federation's rules: what waits goes to the next hand's winner; two litiges add up"
)

EXAMPLES: Final[tuple[Example, ...]] = (
    _house(_("Club's text, test cases: success above"), _hand(100, 112), 112, 50),
    _house(_("Club's text, test cases: success exact"), _hand(100, 100), 100, 62),
    _house(_("Club's text, test cases: failure below"), _hand(100, 90), 0, 162),
    _house(_("Club's text, test cases: success at 160"), _hand(160, 160), 160, 2),
    _house(_("Club's text, test cases: failure at 80"), _hand(80, 79), 0, 162),
    _house(_("Club's text, test cases: x2 success"), _hand(100, 112, coinche="coinche"), 224, 100),
    _house(_("Club's text, test cases: x4 success"), _hand(100, 112, coinche="surcoinche"), 448, 200),
    _house(_("Club's text, test cases: x2 failure (324)"), _hand(100, 90, coinche="coinche"), 0, 324),
    _house(_("Club's text, test cases: x4 failure (648)"), _hand(100, 90, coinche="surcoinche"), 0, 648),
    _house(_("Club's text, test cases: +20 contracting on success"), _hand(100, 112, belote="contracting"), 132, 50),
    _house(_("Club's text, test cases: +20 opponent on success"), _hand(100, 112, belote="opponent"), 112, 70),
    _house(
        _("Club's text, test cases: +20 contracting on failure (=20)"), _hand(100, 90, belote="contracting"), 20, 162
    ),
    _house(_("Club's text, test cases: +20 opponent on failure"), _hand(100, 90, belote="opponent"), 0, 182),
    _house(
        _("Club's text, test cases: bonus after multiplier"),
        _hand(100, 112, coinche="coinche", belote="contracting"),
        244,
        100,
    ),
    _house(_OWN, _hand(100, 112, coinche="surcoinche", belote="opponent"), 448, 220),
    _house(_OWN, _hand(100, 90, coinche="coinche", belote="contracting"), 20, 324),
    _house(_OWN, _hand(100, 90, coinche="coinche", belote="opponent"), 0, 344),
    _house(_("Own example by the club's text: 80 is enough at 80 : 82"), _hand(80, 80), 80, 82),
    _house(_OWN, _hand(160, 162), 162, 0),
    _house(_("Own example by the club's text: passed out"), Entry(passed_out=True), 0, 0),
    _ffb(_hand(110, 113), 220, 50),
    _ffb(_hand(100, 90, belote="contracting"), 210, 70),
    _ffb(_hand(100, 90, belote="opponent"), 0, 280),
    _ffb(_hand(120, 124, coinche="coinche"), 560, 0),
    _ffb(_hand(120, 110, coinche="coinche", belote="opponent"), 0, 600),
    _ffb(_hand(80, 80), 0, 240),
    _ffb(_hand(90, 162, capot="contracting"), 340, 0),
    _ffb(_hand("capot", 162, capot="contracting"), 500, 0),
    _ffb(_hand("capot", 150), 0, 500),
    _ffb(_LITIGE, 0, 80),
    _ffb(_FAILED, 0, 250),
    _ffb(_hand(100, 112, coinche="coinche", belote="opponent"), 520, 20),
    _ffb(_hand(100, 162, coinche="coinche", capot="contracting"), 700, 0),
    _ffb(_hand("capot", 162, coinche="coinche", capot="contracting"), 1000, 0),
    _ffb(_hand("capot", 150, coinche="coinche"), 0, 1000),
    _ffb(_hand("capot", 162, coinche="surcoinche", capot="contracting"), 2000, 0),
    _ffb(_hand(80, 0, capot="opponent"), 0, 330),
    _ffb(_hand(100, 112, coinche="coinche", declarations=PerSide(opponent=20)), 560, 0),
    _ffb(_hand(100, 70, declarations=PerSide(contracting=20)), 0, 280),
    _ffb(_hand("generale", 162, capot="bidder"), 750, 0),
    _ffb(_hand("generale", 162, capot="contracting"), 0, 750),
    _ffb(_MADE, 300, 50, _LITIGE, source=_ON_TOP),
    _ffb(_FAILED, 0, 330, _LITIGE, source=_ON_TOP),
    _ffb(_FAILED, 0, 330, _LITIGE, Entry(passed_out=True), source=_ON_TOP),
    _ffb(_FAILED, 0, 410, _LITIGE, _LITIGE, source=_ADDED_UP),
)
