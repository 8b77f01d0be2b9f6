"""What is refused, and what asks for a second look."""

from dataclasses import fields, replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tarot import rules
from games.tarot.rules import Entry, contenders
from games.tarot.rules.cards import DEALINGS, HANDFUL_TRUMPS, most_points
from games.tarot.rules.entry import Characters, Handful, Player
from scorer.scoring import Problem, dump, judge, load
from tests.games.tarot import reference
from tests.games.tarot.entries import (
    FIVE,
    GOOD,
    HOUSE,
    MORT,
    PLAIN,
    THROWN_IN,
    altered,
    deal,
    faults,
    named,
    player,
    scored,
    warned,
)

# What is refused


def test_an_empty_entry_lacks_its_kind_and_each_kind_all_that_it_needs():
    assert faults(Entry()) == {("kind", "required")}
    assert faults(Entry(kind="taker")) == {(name, "required") for name in ("taker", "contract", "oudlers", "points")}
    assert faults(Entry(kind="one_for_one")) == {("dog_cards", "required"), ("players", "required")}


@pytest.mark.parametrize(
    ("entry", "seats", "found"),
    [
        (replace(GOOD, contract="pousse"), 4, "contract choice"),
        (replace(GOOD, oudlers=4), 4, "oudlers oudlers_range"),
        (replace(GOOD, oudlers=-1), 4, "oudlers oudlers_range"),
        (replace(GOOD, points=-0.5), 4, "points points_range"),
        (replace(GOOD, points=91.5), 4, "points points_range"),
        (replace(GOOD, points=40.25), 4, "points half_number"),
        (replace(GOOD, taker=5), 4, "taker no_such_seat"),
        (replace(GOOD, taker=0), 4, "taker no_such_seat"),
        (replace(GOOD, sitting_out=(1,)), 5, "taker sits_out"),
        (GOOD, 5, "partner partner_needed"),
        (replace(GOOD, partner=6), 5, "partner no_such_seat"),
        (replace(GOOD, partner=1), 4, "partner partner_five"),
        (replace(GOOD, partner=2), 3, "partner partner_five"),
        (replace(GOOD, partner=2, sitting_out=(5,)), 5, "partner partner_five"),
        (GOOD, 6, "kind six_no_taker"),
        (
            replace(GOOD, handfuls=(Handful(1, "single"),) * 2),
            5,
            "partner partner_needed, handfuls.1.seat handful_twice",
        ),
        (replace(GOOD, handfuls=(Handful(1, "single"), Handful(2, "double"))), 4, "handfuls.1.size handful_trumps"),
        (replace(GOOD, handfuls=(Handful(1, "single"), Handful(2, "single"))), 3, "handfuls.1.size handful_trumps"),
        (replace(FIVE, handfuls=tuple(Handful(n, "single") for n in (1, 2, 3))), 5, "handfuls.2.size handful_trumps"),
        (replace(GOOD, handfuls=(Handful(5, "single"),)), 4, "handfuls.0.seat no_such_seat"),
        (replace(GOOD, handfuls=(Handful(4, "single"),), sitting_out=(4,)), 5, "handfuls.0.seat sits_out"),
        (replace(GOOD, handfuls=(Handful(),)), 4, "handfuls.0.seat required, handfuls.0.size required"),
        (replace(GOOD, petit_au_bout="both"), 4, "petit_au_bout choice"),
        (replace(GOOD, oudlers=0, petit_au_bout="attack"), 4, "petit_au_bout petit_au_bout_attack"),
        (replace(GOOD, oudlers=3, petit_au_bout="defence"), 4, "petit_au_bout petit_au_bout_defence"),
        (replace(GOOD, points=86, slam="made"), 4, "slam slam_points"),
        (replace(GOOD, points=80, slam="announced_made"), 4, "slam slam_points"),
        (replace(GOOD, slam="both"), 4, "slam choice"),
        (replace(GOOD, dog_cards=6), 4, "dog_cards not_in_taker"),
        (replace(GOOD, players=(), teams=()), 4, "players not_in_taker, teams not_in_taker"),
        (replace(GOOD, sitting_out=(4,)), 4, "sitting_out all_play"),
        (replace(GOOD, sitting_out=(4,)), 6, "sitting_out all_play"),
        (replace(GOOD, sitting_out=(4, 5)), 5, "sitting_out how_many_sit_out"),
        (replace(GOOD, sitting_out=(3, 3)), 5, "sitting_out how_many_sit_out, sitting_out seat_twice"),
        (replace(GOOD, sitting_out=(6,)), 5, "sitting_out no_such_seat"),
        (GOOD, 2, "kind seat_count"),
        (GOOD, 7, "kind seat_count"),
        (replace(THROWN_IN, kind="taker", points=0), 4, "kind passed_out_empty, points passed_out_empty"),
        (replace(THROWN_IN, players=(), dog_cards=6), 4, "players passed_out_empty, dog_cards passed_out_empty"),
        (replace(THROWN_IN, sitting_out=(1,)), 4, "sitting_out all_play"),
        (
            Entry(
                kind="taker", taker=9, contract="x", oudlers=7, points=200, partner=3, sitting_out=(1,), teams=((1, 2),)
            ),
            4,
            (
                "taker no_such_seat, contract choice, "
                "oudlers oudlers_range, points points_range, "
                "sitting_out all_play, teams not_in_taker"
            ),
        ),
    ],
)
def test_a_deal_with_a_taker_is_refused_for_each_fault_at_its_field(entry, seats, found):
    assert faults(entry, seats) == named(found)


