from dataclasses import replace
from itertools import product
from random import Random

import pytest

from games.skat.rules import EXAMPLES, PRESETS, Entry, Variant, notices, problems, random_entry, replay, warnings
from games.skat.rules.entry import RESULTS, TRUMPS
from games.skat.rules.value import BIDS
from scorer.scoring import Problem
from tests.games.skat import reference

ISKO, PLAIN, PUB = PRESETS.values()
ALL_RULES = Variant(ramsch=True, kontra=True, bock=True)
GOOD = Entry("C", 1, 1, result="won")
NULL = Entry("null", 1, result="won")
RAMSCH = Entry("ramsch", result="lost", loser=2, augen=55)
SAID = [(False, None), (True, None), (True, "schneider"), (True, "schwarz"), (True, "ouvert")]
AT_FOUR = {"sitting_out": (4,)}


def every_game():
    """Yield every game that a declarer can play, without a bid."""
    for kind in TRUMPS:
        most = 4 if kind == "grand" else 11
        for n, sign, (in_hand, announced), result in product(range(1, most + 1), (1, -1), SAID, RESULTS[kind]):
            yield Entry(kind, 1, n * sign, in_hand, announced, result)
    for in_hand, announced, result in product((False, True), (None, "ouvert"), ("won", "lost")):
        yield Entry("null", 1, None, in_hand, announced, result)


GAMES = list(every_game())


def scored(entry, variant=ISKO, seats=3):
    assert problems(entry, variant, seats) == ()
    return replay([entry], variant, seats)[0].points


def faults(entry, variant=ISKO, seats=3):
    return {(problem.field, problem.code) for problem in problems(entry, variant, seats)}


def asked(*entries, variant=ISKO, seats=3):
    assert not any(problems(entry, variant, seats) for entry in entries)
    return {(problem.field, problem.code) for problem in warnings(entries, variant, seats)}


# The points


def test_there_are_hundreds_of_games_to_check():
    assert len(GAMES) == 2 * 5 * 6 * (4 * 11 + 4) + 8


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("variant", [ISKO, PLAIN], ids=["isko", "plain"])
def test_every_game_counts_what_the_tables_say(variant, seats):
    resting = AT_FOUR if seats == 4 else {}
    for game in GAMES:
        due = reference.points(game, seats, plain=variant is PLAIN)
        assert scored(replace(game, **resting), variant, seats) == due, game


def test_every_overbid_game_counts_the_least_value_that_reaches_the_bid():
    overbid = 0
    for game, bid in product(GAMES, BIDS):
        entry = replace(game, bid=bid)
        if not problems(entry, ISKO, 3):
            assert replay([entry], ISKO, 3)[0].points == reference.points(entry, 3), entry
            overbid += bid > reference.value_and_winner(game)[0]
    assert overbid > 1000


@pytest.mark.parametrize("kontra", [None, "kontra", "re"])
@pytest.mark.parametrize("in_bock", [False, True])
def test_kontra_and_bock_double_the_value_and_nothing_else(kontra, in_bock):
    variant = replace(ALL_RULES, deals_each=None)
    before = replace(GOOD, bock_event=in_bock)
    for game in GAMES[::7]:
        entry = replace(game, kontra=kontra)
        assert replay([before, entry], variant, 3)[1].points == reference.points(entry, 3, bock=in_bock), entry


@pytest.mark.parametrize(
    ("entry", "points"),
    [
        (Entry("C", 1, 1, result="won"), (74, 0, 0)),
        (Entry("grand", 1, 2, in_hand=True, result="won"), (146, 0, 0)),
        (Entry("H", 1, -3, in_hand=True, announced="schneider", result="won"), (-190, 40, 40)),
        (Entry("D", 1, 1, result="won", bid=33), (-122, 40, 40)),
        (Entry("null", 1, announced="ouvert", result="won"), (96, 0, 0)),
        (Entry("null", 1, announced="ouvert", result="lost"), (-142, 40, 40)),
        (Entry("null", 1, result="won"), (73, 0, 0)),
        (Entry("null", 1, result="lost"), (-96, 40, 40)),
    ],
)
def test_the_published_examples_with_seeger_and_fabian(entry, points):
    """Of the digest and of skatblog.com."""
    assert scored(entry) == points


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        (Entry("grand", 1, 4, result="schneider"), 144),  # Wikipedia, "Skatabrechnung"
        (Entry("D", 1, -2, result="lost"), -54),
        (Entry("null", 1, announced="ouvert", result="won"), 46),
        (Entry("C", 1, 2, in_hand=True, announced="ouvert", result="schwarz"), 108),  # ISkO 5.2.6
        (Entry("grand", 1, 4, in_hand=True, announced="ouvert", result="schwarz"), 264),
        (Entry("D", 1, 1, result="won", bid=22), -54),  # preisskat.org
        (Entry("S", 1, 1, in_hand=True, result="won", bid=72), -154),  # skatblog.com: without 5, the jack in the skat
    ],
)
def test_the_published_values(entry, value):
    assert scored(entry, PLAIN) == (value, 0, 0)


