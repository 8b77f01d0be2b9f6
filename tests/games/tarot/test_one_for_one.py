"""The one-for-one deal: ranking, rates, stake, declarations, and what it asks."""

import json
import math
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from games.tarot import rules
from games.tarot.rules import EXAMPLES, Entry, Variant, contenders
from games.tarot.rules.cards import DEALINGS
from games.tarot.rules.contenders import STEPS
from games.tarot.rules.entry import Characters, Player
from games.tarot.rules.one_for_one import PAIR_RATES, RATES
from scorer.scoring import dump, load
from tests.games.tarot import reference
from tests.games.tarot.entries import HOUSE, PLAIN, asked, deal, faults, level, player, said, scored, stakes

# One for one


def test_the_rates_are_those_of_the_text():
    ours = {(n, k): list(rates) for n, rows in RATES.items() for k, rates in rows.items()}
    assert ours == reference.RATES
    pairs = {(n, k): list(rates) for n, rows in PAIR_RATES.items() for k, rates in rows.items()}
    assert pairs == reference.PAIR_RATES
    assert all(sum(rates) == 0 for rates in [*ours.values(), *pairs.values()])


# For each row of rates a deal that plays by it: points of the players, the oudlers all with the first.
BY_RATES: dict[tuple[int, int], list[float]] = {
    (3, 0): [45, 25, 10],
    (3, 2): [86, 0, 0],
    (4, 0): [45, 20, 14, 6],
    (4, 2): [60, 25, 0, 0],
    (4, 3): [87, 0, 0, 0],
    (5, 0): [40, 20, 15, 8, 4.5],
    (5, 2): [40, 30, 17.5, 0, 0],
    (5, 3): [60, 27.5, 0, 0, 0],
    (5, 4): [87.5, 0, 0, 0, 0],
    (6, 0): [35, 18, 13, 10, 7, 4],
    (6, 2): [40, 24, 14, 9, 0, 0],
    (6, 3): [50, 24, 13, 0, 0, 0],
    (6, 4): [57, 30, 0, 0, 0, 0],
    (6, 5): [87, 0, 0, 0, 0, 0],
}


@pytest.mark.parametrize("row", reference.RATES, ids=str)
def test_each_row_of_rates_is_paid_from_the_winner_to_the_last(row):
    count, disputing = row
    totals = BY_RATES[row]
    best = math.ceil(totals[0]) - 36
    dog = math.ceil(91 - sum(totals))
    slam = 200 if disputing == count - 1 else 0
    first = player(totals[0], "21", "excuse", "petit")
    for order in (list(range(count)), list(reversed(range(count)))):
        players = [first, *(player(points) for points in totals[1:])]
        due = [4 * (rate * (25 + best + dog) - slam) for rate in reference.RATES[row]]
        due[0] += 4 * slam * count
        entry = deal(*(players[place] for place in order))
        assert scored(entry, count) == tuple(due[place] for place in order)
        assert sum(code == "dispute" for seat in range(1, count + 1) for code, *_ in said(entry, seat, count)) == (
            disputing
        )


