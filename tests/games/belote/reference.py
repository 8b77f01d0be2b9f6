"""Scores belote a second time, directly from the tables of the binding text and of the digest."""

FAILED_PAYS = {"none": 162, "coinche": 324, "surcoinche": 648}
TIMES = {"none": 1, "coinche": 2, "surcoinche": 4}
WORTH = {80: 80, 90: 90, 100: 100, 110: 110, 120: 120, 130: 130, 140: 140, 150: 150, 160: 160}
SLAMS = {"capot": 250, "generale": 500}

# Digest, section 3, whole: value, points, coinche, belote, contracting, opponent.
HOUSE_CASES = [
    (100, 112, "none", None, 112, 50),
    (100, 112, "coinche", None, 224, 100),
    (100, 112, "coinche", "contracting", 244, 100),
    (100, 112, "surcoinche", "opponent", 448, 220),
    (100, 90, "none", None, 0, 162),
    (100, 90, "coinche", None, 0, 324),
    (100, 90, "surcoinche", None, 0, 648),
    (100, 90, "coinche", "contracting", 20, 324),
    (100, 90, "coinche", "opponent", 0, 344),
    (80, 80, "none", None, 80, 82),
    (160, 160, "none", None, 160, 2),
    (160, 162, "none", None, 162, 0),
    (100, 90, "none", "contracting", 20, 162),
]


def house(value, points, coinche, belote):
    """Add instead of multiplying: a coinche doubles, a surcoinche doubles twice."""
    if points in range(WORTH[value], 163):
        ours, theirs = points, 162 - points
        for _ in {"none": "", "coinche": "2", "surcoinche": "44"}[coinche]:
            ours, theirs = ours + ours, theirs + theirs
    else:
        ours, theirs = 0, FAILED_PAYS[coinche]
    if belote == "contracting":
        ours += 20
    if belote == "opponent":
        theirs += 20
    return ours, theirs


def tens(points):
    units = points % 10
    return points - units if units in (0, 1, 2, 3, 4) else points - units + 10


def ffb(value, points, coinche, belotes=(0, 0), capot=None, declared=(0, 0), waiting=0, litige="carry"):
    """Return the points of both sides, contracting side first, and the points that wait afterwards."""
    contract = {**WORTH, **SLAMS}[value]
    own, their = points, 162 - points
    mine, yours = declared
    if points == 162 and capot in ("contracting", "bidder"):
        own, mine, yours = 252, mine + yours, 0
    if points == 0 and capot == "opponent":
        their = 252
    own += mine + 20 * belotes[0]
    their += yours + 20 * belotes[1]
    if value == "capot":
        made = capot in ("contracting", "bidder")
    elif value == "generale":
        made = capot == "bidder"
    else:
        made = own >= contract and own > their
        if own >= contract and own == their and litige == "carry":
            return 0, tens(their), waiting + tens(own)
    if made and coinche == "none":
        return tens(own + contract) + waiting, tens(their), 0
    big = value in SLAMS or capot in (("contracting", "bidder") if made else ("opponent",))
    prize = ((250 if big else 160) + sum(declared) + 20 * belotes[0 if made else 1] + contract) * TIMES[coinche]
    if made:
        return prize + waiting, 20 * belotes[1], 0
    return 20 * belotes[0], prize + waiting, 0
