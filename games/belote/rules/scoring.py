"""The score of one hand of belote coinchée, by the house rules of the binding text or by the federation's (FFB).

HOUSE (source, "Scoring Pipeline"; digest section 3). P = card points of the contracting side with ten for the last
trick, 0 to 162; V = the contract, 80 to 160; m = 1, with a coinche 2, with a surcoinche 4.

    contract   when      contracting     opponent
    met        P >= V    P x m           (162 - P) x m
    not met    P < V     0               162 x m
    belote     always    + 20 for the side with king and queen of trumps, after the multiplication, met or not

Both sides together always get 162 x m, and 20 more with a belote. The belote does not help to meet the contract.

FFB (digest section 4). ffb.py has the table.

Where the texts leave gaps:
- The binding text does not list the contracts, but tests 80 and 160. Contracts are these and the tens between them.
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

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from games.belote.rules import ffb, house, parties
from games.belote.rules.cards import ROUND_POINTS
from games.belote.rules.entry import Entry, contract_value
from games.belote.rules.lines import ScoreLines
from games.belote.rules.parties import Standing
from games.belote.rules.tally import tally
from games.belote.rules.variant import Variant
from scorer.scoring import Outcome, Problem, Reason, ScoreLine, pairs

HIGH_CONTRACT: Final = 150
MISSED_BY_FAR: Final = 60
HIGH_DECLARATIONS: Final = 200
"""Limits of what is improbable. They are our own, from no rule book."""


def remembers(variant: Variant) -> bool:
    return variant.has_parties or variant.has_litige


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Hashable = None) -> list[Outcome]:
    """`carry` is a `Standing`, or None in a variant without memory."""
    standing = Standing.of(carry)
    outcomes = []
    for entry in entries:
        lines = _lines(entry, variant, standing.waiting)
        outcome = Outcome.of(_reasons(entry, lines, seats), seats)
        if remembers(variant):
            ours, theirs = (outcome.points[side[0] - 1] for side in pairs(seats))
            standing = parties.after(standing, (ours, theirs), lines.waiting, variant)
            outcome = replace(outcome, carry=standing)
            if standing.is_over:
                ended = (*_lapsed(outcome.reasons, standing), *_won(standing, variant, seats))
                outcome = replace(outcome, reasons=ended)
        outcomes.append(outcome)
    return outcomes


def warnings(
    entries: Sequence[Entry],
    variant: Variant,
    seats: int,
    later: Sequence[Entry] = (),
    carry: Hashable = None,
) -> tuple[Problem, ...]:
    entry = entries[-1]
    another = _another(Standing.of(carry), variant)
    if entry.passed_out:
        return tuple(another)
    before = entries[-2] if len(entries) > 1 else None
    return (*_improbable(entry), *_mistyped(entry, variant), *_repeated(entry, before), *another)


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


def _improbable(entry: Entry) -> Iterator[Problem]:
    value = contract_value(entry)
    if value >= HIGH_CONTRACT:
        yield Problem("value", "high_contract", {"points": value})
    if entry.coinche == "surcoinche":
        yield Problem("coinche", "surcoinche")
    declared = entry.declarations.contracting + entry.declarations.opponent
    if declared >= HIGH_DECLARATIONS:
        yield Problem("declarations", "high_declarations", {"points": declared})


def _mistyped(entry: Entry, variant: Variant) -> Iterator[Problem]:
    """Ask about points that may be the other side's, and about a capot that nobody entered. Cards leave no doubt, and
    for a contract of capot or générale the points change nothing.
    """
    if entry.points is None:
        return
    if isinstance(entry.value, int) and entry.value - entry.points > MISSED_BY_FAR:
        yield Problem("points", "missed_by_far", {"points": entry.points, "value": entry.value})
    doubtful = entry.capot is None and entry.points in (0, ROUND_POINTS) and isinstance(entry.value, int)
    if variant.scoring == "ffb" and doubtful:
        yield Problem("capot", "no_capot", {"points": entry.points})


def _repeated(entry: Entry, before: Entry | None) -> Iterator[Problem]:
    if entry == before:
        yield Problem("points" if entry.tricks is None else "tricks", "same_as_before")


def _another(now: Standing, variant: Variant) -> Iterator[Problem]:
    """Ask about a hand after the end of a match. It begins another one."""
    if now.is_over and now.is_decided(variant):
        code = "another_party" if variant.parties == "one" else "another_match"
        yield Problem("bidder", code, {"number": now.number})