@pytest.mark.parametrize(
    ("entry", "seats", "found"),
    [
        (replace(deal(*PLAIN), dog_cards=3), 4, "dog_cards dealing"),
        (replace(deal(*PLAIN), dog_cards=8), 4, "dog_cards dealing"),
        (replace(deal(*PLAIN, player(0)), dog_cards=6), 5, "dog_cards dealing"),
        (replace(deal(*PLAIN), dog_cards=None), 4, "dog_cards required"),
        (deal(*PLAIN), 3, "players players_count"),
        (deal(*PLAIN), 5, "players players_count, dog_cards dealing"),
        (deal(*PLAIN, player(0), sitting_out=(1,), dog=6), 5, "players players_count"),
        (replace(deal(*PLAIN), players=()), 4, "players players_count"),
        (altered(2, points=None), 4, "players.2.points required"),
        (altered(2, points=-1), 4, "players.2.points points_range"),
        (altered(2, points=92), 4, "players.2.points points_range, players dog_points"),
        (altered(2, points=14.25), 4, "players.2.points half_number"),
        (altered(2, points=15.5), 4, "players dog_points"),
        (altered(2, oudlers=("21",)), 4, "players.2.oudlers.0 oudler_twice"),
        (altered(0, oudlers=("21", "21")), 4, "players.0.oudlers.1 oudler_twice"),
        (altered(1, points=4), 4, "players.1.points oudler_points"),
        (altered(1, points=0), 4, "players.1.points oudler_points"),
        (
            deal(player(40, "21", "petit"), player(3.5, "excuse"), player(20), player(20)),
            4,
            "players.1.points oudler_points",
        ),
        (altered(2, petit_au_bout=True), 4, "players.2.petit_au_bout petit_au_bout_whose"),
        (
            deal(player(45, "21", "petit", petit_au_bout=True), player(22, petit_au_bout=True), player(14), player(6)),
            4,
            "players.1.petit_au_bout petit_au_bout_whose, players.1.petit_au_bout petit_au_bout_twice",
        ),
        (altered(2, trickless=True), 4, "players.2.points no_trick_points"),
        (altered(1, trickless=True), 4, "players.1.points no_trick_points"),
        (
            deal(player(40, "21", "petit"), player(5, "excuse", trickless=True), player(20), player(22)),
            4,
            "players.1.points no_trick_points",
        ),
        (
            deal(player(40, "21", "excuse", "petit"), player(4, trickless=True), player(20), player(22)),
            4,
            "players.1.points no_trick_points",
        ),
        (altered(3, points=0, trickless=False), 4, "players.3.points trick_points"),
        (
            deal(player(40, "21", "petit"), player(4.5, "excuse", trickless=False), player(20.5), player(22)),
            4,
            "players.1.points excuse_and_trick",
        ),
        (deal(*[player(0)] * 4), 4, "players nobody_tricks"),
        (deal(player(4, "excuse", trickless=True), *[player(0)] * 3), 4, "players nobody_tricks"),
        (altered(0, handfuls=("single", "single")), 4, "players.0.handfuls handful_one"),
        (
            deal(replace(PLAIN[0], handfuls=("single",)), replace(PLAIN[1], handfuls=("double",)), *PLAIN[2:]),
            4,
            "players.1.handfuls handful_trumps",
        ),
        (
            deal(player(45, "21"), player(20, handfuls=("single",)), player(10, handfuls=("single",))),
            3,
            "players.2.handfuls handful_trumps",
        ),
        (altered(2, handfuls=("quadruple",)), 4, "players.2.handfuls.0 choice"),
        (altered(2, oudlers=("king",)), 4, "players.2.oudlers.0 choice"),
        (altered(2, first_trick=0), 4, "players.2.first_trick first_trick_range"),
        (altered(2, first_trick=19), 4, "players.2.first_trick first_trick_range"),
        (
            deal(*(replace(each, first_trick=1) for each in PLAIN)),
            4,
            ", ".join(f"players.{place}.first_trick first_trick_twice" for place in (1, 2, 3)),
        ),
        (altered(3, points=0, first_trick=2), 4, "players.3.first_trick first_trick_none"),
        (altered(3, points=0, characters=Characters(J=1)), 4, "players.3.characters characters_none"),
        (altered(3, points=0, characters=Characters()), 4, ""),
        (altered(2, characters=Characters(K=5)), 4, "players.2.characters.K characters_range"),
        (altered(2, characters=Characters(J=-1)), 4, "players.2.characters.J characters_range"),
        (
            deal(
                replace(PLAIN[0], characters=Characters(Q=3)), replace(PLAIN[1], characters=Characters(Q=2)), *PLAIN[2:]
            ),
            4,
            "players.1.characters.Q characters_sum",
        ),
        (deal(player(40, "21"), player(20), player(20), teams=((1, 2),)), 3, "teams teams_count"),
        (deal(*PLAIN, player(0), teams=((1, 2), (3, 4))), 5, "teams teams_count"),
        (deal(*PLAIN, teams=((1, 2),)), 4, "teams teams_pairs"),
        (deal(*PLAIN, teams=((1, 2), (3, 3))), 4, "teams teams_pairs"),
        (deal(*PLAIN, teams=((1, 2, 3), (4,))), 4, "teams teams_pairs"),
        (deal(*PLAIN, teams=()), 4, "teams teams_pairs"),
        (deal(*PLAIN, teams=((1, 2), (3, 5))), 4, "teams no_such_seat"),
        (deal(*PLAIN, taker=1, slam="made"), 4, "taker not_in_one_for_one, slam not_in_one_for_one"),
        (
            deal(
                *PLAIN, contract="garde", oudlers=0, points=0, partner=2, petit_au_bout="attack", handfuls=(Handful(),)
            ),
            4,
            ", ".join(
                f"{name} not_in_one_for_one"
                for name in ("partner", "contract", "oudlers", "points", "petit_au_bout", "handfuls")
            ),
        ),
        (
            deal(
                player(95, "21", "petit"),
                player(3, "petit", handfuls=("single", "triple")),
                player(0, first_trick=1),
                player(5, trickless=True),
                dog=7,
            ),
            4,
            (
                "dog_cards dealing, players.0.points points_range, "
                "players.1.oudlers.0 oudler_twice, players.1.points oudler_points, "
                "players.1.handfuls handful_one, players.2.first_trick first_trick_none, "
                "players.3.points no_trick_points"
            ),
        ),
        (replace(deal(*PLAIN), sitting_out=(1,)), 4, "sitting_out all_play"),
        (deal(*PLAIN), 8, "kind seat_count"),
    ],
)
def test_a_one_for_one_deal_is_refused_for_each_fault_at_its_field(entry, seats, found):
    assert faults(entry, seats) == named(found)


