from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from django.utils.translation import gettext, npgettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.bridge.labels import CARDS, CHOICES, PASSED, SEATS, VULNERABLE_WORDS, written_seats, written_strains
from games.bridge.pbn_event import read_pbn_event
from games.bridge.pbn_writer import write_pbn
from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.cards import SUITS, Cards, read_cards
from games.bridge.rules.entry import DECLARERS, Entry
from games.bridge.rules.made_up import random_cards, random_result
from games.bridge.rules.pbn_reader import deals_of, read_pbn
from games.bridge.rules.written import read_written
from games.bridge.usebio import write_usebio
from games.bridge.usebio_reader import read_usebio
from scorer import registry
from scorer.contest.report import ReportFormat
from scorer.registry.config import ShownHand
from scorer.scoring import Problem


class Config(registry.GameConfig):
    name = "games.bridge"
    title = pgettext_lazy("game", "Bridge")
    icon = "♠"
    seat_counts = (4,)
    seat_names = tuple(SEATS.values())
    side_names = (pgettext_lazy("side", "N–S"), pgettext_lazy("side", "E–W"))
    deals_in_turn = False
    hand_word = pgettext_lazy("bridge", "Deal")
    save_words = _("Save deal %(number)s")
    deal_word = _("Board")
    deals_word = pgettext_lazy("bridge", "Boards")
    counted_deals = npgettext_lazy("bridge", "%(n)d board", "%(n)d boards", "n")
    save_deal_words = _("Save board %(number)s")

    report_formats = (
        ReportFormat("USEBIO", "xml", "application/xml", write_usebio, read_usebio),
        ReportFormat("PBN", "pbn", "application/x-pbn", write_pbn, read_pbn_event),
    )
    written_examples = ("4♠ S =", "3NT N −1")

    def read_written(self, text: str, deal: int) -> tuple[Entry, Sequence[Problem]]:
        passed = {"PASS", str(PASSED)}
        return read_written(text, deal, strains=written_strains(), seats=written_seats(), passed=passed)

    hand_records = ".pbn"

    def read_hand_records(self, content: bytes) -> tuple[Mapping[int, str], Sequence[tuple[int, Problem]]]:
        reading = read_pbn(content)
        deals = deals_of(reading)
        if not (deals or reading.problems):
            reading.refuse(0, "pbn_no_deal")
        return {board: cards.text() for board, cards in deals.items()}, reading.problems

    def dealt_hands(self, cards: str) -> Sequence[ShownHand]:
        dealt, _problems = read_cards(cards)
        seated = zip(DECLARERS, dealt.hands, strict=True) if dealt else ()
        return [ShownHand(CHOICES["declarer"][seat], list(map(_shown, SUITS, hand))) for seat, hand in seated]

    def random_cards(self, random: Random) -> str:
        return random_cards(random).text()

    def random_result(self, random: Random, deal: int, cards: str) -> Entry:
        return random_result(random, deal, cast("Cards", read_cards(cards)[0]))

    def about_deal(self, deal: int) -> Sequence[str]:
        dealer = gettext("dealer %(name)s") % {"name": self.seat_names[board_dealer(deal) - 1]}
        return dealer, str(VULNERABLE_WORDS[board_vulnerability(deal)])


def _shown(suit: str, ranks: str) -> tuple[str, list[StrOrPromise]]:
    return suit, [CARDS[rank] for rank in ranks]
