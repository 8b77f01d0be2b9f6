"""The score of each player of a hand, line by line, in score points. scoring.py has the table."""

from collections.abc import Iterator
from typing import Final

from games.preferans.rules.played import IN_HAND, TIMES, VALUE, Played, game_value
from scorer.scoring import Params, ScoreLine

# The section numbers are those of the club's text.
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