def test_a_garde_contre_leaves_the_dog_to_those_who_lost_every_trick():
    entry = replace(GOOD, contract="garde_contre", points=70, slam="made")
    assert scored(entry) == tuple(share * ((25 + 29) * 6 + 200) for share in (3, -1, -1, -1))


def test_the_dog_may_have_no_less_than_half_a_point_a_card():
    for count, ways in DEALINGS.items():
        for way in ways:
            rest = [player(0)] * (count - 1)
            most = 91 - way.dog / 2
            assert faults(deal(player(most, "21", "excuse", "petit"), *rest, dog=way.dog), count) == set()
            over = deal(player(most + 0.5, "21", "excuse", "petit"), *rest, dog=way.dog)
            assert faults(over, count) == {("players", "dog_points")}


def test_handfuls_need_no_more_trumps_than_there_are():
    for count, trumps in HANDFUL_TRUMPS.items():
        assert trumps == reference.TRUMPS[count]
        for sizes in product(trumps, repeat=2):
            taken = Entry(
                kind="taker",
                taker=1,
                partner=2 if count == 5 else None,
                contract="garde",
                oudlers=2,
                points=49,
                handfuls=tuple(Handful(seat, size) for seat, size in enumerate(sizes, start=1)),
            )
            too_many = sum(trumps[size] for size in sizes) > 22
            found = {code for _, code in faults(taken, count)} - {"six_no_taker"}
            assert found == ({"handful_trumps"} if too_many else set())


