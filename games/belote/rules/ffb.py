"""The federation's scoring (FFB), from digest section 4, which also decides the cases that the rules leave open.

V is the contract: 80 to 160, capot 250, générale 500. m is 1, 2 (coinche) or 4 (surcoinche). A side's own total is
its card points (252 with all eight tricks), its declarations, and 20 for each of its belotes. With all eight tricks
the contracting side also gets the opponents' declarations. The base is 160, or 250 if the winners won every trick or
the contract was capot or générale.

prize = (base + all declarations + own belotes + V) x m, for the winner.

    hand          when                                           contracting           opponent
    made, m = 1   own total >= V and > the opponents';           own total + V         own total
                  capot, générale: the tricks
    made, m > 1   the same                                       prize                 its belotes
    failed        otherwise; also if level and below V           its belotes           prize
    litige        own total >= V and level                       0, and its own        own total
                                                                 total waits

Each side's sum is rounded to the nearest ten, 5 upwards. In a litige nothing is multiplied. The total that waits is
rounded and does not include the contract. The winner of the next hand gets it as well, not multiplied. After a
passed-out hand it keeps waiting, and another litige adds to it. With `litige="fails"`, a level hand is a failed
contract.
"""

from dataclasses import dataclass
from typing import Final, Literal

from games.belote.rules.cards import ROUND_POINTS
from games.belote.rules.entry import SLAMS, Entry, PerSide, contract_value
from games.belote.rules.house import BELOTE, TIMES, belote
from games.belote.rules.lines import ScoreLines, times, total
from games.belote.rules.tally import Tally
from games.belote.rules.variant import Variant
from scorer.scoring import ScoreLine

Verdict = Literal["made", "failed", "litige"]

CAPOT_POINTS: Final = 252  # digest section 4: "Capot made (announced or not): der 100 -> 252"
BASE: Final = 160  # digest section 4: "taker (160, or 250 for capot, ...)"
CAPOT_BASE: Final = 250
TEN: Final = 10


@dataclass(frozen=True, slots=True)
class _Own:
    """The parts of one side's own total, in score points. `taken` are the opponents' declarations after a capot."""

    cards: int
    all_tricks: bool
    declarations: int
    taken: int
    belotes: int

    @property
    def total(self) -> int:
        return self.cards + self.declarations + self.taken + BELOTE * self.belotes

    def lines(self) -> list[ScoreLine]:
        lines = [ScoreLine("capot_points" if self.all_tricks else "card_points", self.cards, {"points": self.cards})]
        lines += _declarations(self.declarations, 1)
        if self.taken:
            lines.append(ScoreLine("declarations_taken", self.taken, {"points": self.taken}))
        return lines + belote(self.belotes)


def verdict(entry: Entry, tally: Tally, variant: Variant) -> Verdict:
    contracting, opponent = _own(entry, tally)
    if entry.value == "capot":
        return "made" if contracting.all_tricks else "failed"
    if entry.value == "generale":
        return "made" if tally.capot == "bidder" else "failed"
    if contracting.total < contract_value(entry) or contracting.total < opponent.total:
        return "failed"
    if contracting.total > opponent.total:
        return "made"
    return "litige" if variant.litige == "carry" else "failed"


def score(entry: Entry, tally: Tally, variant: Variant, waiting: int) -> ScoreLines:
    """Score the hand with `waiting` points from earlier litiges. The result has those that wait after it."""
    contracting, opponent = _own(entry, tally)
    result = verdict(entry, tally, variant)
    if result == "litige":
        level = ScoreLine("litige", 0, {"points": contracting.total})
        return ScoreLines((level,), _rounded(opponent.lines()), waiting + _tens(contracting.total))
    won = [ScoreLine("waiting_won", waiting, {"points": waiting})] if waiting else []
    multiplier = TIMES[entry.coinche]
    contract = times(_contract_code(entry), contract_value(entry), multiplier)
    if result == "failed":
        prize = _prize(entry, opponent, multiplier)
        lost = (_failure(entry, contracting, opponent), *belote(contracting.belotes))
        return ScoreLines(lost, (*prize, contract, *won))
    made = _success(entry, contracting)
    if multiplier == 1:
        return ScoreLines((made, *_rounded([*contracting.lines(), contract]), *won), _rounded(opponent.lines()))
    prize = _prize(entry, contracting, multiplier)
    return ScoreLines((made, *prize, contract, *won), (ScoreLine("coinche_lost"), *belote(opponent.belotes)))


def _own(entry: Entry, tally: Tally) -> tuple[_Own, _Own]:
    """Return the own totals of the contracting side and of the opponents."""
    declared: PerSide = entry.declarations
    every = tally.capot in ("contracting", "bidder")
    none = tally.capot == "opponent"
    contracting = _Own(
        cards=CAPOT_POINTS if every else tally.points,
        all_tricks=every,
        declarations=declared.contracting,
        taken=declared.opponent if every else 0,
        belotes=tally.belotes.contracting,
    )
    opponent = _Own(
        cards=CAPOT_POINTS if none else ROUND_POINTS - tally.points,
        all_tricks=none,
        declarations=0 if every else declared.opponent,
        taken=0,
        belotes=tally.belotes.opponent,
    )
    return contracting, opponent


def _prize(entry: Entry, winner: _Own, multiplier: int) -> list[ScoreLine]:
    """Return what the winner gets besides the contract's value if it failed or was coinched."""
    if winner.all_tricks or entry.value in SLAMS:
        base = times("capot_base", CAPOT_BASE, multiplier)
    else:
        base = times("base", BASE, multiplier)
    declared = entry.declarations.contracting + entry.declarations.opponent
    return [base, *_declarations(declared, multiplier), *belote(winner.belotes, multiplier)]


def _declarations(points: int, multiplier: int) -> list[ScoreLine]:
    return [times("declarations", points, multiplier)] if points else []


def _contract_code(entry: Entry) -> str:
    return f"contract_{entry.value}" if isinstance(entry.value, str) else "contract"


def _success(entry: Entry, contracting: _Own) -> ScoreLine:
    if isinstance(entry.value, str):
        return ScoreLine(f"{entry.value}_made")
    return ScoreLine("contract_made", 0, {"points": contracting.total, "value": entry.value})


def _failure(entry: Entry, contracting: _Own, opponent: _Own) -> ScoreLine:
    if isinstance(entry.value, str):
        return ScoreLine(f"{entry.value}_failed")
    if contracting.total < contract_value(entry):
        return ScoreLine("contract_failed", 0, {"points": contracting.total, "value": entry.value})
    return ScoreLine("contract_behind", 0, {"points": contracting.total, "other": opponent.total})


def _rounded(lines: list[ScoreLine]) -> tuple[ScoreLine, ...]:
    exact = total(lines)
    change = _tens(exact) - exact
    return (*lines, ScoreLine("rounding", change)) if change else tuple(lines)


def _tens(points: int) -> int:
    """Round to the nearest ten, 5 upwards."""
    return (points + TEN // 2) // TEN * TEN
