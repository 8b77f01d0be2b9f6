"""The published tables as data, independent of the code: game values, and how many of them each role gets."""

# The digest's table: plain, in hand, x 2, x 4, in hand x 2, in hand x 4.
VALUES = {
    2: (4, 6, 8, 16, 12, 24),
    3: (6, 8, 12, 24, 16, 32),
    4: (8, 10, 16, 32, 20, 40),
    5: (10, 12, 20, 40, 24, 48),
    6: (12, 14, 24, 48, 28, 56),
    7: (14, 16, 28, 56, 32, 64),
}
COLUMNS = {
    (False, "none"): 0,
    (True, "none"): 1,
    (False, "counter"): 2,
    (False, "double_counter"): 3,
    (True, "counter"): 4,
    (True, "double_counter"): 5,
}

# In game values, by the number of tricks, from none to ten.
DECLARER = (-10, -10, -10, -10, -10, -10, 10, 10, 10, 10, 10)
ONE = (-10, -9, 2, 3, 4, 5, 6, 7, 8, 9, 10)
CALLER = (-10, -9, -8, -7, 4, 5, 6, 7, 8, 9, 10)
COUNTER = (-10, -9, -8, -7, -6, 5, 6, 7, 8, 9, 10)

# Both follow and have fewer than four together; with four or more each one's tricks are paid.
BOTH_BELOW_FOUR = {
    (0, 0): (-10, -10),
    (0, 1): (-10, -9),
    (1, 0): (-9, -10),
    (1, 1): (-9, -9),
    (0, 2): (-10, 2),
    (2, 0): (2, -10),
    (0, 3): (-10, 3),
    (3, 0): (3, -10),
    (1, 2): (-9, 2),
    (2, 1): (2, -9),
}

# Betl: declarer, the two followers; with a counter: declarer, counter player, other follower.
BETL = {"made": (10, 0, 0), "failed": (-10, 5, 5)}
BETL_COUNTERED = {"made": (10, -10, 0), "failed": (-10, 10, 0)}


def value(level, counter, *, in_hand):
    return VALUES[level][COLUMNS[in_hand, counter]]


def in_game_values(level, roles, tricks):
    """Return the score of each of the three, in game values."""
    by_role = dict(zip(roles, tricks or (0, 0, 0), strict=True))
    taken = by_role["declarer"]
    if level == 6:
        table = BETL_COUNTERED if "counter" in roles else BETL
        declarer, first, other = table["failed" if taken else "made"]
        shares = {"declarer": declarer, "counter": first, "follow": other}
        return tuple(shares[role] for role in roles)
    if tricks is None:
        return tuple({"declarer": 10, "pass": 0}[role] for role in roles)
    rest = 10 - taken
    shares = {
        "declarer": DECLARER[taken],
        "pass": 0,
        "called": 0,
        "call": CALLER[rest],
        "counter": COUNTER[rest],
        "follow": 0 if "counter" in roles else ONE[rest],
    }
    found = [shares[role] for role in roles]
    if roles.count("follow") == 2:
        one, other = (place for place, role in enumerate(roles) if role == "follow")
        won = tricks[one], tricks[other]
        found[one], found[other] = won if rest >= 4 else BOTH_BELOW_FOUR[won]
    return tuple(found)
