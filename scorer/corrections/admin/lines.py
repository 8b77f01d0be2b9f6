"""Admin pages for the lines of sheets: a list to find them, and a page to correct, void and restore each."""

import dataclasses
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.dateparse import parse_date
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.admin import ClubAdmin, ClubFilter, QuerySet, SeasonFilter
from scorer.club.rights import ClubRequest
from scorer.corrections.admin.confirming import ChangePreview, ReasonForm, director, form_page
from scorer.corrections.admin.tables import GameFilter, NumberFilter, TableFilter, table_name
from scorer.corrections.effect import StateReader
from scorer.play import forms as forms_of_a_table
from scorer.play import selectors, services
from scorer.play.models import GameHand, Hand, Table, day_bounds, ordinal
from scorer.play.table_context import TableContext
from scorer.play.views import hands
from scorer.registry import get_game
from scorer.registry.words import field_text
from scorer.web.templatetags.scorer import signed


class CountForm(forms_of_a_table.CountForm):
    """A director must give a reason."""

    def __init__(self, data: Any = None, *, hand: Hand) -> None:
        super().__init__(data, hand=hand)
        self.fields["why"].required = True


class MoveForm(ReasonForm):
    field_order = ("table",)
    table = forms.TypedChoiceField(label=_("The table where it was played"), coerce=int)

    def __init__(self, data: Any = None, *, table: Table) -> None:
        super().__init__(data)
        self.tables = {other.table.pk: other for other in selectors.table_cards(other_tables(table))}
        self.fields["table"].choices = [  # type: ignore[attr-defined]
            ("", _("choose")),
            *((pk, f"{table_name(card.table)}: {card.people}") for pk, card in self.tables.items()),
        ]


def other_tables(table: Table) -> QuerySet:
    """Return the tables where a hand typed at `table` may have been played: those of the same game within a month."""
    days = (table.opened_at - MONTH, table.opened_at + MONTH)
    others = table.club.tables.not_cancelled().filter(game=table.game, opened_at__range=days)
    return others.exclude(pk=table.pk).order_by("-opened_at", "number")


MONTH = timedelta(days=31)


class LineAdmin(ClubAdmin):
    """The admin of one line of a sheet: its form as at the table, its history, and whether it counts."""

    may_change = True
    search_help_text = _("A player who sat at the table, a day such as 2026-03-05, or both")
    path: ClassVar[str]
    """The lookup path from a row to its line of the sheet: empty, or ending in "__"."""
    extra_filters: ClassVar[Sequence[Any]] = ()

    def hand_of(self, row: Any) -> Hand:
        raise NotImplementedError

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

    def get_urls(self) -> list[Any]:
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        views = {
            "preview": self.preview_view,
            "void": self.void_view,
            "restore": self.restore_view,
            "move": self.move_view,
        }
        own = [
            path(f"<path:object_id>/{act}/", self.admin_site.admin_view(view), name=f"{name}_{act}")
            for act, view in views.items()
        ]
        return [*own, *super().get_urls()]

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
        return self._count(request, object_id, services.void_hand, _("Void %(hand)s"))

    @method_decorator(require_POST)
    def restore_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._count(request, object_id, services.restore_hand, _("Count %(hand)s again"))

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
            said = _("It is %(hand)s of table %(table)s now.")
            messages.success(request, said % {"hand": TableContext(to).title_of(saved.hand), "table": to.number})
            return redirect("admin:play_hand_change", saved.hand.pk)

        return form_page(
            ChangePreview(request, StateReader([table_context.table, *([card.table] if card else [])])),
            form,
            change,
            done=done,
            say=table_context.problem_text,
            context={
                "title": _("Move %(hand)s") % {"hand": table_context.title_of(hand)},
                "subject": table_name(table_context.table),
                "back_url": self._url("change", object_id),
                "table_context": table_context,
                "line": selectors.rows_of(table_context, only=hand.number)[0],
                "explained": [
                    _(
                        "Its line stays on this sheet but no longer counts. "
                        "At the other table it becomes the last line."
                    ),
                    _("If it is moved back, it returns to its old line."),
                ],
            },
        )

    def _count(self, request: HttpRequest, object_id: str, service: Callable[..., Hand], title: Any) -> HttpResponse:
        table_context, hand = self._find(request, object_id)
        why = CountForm(request.POST, hand=hand)
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
        hands.report_counted(request, changed, table_context)
        return redirect(self._url("change", object_id))

    def _ask_to_confirm(
        self, preview: ChangePreview, object_id: str, title: Any, context: dict[str, Any]
    ) -> HttpResponse:
        table_context, hand = context["table_context"], context["hand"]
        more = {
            "title": title % {"hand": table_context.title_of(hand)},
            "line": selectors.rows_of(table_context, only=hand.number)[0],
            "back_url": self._url("change", object_id),
        }
        return preview.page(context | more)

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
            "count": CountForm(hand=hand),
            "history": selectors.history_of(hand, table_context),
            "line": selectors.rows_of(table_context, only=hand.number)[0],
            "totals": selectors.totals_of(table_context),
            "knows_logins": True,
        }
        return render(request, "corrections/line.html", more | context, status=status)

    def _url(self, page: str, *args: str) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}", args=args)


