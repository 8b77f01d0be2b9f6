"""What an address says about a board. What cannot be read there counts as not said."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scorer.standings.boards import COLUMNS

MOST = 9999


class BoardFilter(forms.Form):
    period = forms.ChoiceField(label=_("Period"), required=False)
    variant = forms.ChoiceField(label=_("House rules"), required=False)
    sort = forms.ChoiceField(label=_("Sorted by"), required=False)
    hands = forms.IntegerField(label=_("Hands, at least"), required=False, min_value=0, max_value=MOST)
    tables = forms.IntegerField(label=_("Tables, at least"), required=False, min_value=0, max_value=MOST)

    def __init__(
        self,
        data: Any,
        *,
        periods: Sequence[Any],
        variants: Sequence[tuple[str, str]],
        columns: Sequence[tuple[str, str]],
        shown: Mapping[str, str],
    ) -> None:
        """`shown` are the period and the variant of the board that the address has led to."""
        super().__init__({**data.dict(), **shown}, auto_id="filter_%s", use_required_attribute=False)
        sorts = [("", _("Rank")), *columns, *((f"-{code}", _("%s, backwards") % label) for code, label in columns)]
        for name, choices in (("period", periods), ("variant", variants), ("sort", sorts)):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        for name in ("hands", "tables"):
            self.fields[name].widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        if not variants:
            del self.fields["variant"]
        self.is_valid()

    def least(self, name: str) -> int:
        return self.cleaned_data.get(name) or 0

    @property
    def column(self) -> str:
        """What the board is sorted by; "" for its rank."""
        column: str = self.cleaned_data.get("sort", "").removeprefix("-")
        return column if column in COLUMNS else ""

    @property
    def backwards(self) -> bool:
        return bool(self.column) and self.cleaned_data["sort"].startswith("-")

    @property
    def narrowed(self) -> str:
        """What keeps players from the board, in words."""
        words = []
        if hands := self.least("hands"):
            words.append(ngettext("from %(count)s hand", "from %(count)s hands", hands) % {"count": hands})
        if tables := self.least("tables"):
            words.append(ngettext("from %(count)s table", "from %(count)s tables", tables) % {"count": tables})
        return ", ".join(words)

    def link_of(self, column: str) -> str:
        """What `sort` says when the heading of this column is followed: once more, and it turns round."""
        return f"-{column}" if column == self.column and not self.backwards else column

    def direction_of(self, column: str) -> str:
        """For aria-sort; "" for a column that the board is not sorted by."""
        if column != self.column:
            return ""
        return "ascending" if (column == "player") != self.backwards else "descending"
