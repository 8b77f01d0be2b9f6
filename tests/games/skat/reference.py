"""Skat reckoned a second time, from tables as they are printed, without a line of the code that is tested.

The list of values by multiplier is that of every book; how many times a game counts is looked up by what was played and
what the cards said, and an overbid game is looked up by going along the row of its base.
"""

VALUES = {
    "D": (18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135, 144, 153, 162),
    "H": (20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180),
    "S": (22, 33, 44, 55, 66, 77, 88, 99, 110, 121, 132, 143, 154, 165, 176, 187, 198),
    "C": (24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 168, 180, 192, 204, 216),
    "grand": (48, 72, 96, 120, 144, 168, 192, 216, 240, 264),
}
"""From twice the base on."""

NULLS = {"Null": 23, "Null Hand": 35, "Null ouvert": 46, "Null ouvert Hand": 59}

WON, LOST = True, False
BEYOND_GAME = {
    # what was said: by what the cards said, the steps besides matadors and game, and whether the game is won
    "": {
        "won": (0, WON),
        "schneider": (1, WON),
        "schwarz": (2, WON),
        "lost": (0, LOST),
        "lost_schneider": (1, LOST),
        "lost_schwarz": (2, LOST),
    },
    "Hand": {
        "won": (1, WON),
        "schneider": (2, WON),
        "schwarz": (3, WON),
        "lost": (1, LOST),
        "lost_schneider": (2, LOST),
        "lost_schwarz": (3, LOST),
    },
    "Hand, Schneider": {
        "won": (3, LOST),
        "schneider": (3, WON),
        "schwarz": (4, WON),
        "lost": (3, LOST),
        "lost_schneider": (3, LOST),
        "lost_schwarz": (4, LOST),
    },
    "Hand, Schwarz": {
        "won": (5, LOST),
        "schneider": (5, LOST),
        "schwarz": (5, WON),
        "lost": (5, LOST),
        "lost_schneider": (5, LOST),
        "lost_schwarz": (5, LOST),
    },
    "Hand, ouvert": {
        "won": (6, LOST),
        "schneider": (6, LOST),
        "schwarz": (6, WON),
        "lost": (6, LOST),
        "lost_schneider": (6, LOST),
        "lost_schwarz": (6, LOST),
    },
}


def said(entry):
    """Return the row of BEYOND_GAME, or of NULLS."""
    if entry.kind == "null":
        return " ".join(["Null", *["ouvert"] * (entry.announced == "ouvert"), *["Hand"] * entry.in_hand])
    announced = {"schneider": "Schneider", "schwarz": "Schwarz", "ouvert": "ouvert", None: ""}[entry.announced]
    return ", ".join(filter(None, ["Hand" if entry.in_hand else "", announced]))


def value_and_winner(entry):
    if entry.kind == "null":
        return NULLS[said(entry)], entry.result == "won"
    steps, won = BEYOND_GAME[said(entry)][entry.result]
    matadors = max(entry.matadors, -entry.matadors)
    row = VALUES[entry.kind]
    value = row[matadors + steps - 1]
    if entry.bid and entry.bid > value:
        return next(higher for higher in row if higher >= entry.bid), False
    return value, won


def points(entry, seats, *, plain=False, bock=False):
    """Return the points by seat, for a hand that a declarer played."""
    value, won = value_and_winner(entry)
    if entry.kontra:
        value += value
    if entry.kontra == "re":
        value += value
    if bock:
        value += value
    table = [0] * seats
    table[entry.declarer - 1] = value if won else -value - value
    if not plain and won:
        table[entry.declarer - 1] += 50
    elif not plain:
        table = [{3: 40, 4: 30}[seats]] * seats
        table[entry.declarer - 1] = -value - value - 50
    return tuple(table)