def test_handfuls_of_exactly_all_trumps_can_be_one_for_one():
    def shown(*sizes):
        sizes = [(size,) if size else () for size in sizes]
        points = (player(35, "21", "excuse", "petit"), *(player(number) for number in (18, 13, 10, 7, 4)))
        return deal(*(replace(each, handfuls=size) for each, size in zip(points, sizes, strict=True)))

    assert faults(shown("single", "single", "triple", None, None, None), 6) == set()
    assert faults(shown("single", None, "double", "double", None, None), 6) == set()
    assert faults(shown("single", "single", "single", "single", None, None), 6) == {
        ("players.3.handfuls", "handful_trumps")
    }


# What asks for a second look


@pytest.mark.parametrize(
    ("entry", "seats", "found"),
    [
        (GOOD, 4, ""),
        (replace(GOOD, points=49.5), 4, "points odd_half"),
        (replace(GOOD, points=49.5), 3, ""),
        (replace(FIVE, points=49.5), 5, ""),
        (replace(GOOD, oudlers=3, points=12), 4, "points points_low"),
        (replace(GOOD, oudlers=3, points=13), 4, ""),
        (replace(GOOD, oudlers=1, points=83), 4, "points points_high"),
        (replace(GOOD, oudlers=1, points=82), 4, ""),
        (replace(GOOD, oudlers=0, points=2), 4, "points attack_dog"),
        (replace(GOOD, oudlers=0, points=3), 4, ""),
        (replace(FIVE, oudlers=0, points=1), 5, "points attack_dog"),
        (replace(FIVE, oudlers=0, points=1.5), 5, ""),
        (replace(GOOD, contract="garde_contre", oudlers=0, points=2), 4, ""),
        (replace(GOOD, contract="garde_contre", oudlers=3, points=89), 4, "points defence_dog"),
        (replace(GOOD, contract="garde_contre", oudlers=3, points=88), 4, ""),
        (replace(GOOD, oudlers=3, points=91), 4, "slam no_slam"),
        (replace(GOOD, oudlers=3, points=91, slam="announced_failed"), 4, "slam no_slam, slam slam_rare"),
        (replace(GOOD, contract="garde_contre", oudlers=0, points=0), 4, "slam no_slam"),
        (replace(GOOD, oudlers=3, points=91, slam="made"), 4, "slam slam_rare"),
        (replace(GOOD, points=86.5, slam="made"), 4, "slam slam_rare"),
        (replace(GOOD, points=87, slam="made"), 4, "slam slam_rare"),
        (replace(GOOD, oudlers=3, points=88, slam="made"), 4, "slam slam_rare, points slam_others"),
        (
            replace(GOOD, points=87, slam="made", petit_au_bout="defence"),
            4,
            "slam slam_rare, petit_au_bout petit_au_bout_slam",
        ),
        (replace(GOOD, oudlers=0, points=19, slam="defence"), 4, "slam slam_rare"),
        (replace(GOOD, oudlers=1, points=32, slam="defence"), 4, "slam slam_rare, points slam_others"),
        (replace(GOOD, contract="garde_contre", oudlers=1, points=4.5, slam="defence"), 4, "slam slam_rare"),
        (
            replace(GOOD, contract="garde_contre", oudlers=1, points=9, slam="defence"),
            4,
            "slam slam_rare, points slam_others",
        ),
        (replace(GOOD, contract="garde_contre", points=70, slam="made"), 4, "slam slam_rare"),
        (replace(GOOD, contract="garde_contre", points=50, slam="made"), 4, "slam slam_rare, points slam_others"),
        (
            replace(GOOD, oudlers=1, points=8, slam="defence", petit_au_bout="attack"),
            4,
            "slam slam_rare, petit_au_bout petit_au_bout_slam",
        ),
        (replace(FIVE, points=38.5, slam="defence"), 5, "slam slam_rare"),
        (replace(FIVE, points=39, slam="defence"), 5, "slam slam_rare, points slam_others"),
        (deal(*PLAIN), 4, ""),
        (
            deal(player(80, "21", "petit"), player(4.5, "excuse", trickless=True), player(1.5), player(0)),
            4,
            "",
        ),
        (
            deal(player(45.5, "21", "excuse"), player(21.5, "petit"), *PLAIN[2:]),
            4,
            "players.0.points odd_half, players.1.points odd_half",
        ),
        (deal(player(83.5, "21", "petit"), player(4.5, "excuse", trickless=True), player(0), player(0)), 4, ""),
        (altered(2, points=13.5), 4, "players.2.points odd_half, players dog_half"),
        (
            deal(player(45, "21", "excuse", "petit"), player(20.5), player(15), player(5), player(2)),
            5,
            "players.4.points points_low",
        ),
        (deal(player(45, "21", "excuse", "petit"), player(20), player(15), player(5), player(2.5)), 5, ""),
        (
            deal(player(45, "21", "excuse", "petit"), player(20), player(15), player(5), player(3)),
            5,
            "players dog_half",
        ),
        (
            deal(player(42, "21", "petit"), player(5, "excuse"), player(21), player(19)),
            4,
            "players.1.points points_low",
        ),
        (deal(player(81), player(4), player(2), player(0)), 4, "players.0.points points_high, players oudler_whose"),
        (altered(1, oudlers=()), 4, "players oudler_whose"),
        (altered(1, oudlers=(), points=19), 4, ""),
        (altered(2, points=2, characters=Characters(K=1)), 4, "players.2.characters characters_points"),
        (altered(0, points=20), 4, "players dog_high"),
        (altered(0, points=24), 4, ""),
    ],
)
def test_improbable_values_ask_for_a_second_look(entry, seats, found):
    assert warned(entry, seats=seats) == named(found)


