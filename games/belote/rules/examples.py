"""Worked examples: those of the club's text for the house rules, and our own for the federation's."""

from typing import Final

from games.belote.rules.entry import Capot, Coinche, Entry, PerSide, SideName, Slam
from games.belote.rules.variant import Scoring
from scorer.scoring import Example
from scorer.scoring import gettext_noop as _


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


def _house(caption: str, entry: Entry, contracting: int, opponent: int) -> Example:
    return Example(caption, entry, (contracting, opponent) * 2, "house")


def _ffb(caption: str, entry: Entry, contracting: int, opponent: int, *before: Entry) -> Example:
    return Example(caption, entry, (contracting, opponent) * 2, "ffb", before=before)


_LITIGE: Final = _hand(80, 81)
_MADE: Final = _hand(110, 113)
_FAILED: Final = _hand(90, 81)
_NO_TRICK: Final = _hand(80, 0, capot="opponent")
_ON_TOP: Final = _("What was waiting goes to the winner of this hand")
_ADDED_UP: Final = _("Two litiges add up, and go to the winner of this hand")

EXAMPLES: Final[tuple[Example, ...]] = (
    _house(_("More points than the contract"), _hand(100, 112), 112, 50),
    _house(_("Exactly the points of the contract"), _hand(100, 100), 100, 62),
    _house(_("Fewer points than the contract"), _hand(100, 90), 0, 162),
    _house(_("The highest contract, met"), _hand(160, 160), 160, 2),
    _house(_("One point short"), _hand(80, 79), 0, 162),
    _house(_("Coinched and met"), _hand(100, 112, coinche="coinche"), 224, 100),
    _house(_("Surcoinched and met"), _hand(100, 112, coinche="surcoinche"), 448, 200),
    _house(_("Coinched and not met"), _hand(100, 90, coinche="coinche"), 0, 324),
    _house(_("Surcoinched and not met"), _hand(100, 90, coinche="surcoinche"), 0, 648),
    _house(_("Met, belote of the bidder's side"), _hand(100, 112, belote="contracting"), 132, 50),
    _house(_("Met, belote of the opponents"), _hand(100, 112, belote="opponent"), 112, 70),
    _house(_("Not met, belote of the bidder's side"), _hand(100, 90, belote="contracting"), 20, 162),
    _house(_("Not met, belote of the opponents"), _hand(100, 90, belote="opponent"), 0, 182),
    _house(_("The belote is not multiplied"), _hand(100, 112, coinche="coinche", belote="contracting"), 244, 100),
    _house(
        _("Surcoinched and met, belote of the opponents"),
        _hand(100, 112, coinche="surcoinche", belote="opponent"),
        448,
        220,
    ),
    _house(
        _("Coinched and not met, belote of the bidder's side"),
        _hand(100, 90, coinche="coinche", belote="contracting"),
        20,
        324,
    ),
    _house(
        _("Coinched and not met, belote of the opponents"), _hand(100, 90, coinche="coinche", belote="opponent"), 0, 344
    ),
    _house(_("80 points are enough for 80, though the opponents have more"), _hand(80, 80), 80, 82),
    _house(_("All the points"), _hand(160, 162), 162, 0),
    _house(_("A hand that nobody bid"), Entry(passed_out=True), 0, 0),
    _ffb(_("A contract made"), _hand(110, 113), 220, 50),
    _ffb(_("Made with the belote"), _hand(100, 90, belote="contracting"), 210, 70),
    _ffb(_("Failed, belote of the opponents"), _hand(100, 90, belote="opponent"), 0, 280),
    _ffb(_("Coinched and made"), _hand(120, 124, coinche="coinche"), 560, 0),
    _ffb(
        _("Coinched and failed, belote of the opponents"), _hand(120, 110, coinche="coinche", belote="opponent"), 0, 600
    ),
    _ffb(_("Enough points, but fewer than the opponents"), _hand(80, 80), 0, 240),
    _ffb(_("All eight tricks, not bid"), _hand(90, 162, capot="contracting"), 340, 0),
    _ffb(_("Capot bid and made"), _hand("capot", 162, capot="contracting"), 500, 0),
    _ffb(_("Capot bid and failed"), _hand("capot", 150), 0, 500),
    _ffb(_("Litige: the points wait"), _LITIGE, 0, 80),
    _ffb(_("A contract failed"), _FAILED, 0, 250),
    _ffb(
        _("Coinched and made, belote of the opponents"), _hand(100, 112, coinche="coinche", belote="opponent"), 520, 20
    ),
    _ffb(_("Coinched, with all eight tricks"), _hand(100, 162, coinche="coinche", capot="contracting"), 700, 0),
    _ffb(_("Capot coinched and made"), _hand("capot", 162, coinche="coinche", capot="contracting"), 1000, 0),
    _ffb(_("Capot coinched and failed"), _hand("capot", 150, coinche="coinche"), 0, 1000),
    _ffb(_("Capot surcoinched and made"), _hand("capot", 162, coinche="surcoinche", capot="contracting"), 2000, 0),
    _ffb(_("All eight tricks to the opponents"), _NO_TRICK, 0, 330),
    _ffb(
        _("Coinched and made, declarations of the opponents"),
        _hand(100, 112, coinche="coinche", declarations=PerSide(opponent=20)),
        560,
        0,
    ),
    _ffb(_("Not enough even with declarations"), _hand(100, 70, declarations=PerSide(contracting=20)), 0, 280),
    _ffb(_("Générale made"), _hand("generale", 162, capot="bidder"), 750, 0),
    _ffb(
        _("Générale failed, though the side has all eight tricks"), _hand("generale", 162, capot="contracting"), 0, 750
    ),
    _ffb(_ON_TOP, _MADE, 300, 50, _LITIGE),
    _ffb(_ON_TOP, _FAILED, 0, 330, _LITIGE),
    _ffb(_ON_TOP, _FAILED, 0, 330, _LITIGE, Entry(passed_out=True)),
    _ffb(_ADDED_UP, _FAILED, 0, 410, _LITIGE, _LITIGE),
    Example(
        _("The litige had ended the game, and what was waiting lapsed"),
        _MADE,
        (220, 50) * 2,
        "parties",
        before=(_NO_TRICK, _NO_TRICK, _NO_TRICK, _LITIGE),
    ),
)


# Three games to 500, the third of which is the belle. What each hand is worth is above; seat 1 always bids.
PARTIES_TARGET: Final = 500
PARTIES: Final[dict[Scoring, tuple[Entry, ...]]] = {
    "house": (
        _hand(100, 112, coinche="coinche"),
        _hand(100, 112, coinche="surcoinche"),
        _hand(100, 90, coinche="surcoinche"),
        _hand(100, 90),
        _hand(100, 112, coinche="surcoinche", belote="opponent"),
        _hand(100, 112),
    ),
    "ffb": (
        _hand("capot", 162, capot="contracting"),
        _hand(120, 110, coinche="coinche", belote="opponent"),
        _NO_TRICK,
        _MADE,
        _MADE,
        _LITIGE,
    ),
}
