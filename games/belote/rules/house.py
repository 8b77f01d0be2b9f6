"""The house scoring, by the club's text ("Scoring Pipeline"). scoring.py has the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.belote.rules.cards import ROUND_POINTS, find_belote, team_points
from games.belote.rules.entry import Coinche, PerSide, SideName, Suit, Trick
from games.belote.rules.lines import ScoreLines, times, total
from scorer.scoring import Params, ScoreLine

BELOTE: Final = 20  # club's text: BELOTE_BONUS, "flat bonus", "added AFTER multiplier"; digest section 4: the same
TIMES: Final[dict[Coinche, int]] = {"none": 1, "coinche": 2, "surcoinche": 4}  # club's text: x1/x2/x4


@dataclass(frozen=True, slots=True)
class Contract:
    bidder: int
    value: int
    trump: Suit
    coinche: Coinche = "none"


@dataclass(frozen=True, slots=True)
class RoundScore:
    """`points` are card points of 162, `score` are score points without the belote, `final` with it."""

    contracting_points: int
    opponent_points: int
    contract_met: bool
    contracting_score: int
    opponent_score: int
    belote: SideName | None
    contracting_final: int
    opponent_final: int


def score(points: int, value: int, coinche: Coinche, belotes: PerSide) -> ScoreLines:
    """Score a hand in which the contracting side has `points` of the 162 card points."""
    multiplier = TIMES[coinche]
    seen: Params = {"points": points, "value": value}
    if points >= value:
        contracting = [ScoreLine("contract_made", 0, seen), times("card_points", points, multiplier)]
        opponent = [times("card_points", ROUND_POINTS - points, multiplier)]
    else:
        contracting = [ScoreLine("contract_failed", 0, seen)]
        opponent = [times("whole_round", ROUND_POINTS, multiplier)]
    return ScoreLines((*contracting, *belote(belotes.contracting)), (*opponent, *belote(belotes.opponent)))


def belote(n: int, multiplier: int = 1) -> list[ScoreLine]:
    """Return the line for a side's `n` belotes, if any. The house scoring never multiplies it."""
    return [times("belote" if n == 1 else "belotes", BELOTE * n, multiplier, n=n)] if n else []


def round_score(tricks: Sequence[Trick], contract: Contract) -> RoundScore:
    """Score a hand from its eight tricks, as `calculateRoundScore` of the club's text does."""
    points = team_points(tricks, contract.trump, contract.bidder)
    owner = find_belote(tricks, contract.trump, contract.bidder)
    plain = score(points.contracting, contract.value, contract.coinche, PerSide())
    final = score(points.contracting, contract.value, contract.coinche, PerSide.one(owner))
    return RoundScore(
        contracting_points=points.contracting,
        opponent_points=points.opponent,
        contract_met=points.contracting >= contract.value,
        contracting_score=total(plain.contracting),
        opponent_score=total(plain.opponent),
        belote=owner,
        contracting_final=total(final.contracting),
        opponent_final=total(final.opponent),
    )
