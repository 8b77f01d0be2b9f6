"""Worked deals: with a taker by the federation's rules, one for one by the club's text."""

from typing import Final

from games.tarot.rules.entry import Characters, Contract, Entry, Handful, Oudler, Player, SideName, Size, Slam
from scorer.scoring import Example, HalfPoints
from scorer.scoring import gettext_noop as _


def _with_taker(
    contract: Contract,
    oudlers: int,
    points: float,
    *,
    petit: SideName | None = None,
    handful: Size | None = None,
    slam: Slam | None = None,
    partner: int | None = None,
) -> Entry:
    """Seat 1 is the taker and shows the handful."""
    return Entry(
        kind="taker",
        taker=1,
        partner=partner,
        contract=contract,
        oudlers=oudlers,
        points=HalfPoints(points),
        petit_au_bout=petit,
        handfuls=(Handful(1, handful),) if handful else (),
        slam=slam,
    )


def _player(
    points: float, *oudlers: Oudler, handful: Size | None = None, characters: Characters | None = None
) -> Player:
    return Player(
        points=HalfPoints(points), oudlers=oudlers, handfuls=(handful,) if handful else (), characters=characters
    )


def _one_for_one(*players: Player, dog: int = 6, teams: tuple[tuple[int, ...], ...] | None = None) -> Entry:
    return Entry(kind="one_for_one", dog_cards=dog, players=players, teams=teams)


def _example(caption: str, entry: Entry, points: tuple[int, ...]) -> Example:
    return Example(caption, entry, points, "house", seats=len(points))


EXAMPLES: Final[tuple[Example, ...]] = (
    _example(
        _("Petit au bout and a handful"),
        _with_taker("garde", 2, 49, petit="attack", handful="single"),
        (318, -106, -106, -106),
    ),
    _example(
        _("The taker loses, but wins the Petit au bout"),
        _with_taker("garde", 1, 45, petit="attack"),
        (-126, 42, 42, 42),
    ),
    _example(_("40.5 for 41 is one short"), _with_taker("petite", 2, 40.5), (-52, 26, 26)),
    _example(_("41.5 for 41 is one over"), _with_taker("petite", 2, 41.5), (52, -26, -26)),
    _example(
        _("Garde sans, the defence wins the Petit au bout"),
        _with_taker("garde_sans", 2, 41, petit="defence"),
        (180, -60, -60, -60),
    ),
    _example(_("Garde contre"), _with_taker("garde_contre", 2, 41), (450, -150, -150, -150)),
    _example(
        _("Slam announced and made, the Excuse counts 4 for the defence"),
        _with_taker("garde", 2, 87, petit="attack", slam="announced_made"),
        (1686, -562, -562, -562),
    ),
    _example(_("Slam announced and missed"), _with_taker("garde", 3, 80, slam="announced_failed"), (-186, 62, 62, 62)),
    _example(
        _("Five players, seat 2 called, double handful"),
        _with_taker("garde_sans", 1, 56.5, handful="double", partner=2),
        (308, 154, -154, -154, -154),
    ),
    _example(_("Five players, alone"), _with_taker("garde", 1, 48, partner=1), (-224, 56, 56, 56, 56)),
    _example(
        _("Half points and a handful"),
        _one_for_one(_player(45.5, "21", "excuse", handful="double"), _player(27, "petit"), _player(15.5)),
        (372, -120, -252),
    ),
    _example(
        _("Slam and dispute"),
        _one_for_one(_player(86, "21", "excuse", "petit"), _player(0), _player(0)),
        (2240, -1120, -1120),
    ),
    _example(
        _("Four players, a handful of the second"),
        _one_for_one(_player(45, "21", "excuse"), _player(22, "petit", handful="single"), _player(14), _player(6)),
        (184, 372, -212, -344),
    ),
    _example(
        _("Level, more oudlers"),
        _one_for_one(_player(34, "21", "excuse"), _player(21, "petit"), _player(26), _player(6)),
        (176, 88, -88, -176),
    ),
    _example(
        _("Level, king and jack before queen and knight"),
        _one_for_one(
            _player(52, "21", "excuse", "petit"),
            _player(17, characters=Characters(K=1, J=1)),
            _player(17, characters=Characters(Q=1, C=1)),
            _player(2),
        ),
        (352, 176, -176, -352),
    ),
    _example(
        _("Slam, the Excuse with somebody else"),
        _one_for_one(_player(83.5, "21", "petit"), _player(4.5, "excuse"), _player(0), _player(0)),
        (3252, -516, -1368, -1368),
    ),
    _example(
        _("One player without a trick is no dispute"),
        _one_for_one(_player(40, "21", "petit"), _player(30, "excuse"), _player(17), _player(0)),
        (224, 112, -112, -224),
    ),
    _example(
        _("Five players, best difference and dog each rounded up"),
        _one_for_one(
            _player(38.5, "21"), _player(20, "excuse"), _player(16, "petit"), _player(9.5), _player(2.5), dog=3
        ),
        (144, 72, 0, -72, -144),
    ),
    _example(
        _("Five players, dispute of two"),
        _one_for_one(
            _player(50, "21", "excuse"),
            _player(20.5, "petit", handful="single"),
            _player(16),
            _player(0),
            _player(0),
            dog=3,
        ),
        (388, 476, -80, -392, -392),
    ),
    _example(
        _("Five players by 14 cards"),
        _one_for_one(_player(41, "21", "excuse"), _player(18, "petit"), _player(15), _player(8.5), _player(2.5), dog=8),
        (248, 124, 0, -124, -248),
    ),
    _example(
        _("Six players, dispute of two, two handfuls"),
        _one_for_one(
            _player(40, "21", "petit", handful="double"),
            _player(24, "excuse"),
            _player(14),
            _player(6, handful="single"),
            _player(0),
            _player(0),
        ),
        (892, 48, -76, 280, -572, -572),
    ),
    _example(
        _("Six players, a stake below zero"),
        _one_for_one(
            _player(20, "21"), _player(14, "excuse"), _player(13, "petit"), _player(19), _player(12), _player(8)
        ),
        (-12, -8, 4, -4, 8, 12),
    ),
    _example(
        _("Four players, a stake below zero"),
        _one_for_one(_player(21, "21"), _player(21, "excuse"), _player(21, "petit"), _player(25)),
        (-16, -8, 8, 16),
    ),
    _example(
        _("Two pairs, a handful of the first"),
        _one_for_one(
            _player(30, "21", handful="single"),
            _player(20, "petit"),
            _player(25, "excuse"),
            _player(10),
            teams=((1, 3), (2, 4)),
        ),
        (340, -340, 340, -340),
    ),
)
