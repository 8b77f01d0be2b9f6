"""The score of one hand of Doppelkopf, by the house rules of the club's text or the tournament rules of the DDV.

Every winner gets the value of the hand, and every loser loses it. Re and Kontra have 240 Augen together:

                                      house (club's text)                  ddv (digest sections 2 and 3)
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
    Sonderpunkte of a party           1 each: Fuchs, Doppelkopf, Karlchen; less those of the other party
    gegen die Alten                   1 if Kontra wins
    Bock                              x 2                                  -

A Hochzeit that found its partner counts as a normal game. In a solo there are no Sonderpunkte and no gegen die Alten;
the soloist gets or loses the value three times, and each of the other three once. Every hand adds up to 0.

If nobody wins, there are no points for winning, announcements, Absagen and gegen die Alten. "Under", "reached against"
and Sonderpunkte count for the party that has them.

Where the texts leave gaps (docs/rules/doppelkopf.md says more):
- Three of the four examples in the club's text contradict its rules: 90 is not under 90, 60 not under 60, 40 not under
  30, and a solo has no Karlchen. By the rules the hands are worth 1, 5 and +30 / -10. In the house scoring, the
  `boundary` "bis" makes 90 count as reached, also for Absagen.
- The text does not say whose Sonderpunkte count. Those of both parties do, so a winner can end below zero.
- It does not say what a missed Absage costs. In the house scoring it costs nothing.
- It says how Bock counts, but not when. It is ticked for each hand, or the triggers of the variant start rounds
  (bock.py). A tick during a round adds nothing. Only the house scoring has ticks; both scorings can have rounds.
- "Nobody wins" is what the digest concludes from 6.4 and 7.2 of the DDV's rules, which do not say it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from games.doppelkopf.rules import bock, ddv, house
from games.doppelkopf.rules.entry import Entry, is_solo
from games.doppelkopf.rules.lines import Result, parties
from games.doppelkopf.rules.sheet import Carry, duty_done_after, remembers
from games.doppelkopf.rules.variant import Variant
from scorer.scoring import Outcome, Reason, ScoreLine, at_play

SOLOIST: Final = 3  # club's text, "Bei Soli (Alleinspieler)": "Der Solospieler bekommt das Dreifache"


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Carry | None = None) -> list[Outcome]:
    now, keeps = carry or Carry(), remembers(variant)
    outcomes = []
    for entry in entries:
        result = result_of(entry, variant)
        times = bock.times(entry, now.bock, variant)
        if keeps:
            now = Carry(
                now.hands + 1,
                bock.after(entry, result, now.bock, variant, seats),
                duty_done_after(now.duty_done, entry),
            )
        reasons = _reasons(entry, result, times, seats)
        outcomes.append(Outcome.of(reasons, seats, sitting_out=entry.sitting_out, carry=now if keeps else None))
    return outcomes


def result_of(entry: Entry, variant: Variant) -> Result:
    """Return who won and the value of the hand, before Bock and solo."""
    re, kontra = parties(entry, variant)
    if variant.scoring == "ddv":
        return ddv.score(re, kontra, solo=is_solo(entry))
    return house.score(re, kontra, variant.boundary, solo=is_solo(entry))


def _reasons(entry: Entry, result: Result, times: int, seats: int) -> Iterator[Reason]:
    """A soloist has the lines of the others with the opposite sign, and one more that makes it three times as much."""
    lines = list(result.lines)
    if times > 1:
        lines.append(ScoreLine("bock", result.value * (times - 1), {"times": times}))
    value = result.value * times
    for seat in at_play(entry.sitting_out, seats):
        is_re = seat in (entry.re or ())
        for line in lines:
            yield line.reason(seat, 1 if is_re else -1)
        if is_re and is_solo(entry):
            yield Reason("soloist", seat, value * (SOLOIST - 1), {"times": SOLOIST, "points": value})