@pytest.mark.parametrize(("count", "dog"), [(3, 6), (4, 6), (5, 8), (6, 6)])
def test_a_player_who_holds_everything_plays_for_80(count, dog):
    for left in range(dog // 2, dog // 2 + 9):
        best = player(91 - left, "21", "excuse", "petit")
        entry = deal(best, *[player(0)] * (count - 1), dog=dog)
        assert {stake for stake, _ in stakes(entry, count)} == {"80"}


def test_a_dog_of_three_cards_rounds_up_twice_so_that_everything_is_worth_81():
    entry = deal(player(89.5, "21", "excuse", "petit"), *[player(0)] * 4)
    assert stakes(entry, 5) == {("81", "25 + 54 + 2")}
    assert stakes(entry, 5, Variant(stake_rounding="sum")) == {("80", "25 + 55")}


def test_the_stake_is_rounded_and_floored_as_the_club_says():
    # Digest 4.6, example 8 with both roundings, and example 12, below zero.
    halves = next(example.entry for example in EXAMPLES if "each rounded up" in example.caption)
    assert stakes(halves, 5) == {("18", "25 − 12 + 5")}
    assert stakes(halves, 5, Variant(stake_rounding="sum")) == {("17", "25 − 8")}
    assert scored(halves, 5, Variant(stake_rounding="sum")) == (136, 68, 0, -68, -136)
    assert stakes(halves, 5, Variant(stake_floor="zero")) == {("30", "25 + 0 + 5")}
    assert stakes(halves, 5, Variant("zero", "sum")) == {("30", "25 + 5")}
    below = next(example.entry for example in EXAMPLES if "Six players, a stake" in example.caption)
    assert stakes(below, 6) == {("−1", "25 − 31 + 5")}
    assert scored(below, 6, Variant(stake_floor="zero")) == (360, 240, -120, 120, -240, -360)


def test_a_stake_of_zero_or_below_is_said():
    below = next(example.entry for example in EXAMPLES if "Six players, a stake" in example.caption)
    assert "stake_negative" in {code for code, *_ in said(below, 1, 6)}
    nothing = deal(player(22, "21"), player(21, "excuse"), player(22, "petit"), player(22))
    assert stakes(nothing, 4) == {("0", "25 − 29 + 4")}
    assert scored(nothing) == (0, 0, 0, 0)
    assert "stake_zero" in {code for code, *_ in said(nothing, 1)}
    raised = {code for code, *_ in said(nothing, 1, 4, Variant(stake_floor="zero"))}
    assert "stake_floor" in raised
    assert not raised & {"stake_zero", "stake_negative"}


def test_the_story_of_a_one_for_one_deal():
    entry = next(example.entry for example in EXAMPLES if "Level, more oudlers" in example.caption)
    assert said(entry, 2) == [
        ("difference", 0, {"points": 21, "n": 1, "needed": 51, "sign": "−", "by": 30}),
        ("place", 0, {"place": 2, "of": 4}),
        ("ahead_by_oudlers", 0, {"seat": 3}),
        ("stake", 88, {"rate": "+1", "stake": "22", "sum": "25 − 7 + 4", "times": 4}),
    ]
    assert said(entry, 3)[1:3] == [("place", 0, {"place": 3, "of": 4}), ("behind_by_oudlers", 0, {"seat": 2})]


def test_the_story_of_declarations_names_who_pays_how_often():
    entry = next(example.entry for example in EXAMPLES if "Half points and a handful" in example.caption)
    assert said(entry, 1, 3)[-1] == ("handful_double", 240, {"sum": "30 × 4 × 2", "seat": 1})
    assert said(entry, 3, 3)[-1] == ("handful_double", -120, {"sum": "30 × 4", "seat": 1})


def test_a_petit_au_bout_is_declared():
    entry = deal(player(45, "21", "excuse"), player(22, "petit", petit_au_bout=True), player(14), player(6))
    plain = replace(entry, players=(*entry.players[:1], player(22, "petit"), *entry.players[2:]))
    gains = [a - b for a, b in zip(scored(entry), scored(plain), strict=True)]
    assert gains == [-40, 120, -40, -40]


# Ties, step by step


@pytest.mark.parametrize(
    ("one", "other", "step"),
    [
        (player(21, "petit"), player(26), "oudlers"),
        (player(21, "21"), player(21, "excuse"), "oudler"),
        (player(21, "21"), player(21, "petit"), "oudler"),
        (player(21, "excuse"), player(21, "petit"), "oudler"),
        (player(17, characters=Characters(J=3)), player(17, characters=Characters(K=1, Q=1)), "number"),
        (player(17, characters=Characters(K=1, J=1)), player(17, characters=Characters(Q=2)), "characters"),
        (player(17, characters=Characters(Q=1, C=1)), player(17, characters=Characters(Q=1, J=1)), "characters"),
        (
            player(17, characters=Characters(K=1), first_trick=2),
            player(17, characters=Characters(K=1), first_trick=3),
            "first_trick",
        ),
        (player(9), player(4, "excuse", trickless=True), "tricks"),
    ],
)
def test_each_step_decides_between_two_who_are_level(one, other, step):
    for entry, better, worse in ((level(one, other), 2, 3), (level(other, one), 3, 2)):
        points = scored(entry)
        assert points[better - 1] > points[worse - 1]
        assert (f"ahead_by_{step}", 0, {"seat": worse}) in said(entry, better)
        assert (f"behind_by_{step}", 0, {"seat": better}) in said(entry, worse)


def test_nothing_is_asked_of_players_who_are_not_level():
    for entry in (example.entry for example in EXAMPLES if example.entry.kind == "one_for_one"):
        told = {code for seat in range(1, len(entry.players) + 1) for code, *_ in said(entry, seat, len(entry.players))}
        asked = contenders.questions(entry, len(entry.players))
        assert bool(told & {"ahead_by_number", "ahead_by_characters", "ahead_by_first_trick"}) == (
            any(question.field == "characters" for question in asked)
        )


def often_level(random):
    """Players with a few different results, so that many are level, and the same as sides of the reference."""
    count = random.randint(3, 6)
    owners = {name: random.randint(0, count) for name in ("21", "excuse", "petit")}
    firsts = random.sample(range(1, 13), count)
    deck = random.sample("KQCJ" * 4, 16)
    players, sides = [], []
    for place in range(count):
        oudlers = tuple(name for name, owner in owners.items() if owner == place)
        points = reference.NEEDED[len(oudlers)] + random.choice(
            [(-47, -45, -44), (-45, -44), (-25,), (-20,)][len(oudlers)]
        )
        trickless = oudlers in ((), ("excuse",)) and random.random() < 0.3
        court = "" if trickless else [deck.pop() for _ in range(random.choice([0, 1, 1, 2]))]
        if trickless:
            points = 4 if oudlers else 0
        players.append(
            Player(
                points=points,
                oudlers=oudlers,
                trickless=trickless,
                characters=Characters(*(court.count(rank) for rank in "KQCJ")),
                first_trick=None if trickless else firsts[place],
            )
        )
        sides.append(reference.Side((place + 1,), points, oudlers, 0, trickless, court, firsts[place]))
    return deal(*players), sides


def test_players_who_are_often_level_rank_as_the_reference_ranks_them():
    met = set()
    for seed in range(800):
        entry, sides = often_level(Random(seed))
        seats = len(sides)
        if all(side.trickless for side in sides):
            assert faults(entry, seats) == {("players", "nobody_tricks")}
            continue
        due = reference.one_for_one(sides, 91 - sum(side.points for side in sides))
        assert list(scored(entry, seats)) == due
        met |= {reason.code for reason in rules.replay([entry], HOUSE, seats)[0].reasons}
    assert {f"ahead_by_{step}" for step in STEPS} <= met


def test_the_order_of_the_seats_does_not_matter():
    points = [player(34, "21", "excuse"), player(21, "petit"), player(26), player(6)]
    expected = dict(zip(points, scored(deal(*points)), strict=True))
    for order in permutations(points):
        assert scored(deal(*order)) == tuple(expected[each] for each in order)


def test_four_play_one_for_one_at_a_table_of_five_when_one_sits_out():
    entry = deal(*PLAIN, sitting_out=(2,))
    assert scored(entry, 5) == (264, 0, 132, -132, -264)
    assert [code for code, *_ in said(entry, 2, 5)] == []


# Pairs


@settings(max_examples=100)
@given(st.data())
def test_pairs_score_as_the_reference_does(data):
    count = data.draw(st.sampled_from([4, 6]))
    seats = data.draw(st.permutations(range(1, count + 1)))
    teams = tuple(tuple(seats[place : place + 2]) for place in range(0, count, 2))
    owners = {name: data.draw(st.integers(0, count - 1)) for name in ("21", "excuse", "petit")}
    players = []
    for place in range(count):
        oudlers = tuple(name for name, owner in owners.items() if owner == place)
        least = 2 + 4 * len(oudlers) + 2
        points = data.draw(st.integers(least, least + 4)) if oudlers else data.draw(st.sampled_from([0, 3, 4, 9]))
        size = data.draw(st.sampled_from([None, None, "single"]))
        bout = "petit" in oudlers and data.draw(st.booleans())
        players.append(
            Player(
                points=points,
                oudlers=oudlers,
                handfuls=(size,) if size else (),
                petit_au_bout=bout,
                characters=Characters() if points else None,
                first_trick=place + 1 if points else None,
            )
        )
    entry = deal(*players, teams=teams)
    if any(code == "handful_trumps" for _, code in faults(entry, count)):
        return
    sides = []
    for team in teams:
        mine = [players[seat - 1] for seat in team]
        sides.append(
            reference.Side(
                team,
                sum(p.points for p in mine),
                [name for p in mine for name in p.oudlers],
                sum(20 * len(p.handfuls) + 10 * p.petit_au_bout for p in mine),
                all(p.points == 0 for p in mine),
                (),
                min((p.first_trick for p in mine if p.first_trick), default=99),
            )
        )
    due = reference.one_for_one(sides, 91 - sum(p.points for p in players))
    points = scored(entry, count)
    assert list(points) == due
    assert all(points[one - 1] == points[other - 1] for one, other in teams)


def test_a_pair_is_paid_once_for_its_slam():
    entry = deal(player(60, "21", "excuse"), player(0), player(27, "petit"), player(0), teams=((1, 3), (2, 4)))
    assert scored(entry) == tuple(4 * (rate * 80 + slam) for rate, slam in [(1, 400), (-1, -400)] * 2)
    assert [code for code, *_ in said(entry, 3)].count("slam_declared") == 1


def test_two_pairs_of_three_without_a_trick_are_in_a_dispute():
    entry = deal(
        player(60, "21", "excuse"),
        *[player(0)] * 2,
        player(25, "petit"),
        *[player(0)] * 2,
        teams=((1, 4), (2, 5), (3, 6)),
    )
    stake = 25 + 85 - 36 + 6
    win, lose = 4 * (2 * stake + 4 * 200), 4 * (-stake - 2 * 200)
    assert scored(entry, 6) == (win, lose, lose, win, lose, lose)


def test_the_literal_declarations_of_pairs_are_not_paid():
    """Digest 4.6, example 14: player by player it would be 420, 100, -260, -260."""
    assert EXAMPLES[-1].points == (340, -340, 340, -340)


# What the entry needs only if it decides something


def test_court_cards_and_then_first_tricks_are_asked_where_they_decide():
    tied = level(player(17), player(17))
    assert asked(tied) == {(2, "characters"), (3, "characters")}
    assert faults(tied) == {("players.1.characters", "tie_characters"), ("players.2.characters", "tie_characters")}
    half = level(player(17, characters=Characters(K=1)), player(17))
    assert asked(half) == {(3, "characters")}
    same = level(player(17, characters=Characters(K=1)), player(17, characters=Characters(K=1)))
    assert asked(same) == {(2, "first_trick"), (3, "first_trick")}
    assert faults(same) == {("players.1.first_trick", "tie_first_trick"), ("players.2.first_trick", "tie_first_trick")}
    answered = level(
        player(17, characters=Characters(K=1), first_trick=1), player(17, characters=Characters(K=1), first_trick=2)
    )
    assert asked(answered) == set()
    assert {(q.seat, q.place, q.field) for q in contenders.questions(answered, 4)} == {
        (2, 1, "characters"),
        (3, 2, "characters"),
        (2, 1, "first_trick"),
        (3, 2, "first_trick"),
    }


def test_of_three_who_are_level_only_those_still_level_are_asked_for_first_tricks():
    kings, queen = Characters(K=1), Characters(Q=1)
    entry = deal(
        player(34, "21", "excuse", "petit"),
        player(17, characters=kings),
        player(17, characters=queen),
        player(17, characters=kings),
    )
    assert asked(entry) == {(2, "first_trick"), (4, "first_trick")}


def test_nothing_is_asked_of_those_without_a_trick_or_with_an_oudler():
    assert asked(deal(player(86, "21", "excuse", "petit"), player(0), player(0))) == set()
    assert asked(level(player(21, "21"), player(21, "petit"))) == set()


@pytest.mark.parametrize("excuse", [4, 4.5])
def test_who_has_the_points_of_the_excuse_alone_has_no_trick_whether_it_is_said_or_not(excuse):
    entry = deal(player(88 - excuse, "21", "petit"), player(excuse, "excuse"), player(0), player(0))
    told = replace(entry, players=(entry.players[0], player(excuse, "excuse", trickless=True), *entry.players[2:]))
    assert asked(entry) == set()
    assert scored(entry) == scored(told)
    assert ("slam_declared", 2400, {"sum": "200 × 4 × 3", "seat": 1}) in said(entry, 1)
    assert ("no_trick", 0, {}) in said(entry, 2)


def test_of_two_who_are_level_the_one_with_the_excuse_alone_comes_after_the_one_with_tricks():
    entry = deal(player(60, "21", "petit"), player(4, "excuse"), player(9), player(14))
    assert ("behind_by_tricks", 0, {"seat": 3}) in said(entry, 2)
    assert asked(entry) == set()


def test_questions_of_pairs_go_to_their_members_with_tricks():
    entry = deal(player(30), player(20), player(0), player(10), teams=((1, 3), (2, 4)))
    assert asked(entry) == {(1, "characters"), (2, "characters"), (4, "characters")}


def test_an_unfinished_entry_asks_nothing():
    for entry in (
        Entry(),
        Entry(kind="one_for_one"),
        deal(player(20), player(20), player(None), player(1)),
        deal(*[player(20)] * 4, teams=((1, 2),)),
    ):
        assert asked(entry) == set()
    assert asked(deal(*[player(20)] * 3), seats=4) == set()


def test_the_seats_of_questions_pass_over_who_sits_out():
    entry = replace(level(player(17), player(17)), sitting_out=(1,))
    assert asked(entry, 5) == {(3, "characters"), (4, "characters")}


@pytest.mark.parametrize(
    ("points", "dog", "found"),
    [
        ((45.5, 27, None), 3, ((45.5, 27, 15.5), 3)),
        ((45.5, 27, 15.5), None, ((45.5, 27, 15.5), 3)),
        ((45.5, None, None), 3, ((45.5, None, None), 3)),
        ((45.5, None, 15.5), None, ((45.5, None, 15.5), None)),
        ((45.5, 27, 15.5), 4, ((45.5, 27, 15.5), 4)),
    ],
)
def test_the_last_players_points_or_the_dogs_are_filled_in(points, dog, found):
    assert contenders.complete_points(points, dog) == found


@st.composite
def results(draw):
    """Results that often make sense: the dog has the rest of 91 points, and every oudler is somewhere."""
    count = draw(st.integers(3, 6))
    owners = {name: draw(st.integers(0, count)) for name in ("21", "excuse", "petit")}
    firsts = draw(st.permutations(range(1, 13)))
    players = []
    for place in range(count):
        oudlers = tuple(name for name, owner in owners.items() if owner == place)
        alone = oudlers == ("excuse",) and draw(st.booleans())
        high = draw(st.integers(9 * len(oudlers), 174 // count)) if 9 * len(oudlers) < 174 // count else 27
        points = (
            draw(st.sampled_from([4, 4.5]))
            if alone
            else draw(st.sampled_from([0, high / 2]))
            if not oudlers
            else high / 2
        )
        players.append(
            Player(
                points=points,
                oudlers=oudlers,
                handfuls=draw(st.sampled_from([(), (), ("single",), ("double",)])),
                petit_au_bout="petit" in oudlers and draw(st.booleans()),
                trickless=alone or None,
                characters=draw(st.none() | st.builds(Characters, *[st.integers(0, 1)] * 4)),
                first_trick=firsts[place] if points and not alone else None,
            )
        )
    teams = draw(st.sampled_from([None, ((1, 3), (2, 4)) if count == 4 else ((1, 4), (2, 5), (3, 6))]))
    if count not in (4, 6):
        teams = None
    return Entry(kind="one_for_one", dog_cards=DEALINGS[count][-1].dog, players=tuple(players), teams=teams)


@settings(max_examples=150)
@given(results(), st.builds(Variant, st.sampled_from(["none", "zero"]), st.sampled_from(["each", "sum"])))
def test_whatever_is_not_refused_is_scored_to_zero_sum_and_survives_the_format(entry, variant):
    seats = len(entry.players)
    assert load(Entry, json.loads(json.dumps(dump(entry)))) == (entry, [])
    refused = rules.problems(entry, variant, seats)
    event(f"refused: {bool(refused)}")
    if refused:
        return
    assert all(number % 4 == 0 for number in scored(entry, seats, variant))
    rules.warnings([entry], variant, seats)


ANSWERS = {
    "trickless": [True, False],
    "characters": [Characters(), Characters(K=1), Characters(Q=1)],
    "first_trick": [1, 7],
}


@st.composite
def decided_by_little(draw):
    """One player has nearly everything; the others are often level, without a trick, or have the Excuse alone."""
    count = draw(st.integers(3, 6))
    excuse = draw(st.integers(0, count - 1))
    others = [draw(st.sampled_from([4, 4.5] if place == excuse else [0, 0, 9, 14])) for place in range(1, count)]
    points = [91 - DEALINGS[count][0].dog / 2 - sum(others), *others]
    told = draw(st.sampled_from([(), ("characters",), ("characters", "first_trick")]))
    players = []
    for place, each in enumerate(points):
        oudlers = (("21", "petit") if place == 0 else ()) + (("excuse",) if place == excuse else ())
        answers = {"characters": Characters(J=1), "first_trick": place + 2} if each > 4.5 else {}
        players.append(player(each, *oudlers, **{name: answers[name] for name in told if name in answers}))
    teams = {4: ((1, 3), (2, 4)), 6: ((1, 4), (2, 5), (3, 6))}.get(count)
    return deal(*players, teams=draw(st.sampled_from([None, teams])))


@settings(max_examples=200)
@given(decided_by_little())
def test_nothing_that_is_left_open_could_change_the_points(entry):
    seats = len(entry.players)
    if rules.problems(entry, HOUSE, seats):
        return
    points = scored(entry, seats)
    for place, each in enumerate(entry.players):
        for name, answer in ((name, answer) for name, answers in ANSWERS.items() for answer in answers):
            if getattr(each, name) is not None:
                continue
            told = replace(each, **{name: answer})
            more = replace(entry, players=(*entry.players[:place], told, *entry.players[place + 1 :]))
            if not rules.problems(more, HOUSE, seats):
                event(f"{name} may be told")
                assert scored(more, seats) == points
