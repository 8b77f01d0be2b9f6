"""Admin pages for the lines of sheets: a list to find them, and a page to correct, void and restore each."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, ClassVar, cast

from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import ValidationError
from django.db.models import F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.formats import get_format
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.admin import ClubFilter, DirectorsAdmin, QuerySet, SeasonFilter
from scorer.club.rights import ClubRequest
from scorer.corrections.admin.tables import GameFilter, NumberFilter, TableFilter
from scorer.corrections.confirming import ReasonForm, director, form_page
from scorer.corrections.effect import StateReader
from scorer.play import forms as play_forms
from scorer.play import selectors, services
from scorer.play.models import GameHand, Hand, Table, day_bounds, ordinal
from scorer.play.table_context import TableContext
from scorer.play.views import hands
from scorer.registry.words import labelled
from scorer.web.formatting import signed
from scorer.web.previews import ChangePreview


class VoidForm(play_forms.VoidForm):
    """A director must give a reason."""

    def __init__(self, data: Any = None, *, hand: Hand) -> None:
        super().__init__(data, hand=hand)
        self.fields["reason"].required = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("reason") == self.OTHER and not cleaned.get("why"):
            self.add_error("why", ValidationError(self.fields["why"].error_messages["required"], code="required"))
        return cleaned


class MoveForm(ReasonForm):
    field_order = ("table",)
    table = forms.TypedChoiceField(label=_("The table where it was played"), coerce=int)

    def __init__(self, data: Any = None, *, table: Table) -> None:
        super().__init__(data)
        self.tables = {other.table.pk: other for other in selectors.table_cards(other_tables(table))}
        self.offer("table", ((pk, labelled(card.table, card.people)) for pk, card in self.tables.items()))


def other_tables(table: Table) -> QuerySet:
    """Return the tables where a hand typed at `table` may have been played: those of the same game within a month."""
    days = (table.opened_at - MONTH, table.opened_at + MONTH)
    others = table.club.tables.not_cancelled().filter(game=table.game, opened_at__range=days)
    return others.exclude(pk=table.pk).order_by("-opened_at", "number")


MONTH = timedelta(days=31)


class LineChangeList(ChangeList):
    """The list of a LineAdmin. It reads what was played in all of its lines together."""

    model_admin: "LineAdmin"

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        rows, hand_of = list(self.result_list), self.model_admin.hand_of
        for row in rows:
            hand_of(row).ordinal = row.ordinal  # type: ignore[attr-defined]  # as the list's query has counted it
        for row, line in zip(rows, selectors.listed_lines(map(hand_of, rows)), strict=True):
            row.line = line
        self.result_list = rows


class LineAdmin(DirectorsAdmin):
    """The admin of one line of a sheet: its form as at the table, its history, and whether it counts.

    In its list, each row has its ListedLine as `line`.
    """

    may_change = True
    pages = ("preview", "void", "restore", "move")
    path: ClassVar[str]
    """The lookup path from a row to its line of the sheet: empty, or ending in "__"."""
    extra_filters: ClassVar[Sequence[Any]] = ()
    list_display_links = ("title",)

    def hand_of(self, row: Any) -> Hand:
        raise NotImplementedError

    @property
    def search_help_text(self) -> str:  # type: ignore[override]  # Django has an attribute
        a_day = date(2026, 3, 5).strftime(get_format("DATE_INPUT_FORMATS")[0])
        return _("A player who sat at the table, a day such as %(day)s, or both") % {"day": a_day}

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:  # noqa: ARG002  # Django's signature
        return LineChangeList

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        shown = {"evening": F(f"{self.path}table__opened_at"), "when": F(f"{self.path}entered_at")}
        rows: QuerySet = super().get_queryset(request).annotate(ordinal=ordinal(self.path), **shown)
        return rows.select_related(f"{self.path}table")

    @admin.display(description=_("Hand"))
    def title(self, row: Any) -> str:
        return row.line.title  # type: ignore[no-any-return]

    @admin.display(description=_("Table"), ordering="evening")
    def at_table(self, row: Any) -> str:
        return str(row.line.hand.table)

    @admin.display(description=_("Game"))
    def game(self, row: Any) -> str:
        return str(row.line.game.title)

    @admin.display(description=_("What was played"))
    def played(self, row: Any) -> str:
        """Return what the sheet says of the hand."""
        line = row.line
        return selectors.describe(line, line.hand, line.entry, line.chairs).html

    @admin.display(description=_("Points"))
    def scored(self, row: Any) -> str:
        return format_html_join(
            "", "<span>{} <b>{}</b></span>", ((name, signed(points)) for name, points in row.line.points)
        )

    @admin.display(description=_("Entered"), ordering="when")
    def entered(self, row: Any) -> datetime:
        return row.when  # type: ignore[no-any-return]

    def get_list_filter(self, request: HttpRequest) -> list[Any]:  # noqa: ARG002  # Django's signature
        table = f"{self.path}table"
        return [
            ClubFilter.at(f"{table}__club"),
            SeasonFilter.at(f"{table}__season"),
            *self.extra_filters,
            NumberFilter.at(f"{table}__number"),
            TableFilter.at(table),
            f"{self.path}entered_at",
            f"{table}__state",
            f"{self.path}voided",
        ]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        """Search for a date among the days of evenings and entries, and for all other words among the players."""
        names, days = [], Q()
        for word in search_term.split():
            day = parse_day(word)
            if day:
                days |= self._on(day, "table__opened_at") | self._on(day, "entered_at")
            else:
                names.append(word)
        return super().get_search_results(request, queryset.filter(days), " ".join(names))

    def _on(self, day: date, moment: str) -> Q:
        begins, ends = day_bounds(day)
        return Q(**{f"{self.path}{moment}__gte": begins, f"{self.path}{moment}__lt": ends})

    @method_decorator(require_http_methods(["GET", "POST"]))
    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Show the form for a correction, which goes to `correct_hand`. Django's own form is not used."""
        table_context, hand = self._find(request, object_id)
        preview = ChangePreview(request, StateReader([table_context.table]))
        correction = hands.try_to_correct(cast("ClubRequest", request), table_context, hand, preview)
        if preview.needs_confirmation:
            return self._ask_to_confirm(preview, object_id, _("Correct %(hand)s"), correction.context)
        if correction.saved:
            messages.success(request, hands.corrected_text(correction, correction.saved))
            return redirect(self._url("change", object_id))
        return self._page(request, object_id, correction.context, status=correction.status)

    @method_decorator(require_POST)
    def preview_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        table_context, hand = self._find(request, object_id)
        if not hand.is_played:
            raise Http404
        return hands.preview_response(cast("ClubRequest", request), table_context, hand)

    @method_decorator(require_POST)
    def void_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._set_voided(request, object_id, services.void_hand, _("Void %(hand)s"))

    @method_decorator(require_POST)
    def restore_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._set_voided(request, object_id, services.restore_hand, _("Count %(hand)s again"))

    @method_decorator(require_http_methods(["GET", "POST"]))
    def move_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        table_context, hand = self._find(request, object_id)
        form = MoveForm(request.POST or None, table=table_context.table)
        form.is_valid()
        card = form.tables.get(form.cleaned_data.get("table")) if form.is_bound else None

        def change(cleaned: dict[str, Any]) -> services.Saved:
            to = form.tables[cleaned["table"]].table
            return services.move_hand(hand, to, by=director(request), why=cleaned["why"], key=cleaned["key"])

        def done(saved: services.Saved) -> HttpResponse:
            to = saved.hand.table
            message = _("It is %(hand)s of table %(table)s now.")
            messages.success(request, message % {"hand": TableContext(to).title_of(saved.hand), "table": to.number})
            return redirect("admin:play_hand_change", saved.hand.pk)

        return form_page(
            ChangePreview(request, StateReader([table_context.table, *([card.table] if card else [])])),
            form,
            change,
            done=done,
            say=table_context.problem_text,
            context={
                "title": _("Move %(hand)s") % {"hand": table_context.title_of(hand)},
                "subject": str(table_context.table),
                "back_url": self._url("change", object_id),
                "table_context": table_context,
                "line": selectors.row_at(table_context, hand.number),
                "explained": [
                    _(
                        "Its line stays on this sheet but no longer counts. "
                        "At the other table it becomes the last line."
                    ),
                    _("If it is moved back, it returns to its old line."),
                ],
            },
        )

    def _set_voided(
        self, request: HttpRequest, object_id: str, service: Callable[..., Hand], title: Any
    ) -> HttpResponse:
        table_context, hand = self._find(request, object_id)
        why = VoidForm(request.POST, hand=hand)
        context = {
            "table_context": table_context,
            "table": table_context.table,
            "hand": hand,
            "count": why,
            "form_page": "base.html",
        }
        if not (hands.is_submitted(request) and why.is_valid()):
            return self._page(request, object_id, context, status=hands.status_of(request))
        preview = ChangePreview(request, StateReader([table_context.table]))
        changed = preview(partial(service, hand, by=request.user, why=why.cleaned_data["why"]))
        if preview.needs_confirmation:
            return self._ask_to_confirm(preview, object_id, title, context)
        hands.report_voided(request, changed, table_context)
        return redirect(self._url("change", object_id))

    def _ask_to_confirm(
        self, preview: ChangePreview, object_id: str, title: Any, context: dict[str, Any]
    ) -> HttpResponse:
        table_context, hand = context["table_context"], context["hand"]
        more = {
            "title": title % {"hand": table_context.title_of(hand)},
            "line": selectors.row_at(table_context, hand.number),
            "back_url": self._url("change", object_id),
        }
        if context.get("why"):
            more["reason"] = context["why"].cleaned_data["why"]
        return preview.page("corrections/confirm.html", context | more)

    def _find(self, request: HttpRequest, object_id: str) -> tuple[TableContext, Hand]:
        hand = self.hand_of(self.get_object(request, unquote(object_id)))
        return hands.find(hand.table, hand.number)

    def _page(self, request: HttpRequest, object_id: str, context: dict[str, Any], *, status: int) -> HttpResponse:
        table_context, hand = context["table_context"], context["hand"]
        more = {
            "form_page": "play/correct.html" if hand.is_played else "play/adjust.html",
            "preview_url": self._url("preview", object_id),
            "list_url": self._url("changelist"),
            "move_url": "" if hand.voided else self._url("move", object_id),
            "count_url": self._url("restore" if hand.voided else "void", object_id),
            "count": VoidForm(hand=hand),
            "history": selectors.history_of(hand, table_context),
            "line": selectors.row_at(table_context, hand.number),
            "totals": selectors.totals_of(table_context),
            "knows_logins": True,
        }
        return render(request, "corrections/line.html", more | context, status=status)

    def _url(self, page: str, *args: str) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}", args=args)


