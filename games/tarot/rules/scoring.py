"""The score of one deal of French tarot: with a taker by the federation's rules, one for one by the club's text.

WITH A TAKER (FFT rules R-RO; digest section 3). taker.py has the table.

    needed with 0, 1, 2, 3 oudlers    56 51 41 36
    unit     (±(25 + |points - needed|) ± 10 Petit au bout) x 1/2/4/6, ± 20/30/40 a handful, ± slam 200/400
    shares   each defender -1, the called partner +1, the taker whatever makes the sum zero

ONE FOR ONE (club's text; digest section 4). Everybody has passed; the dog stays hidden and belongs to nobody.
contenders.py has the ranking, one_for_one.py the rates.

    difference   card points in the tricks - card points needed with the oudlers in them
    stake        25 + best difference + dog, the last two each rounded up
    score        4 x (rate x stake + (players - 1) x own declarations - declarations of the others)

Every deal adds up to zero. Where the texts leave gaps:
- The club's text describes only the one-for-one deal, by how it differs from the game by teams. For that game the
  rules of the FFT apply.
- If everybody passes, the FFT throws the deal in, and the club's text plays it one for one. Both can be entered.
- "Rounded to the greater integer" means upwards, also below zero, and each term by itself (Variant.stake_rounding).
- If the best difference is negative, the stake can be zero or less, and then the winner loses. A reason says so. A
  table can choose otherwise (Variant.stake_floor).
- Differences are compared exactly, not rounded. Oudlers in the dog belong to nobody; the dog's points count in the
  stake.
- A "dispute between k players" is one of k players without a trick who are level. A single player without a trick is
  in no dispute. A player who kept the Excuse without a trick has 4 or 4.5 points, ranks by them, and is in no dispute.
- Of two players who are level, one with tricks ranks above one without. The text ranks those with tricks, calls it a
  dispute if neither has one, and does not mention the mixed case.
- Of the "declaring points" the text gives a value only for the slam, 200. The others have those of the FFT: 20/30/40
  for a handful, 10 for the Petit au bout. Misères are not scored.
- For pairs the text has only the rates. Points and oudlers are pooled, and each member gets the pair's score.
- With six players a handful needs 6, 8 or 10 trumps; with five players and 14 cards as many as with 15.
- After a slam of the defence in a deal with a taker, the taker's side pays each defender 200.
"""

from collections.abc import Iterator, Sequence

from games.tarot.rules import one_for_one, taker
from games.tarot.rules.entry import Entry
from games.tarot.rules.variant import Variant
from scorer.scoring import Outcome, Reason, at_play


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: None = None) -> list[Outcome]:
    return [Outcome.of(_reasons(entry, variant, seats), seats, sitting_out=entry.sitting_out) for entry in entries]


def _reasons(entry: Entry, variant: Variant, seats: int) -> Iterator[Reason]:
    playing = at_play(entry.sitting_out, seats)
    if entry.passed_out:
        return (Reason("passed_out", seat, 0) for seat in playing)
    if entry.kind == "taker":
        return taker.reasons(entry, playing)
    return one_for_one.reasons(entry, variant, seats)
