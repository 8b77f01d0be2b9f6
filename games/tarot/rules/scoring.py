"""French tarot scored: taker deals by the federation, and the one-for-one deal of the binding text.

TAKER DEAL (FFT rules R-RO; digest section 3): the table stands in taker.py.

    needed with 0, 1, 2, 3 oudlers    56 51 41 36
    unit     (±(25 + |points - needed|) ± 10 Petit au bout) x 1/2/4/6, ± 20/30/40 a handful, ± slam 200/400
    shares   each defender -1, the called partner +1, the taker what brings the sum to zero

ONE FOR ONE (source text; digest section 4): everybody has passed, the dog is hidden and nobody's. The ranking stands in
contenders.py, the rates in one_for_one.py.

    difference   points in the tricks - needed with the oudlers in them
    stake        25 + best difference + dog, the last two each rounded up
    score        4 x (rate x stake + (players - 1) x own declarations - declarations of the others)

Every deal adds up to zero. Gaps of the texts, and what is done:
- The binding text describes the one-for-one deal only, as a difference from the game by teams: that game is FFT's.
- FFT throws a deal in when all pass; the binding text plays it one for one. Both are an entry, the club's choice.
- "Rounded to the greater integer" is upwards, also below zero, each term by itself (Variant.stake_rounding).
- The stake may sink to zero or below when the best difference is negative; the winner then loses. It stays so unless
  the club wants otherwise (Variant.stake_floor), and a reason says it.
- Differences are compared exactly, not rounded. Oudlers in the dog are nobody's; the dog's points count in the stake.
- "Dispute between k players": k players without a trick and level. One player without a trick disputes with nobody. An
  owner of the Excuse without a trick has 4 or 4.5 points, ranks by them, and disputes with nobody.
- Of two level players one with tricks is before one without: the text ranks those with tricks and calls the others'
  case a dispute, and says nothing of one of each.
- "Declaring points" have no values in the text but the slam's 200: FFT's 20/30/40 for a handful and 10 for the Petit au
  bout. Misères are not scored.
- For pairs the text has the rates alone: points and oudlers are pooled, each member gets the pair's score.
- Handfuls with six players: 6, 8 and 10 trumps; five players by 14 cards as by 15.
- Slam by the defence in a taker deal: 200 from the taker's side to each defender.
"""

from collections.abc import Hashable, Iterator, Sequence

from games.tarot.rules import one_for_one, taker
from games.tarot.rules.cards import DEALINGS
from games.tarot.rules.contenders import are_pairs
from games.tarot.rules.entry import FIVE, Entry
from games.tarot.rules.variant import Variant
from scorer.scoring import Fields, Outcome, Reason, at_play


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Hashable = None) -> list[Outcome]:
    """Every deal stands alone: `carry` is None before and after each."""
    return [Outcome.of(_reasons(entry, variant, seats), seats, sitting_out=entry.sitting_out) for entry in entries]


def initial_values(entries: Sequence[Entry], turn: int, variant: Variant, seats: int) -> Fields:
    """Six can only play one for one; a table of five that plays by four leaves out the dealer.

    `dog_cards` and `teams` are those of the last one-for-one deal, if they still fit the players; otherwise the usual
    dealing, and each for themselves.
    """
    sitting_out = (turn,) if variant.mort and seats == FIVE else ()
    playing = at_play(sitting_out, seats)
    ways = [way.dog for way in DEALINGS[len(playing)]]
    dog_cards = next((entry.dog_cards for entry in reversed(entries) if entry.dog_cards in ways), ways[0])
    teams = next((entry.teams for entry in reversed(entries) if entry.kind == "one_for_one"), None)
    return {
        "kind": "taker" if len(playing) <= FIVE else "one_for_one",
        "sitting_out": sitting_out,
        "dog_cards": dog_cards,
        "teams": teams if teams and are_pairs(teams, playing) else None,
    }


def _reasons(entry: Entry, variant: Variant, seats: int) -> Iterator[Reason]:
    playing = at_play(entry.sitting_out, seats)
    if entry.passed_out:
        return (Reason("passed_out", seat, 0) for seat in playing)
    if entry.kind == "taker":
        return taker.reasons(entry, playing)
    return one_for_one.reasons(entry, variant, seats)
