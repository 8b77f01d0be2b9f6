"""Scores Doppelkopf a second time, directly from the tables of the digest.

A party's word is what it said: nothing, only "Re" or "Kontra", or an Absage with it.
"""

WORDS = ("-", "said", "k90", "k60", "k30", "schwarz")
ALL, TRICK = "all tricks", "a trick"

# Digest section 2. Rows: what the party announced; columns: what the other party did, in the order of WORDS.
RE_WINS_WITH = {
    "-": (121, 120, 90, 60, 30, TRICK),
    "said": (121, 121, 90, 60, 30, TRICK),
    "k90": (151, 151, 151, 151, 151, 151),
    "k60": (181, 181, 181, 181, 181, 181),
    "k30": (211, 211, 211, 211, 211, 211),
    "schwarz": (ALL, ALL, ALL, ALL, ALL, ALL),
}
KONTRA_WINS_WITH = {**RE_WINS_WITH, "-": (120, 120, 90, 60, 30, TRICK), "said": (121, 120, 90, 60, 30, TRICK)}

# Digest section 3.
SAID_PAYS = {"-": 0, "said": 2, "k90": 2, "k60": 2, "k30": 2, "schwarz": 2}
LADDER_PAYS = {"-": 0, "said": 0, "k90": 1, "k60": 2, "k30": 3, "schwarz": 4}
REACHED_PAYS = {
    "-": (),
    "said": (),
    "k90": (120,),
    "k60": (120, 90),
    "k30": (120, 90, 60),
    "schwarz": (120, 90, 60, 30),
}
STEPS_BELOW = {
    "unter": [*[3] * 30, *[2] * 30, *[1] * 30, *[0] * 151],
    "bis": [*[3] * 31, *[2] * 30, *[1] * 30, *[0] * 150],
}
"""How many of the limits 90, 60 and 30 a party is under, by its Augen from 0 to 240."""


def ddv(re_augen, re_word, kontra_word, trickless=None, *, solo=False):
    """Return who wins ("re", "kontra", None), and the value for a player of Re."""
    augen = {"re": re_augen, "kontra": 240 - re_augen}
    word = {"re": re_word, "kontra": kontra_word}
    other = {"re": "kontra", "kontra": "re"}
    table = {"re": RE_WINS_WITH, "kontra": KONTRA_WINS_WITH}

    def wins(party):
        needs = table[party][word[party]][WORDS.index(word[other[party]])]
        if needs == ALL:
            return trickless == other[party]
        if needs == TRICK:
            return trickless != party
        return augen[party] >= needs

    def low(party):
        return STEPS_BELOW["unter"][augen[party]] + (trickless == party)

    def reached(party):
        return sum(augen[party] >= step for step in REACHED_PAYS[word[other[party]]])

    winners = [party for party in ("re", "kontra") if wins(party)]
    assert len(winners) < 2
    if not winners:
        return None, low("kontra") - low("re") + reached("re") - reached("kontra")
    (winner,) = winners
    loser = other[winner]
    value = 1 + low(loser) + reached(winner) - reached(loser)
    value += SAID_PAYS[re_word] + SAID_PAYS[kontra_word] + LADDER_PAYS[re_word] + LADDER_PAYS[kontra_word]
    value += winner == "kontra" and not solo
    return winner, value if winner == "re" else -value


def house(re_augen, re_word, kontra_word, boundary="unter", *, solo=False):
    """Return who wins, and the value for a player of Re."""
    winner, winners_word, losers_augen = (
        ("re", re_word, 240 - re_augen) if re_augen > 120 else ("kontra", kontra_word, re_augen)
    )
    low = STEPS_BELOW[boundary][losers_augen] + (losers_augen == 0)
    value = 1 + SAID_PAYS[re_word] + SAID_PAYS[kontra_word] + low + min(low, LADDER_PAYS[winners_word])
    if winner == "kontra" and not solo:
        value += 1
    return winner, value if winner == "re" else -value


def bock(triggered, overlap, length):
    """Return how many times each hand of a sheet counts if the hands listed in `triggered` start a round."""
    times, until, started = [], -1, []
    for hand, starts in enumerate(triggered):
        running = [first for first in started if hand - first <= length]
        if overlap == "stack":
            times.append(2 ** len(running))
        elif overlap == "extend":
            times.append(2 if hand <= until else 1)
        else:
            times.append(2 if running else 1)
        if starts and not (overlap == "ignore" and running):
            started.append(hand)
            until = max(until, hand) + length
    return times
