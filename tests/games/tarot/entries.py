"""Entries for the tests of tarot, and what the rules make of them."""

from dataclasses import replace

from games.tarot import rules
from games.tarot.rules import PRESETS, Entry, Variant, contenders
from games.tarot.rules.cards import DEALINGS
from games.tarot.rules.entry import Player

HOUSE = PRESETS["house"]
MORT = Variant(mort=True)
GOOD = Entry(kind="taker", taker=1, contract="garde", oudlers=2, points=49)
FIVE = Entry(kind="taker", taker=1, partner=2, contract="garde", oudlers=2, points=49)
THROWN_IN = Entry(passed_out=True)


def scored(entry, seats=4, variant=HOUSE):
    assert rules.problems(entry, variant, seats) == ()
    outcome = rules.replay([entry], variant, seats)[0]
    assert_reasons_add_up(outcome, seats)
    return outcome.points


def assert_reasons_add_up(outcome, seats):
    for seat in range(1, seats + 1):
        mine = [reason for reason in outcome.reasons if reason.seat == seat]
        assert bool(mine) == (seat not in outcome.sitting_out)
        assert sum(reason.points for reason in mine) == outcome.points[seat - 1]
    assert sum(outcome.points) == 0


def faults(entry, seats=4, variant=HOUSE):
    return {(problem.field, problem.code) for problem in rules.problems(entry, variant, seats)}


def warned(*entries, seats=4, variant=HOUSE):
    for entry in entries:
        assert rules.problems(entry, variant, seats) == ()
    return {(problem.field, problem.code) for problem in rules.warnings(entries, variant, seats)}


def said(entry, seat, seats=4, variant=HOUSE):
    reasons = rules.replay([entry], variant, seats)[0].reasons
    return [(r.code, r.points, dict(r.params)) for r in reasons if r.seat == seat]


def stakes(entry, seats, variant=HOUSE):
    """The stake with its sum, from the reasons of seat 1."""
    return {(p["stake"], p["sum"]) for code, _, p in said(entry, 1, seats, variant) if code == "stake"}


def asked(entry, seats=4):
    """The open questions as (seat, field)."""
    return {(question.seat, question.field) for question in contenders.open_questions(entry, seats)}


def named(text):
    """{("points", "odd_half")} from "points odd_half"; several with commas."""
    return {tuple(item.split()) for item in text.split(", ") if item}


def player(points, *oudlers, **more):
    return Player(points=points, oudlers=oudlers, **more)


def deal(*players, dog=None, **more):
    dog = dog or DEALINGS[len(players)][0].dog
    return Entry(kind="one_for_one", dog_cards=dog, players=players, **more)


def level(one, other, third=2.0):
    """Two players who are level behind one who has all the other oudlers."""
    free = {"21", "excuse", "petit"} - {*one.oudlers, *other.oudlers}
    best = 91 - 4 - one.points - other.points - third
    return deal(player(best, *sorted(free)), one, other, player(third))


PLAIN = (player(45, "21", "excuse"), player(22, "petit"), player(14), player(6))
"""Four players of a one-for-one deal; the dog has 4 points."""


def altered(place, **changes):
    return deal(*PLAIN[:place], replace(PLAIN[place], **changes), *PLAIN[place + 1 :])