def test_a_deal_entered_twice_asks_for_a_second_look():
    assert warned(GOOD, GOOD) == {("points", "same_as_before")}
    assert warned(deal(*PLAIN), deal(*PLAIN)) == {("players", "same_as_before")}
    assert warned(GOOD, replace(GOOD, taker=2)) == set()
    assert warned(THROWN_IN, THROWN_IN) == set()


def test_a_table_with_a_mort_asks_who_sits_out():
    out = replace(GOOD, sitting_out=(5,))
    assert warned(FIVE, seats=5, variant=MORT) == {("sitting_out", "nobody_sits_out")}
    assert warned(out, seats=5, variant=MORT) == set()
    assert warned(GOOD, variant=MORT) == set()
    assert warned(out, replace(out, points=50), seats=5, variant=MORT) == {("sitting_out", "sits_out_again")}
    assert warned(THROWN_IN, seats=5, variant=MORT) == {("sitting_out", "nobody_sits_out")}


def test_the_most_that_a_dog_can_have():
    assert most_points(6, 3) == 27
    assert most_points(6, 0) == 4 * 4.5 + 2 * 3.5
    assert most_points(3, 3) == 13.5
    assert most_points(8, 3) == 35
    assert most_points(78, 3) == 91


def test_the_judge_reads_the_hand_format():
    line = {
        "kind": "taker", "taker": 1, "partner": None, "contract": "garde", "oudlers": 2, "points": 49,
        "petit_au_bout": "attack", "handfuls": [{"seat": 1, "size": "single"}], "slam": None,
    }  # fmt: skip
    assert scored(judge(rules, line, HOUSE, 4).entry) == (318, -106, -106, -106)
    line = {
        "kind": "one_for_one",
        "dog_cards": 6,
        "players": [
            {"points": 45.5, "oudlers": ["21", "excuse"], "handfuls": ["double"]},
            {"points": 27, "oudlers": ["petit"]},
            {"points": 15.5},
        ],
    }
    assert scored(judge(rules, line, HOUSE, 3).entry, 3) == (372, -120, -252)
    line["players"][1] = {"points": 27.3, "oudlers": ["petit"], "bouts": 1}
    judged = judge(rules, line | {"fields": 0, "slam": "made"}, HOUSE, 3)
    assert {(problem.field, problem.code) for problem in judged.problems} == {
        ("fields", "unknown"),
        ("players.1.points", "half_number"),
        ("players.1.bouts", "unknown"),
        ("slam", "not_in_one_for_one"),
    }
    assert judge(rules, {"passed_out": True}, HOUSE, 4).problems == ()


def test_ill_typed_players_are_not_also_missing():
    assert faults(Entry(kind="one_for_one", dog_cards=6, players="45")) == {("players", "list")}
    assert faults(deal(player("45"), *PLAIN[1:])) == {("players.0.points", "half_number")}


GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from([1, 6, 40.5, "21"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["points", "seat", "K"]), inner),
    max_leaves=4,
)
PLAYERS = st.builds(Player, *[GARBAGE] * 7)
WILD = {
    "players": st.lists(PLAYERS, max_size=7).map(tuple),
    "handfuls": st.lists(st.builds(Handful, GARBAGE, GARBAGE), max_size=4).map(tuple),
    "kind": st.sampled_from(["taker", "one_for_one", None]),
}


@settings(max_examples=80)
@given(st.data(), st.integers(1, 8))
def test_no_garbage_makes_the_judge_raise(data, seats):
    names = data.draw(st.sets(st.sampled_from([field.name for field in fields(Entry)])))
    values = {name: data.draw(WILD.get(name, GARBAGE) | GARBAGE) for name in names}
    entry = Entry(**values)
    for problem in rules.problems(entry, HOUSE, seats):
        assert isinstance(problem, Problem)
    contenders.questions(load(Entry, dump(entry))[0], seats)