class GameHandAdmin(LineAdmin):
    """The admin of a game's hands. Its list has a column for each field of the entry, labelled in the game's words."""

    club_path = "hand__table__club_id"
    path = "hand__"
    player_path = "hand__table__seats__player"
    listed: ClassVar[Sequence[str]] = ()
    """The fields of the entry to list, if not all of them should be."""
    seats: ClassVar[Sequence[str]] = ()
    """The fields that hold a position, for which the list shows the player."""
    list_display_links = ("number",)
    ordering = ("-hand__entered_at", "-hand__number")

    def hand_of(self, row: GameHand) -> Hand:
        return row.hand

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows: QuerySet = super().get_queryset(request).annotate(ordinal=ordinal("hand__"))
        return rows.select_related("hand__table").prefetch_related("hand__scores", "hand__table__seats__player")

    def get_list_display(self, request: HttpRequest) -> list[Any]:  # noqa: ARG002  # Django's signature
        entry = get_game(self.opts.app_label).rules.Entry
        fields = self.listed or [field.name for field in dataclasses.fields(entry)]
        return ["table", "number", "entered_at", "counts", "points", "dealer", *map(self._column, fields)]

    def _column(self, name: str) -> Callable[[Any], Any]:
        game = get_game(self.opts.app_label)

        is_column = name in {field.name for field in self.opts.concrete_fields}

        @admin.display(description=field_text(game, name), ordering=name if is_column else None)
        def column(row: Any) -> Any:
            value = row.fields()[name]
            return player_at(row, value) if name in self.seats else game.labels.CHOICES.get(name, {}).get(value, value)

        column.__name__ = name
        return column

    @admin.display(description=_("Table"), ordering="hand__table__number")
    def table(self, row: GameHand) -> int:
        return row.hand.table.number

    @admin.display(description=_("Number"), ordering="hand__number")
    def number(self, row: Any) -> int | None:
        return row.ordinal  # type: ignore[no-any-return]  # annotated

    @admin.display(description=_("Entered"), ordering="hand__entered_at")
    def entered_at(self, row: GameHand) -> Any:
        return row.hand.entered_at

    @admin.display(description=_("Dealer"), ordering="hand__dealer")
    def dealer(self, row: GameHand) -> str:
        return player_at(row, row.hand.dealer)

    @admin.display(description=_("Counts"), ordering="hand__voided", boolean=True)
    def counts(self, row: GameHand) -> bool:
        return not row.hand.voided

    @admin.display(description=_("Points"))
    def points(self, row: GameHand) -> str:
        """Return the points by side, in the order of the sheet's columns."""
        table = row.hand.table
        positions = {seat.pk: seat.position for seat in table.seats.all()}
        points = {positions[score.seat_id]: score.points for score in row.hand.scores.all()}
        if not points:
            return ""
        return " : ".join(signed(points.get(side[0], 0)) for side in table.config.rules.sides(table.size))


def parse_day(word: str) -> date | None:
    try:
        return parse_date(word)
    except ValueError:  # it looks like a date, but does not exist
        return None


def player_at(row: GameHand, position: int | None) -> str:
    """Return who sat at a position in the hand, from the prefetched seats."""
    seats = (seat for seat in row.hand.table.seats.all() if seat.position == position and seat.holds(row.hand.number))
    return next((seat.player.shown for seat in seats), "")


@admin.register(Hand)
class HandAdmin(LineAdmin):
    """The admin of all lines. A played hand is corrected on its game's page."""

    club_path = "table__club_id"
    path = ""
    player_path = "table__seats__player"
    extra_filters = (GameFilter.at("table__game"), "kind")
    list_display = ("table", "hand", "kind", "entered_at", "entered_by", "voided", "why")
    list_display_links = ("hand",)
    list_select_related = ("table", "entered_by")
    ordering = ("-entered_at", "-number")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows: QuerySet = super().get_queryset(request).annotate(ordinal=ordinal())
        return rows.filter(table__in=Table.objects.installed())

    def hand_of(self, row: Hand) -> Hand:
        return row

    @admin.display(description=_("Number"), ordering="number")
    def hand(self, row: Any) -> int | None:
        return row.ordinal  # type: ignore[no-any-return]  # annotated

    @method_decorator(require_http_methods(["GET", "POST"]))
    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        hand = self.get_object(request, unquote(object_id))
        if hand.is_played:
            game = hand.table.config
            return redirect(f"admin:{game.slug}_{game.slug}hand_change", hand.pk)
        return super().change_view(request, object_id, *args, **kwargs)