@pytest.mark.parametrize(
    ("entry", "points"),
    [
        (RAMSCH, (0, -55, 0)),
        (replace(RAMSCH, result="jungfrau", augen=70), (0, -140, 0)),
        (replace(RAMSCH, result="durchmarsch", augen=None), (0, 120, 0)),
    ],
)
@pytest.mark.parametrize("scoring", ["seeger_fabian", "plain"])
def test_a_ramsch_counts_the_augen_of_the_player_with_most(entry, points, scoring):
    variant = replace(ALL_RULES, scoring=scoring)
    assert scored(entry, variant) == points
    outcome = replay([replace(GOOD, bock_event=True), entry], variant, 3)[1]
    assert outcome.points == tuple(2 * own for own in points)


@pytest.mark.parametrize("variant", [ISKO, PLAIN, ALL_RULES])
@pytest.mark.parametrize("seats", [3, 4])
def test_a_hand_that_nobody_bid_counts_nothing(variant, seats):
    assert scored(Entry(passed_out=True), variant, seats) == (0,) * seats


def test_the_dealer_who_rests_scores_only_what_a_lost_game_gives():
    won, lost = replay([replace(GOOD, **AT_FOUR), replace(GOOD, result="lost", **AT_FOUR)], ISKO, 4)
    assert (won.sitting_out, won.also_scoring, won.points[3]) == ((4,), (), 0)
    assert (lost.sitting_out, lost.also_scoring, lost.points[3]) == ((4,), (4,), 30)
    plain = replay([replace(GOOD, result="lost", **AT_FOUR)], PLAIN, 4)[0]
    assert (plain.also_scoring, plain.points) == ((), (-48, 0, 0, 0))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.caption)
def test_the_examples_of_the_rules_page_hold(example):
    variant = PRESETS[example.variant]
    assert problems(example.entry, variant, example.seats) == ()
    assert replay([*example.before, example.entry], variant, example.seats)[-1].points == example.points


def test_reasons_add_up_and_tell_every_doubling():
    entries = [replace(GOOD, bock_event=True), replace(GOOD, result="lost", kontra="re")]
    outcome = replay(entries, ALL_RULES, 3)[1]
    of_declarer = [(reason.code, reason.points) for reason in outcome.reasons if reason.seat == 1]
    assert of_declarer == [("value", 0), ("lost", -48), ("re", -144), ("bock", -192), ("game_lost", -50)]


def test_the_value_is_counted_as_players_count_it():
    reason = replay([Entry("grand", 1, 2, in_hand=True, result="won")], ISKO, 3)[0].reasons[0]
    assert reason.params == {"n": 2, "steps": 2, "times": 4, "base": 24, "value": 96}


# What is wrong


def test_an_empty_hand_lacks_what_every_game_has():
    assert faults(Entry()) == {("kind", "required"), ("result", "required")}


