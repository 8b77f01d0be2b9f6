"""Doppelkopf scored: the house rules of the binding text, and the tournament rules of the DDV.

The value of a hand, to every winner with + and to every loser with -; R and K are the parties' Augen, R + K = 240:

                                      house (source text)                  ddv (digest sections 2 and 3)
    Re wins with                      121                                  121; 120 if only "Kontra" was said;
                                                                           own Absage: 151 / 181 / 211 / all tricks;
                                                                           against an Absage: 90 / 60 / 30 / a trick
    Kontra wins with                  120                                  120; 121 if only "Kontra" was said;
                                                                           the rest as for Re
    nobody wins                       never                                both missed their Absage
    won                               1                                    1
    "Re" said, "Kontra" said          2 each                               2 each
    loser under 90, 60, 30            1 each                               1 each
    loser schwarz                     1, with 0 Augen                      1, without a trick
    Absage k90, k60, k30, schwarz     1 each step that the winner          1 each step, of both parties
                                      made and met
    reached 120 against k90,          -                                    1 each
    90 k60, 60 k30, 30 schwarz
    Sonderpunkte of a party           1 each: Fuchs, Doppelkopf, Karlchen; those of the other party go off
    gegen die Alten                   1 if Kontra wins
    Bock                              x 2                                  -

A Hochzeit that found its partner counts as a normal game. In a solo there are no Sonderpunkte and nobody is "die
Alten"; the soloist gets the value three times, and each of the other three once. Every hand adds up to 0.

Where nobody wins: no point for winning, none for announcements and Absagen, no gegen die Alten; "under", "reached
against" and Sonderpunkte count for the party that has them.

Gaps of the texts, and what is done (docs/rules/doppelkopf.md tells more):
- Three of the source's four examples contradict its own text: 90 is not under 90, 60 not under 60, 40 not under 30, and
  a solo has no Karlchen. The text holds: 1, 5 and +30 / -10. With `boundary` "bis" 90 counts as reached, in the house
  scoring only, and for the Absagen too.
- The source does not say whose Sonderpunkte count. Each party's do, netted, so a winner can end below zero.
- It does not say what a missed Absage does. In the house scoring nothing.
- It says how Bock counts, not when: a tick a hand, or rounds by the variant's triggers (bock.py). A tick in a round
  adds nothing. Ticks belong to the house scoring; rounds run wherever the variant has triggers.
- "Nobody wins" is the digest's inference from the DDV's 6.4 and 7.2, not a line of theirs.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from games.doppelkopf.rules import bock, ddv, house
from games.doppelkopf.rules.entry import Entry, is_solo
from games.doppelkopf.rules.lines import Result, ScoreLine, parties
from games.doppelkopf.rules.sheet import Memory, memory, remembers, settled_after
from games.doppelkopf.rules.variant import Variant
from scorer.scoring import Outcome, Reason, at_play

SOLOIST: Final = 3  # source text, "Bei Soli (Alleinspieler)": "Der Solospieler bekommt das Dreifache"


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Hashable = None) -> list[Outcome]:
    """`carry` is a sheet.Memory, or None in a variant without memory."""
    now, keeps = memory(carry), remembers(variant)
    outcomes = []
    for entry in entries:
        result = result_of(entry, variant)
        times = bock.times(entry, now.bock, variant)
        if keeps:
            now = Memory(
                now.hands + 1,
                bock.after(entry, result, now.bock, variant, seats),
                settled_after(now.settled, entry),
            )
        reasons = _reasons(entry, result, times, seats)
        outcomes.append(Outcome.of(reasons, seats, sitting_out=entry.sitting_out, carry=now if keeps else None))
    return outcomes


def result_of(entry: Entry, variant: Variant) -> Result:
    """Who won and what it is worth, before Bock and solo."""
    re, kontra = parties(entry, variant)
    if variant.scoring == "ddv":
        return ddv.score(re, kontra, solo=is_solo(entry))
    return house.score(re, kontra, variant.boundary, solo=is_solo(entry))


def _reasons(entry: Entry, result: Result, times: int, seats: int) -> Iterator[Reason]:
    """A soloist's lines are those of the other three with the sign turned, and one more that makes them three."""
    lines = list(result.lines)
    if times > 1:
        lines.append(ScoreLine("bock", result.value * (times - 1), {"times": times}))
    value = result.value * times
    for seat in at_play(entry.sitting_out, seats):
        is_re = seat in (entry.re or ())
        for line in lines:
            yield Reason(line.code, seat, line.points if is_re else -line.points, line.params)
        if is_re and is_solo(entry):
            yield Reason("soloist", seat, value * (SOLOIST - 1), {"times": SOLOIST, "points": value})
