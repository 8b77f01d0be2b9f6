"""The score of one hand of preferans.

    level                 2 spades  3 diamonds  4 hearts  5 clubs  6 betl  7 sans
    value                     4          6          8        10      12      14      section 1
    in hand, + 2              6          8         10        12      14      16
    counter x 2, double counter x 4, including the two for in hand

Everything else is in game values (gv); t is the number of tricks. Suits and sans:

    role                         passes with                  passes       fails
    declarer                     6 or more                    + 10 gv      - 10 gv       2.1
    declarer, nobody follows     always                       + 10 gv                    2.1
    passed, called               -                            0            0             2.2, 2.3
    one follower                 2 or more                    t gv         t gv - 10 gv  2.4
    each of two followers        4 together, or else
                                 2 or more alone              t gv         t gv - 10 gv  2.5
    caller, t of both            4 or more                    t gv         t gv - 10 gv  2.6
    counter, t of both           5 or more                    t gv         t gv - 10 gv  4.2
    other follower in a counter  -                            0            0             4.4

Betl, which the declarer makes by winning no trick:

    role                         made         failed
    declarer                     + 10 gv      - 10 gv        3.1
    follower                     0            + 5 gv         3.2
    counter                      - 10 gv      + 10 gv        4.3
    other follower in a counter  0            0              4.4

The section numbers are those of the binding text. Where it leaves gaps or contradicts itself:

- It does not say whether the two points for in hand are multiplied. They are, because they are part of the game value.
- A double counter multiplies the game value by 4, not that of a counter.
- "The caller's score follows the single-follower rule", which needs 2 tricks, but "passes if the combined tricks are 4
  or more". 4 are needed, and the points are those of a single follower.
- "Followers can never fail" in betl (3), but the player who countered it can (4.3). Section 4.3 applies, and by 4.4
  the other follower does not get what 3.2 would give.
- Two followers with fewer than 4 tricks together are each judged alone: with 3 and 0, one passes and one fails.
- A single follower shares the ten tricks with the declarer, because the player who passed has put the cards away.
- If nobody bid, the text says nothing. Everybody scores 0.
- The declarer does not pay for what others score, and all tricks are paid, so a hand does not add up to zero. The
  Serbian way to record the same game (bule, supe, refe) is kept beside the points if the house rules say so
  (rules/record.py). A refa then doubles the game value of a hand, and so its points too.
"""

from collections.abc import Iterator
from typing import Final

from games.preferans.rules.played import IN_HAND, TIMES, VALUE, Played, game_value
from scorer.scoring import Params, ScoreLine

STAKE: Final = 10  # 2.1, 2.4, 3.1, 4.2, 4.3: game values for a contract, or against a failure
BETL_SHARE: Final = 5  # 3.2: game values that each follower gets for a failed betl

DECLARER_NEEDS: Final = 6  # 2.1
FOLLOWER_NEEDS: Final = 2  # 2.4
TOGETHER_NEED: Final = 4  # 2.5, and 2.6 for the caller
COUNTER_NEEDS: Final = 5  # 4.2


def _value(hand: Played) -> Iterator[ScoreLine]:
    """Explain a game value that is more than that of the game. The line itself has no points."""
    times = TIMES[hand.counter]
    value = game_value(hand.level, hand.counter, in_hand=hand.in_hand)
    code, params = "value", {"base": VALUE[hand.level], "value": value}
    if hand.in_hand:
        code, params = f"{code}_in_hand", params | {"extra": IN_HAND}
    if times > 1:
        code, params = f"{code}_times", params | {"times": times}
    if value != VALUE[hand.level]:
        yield ScoreLine(code, 0, params)
    if hand.refa > 1:
        yield ScoreLine("refa", 0, {"base": value, "times": hand.refa, "value": hand.value})


def lines_of(hand: Played, place: int) -> tuple[ScoreLine, ...]:
    """Return the score of one player. Only that of the declarer explains the game value."""
    role = hand.roles[place]
    if role == "declarer":
        return *_value(hand), _betl(hand, place) if hand.is_betl else _declarer(hand)
    if role == "pass":
        return (ScoreLine("passed", 0),)
    if role == "called":
        return (ScoreLine("called", 0, {"seat": hand.seat_of("call")}),)
    if role == "follow" and hand.defence == "counter":
        return (ScoreLine("other_follower", 0, {"seat": hand.seat_of("counter")}),)
    if hand.is_betl:
        return (_betl(hand, place),)
    if role == "call":
        return _together(hand, TOGETHER_NEED)
    if role == "counter":
        return _together(hand, COUNTER_NEEDS)
    return _follower(hand, hand.tricks[place])


def _declarer(hand: Played) -> ScoreLine:
    stake, params = STAKE * hand.value, {"value": hand.value, "times": STAKE}
    if hand.defence == "nobody":
        return ScoreLine("nobody_followed", stake, params)
    if hand.taken >= DECLARER_NEEDS:
        return ScoreLine("made", stake, {"n": hand.taken, **params})
    return ScoreLine("failed", -stake, {"n": hand.taken, **params})


def _betl(hand: Played, place: int) -> ScoreLine:
    """Return the score of the declarer, of the one who countered, or of a follower if nobody did."""
    role, made = hand.roles[place], hand.taken == 0
    if role == "follow" and made:
        return ScoreLine("betl_nothing", 0)
    times = BETL_SHARE if role == "follow" else STAKE
    sign = 1 if made == (role == "declarer") else -1
    return ScoreLine(
        "betl_made" if made else "betl_failed", sign * times * hand.value, {"value": hand.value, "times": times}
    )


def _follower(hand: Played, tricks: int) -> tuple[ScoreLine, ...]:
    """Return the score of one of two followers, or of the only one, who has all the tricks of the defenders."""
    won = ScoreLine("tricks", tricks * hand.value, {"n": tricks, "value": hand.value})
    if tricks >= FOLLOWER_NEEDS:
        return (won,)
    if hand.defence == "one":
        return won, _penalty(hand, "alone_failed", {"need": FOLLOWER_NEEDS})
    if hand.defended >= TOGETHER_NEED:
        return (ScoreLine("tricks_safe", won.points, {**won.params, "together": hand.defended}),)
    return won, _penalty(hand, "both_failed", {"together": TOGETHER_NEED, "need": FOLLOWER_NEEDS})


def _together(hand: Played, need: int) -> tuple[ScoreLine, ...]:
    """Return the score of the defender for whom the tricks of both count."""
    tricks = hand.defended
    won = ScoreLine("tricks_together", tricks * hand.value, {"n": tricks, "value": hand.value})
    return (won,) if tricks >= need else (won, _penalty(hand, "together_failed", {"need": need}))


def _penalty(hand: Played, code: str, params: Params) -> ScoreLine:
    return ScoreLine(code, -STAKE * hand.value, {**params, "value": hand.value, "times": STAKE})
