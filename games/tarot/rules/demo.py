"""Deals that a club might play, for the demo and the tests."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from games.tarot.rules.cards import (
    COURT_CARDS,
    COURT_RANKS,
    DEALINGS,
    EXTRA,
    LEAST,
    MAX_OUDLERS,
    PACK,
    THRESHOLDS,
    Dealing,
    figure,
)
from games.tarot.rules.contenders import questions
from games.tarot.rules.entry import CONTRACTS, FIVE, OUDLERS, Characters, Entry, Handful, Player, SideName
from games.tarot.rules.variant import Variant
from scorer.scoring import HalfPoints, at_play

# Roughly how a club's deals end. These are our own estimates for the demo, from no source.
_THROWN_IN: Final = 0.02
_ONE_FOR_ONE: Final = 0.12
_CONTRACT_WEIGHTS: Final = (40, 48, 9, 3)
_OUDLER_WEIGHTS: Final = (7, 30, 43, 20)
_MEAN_ABOVE: Final = 3
_SPREAD: Final = 8
_FURTHEST: Final = 20
"""How many points the taker has above those needed. About two takers in three win."""
_ALONE: Final = 0.15
_HANDFUL: Final = 0.12
_PETIT: Final = 0.1
_PULL: Final = 4.0
"""How many times as many tricks the strongest player of a one-for-one deal wins as the weakest, at most."""


def random_entry(random: Random, entries: Sequence[Entry], variant: Variant, seats: int, dealer: int) -> Entry:
    seating = Entry(sitting_out=(dealer,) if variant.mort and seats == FIVE else ())
    playing = at_play(seating.sitting_out, seats)
    if random.random() < _THROWN_IN:
        return replace(seating, passed_out=True)
    if len(playing) > FIVE or random.random() < _ONE_FOR_ONE:
        return _one_for_one(random, seating, seats)
    return _with_taker(random, seating, playing)


def _with_taker(random: Random, seating: Entry, playing: Sequence[int]) -> Entry:
    taker = random.choice(playing)
    oudlers = random.choices(range(MAX_OUDLERS + 1), _OUDLER_WEIGHTS)[0]
    above = max(-_FURTHEST, min(_FURTHEST, random.gauss(_MEAN_ABOVE, _SPREAD)))
    points = THRESHOLDS[oudlers] + (round(above) if len(playing) % 2 == 0 else round(above * 2) / 2)
    partner = None
    if len(playing) == FIVE:
        others = [seat for seat in playing if seat != taker]
        partner = taker if random.random() < _ALONE else random.choice(others)
    petit: SideName | None = None
    if random.random() < _PETIT:
        petit = "attack" if random.randrange(MAX_OUDLERS) < oudlers else "defence"
    return replace(
        seating,
        kind="taker",
        taker=taker,
        partner=partner,
        contract=random.choices(CONTRACTS, _CONTRACT_WEIGHTS)[0],
        oudlers=oudlers,
        points=HalfPoints(figure(points)),
        petit_au_bout=petit,
        handfuls=(Handful(random.choice((taker, *playing)), "single"),) if random.random() < _HANDFUL else (),
    )


def _one_for_one(random: Random, seating: Entry, seats: int) -> Entry:
    """A shuffled pack, each trick of which somebody wins, whatever the suits. What decides a tie is filled in."""
    playing = at_play(seating.sitting_out, seats)
    way = DEALINGS[len(playing)][0]
    full = replace(seating, kind="one_for_one", dog_cards=way.dog, players=tuple(_players(random, len(playing), way)))
    plain = replace(
        full, players=tuple(replace(player, characters=None, first_trick=None) for player in full.players or ())
    )
    entry = plain
    for _ in ("characters", "first_trick"):
        entry = _answered(entry, full, seats)
    return entry


def _answered(entry: Entry, full: Entry, seats: int) -> Entry:
    """Return `entry` with what `full` answers to its questions."""
    players = list(entry.players or ())
    for question in questions(entry, seats):
        answer = getattr((full.players or ())[question.place], question.field)
        players[question.place] = replace(players[question.place], **{question.field: answer})
    return replace(entry, players=tuple(players))


def _players(random: Random, count: int, way: Dealing) -> list[Player]:
    pack = _pack()
    random.shuffle(pack)
    tricks = [pack[number * count : (number + 1) * count] for number in range(way.hand)]
    strength = [1 + (_PULL - 1) * random.random() for _ in range(count)]
    winners = random.choices(range(count), strength, k=way.hand)
    shows = random.randrange(count) if random.random() < _HANDFUL else None
    players = []
    for place in range(count):
        won = [number for number, winner in enumerate(winners) if winner == place]
        cards = [card for number in won for card in tricks[number]]
        held = Characters(*(cards.count(rank) for rank in COURT_RANKS))
        oudlers = tuple(oudler for oudler in OUDLERS if oudler in cards)
        extra = sum(EXTRA["oudler"] if card in oudlers else EXTRA.get(card, 0) for card in cards)
        players.append(
            Player(
                points=HalfPoints(figure(len(cards) * LEAST + extra)),
                oudlers=oudlers,
                handfuls=("single",) if place == shows else (),
                petit_au_bout=winners[-1] == place and "petit" in tricks[-1],
                characters=held,
                first_trick=won[0] + 1 if won else None,
            )
        )
    return players


def _pack() -> list[str]:
    """The oudlers and court cards by name, and every other card as "other"."""
    court = [rank for rank in COURT_RANKS for _ in range(COURT_CARDS)]
    return [*OUDLERS, *court, *["other"] * (PACK - len(OUDLERS) - len(court))]
