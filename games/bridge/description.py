"""A board as the sheet shows it: "4♠ S +1", "E–W vulnerable", "lead ♥K"."""

from django.utils.translation import pgettext

from games.bridge.labels import RANK_LETTERS, SEATS, VULNERABLE_WORDS
from games.bridge.rules.boards import board_vulnerability
from games.bridge.rules.contract import Contract, contract_of
from games.bridge.rules.entry import Entry, Honours
from scorer.registry.description import Description, Subject, Words, suit


def describe(hand: Subject) -> Description:
    entry: Entry = hand.entry
    contract = contract_of(entry, "none")
    said = _made(contract) if contract else [Words(pgettext("bridge", "Passed out"), "main")]
    about = [] if hand.deal_known or entry.board is None else _board(entry, entry.board)
    lead = [] if entry.lead is None else _lead(entry.lead)
    return Description(said, [about, lead, *map(_honours, entry.honours)])


def _made(contract: Contract) -> list[Words]:
    strain = contract.strain
    return [
        Words(str(contract.level), "main"),
        Words(pgettext("bridge", "NT"), "main", glued=True) if strain == "NT" else suit(strain, "main"),
        Words(contract.doubled, "main"),
        Words(str(SEATS[contract.declarer])),
        Words(f"{contract.over:+d}".replace("-", "−") if contract.over else "="),
    ]


def _board(entry: Entry, board: int) -> list[Words]:
    vulnerable = VULNERABLE_WORDS[entry.vulnerable or board_vulnerability(board)]
    said = pgettext("bridge", "board %(board)s") % {"board": board}
    return [Words(said, brief=str(board)), Words(f"· {vulnerable}", "rest")]


def _lead(card: str) -> list[Words]:
    rank = card[:-1]
    words = pgettext("bridge, before the card that was led", "lead")
    return [Words(words, brief=""), suit(card[-1]), Words(str(RANK_LETTERS.get(rank, rank)), glued=True)]


def _honours(honours: Honours) -> list[Words]:
    params = {"name": SEATS[honours.seat or ""], "points": honours.points}
    text = pgettext("bridge", "honours %(name)s %(points)s") % params
    return [Words(text, brief=pgettext("bridge, short for honours", "hon."))]
