"""The score of one hand of belote coinchée, by the house rules of the club's text or by the federation's (FFB).

HOUSE (club's text, "Scoring Pipeline"; digest section 3). P = card points of the contracting side with ten for the
last trick, 0 to 162; V = the contract, 80 to 160; m = 1, with a coinche 2, with a surcoinche 4.

    contract   when      contracting     opponent
    met        P >= V    P x m           (162 - P) x m
    not met    P < V     0               162 x m
    belote     always    + 20 for the side with king and queen of trumps, after the multiplication, met or not

Both sides together always get 162 x m, and 20 more with a belote. The belote does not help to meet the contract.

FFB (digest section 4). ffb.py has the table.

Where the texts leave gaps:
- The club's text does not list the contracts, but tests 80 and 160. Contracts are these and the tens between them.
- It does not say whether two partners may hold king and queen ("played by same team"). In the house scoring they may;
  in FFB one player must hold both, which is checked if the cards are entered.
- It mentions no capot, no rounding and no passed-out hand. 162 points are points like any others, and a passed-out
  hand is 0 : 0.
- FFB: if the contracting side has no trick, but declarations worth more than the contract and 252, the contract is
  made, as in the table. A warning asks for a second look.
- FFB: "belote alone cannot win the game on a failed or capot hand" is a rule for ending a game, not for scoring a
  hand. The sheet only says that the target is reached.

parties.py adds hands up to parties, where a table plays them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.belote.rules import ffb, house, parties
from games.belote.rules.entry import Entry, contract_value
from games.belote.rules.lines import ScoreLines
from games.belote.rules.parties import Standing
from games.belote.rules.sheet import remembers
from games.belote.rules.tally import tally
from games.belote.rules.variant import Variant
from scorer.scoring import Outcome, Reason, ScoreLine, pairs


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Standing | None = None) -> list[Outcome]:
    standing = carry or Standing()
    outcomes = []
    for entry in entries:
        lines = _lines(entry, variant, standing.waiting)
        outcome = Outcome.of(_reasons(entry, lines, seats), seats)
        if remembers(variant):
            ours, theirs = (outcome.points[side[0] - 1] for side in pairs(seats))
            standing = parties.after(standing, (ours, theirs), lines.waiting, variant)
            result = standing.result(seats) if variant.has_parties else ()
            outcome = replace(outcome, carry=standing, result=result)
            if standing.is_over:
                ended = (*_lapsed(outcome.reasons, standing), *_won(standing, variant, seats))
                outcome = replace(outcome, reasons=ended)
        outcomes.append(outcome)
    return outcomes


def _lines(entry: Entry, variant: Variant, waiting: int) -> ScoreLines:
    if entry.passed_out:
        return ScoreLines((ScoreLine("passed_out"),), (ScoreLine("passed_out"),), waiting)
    hand = tally(entry, variant)
    if variant.scoring == "ffb":
        return ffb.score(entry, hand, variant, waiting)
    return house.score(hand.points, contract_value(entry), entry.coinche, hand.belotes)


def _reasons(entry: Entry, lines: ScoreLines, seats: int) -> Iterator[Reason]:
    contracting = next((side for side in pairs(seats) if entry.bidder in side), ())
    for seat in range(1, seats + 1):
        for line in lines.contracting if seat in contracting else lines.opponent:
            yield line.reason(seat)


def _lapsed(reasons: Sequence[Reason], standing: Standing) -> Iterator[Reason]:
    """Yield the reasons of a hand that ends a party. If it is a litige whose points lapse, its reason says so."""
    for reason in reasons:
        if reason.code == "litige" and standing.lapsed:
            yield replace(reason, code="litige_lapsed", params={**reason.params, "lapsed": standing.lapsed})
        else:
            yield reason


def _won(standing: Standing, variant: Variant, seats: int) -> Iterator[Reason]:
    """Yield the reasons by which the hand has won the party for a side. They are worth no points."""
    code = "belle_won" if standing.is_belle(variant) else "party_won"
    score = {"number": standing.number, "won": max(standing.points), "lost": min(standing.points)}
    for seat in pairs(seats)[standing.leader]:
        yield Reason(code, seat, 0, score)
