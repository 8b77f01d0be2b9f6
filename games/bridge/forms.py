import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.bridge.labels import CHOICES, NO_TRUMP, SEATS, VULNERABLE_WORDS
from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.contract import BOOK
from games.bridge.rules.entry import DECLARERS, MAX_BOARD, MAX_LEVEL, MAX_TRICKS, MIN_LEVEL, STRAINS, VULNERABLE, Entry
from scorer.play.configured_fields import Fields
from scorer.play.forms import EntryForm, Key, button_field
from scorer.web.numbers import small_number

LEVELS = range(MIN_LEVEL, MAX_LEVEL + 1)
USUAL_RESULTS = ("-2", "-1", "=", "+1", "+2", "+3")
RARE_RESULTS = (*(f"+{over}" for over in (4, 5, 6)), *(f"-{down}" for down in range(3, MAX_TRICKS + 1)))


class ContractForm(EntryForm):
    """The contract and its result as players say it: "=", "+1", "-2". A plain number means all the tricks won."""

    template = "bridge/entry.html"
    changing = ("board",)
    more = ("passed_out", "vulnerable", "dealer")

    board = forms.IntegerField(required=False, min_value=1, max_value=MAX_BOARD)
    level = button_field([(level, str(level)) for level in LEVELS], number=True)
    strain = button_field([(strain, NO_TRUMP if strain == "NT" else strain) for strain in STRAINS])
    doubled = button_field([("", "–"), ("X", "X"), ("XX", "XX")])
    declarer = button_field([(declarer, SEATS[declarer]) for declarer in DECLARERS])
    tricks = button_field([(result, result.replace("-", "−")) for result in (*USUAL_RESULTS, *RARE_RESULTS)])
    passed_out = forms.BooleanField(required=False)
    vulnerable = forms.ChoiceField(
        required=False, choices=[("", ""), *((code, CHOICES["vulnerable"][code]) for code in VULNERABLE)]
    )

    def configure(self, fields: Fields) -> None:
        fields["vulnerable"].choices[0] = ("", _("as the board says"))
        fields["tricks"].label = _("Result")

    @property
    def usual_results(self) -> list[Key]:
        return self._results[: len(USUAL_RESULTS)]

    @property
    def rare_results(self) -> list[Key]:
        return self._results[len(USUAL_RESULTS) :]

    @property
    def rare_result_is_chosen(self) -> bool:
        return any(key.choice.data["selected"] for key in self.rare_results)

    @cached_property
    def _results(self) -> list[Key]:
        return [Key(choice, _when(str(choice.data["value"]))) for choice in self["tricks"]]

    @property
    def ordinal(self) -> str:
        return str(self["board"].value() or "?")

    @property
    def subheading(self) -> str:
        board = small_number(self["board"].value())
        if board is None or not 1 <= board <= MAX_BOARD:
            return ""
        vulnerable = self["vulnerable"].value() or board_vulnerability(board)
        dealer = small_number(self["dealer"].value() or board_dealer(board))
        seat = self.table_context.seat_name(dealer) if dealer else "?"
        return " · ".join([_("dealer %(name)s") % {"name": seat}, str(VULNERABLE_WORDS.get(vulnerable, ""))])

    def dealer_hint(self) -> str:
        return _("as the board says")

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
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
    if not isinstance(level, int) or not 1 <= level <= MAX_LEVEL:
        return 0
    return level + BOOK + over


def _when(result: str) -> str:
    """Return the value for data-when: the levels at which the result is 0 to 13 tricks, or no level chosen yet."""
    levels = [level for level in LEVELS if 0 <= int(_tricks(result, level)) <= MAX_TRICKS]
    return "" if len(levels) == len(LEVELS) else json.dumps({"level": ["", *map(str, levels)]})


FORMS = (ContractForm,)
