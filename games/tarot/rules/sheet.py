"""How a sheet of tarot continues from deal to deal: who sits out, the cards in the dog, and the pairs."""

from collections.abc import Sequence

from games.tarot.rules.cards import DEALINGS
from games.tarot.rules.contenders import are_pairs
from games.tarot.rules.entry import FIVE, Entry
from games.tarot.rules.variant import Variant
from scorer.scoring import Fields, at_play


def declarers(entry: Entry, seats: int) -> Sequence[int]:
    return [seat for seat in (entry.taker, entry.partner) if seat]


def deal(entry: Entry) -> int | None:
    return entry.deal


def deal_fields(deal: int) -> Fields:
    return {"deal": deal}


def has_paper(variant: Variant) -> bool:
    return True


def initial_values(entries: Sequence[Entry], turn: int, variant: Variant, seats: int) -> Fields:
    """Six players can only play one for one. At a table of five where four play, the dealer sits out.

    `dog_cards` and `teams` are those of the last one-for-one deal if they fit the players. Otherwise the deal is the
    usual one, and everybody plays alone.
    """
    sitting_out = (turn,) if variant.mort and seats == FIVE else ()
    playing = at_play(sitting_out, seats)
    ways = [way.dog for way in DEALINGS[len(playing)]]
    dog_cards = next((entry.dog_cards for entry in reversed(entries) if entry.dog_cards in ways), ways[0])
    teams = next((entry.teams for entry in reversed(entries) if entry.kind == "one_for_one"), None)
    return {
        "kind": "taker" if len(playing) <= FIVE else "one_for_one",
        "sitting_out": sitting_out,
        "dog_cards": dog_cards,
        "teams": teams if teams and are_pairs(teams, playing) else None,
    }
