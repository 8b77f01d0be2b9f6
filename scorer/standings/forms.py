"""Parse the query string of a board. Whatever is invalid is ignored."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scorer.standings.boards import SORT_KEYS

MAX_COUNT = 9999

MIN_CHOICES = 2


class BoardFilter(forms.Form):
    period = forms.ChoiceField(label=_("Period"), required=False)
    variant = forms.ChoiceField(label=_("House rules"), required=False)
    sort = forms.ChoiceField(label=_("Sorted by"), required=False)
    hands = forms.IntegerField(label=_("Hands, at least"), required=False, min_value=0, max_value=MAX_COUNT)
    tables = forms.IntegerField(label=_("Tables, at least"), required=False, min_value=0, max_value=MAX_COUNT)

    def __init__(
        self,
        data: Any,
        *,
        periods: Sequence[Any],
        variants: Sequence[tuple[str, str]],
        columns: Sequence[tuple[str, str]],
        shown: Mapping[str, str],
    ) -> None:
        """`shown` has the period and the variant of the board that the query string led to."""
        super().__init__({**data.dict(), **shown}, auto_id="filter_%s", use_required_attribute=False)
        sorts = [("", _("Rank")), *columns, *((f"-{code}", _("%s, reversed") % label) for code, label in columns)]
        for name, choices in (("period", periods), ("variant", variants), ("sort", sorts)):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        for name in ("hands", "tables"):
            self.fields[name].widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        if not variants:
            del self.fields["variant"]
        self.is_valid()

    def minimum(self, name: str) -> int:
        return self.cleaned_data.get(name) or 0

    @property
    def column(self) -> str:
        """The column that the board is sorted by, or "" for its rank."""
        column: str = self.cleaned_data.get("sort", "").removeprefix("-")
        return column if column in SORT_KEYS else ""

    @property
    def backwards(self) -> bool:
        return bool(self.column) and self.cleaned_data["sort"].startswith("-")

    @property
    def minimums(self) -> str:
        """A description of the minimums that keep players off the board."""
        words = []
        if hands := self.minimum("hands"):
            words.append(ngettext("at least %(count)s hand", "at least %(count)s hands", hands) % {"count": hands})
        if tables := self.minimum("tables"):
            words.append(ngettext("at least %(count)s table", "at least %(count)s tables", tables) % {"count": tables})
        return ", ".join(words)

    def sort_value(self, column: str) -> str:
        """Return the value of `sort` for a column heading. Following the link again reverses the order."""
        return f"-{column}" if column == self.column and not self.backwards else column

    def aria_sort(self, column: str) -> str:
        """Return the value for aria-sort, or "" for a column that the board is not sorted by."""
        if column != self.column:
            return ""
        return "ascending" if (column == "player") != self.backwards else "descending"


class StatisticsFilter(forms.Form):
    """The choices of a page of statistics. What there is only one of is not asked for."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    period = forms.ChoiceField(label=_("Period"), required=False)
    variant = forms.ChoiceField(label=_("House rules"), required=False)

    def __init__(self, choices: Mapping[str, Sequence[Any]], shown: Mapping[str, str]) -> None:
        super().__init__(initial={**shown}, auto_id="filter_%s", use_required_attribute=False)
        for name, of_field in choices.items():
            self.fields[name].choices = of_field  # type: ignore[attr-defined]
            if len(of_field) < MIN_CHOICES:
                del self.fields[name]