class GameHandAdmin(LineAdmin):
    """The admin of a game's hands."""

    club_path = "hand__table__club_id"
    path = "hand__"
    player_path = "hand__table__seats__player"
    list_display = ("title", "at_table", "played", "scored", "entered")
    ordering = ("-hand__entered_at", "-hand__number")

    def hand_of(self, row: GameHand) -> Hand:
        return row.hand


for model in apps.get_models():
    if issubclass(model, GameHand):
        admin.site.register(model, GameHandAdmin)


def parse_day(word: str) -> date | None:
    """Parse a day as written in the reader's language, or as 2026-03-05. Return None if `word` is no day."""
    try:
        return forms.DateField().to_python(word)
    except ValidationError:
        return None


@admin.register(Hand)
class HandAdmin(LineAdmin):
    """The admin of all lines. A played hand is corrected on its game's page."""

    club_path = "table__club_id"
    path = ""
    player_path = "table__seats__player"
    extra_filters = (GameFilter.at("table__game"), "kind")
    list_display = ("title", "at_table", "game", "played", "scored", "entered")
    ordering = ("-entered_at", "-number")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).filter(table__in=Table.objects.installed())

    def hand_of(self, row: Hand) -> Hand:
        return row

    @method_decorator(require_http_methods(["GET", "POST"]))
    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        hand = self.get_object(request, unquote(object_id))
        if hand.is_played:
            game = hand.table.config
            return redirect(f"admin:{game.slug}_{game.slug}hand_change", hand.pk)
        return super().change_view(request, object_id, *args, **kwargs)
