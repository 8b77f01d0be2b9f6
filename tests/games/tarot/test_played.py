"""Deals played card by card by the rules of play: scored from the cards by the reference, and through the rules."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from games.tarot import rules
from games.tarot.rules import Entry, Variant, contenders
from games.tarot.rules.entry import Characters, Handful, Player
from tests.games.tarot import reference
from tests.games.tarot.deals import COURT, DEALINGS, EXCUSE, OUDLER_NAMES, count, court, deal, halves, play

HOUSE = rules.PRESETS["house"]
ROUNDS = 90


def points(pile):
    return pile.halves / 2


def handful(hand, players):
    """The largest handful that these cards can show."""
    trumps = sum(card[0] in "TE" for card in hand)
    sizes = reference.TRUMPS[players]
    return next((size for size in ("triple", "double", "single") if trumps >= sizes[size]), None)


def some_deal(random, players, hand, dog):
    """A deal of one of three kinds: any cards, one strong player, or one who wins nearly every trick."""
    strong = random.choice([None, hand // 2, hand - random.randrange(3)])
    favoured = None if strong is None else 0
    dealt = deal(random, players, hand, dog, favoured, strong or 0)
    return play(random, dealt, leader=0, bold=favoured)


def written(place, pile, shown):
    """What is written down for one player, with everything that may be asked."""
    court = Characters(*(pile.court.count(rank) for rank in "KQCJ"))
    return Player(
        points=points(pile),
        oudlers=tuple(sorted(pile.oudlers)),
        handfuls=(shown[place],) if place in shown else (),
        petit_au_bout=pile.petit_au_bout,
        characters=court,
        first_trick=pile.first,
    )


def shorter(entry, seats):
    """The same entry with answers only to what is asked."""
    full = entry.players
    entry = replace(entry, players=tuple(replace(p, characters=None, first_trick=None) for p in full))
    while asked := contenders.open_questions(entry, seats):
        answers = {}
        for question in asked:
            answers.setdefault(question.place, {})[question.field] = getattr(full[question.place], question.field)
        changed = tuple(replace(p, **answers.get(place, {})) for place, p in enumerate(entry.players))
        assert changed != entry.players
        entry = replace(entry, players=changed)
    return entry


def pooled(sides, piles, shown):
    """The sides of the reference, from the players' tricks."""
    for seats in sides:
        mine = [piles[seat - 1] for seat in seats]
        declared = sum(reference.HANDFUL[shown[seat - 1]] for seat in seats if seat - 1 in shown)
        yield reference.Side(
            seats,
            sum(Fraction(pile.halves, 2) for pile in mine),
            set().union(*(pile.oudlers for pile in mine)),
            declared + 10 * sum(pile.petit_au_bout for pile in mine),
            not any(pile.tricks for pile in mine),
            [rank for pile in mine for rank in pile.court],
            min((pile.first for pile in mine if pile.first), default=None),
        )


def check(dealt, entry, sides, piles, shown, dog):
    players = len(entry.players)
    assert rules.problems(entry, HOUSE, players) == ()
    assert rules.warnings([entry], HOUSE, players) == ()
    assert contenders.dog_points(entry) == dog
    for variant in (HOUSE, Variant("zero", "each"), Variant("none", "sum"), Variant("zero", "sum")):
        due = reference.one_for_one(
            list(pooled(sides, piles, shown)),
            Fraction(dog),
            floor=variant.stake_floor,
            rounding=variant.stake_rounding,
        )
        outcome = rules.replay([entry], variant, players)[0]
        assert list(outcome.points) == due
        assert sum(due) == 0
        assert all(number % 4 == 0 for number in due)
        short = rules.replay([shorter(entry, players)], variant, players)[0]
        assert short.points == outcome.points
    return {reason.code for reason in outcome.reasons}


