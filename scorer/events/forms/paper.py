"""The pages on which a director types what was written on paper: a deal at all tables, or the sheet of one table.

Each line has the form of the game, with names of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, cast

from django.utils.translation import gettext as _

from scorer.events.contestants import ContestantRow, rows_of
from scorer.events.models import Event, Sitting
from scorer.events.services import HandOnPaper
from scorer.play.forms import EntryForm
from scorer.play.models import Table
from scorer.play.sheets.sheet import SheetLine
from scorer.play.table_context import TableContext

LINES = 8
"""How many hands of a table are typed at a time."""

FILLED_IN = {"key", "number", "layout", "seen", "dealer", "sitting_out"}
"""Fields that say nothing about whether somebody has typed in a line."""


@dataclass
class PaperLine:
    """A hand to be typed. If nothing was typed, its form is empty."""

    form: EntryForm
    sitting: Sitting
    people: list[ContestantRow]
    basis: str
    """What the page shows of the table. If it is another by then, the hand may mean something else."""
    warnings: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """What is wrong besides the values of its fields."""

    @property
    def name(self) -> str:
        return str(self.form.prefix)

    @property
    def is_typed(self) -> bool:
        return self.form.is_bound

    @property
    def said(self) -> list[str]:
        """What is wrong with the line, and with fields that it does not show."""
        if not self.is_typed:
            return self.problems
        hidden = {"__all__", "key", "number", "layout", self.form.deal_keys} & self.form.errors.keys()
        return self.problems + [str(sentence) for name in hidden for sentence in self.form.errors[name]]

    @property
    def hidden(self) -> list[tuple[str, Any]]:
        """The names and values of its hidden fields. Only the key is that of the page that was sent."""
        context = self.form.table_context
        values = {"key": self.form.value_of("key"), "number": context.number, "layout": context.table.layout}
        return [*values.items(), ("basis", self.basis), ("seen", self.seen), ("way", self.form.way)]

    @property
    def is_wrong(self) -> bool:
        return self.is_typed and not self.is_good

    @property
    def seen(self) -> str:
        return " ".join(code for code, _sentence in self.warnings)

    def check(self, sent: Mapping[str, Any]) -> None:
        """Note what stands in the way of saving the line."""
        context = self.form.table_context
        if sent.get(f"{self.name}-basis") != self.basis:
            self.problems.append(_("The table has changed since you opened this page. Look at the line again."))
        if self.form.is_valid():
            warned = context.warnings(self.form.entry)
            if {warning.code for warning in warned} - set(self.form.cleaned_data["seen"].split()):
                self.warnings = [(warning.code, context.problem_text(warning)) for warning in warned]

    @property
    def is_good(self) -> bool:
        return self.form.is_valid() and not (self.problems or self.warnings)

    @property
    def hand(self) -> HandOnPaper:
        sent = self.form.cleaned_data
        return HandOnPaper(self.name, self.sitting.pk, self.form.entry, sent["key"], sent.get("dealer"))


class PaperPage:
    """The lines of one page. `data` is what was posted."""

    def __init__(self, lines: Iterable[PaperLine], data: Any = None, *, in_order: bool) -> None:
        self.lines = list(lines)
        self.in_order = in_order
        for line in self.typed if data else ():
            line.check(data)
        if in_order:
            self._check_order()

    @property
    def typed(self) -> list[PaperLine]:
        return [line for line in self.lines if line.is_typed]

    def _check_order(self) -> None:
        for place, line in enumerate(self.typed):
            if line is not self.lines[place]:
                line.problems.append(_("Leave no line empty above it."))

    @property
    def is_refused(self) -> bool:
        return any(line.is_wrong for line in self.lines)

    def is_valid(self) -> bool:
        return bool(self.typed) and all(line.is_good for line in self.typed)

    @property
    def hands(self) -> list[HandOnPaper]:
        return [line.hand for line in self.typed]

    def refuse(self, errors: Mapping[str, Sequence[str]]) -> None:
        for line in self.lines:
            line.problems += errors.get(line.name, ())


def _form(event: Event, data: Any, **kwargs: Any) -> EntryForm:
    """Return the form of a line, an empty one if nothing was typed there."""
    form_class: type[EntryForm] = event.config.form_class(None)
    form = form_class(data, **kwargs)
    own = set(form.changed_data) - {*FILLED_IN, *form.changing, form.deal_keys} if data else ()
    is_typed = any(form[name].value() not in (None, "", [], False) for name in own)
    return form if is_typed else form_class(**kwargs)


def deal_page(
    event: Event, deal: int, people: dict[int, ContestantRow], missing: Iterable[int], data: Any = None
) -> PaperPage:
    """Return the page of a deal: a line for each of the sittings with these ids."""
    sittings = Sitting.objects.filter(pk__in=missing).select_related("round__event", "table").with_contestants()
    fields = event.config.rules.deal_fields(deal)

    def lines() -> Iterator[PaperLine]:
        for sitting in sorted(sittings, key=lambda sitting: (sitting.round.number, sitting.numbers)):
            name, sent, context = str(sitting.pk), data and data.copy(), TableContext(_table(sitting))
            if sent:
                sent.update({f"{name}-{field_name}": str(value) for field_name, value in fields.items()})
            form = _form(event, sent, table_context=context, initial=dict(fields), prefix=name)
            yield PaperLine(form, sitting, rows_of(sitting.numbers, people), str(context.table.layout))

    return PaperPage(lines(), data, in_order=False)


def sheet_page(sitting: Sitting, people: dict[int, ContestantRow], data: Any = None) -> PaperPage:
    """Return the page of a table: lines for its next hands."""
    return PaperPage(islice(_next_lines(sitting, people, data), LINES), data, in_order=True)


def _next_lines(sitting: Sitting, people: dict[int, ContestantRow], data: Any) -> Iterator[PaperLine]:
    """Yield a line for each hand after the last. Who deals follows from what was typed in the lines above it."""
    table = _table(sitting)
    context, rules = TableContext(table), table.config.rules
    while not context.all_played:
        form = _form(sitting.round.event, data, table_context=context, prefix=str(context.number))
        basis = f"{context.number} {table.layout} {context.turn}"
        line = PaperLine(form, sitting, rows_of(sitting.numbers, people), basis)
        yield line
        entry = form.entry if line.is_typed and form.is_valid() else rules.Entry(**context.initial_values)
        dealer = (form.cleaned_data.get("dealer") if line.is_typed and form.is_valid() else None) or context.turn
        played = (*context.sheet.played, (SheetLine(0, context.number, rules.dealer(entry, dealer)), entry))
        context = context.with_sheet(table, replace(context.sheet, played=played, last=context.number))
        context.is_assumed = True


def _table(sitting: Sitting) -> Table:
    return cast("Table", sitting.table)  # only sittings whose round has started are typed
