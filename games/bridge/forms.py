from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bridge.labels import CHOICES, FIELDS, NO_TRUMP, RANK_LETTERS, SEATS, VULNERABLE_WORDS
from games.bridge.rules import rubber
from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.contract import BOOK
from games.bridge.rules.entry import (
    DECLARERS,
    HONOURS,
    LEVELS,
    MAX_BOARD,
    MAX_TRICKS,
    RANKS,
    STRAINS,
    SUITS,
    VULNERABLE,
    Entry,
)
from games.bridge.rules.rubber import Standing
from games.bridge.rules.variant import Variant
from scorer.play.forms import SUIT_SIGNS, EntryForm, Head, Key, Need, button_field, data_when
from scorer.scoring import Problem
from scorer.web.forms import small_number

HONOURS_FIELDS = ("honours_seat", "honours_points")
RESULTS = ("-2", "-1", "=", "+1", "+2", "+3", "+4", "+5", "+6", *(f"-{down}" for down in range(3, MAX_TRICKS + 1)))
"""The usual six come first."""


class DealHead(Head):
    @property
    def subtitle(self) -> str:
        form, seat_name = self.form, self.table_context.seat_name
        if not self.deal_field:
            return self._subtitle_of_deal(form.standing)
        board = self.deal or small_number(form["board"].value())
        if board is None or not 1 <= board <= MAX_BOARD:
            return ""
        vulnerable = form.value_of("vulnerable") or board_vulnerability(board)
        dealer = small_number(form.value_of("dealer") or board_dealer(board))
        seat = seat_name(dealer) if dealer else "?"
        return " · ".join([_("dealer %(name)s") % {"name": seat}, str(VULNERABLE_WORDS.get(vulnerable, ""))])

    def _subtitle_of_deal(self, now: Standing | None) -> str:
        variant = self.table_context.variant
        if now is None:
            return super().subtitle
        if not variant.is_chicago:
            dealer = super().subtitle
        else:
            dealer = _("dealer %(name)s") % {"name": self.table_context.seat_name(board_dealer(now.deals + 1))}
        return " · ".join([dealer, str(VULNERABLE_WORDS[rubber.vulnerability(now, variant)])])

    @property
    def dealer_hint(self) -> str:
        return _("as the board says") if self.table_context.variant.has_boards else super().dealer_hint