@pytest.mark.parametrize(("players", "hand", "dog"), DEALINGS)
def test_a_one_for_one_deal_scores_from_its_entry_as_from_its_cards(players, hand, dog):
    met = Counter()
    for seed in range(ROUNDS):
        random = Random(1000 * players + hand + 7919 * seed)
        dealt = some_deal(random, players, hand, dog)
        piles = count(dealt, range(players), short=seed % 2 == 1)
        able = {place: handful(cards, players) for place, cards in enumerate(dealt.hands)}
        shown = {place: size for place, size in able.items() if size and random.random() < 0.5}
        entry = Entry(
            kind="one_for_one",
            dog_cards=dog,
            players=tuple(written(place, piles[place], shown) for place in range(players)),
        )
        sides = [(seat,) for seat in range(1, players + 1)]
        left = sum(halves(card) for card in dealt.dog) / 2
        met.update(check(dealt, entry, sides, piles, shown, left))
        if players in (4, 6):
            half = players // 2
            teams = tuple((seat, seat + half) for seat in range(1, half + 1))
            met.update(check(dealt, replace(entry, teams=teams), teams, piles, shown, left))
    assert {"dispute", "slam_declared", "handful_single", "petit_au_bout_declared", "stake"} <= set(met)


def attack_of(random, dealt, taker):
    """The places that play with the taker, who calls a king with five players."""
    if dealt.count != 5:
        return {taker}
    king = (random.choice("SHDC"), 14)
    return {taker, *(place for place, hand in enumerate(dealt.hands) if king in hand)}


def put_aside(random, dealt, taker):
    """The dog into the taker's hand, and as many cards that are neither king nor trump out of it."""
    dealt.hands[taker] += dealt.dog
    may = [card for card in dealt.hands[taker] if card[0] not in "TE" and COURT.get(card[1]) != "K"]
    if len(may) < len(dealt.dog):
        return False
    dealt.dog = random.sample(may, len(dealt.dog))
    for card in dealt.dog:
        dealt.hands[taker].remove(card)
    return True


@pytest.mark.parametrize(("players", "hand", "dog"), [way for way in DEALINGS if way[0] < 6])
def test_a_deal_with_a_taker_scores_from_its_entry_as_from_its_cards(players, hand, dog):
    met = Counter()
    for seed in range(2 * ROUNDS):
        random = Random(17 * players + hand + 104729 * seed)
        contract = random.choice(["petite", "garde", "garde_sans", "garde_contre"])
        strong = random.choice([0, hand // 2, hand])
        dealt = deal(random, players, hand, dog, 0, strong)
        taker = random.choice([0, 0, 1])
        attack = attack_of(random, dealt, taker)
        if contract in ("petite", "garde") and not put_aside(random, dealt, taker):
            continue
        sides = ["attack" if place in attack else "defence" for place in range(players)]
        play(random, dealt, leader=0, bold=0)
        piles = count(dealt, sides)
        for card in dealt.dog:
            piles["defence" if contract == "garde_contre" else "attack"].take(card)
        mine = piles["attack"]
        assert mine.halves + piles["defence"].halves == 182
        slam = {0: "made", hand: "defence"}.get(piles["defence"].tricks)
        petit = next((side for side in ("attack", "defence") if piles[side].petit_au_bout), None)
        shown = [(place, size) for place in range(players) if (size := handful(dealt.hands[place], players))]
        partner = None
        if players == 5:
            partner = 1 + next(iter(attack - {taker}), taker)
        entry = Entry(
            kind="taker",
            taker=taker + 1,
            partner=partner,
            contract=contract,
            oudlers=len(mine.oudlers),
            points=points(mine),
            petit_au_bout=petit,
            handfuls=tuple(Handful(place + 1, size) for place, size in shown),
            slam=slam,
        )
        assert rules.problems(entry, HOUSE, players) == ()
        assert {warning.code for warning in rules.warnings([entry], HOUSE, players)} <= {"slam_rare"}
        each = reference.unit(contract, len(mine.oudlers), points(mine), petit, [size for _, size in shown], slam)
        due = reference.pay(each, players, taker + 1, partner)
        outcome = rules.replay([entry], HOUSE, players)[0]
        assert dict(enumerate(outcome.points, start=1)) == due
        met.update({reason.code for reason in outcome.reasons})
    assert {"contract_made", "contract_failed", "slam_made", "slam_defence", "handful_single"} <= set(met)
    assert {"petite", "garde", "garde_sans", "garde_contre", "petit_au_bout_attack"} <= set(met)


def test_the_pack_of_the_tests_has_91_points_and_16_court_cards():
    pack = deal(Random(1), 4, 18, 6)
    cards = [card for hand in (*pack.hands, pack.dog) for card in hand]
    assert len(set(cards)) == 78
    assert sum(halves(card) for card in cards) == 182
    assert sum(court(card) is not None for card in cards) == 16
    assert sum(card in OUDLER_NAMES for card in cards) == 3
    assert EXCUSE in cards