@pytest.mark.parametrize(
    ("entry", "missing"),
    [
        (Entry("C"), {"declarer", "matadors", "result"}),
        (Entry("null"), {"declarer", "result"}),
        (Entry("ramsch"), {"loser", "result", "augen"}),
        (Entry("ramsch", loser=1, result="lost"), {"augen"}),
    ],
)
def test_each_kind_of_game_lacks_what_it_needs(entry, missing):
    assert faults(entry, ALL_RULES) == {(name, "required") for name in missing}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"matadors": 0}, ("matadors", "matadors_range")),
        ({"matadors": 12}, ("matadors", "matadors_range")),
        ({"kind": "grand", "matadors": -5}, ("matadors", "matadors_range")),
        ({"declarer": 4}, ("declarer", "no_such_seat")),
        ({"announced": "schneider"}, ("announced", "needs_hand")),
        ({"announced": "ouvert"}, ("announced", "needs_hand")),
        ({"result": "jungfrau"}, ("result", "result_of_kind")),
        ({"loser": 2}, ("loser", "not_in_kind")),
        ({"augen": 50}, ("augen", "not_in_kind")),
        ({"kind": "null"}, ("matadors", "not_in_kind")),
        ({"kind": "null", "matadors": None, "result": "schneider"}, ("result", "result_of_kind")),
        ({"kind": "null", "matadors": None, "announced": "schwarz"}, ("announced", "result_of_kind")),
        ({"bid": 19}, ("bid", "no_bid")),
        ({"bid": 17}, ("bid", "no_bid")),
        ({"bid": 999}, ("bid", "no_bid")),
        ({"kontra": "kontra"}, ("kontra", "no_house_rule")),
        ({"bock_event": True}, ("bock_event", "no_house_rule")),
        ({"sitting_out": (2,)}, ("sitting_out", "all_play")),
        ({"passed_out": True}, ("kind", "passed_out_empty")),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(change, fault):
    assert fault in faults(replace(GOOD, **change))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"result": "won"}, ("result", "result_of_kind")),
        ({"result": "durchmarsch"}, ("augen", "not_in_kind")),
        ({"augen": 121}, ("augen", "number_range")),
        ({"augen": 0}, ("augen", "number_range")),
        ({"declarer": 1}, ("declarer", "not_in_kind")),
        ({"bid": 18}, ("bid", "not_in_kind")),
        ({"kontra": "re"}, ("kontra", "not_in_kind")),
    ],
)
def test_what_a_ramsch_cannot_have_is_refused(change, fault):
    assert fault in faults(replace(RAMSCH, **change), ALL_RULES)
    assert ("kind", "no_house_rule") in faults(RAMSCH, ISKO)


@pytest.mark.parametrize(
    ("entry", "bid", "reaches"),
    [
        (GOOD, 48, True),  # with 1, game, Schneider, Schwarz: 4 x 12
        (GOOD, 50, False),
        (Entry("D", 1, 1, result="won"), 36, True),
        (Entry("D", 1, 1, result="won"), 40, False),
        (Entry("grand", 1, -4, result="won"), 168, True),
        (Entry("grand", 1, -4, result="won"), 170, False),
        (NULL, 23, True),
        (NULL, 24, False),
        (replace(NULL, in_hand=True), 35, True),
        (replace(NULL, in_hand=True), 36, False),
        (replace(NULL, announced="ouvert"), 46, True),
        (replace(NULL, announced="ouvert"), 48, False),
        (replace(NULL, in_hand=True, announced="ouvert"), 60, False),
        (replace(GOOD, in_hand=True), 216, True),  # the jack in the skat: it could have been without 11
        (replace(GOOD, in_hand=True), 240, False),
    ],
)
def test_a_game_that_cannot_reach_the_bid_cannot_have_been_announced(entry, bid, reaches):
    assert (("bid", "out_of_reach") in faults(replace(entry, bid=bid))) != reaches


def test_everything_that_is_wrong_is_told_at_once():
    entry = Entry("C", 5, 0, announced="schwarz", result="jungfrau", bid=19, kontra="re", augen=3, sitting_out=(1,))
    assert faults(entry) == {
        ("declarer", "no_such_seat"),
        ("matadors", "matadors_range"),
        ("announced", "needs_hand"),
        ("result", "result_of_kind"),
        ("bid", "no_bid"),
        ("kontra", "no_house_rule"),
        ("augen", "not_in_kind"),
        ("sitting_out", "all_play"),
    }


@pytest.mark.parametrize("name", ["declarer", "loser"])
def test_at_a_table_of_four_one_rests_and_plays_nothing(name):
    entry = GOOD if name == "declarer" else RAMSCH
    assert faults(entry, ALL_RULES, 4) == {("sitting_out", "how_many_sit_out")}
    resting = replace(entry, sitting_out=(getattr(entry, name),))
    assert faults(resting, ALL_RULES, 4) == {(name, "sits_out")}
    assert faults(replace(Entry(passed_out=True), sitting_out=(2,)), ISKO, 4) == set()
    assert faults(Entry(passed_out=True), ISKO, 4) == set()


# What is improbable


@pytest.mark.parametrize(
    ("entry", "doubt"),
    [
        (Entry("H", 1, -3, in_hand=True, announced="schneider", result="won"), ("result", "missed")),
        (Entry("H", 1, -3, in_hand=True, announced="ouvert", result="schneider"), ("result", "missed")),
        (Entry("D", 1, 1, result="won", bid=33), ("bid", "overbid")),
    ],
)
def test_what_is_improbable_asks_for_a_second_look(entry, doubt):
    assert asked(entry, variant=ALL_RULES) == {doubt}


