from collections.abc import Sequence

from django.utils.translation import gettext, npgettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.bridge.labels import PASSED, SEATS, VULNERABLE_WORDS, written_seats, written_strains
from games.bridge.pbn_event import read_pbn_event
from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.entry import Entry
from games.bridge.rules.written import read_written
from games.bridge.usebio import write_usebio
from games.bridge.usebio_reader import read_usebio
from scorer import registry
from scorer.contest.report import ReportFormat
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
        ReportFormat("PBN", "pbn", "application/x-pbn", read=read_pbn_event),
    )
    written_examples = ("4♠ S =", "3NT N −1")

    def read_written(self, text: str, deal: int) -> tuple[Entry, Sequence[Problem]]:
        passed = {"PASS", str(PASSED)}
        return read_written(text, deal, strains=written_strains(), seats=written_seats(), passed=passed)

    def about_deal(self, deal: int) -> Sequence[str]:
        dealer = gettext("dealer %(name)s") % {"name": self.seat_names[board_dealer(deal) - 1]}
        return dealer, str(VULNERABLE_WORDS[board_vulnerability(deal)])