class ContractForm(EntryForm):
    """The contract and its result as players say it: "=", "+1", "-2". A plain number means all the tricks won.

    A deal of a rubber or of Chicago has no board; it may have honours.
    """

    template = "bridge/entry.html"
    head_class = DealHead
    changing = ("board",)
    more = ("passed_out", "vulnerable", "dealer")
    from_deal = ("vulnerable", "dealer")
    needs = (
        *(Need([name]) for name in ("board", "level", "strain", "declarer", "tricks")),
        Need(["honours_seat"], when={"honours_points": HONOURS}),
        Need(["honours_points"], when={"honours_seat": DECLARERS, "strain": SUITS}),
        Need(["lead_rank"], when={"lead_suit": SUITS}),
    )

    needs_lead = False

    board = forms.IntegerField(required=False, min_value=1, max_value=MAX_BOARD)
    level = button_field([(level, str(level)) for level in LEVELS], number=True)
    strain = button_field([(strain, SUIT_SIGNS.get(strain, NO_TRUMP)) for strain in STRAINS])
    doubled = button_field([("", "–"), ("X", "X"), ("XX", "XX")])
    declarer = button_field([(declarer, SEATS[declarer]) for declarer in DECLARERS])
    tricks = button_field([(result, result.replace("-", "−")) for result in RESULTS], label=gettext_lazy("Result"))
    passed_out = forms.BooleanField(required=False)
    vulnerable = forms.ChoiceField(
        required=False, choices=[("", ""), *((code, CHOICES["vulnerable"][code]) for code in VULNERABLE)]
    )
    honours_seat = button_field(
        [("", "–"), *((declarer, SEATS[declarer]) for declarer in DECLARERS)], label=gettext_lazy("Honours in one hand")
    )
    honours_points = button_field(
        [(points, str(points)) for points in HONOURS], number=True, label=gettext_lazy("Points")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Leave out what a board or what a deal of another session does not have.

        At Chicago the dealer is not asked for, because the vulnerability follows from the number of the deal.
        """
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        variant: Variant = self.table_context.variant
        absent = HONOURS_FIELDS if variant.has_boards else ("board", "vulnerable", *("dealer",) * variant.is_chicago)
        for name in absent:
            del fields[name]
        if variant.has_boards and "vulnerable" in fields:
            fields["vulnerable"].choices[0] = ("", _("as the board says"))
        if variant.asks_for_lead or self.initial.get("lead_suit"):
            self._ask_for_lead()

    def _ask_for_lead(self) -> None:
        suits = [(suit, SUIT_SIGNS[suit]) for suit in SUITS]
        ranks = [(rank, RANK_LETTERS.get(rank, rank)) for rank in RANKS]
        if self.table_context.variant.opening_lead == "required":
            self.needs_lead = True
            self.needs = (*self.needs, Need(["lead_suit"]))  # type: ignore[misc]  # of this table
        else:
            suits.insert(0, ("", "–"))
        self.fields["lead_suit"] = button_field(suits, label=FIELDS["lead"])
        self.fields["lead_rank"] = button_field(ranks, label=_("Rank of the card that was led"))

    @property
    def leaders(self) -> list[tuple[str, str]]:
        """By each declarer the value of data-when, and who leads: the next player."""
        labels = [chair.label for chair in self.table_context.chairs]
        leaders = zip(DECLARERS, [*labels[1:], *labels[:1]], strict=False)
        return [(data_when(declarer=[declarer]), leader) for declarer, leader in leaders]

    @property
    def when_led(self) -> str:
        return data_when(lead_suit=SUITS)

    @cached_property
    def standing(self) -> Standing | None:
        """The rubber or Chicago that this deal belongs to. None for a board, and if earlier deals are not known."""
        table_context = self.table_context
        if table_context.variant.has_boards or table_context.is_assumed:
            return None
        return rubber.current(table_context.sheet.carry_before(table_context.at), table_context.variant)

    @property
    def honours_keys(self) -> list[Key]:
        """100 is not offered at no trump, where only four aces count."""
        suits = data_when(strain=["", *SUITS])
        choices = list(self["honours_points"])
        return [Key(choices[0], suits), *map(Key, choices[1:])]

    @cached_property
    def results(self) -> list[Key]:
        return [Key(choice, _when(str(choice.data["value"]))) for choice in self["tricks"]]

    def field_of(self, problem: Problem) -> str | None:
        """Problems of `honours` are shown at the field for the seat or for the points, those of `lead` at the rank."""
        first, *rest = problem.field.split(".")
        if first == "lead":
            return "lead_rank" if "lead_rank" in self.fields else None
        if first != "honours":
            return super().field_of(problem)
        name = "honours_seat" if rest[-1:] == ["seat"] else "honours_points"
        return name if name in self.fields else None

    def form_problems(self, cleaned: Mapping[str, Any]) -> Sequence[Problem]:
        """The rules never need a lead, but the form may."""
        missing = self.needs_lead and not cleaned.get("passed_out") and not cleaned.get("lead_suit")
        return [Problem("lead_suit", "required")] if missing else []

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
        honours = {"seat": cleaned.get("honours_seat"), "points": cleaned.get("honours_points")}
        if honours["seat"] and honours["points"] is None and data.get("strain") == "NT":
            honours["points"] = HONOURS[-1]  # only four aces count, so this is not asked
        if any(honours.values()):
            data["honours"] = [{name: value for name, value in honours.items() if value}]
        if cleaned.get("lead_suit"):
            data["lead"] = f"{cleaned.get('lead_rank', '')}{cleaned['lead_suit']}"
        if "tricks" in data:
            data["tricks"] = _tricks(data["tricks"], data.get("level"))
        if data.get("passed_out") and not data.keys() & {"level", "strain", "declarer", "tricks"}:
            data.pop("vulnerable", None)  # does not matter for a board that nobody played
        return data

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        initial = super().initial_of(entry)
        if entry.tricks is not None and entry.level is not None:
            over = entry.tricks - BOOK - entry.level
            initial["tricks"] = f"{over:+d}" if over else "="
        for honours in initial.pop("honours"):
            initial |= {"honours_seat": honours.seat, "honours_points": honours.points}
        if lead := initial.pop("lead"):
            initial |= {"lead_suit": lead[-1], "lead_rank": lead[:-1]}
        return initial


def _tricks(result: str, level: Any) -> int | str:
    """Return all the tricks won with this result, or the text if it is not a result.

    Without a valid level it returns 0, which is not a problem itself, because the level already is one.
    """
    if result.isdecimal():
        return int(result[:6])
    if result != "=" and not (result[0] in "+-" and result[1:].isdecimal()):
        return result
    over = 0 if result == "=" else int(result[:6])
    return int(level) + BOOK + over if level in LEVELS else 0


def _when(result: str) -> str:
    """Return the value of data-when: the levels at which the result is 0 to 13 tricks, or no level chosen yet."""
    levels = [level for level in LEVELS if 0 <= int(_tricks(result, level)) <= MAX_TRICKS]
    return "" if len(levels) == len(LEVELS) else data_when(level=["", *levels])


FORMS = (ContractForm,)