@pytest.mark.parametrize(
    "entry",
    [
        GOOD,
        NULL,
        RAMSCH,
        Entry("C", 1, -11, result="won"),
        Entry("D", 1, 1, result="lost", bid=33),  # lost anyway
        Entry("D", 1, 1, result="schwarz", bid=33),
        Entry("H", 1, -3, in_hand=True, announced="schneider", result="lost"),
        Entry(passed_out=True),
    ],
)
def test_a_usual_hand_asks_nothing(entry):
    assert asked(entry, variant=ALL_RULES) == set()
    assert asked(entry, entry, variant=ALL_RULES) == set()


def test_whoever_rests_out_of_turn_and_a_hand_too_many_ask_for_a_second_look():
    first, second, fourth = (replace(GOOD, declarer=3, sitting_out=(seat,)) for seat in (1, 2, 4))
    assert asked(first, second, seats=4) == set()
    assert warnings([first, fourth], ISKO, 4) == (Problem("sitting_out", "out_of_turn", {"seat": 2}),)
    assert asked(*[GOOD] * 36) == set()
    assert asked(*[GOOD] * 37) == {("kind", "list_full")}
    assert asked(*[GOOD] * 37, variant=PLAIN) == set()


# The sheet


def told(entries, variant, seats=3):
    outcomes = replay(entries, variant, seats)
    carry = outcomes[-1].carry if outcomes else None
    return {notice.code: dict(notice.params) for notice in notices((0,) * seats, carry, variant, seats)}


def test_a_list_has_36_hands_at_three_and_48_at_four():
    assert told([], ISKO)["hands_left"] == {"n": 36}
    assert told([GOOD] * 35, ISKO)["hands_left"] == {"n": 1}
    assert told([GOOD] * 36, ISKO)["list_over"] == {"n": 36}
    resting = [replace(GOOD, sitting_out=(4,))]
    assert told(resting * 47, ISKO, 4)["hands_left"] == {"n": 1}
    assert told(resting * 48, ISKO, 4)["list_over"] == {"n": 48}
    assert told([GOOD], PLAIN).keys().isdisjoint({"hands_left", "list_over"})
    ends = notices((0,) * 3, replay([GOOD] * 36, ISKO, 3)[-1].carry, ISKO, 3)
    assert [notice.code for notice in ends if notice.ends] == ["list_over"]


def test_an_event_gives_its_tables_lists_of_36_and_48():
    assert PLAIN.with_length(36, 3).length(3) == 36
    assert ISKO.with_length(48, 4).length(4) == 48
    assert ISKO.with_length(24, 4).deals_each == 6
    assert ISKO.with_length(10, 4).length(4) is None


@pytest.mark.parametrize("seats", [3, 4])
def test_a_bock_round_has_a_hand_for_each_seat_and_the_next_one_follows_it(seats):
    resting = AT_FOUR if seats == 4 else {}
    usual = replace(GOOD, **resting)
    starts = replace(usual, bock_event=True)
    points = [outcome.points[0] for outcome in replay([starts, *[usual] * (seats + 1)], PUB, seats)]
    assert points == [24, *[48] * seats, 24]
    points = [outcome.points[0] for outcome in replay([starts, starts, *[usual] * (2 * seats)], PUB, seats)]
    assert points == [24, *[48] * (2 * seats), 24]
    assert told([starts, usual], PUB, seats)["bock_hands"] == {"n": seats - 1, "times": 2}


def test_hands_that_nobody_bid_use_up_a_bock_round_and_the_list():
    hands = [replace(GOOD, bock_event=True), *[Entry(passed_out=True)] * 2]
    now = told(hands, replace(PUB, deals_each=12))
    assert (now["bock_hands"], now["hands_left"]) == ({"n": 1, "times": 2}, {"n": 33})


@pytest.mark.parametrize("seats", [3, 4])
def test_imagined_hands_are_what_a_club_might_play(seats):
    random, kinds = Random(1), set()
    for _ in range(300):
        entry = random_entry(random, [], PUB, seats, 2)
        assert problems(entry, PUB, seats) == ()
        assert entry.sitting_out == ((2,) if seats == 4 else ())
        kinds.add(entry.kind)
    assert kinds == {*RESULTS}
