"""Admin pages for tables, seats, the ledger and the log."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Case, CharField, OuterRef, Prefetch, Subquery, When
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scorer.club.admin import ClubFilter, DirectedClubsFilter, DirectorsAdmin, QuerySet, SeasonFilter
from scorer.club.models import Player, User
from scorer.club.site import directed_clubs
from scorer.corrections.confirming import ReasonForm, director, form_page
from scorer.corrections.effect import StateReader
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Score, Seat, Table, hands_counted, ordinal
from scorer.play.opening.forms import VariantForm
from scorer.play.sheets.revision_values import LINE_KINDS
from scorer.play.table_context import TableContext
from scorer.registry import all_games, find_game
from scorer.registry.words import variant_story
from scorer.scoring import Problem
from scorer.web.formatting import signed
from scorer.web.forms import id_number
from scorer.web.previews import ChangePreview


class GameFilter(DirectedClubsFilter):
    title = _("game")
    parameter_name = "game"
    path = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002  # Django's signature
        return [(game.slug, str(game.title)) for game in all_games()]


class NumberFilter(DirectedClubsFilter):
    """Filters tables by their number in the room."""

    title = _("table")
    parameter_name = "number"
    path = "number"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002  # Django's signature
        tables = Table.objects.filter(club__in=directed_clubs(request))
        numbers = tables.order_by("number").values_list("number", flat=True).distinct()
        return [(str(number), str(number)) for number in numbers]


class TableFilter(DirectedClubsFilter):
    """Filters by one table, whose page links to the list. Only the chosen table is listed as a choice."""

    title = _("sheet")
    parameter_name = "table"
    path = "table"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002  # Django's signature
        chosen = id_number(self.value())
        if chosen is None:
            return []
        tables = Table.objects.filter(pk=chosen, club__in=directed_clubs(request))
        return [(str(self.value()), str(table)) for table in tables]


class GameTitleMixin:
    """A column with the title of a row's game, or its slug if it is not installed any more."""

    @admin.display(description=_("Game"), ordering="game")
    def game_title(self, row: Table | Score) -> str:
        game = find_game(row.game)
        return str(game.title) if game else row.game


class SwapForm(ReasonForm):
    field_order = ("position", "other", "since")
    position = forms.TypedChoiceField(label=_("One"), coerce=int)
    other = forms.TypedChoiceField(label=_("The other"), coerce=int)
    since = forms.TypedChoiceField(
        label=_("First hand"), coerce=int, help_text=_("The first hand in which the seats were swapped.")
    )

    def __init__(self, data: Any = None, *, table_context: TableContext) -> None:
        super().__init__(data)
        for name in ("position", "other"):
            self.offer(name, ((chair.position, chair.label) for chair in table_context.chairs))
        later = [(line.number, table_context.title_of(line)) for line, _entry in table_context.sheet.hands[1:]]
        self.fields["since"].choices = [(1, _("the first hand")), *later]  # type: ignore[attr-defined]


class RulesForm(VariantForm):
    why = forms.CharField(label=_("Why?"), max_length=200, required=False)

    def __init__(self, data: Any = None, *, table_context: TableContext) -> None:
        super().__init__(data, game=table_context.game, variant=table_context.variant)
        self.now = variant_story(table_context.game, table_context.variant)

    def meant(self) -> list[tuple[Any, str]]:
        return [(_("Now"), self.now), (_("After"), variant_story(self.game, self.variant))]


@admin.register(Table)
class TableAdmin(GameTitleMixin, DirectorsAdmin):
    """The admin of tables, with changes that affect a whole table."""

    list_display = ("name", "game_title", "players", "state", "season", "sheet")
    list_display_links = ("name",)
    list_filter = (ClubFilter, SeasonFilter, GameFilter, NumberFilter, "opened_at", "state")
    list_select_related = ("season",)
    fields = readonly_fields = (
        "game_title",
        "players",
        "house_rules",
        "season",
        "state",
        "opened_at",
        "opened_by",
        "closed_at",
        "handed_in",
    )
    pages = ("swap", "rules")
    player_path = "seats__player"
    search_help_text = _("A player who sat at the table")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))

    @admin.display(description=_("Table"), ordering="opened_at")
    def name(self, row: Table) -> str:
        return str(row)

    @admin.display(description=_("House rules"))
    def house_rules(self, row: Table) -> str:
        if not Table.objects.installed().contains(row):
            return ""
        return variant_story(row.config, row.read_variant())

    @admin.display(description=_("Players"))
    def players(self, row: Table) -> str:
        return ", ".join(seat.player.shown for seat in row.seats.all() if seat.until is None)

    @admin.display(description=_("Handed in after it was closed"))
    def handed_in(self, row: Table) -> str:
        """Return the number of late hands, with a link to them."""
        count = row.late_hands.waiting().count()
        return format_html('<a href="{}#late">{}</a>', reverse("play:table", args=[row.pk]), count) if count else "–"

    @admin.display(description=_("Sheet"))
    def sheet(self, row: Table) -> str:
        return format_html('<a href="{}">{}</a>', reverse("play:table", args=[row.pk]), _("Sheet"))

    @method_decorator(require_http_methods(["GET", "POST"]))
    def swap_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        table_context = self._find(request, object_id)
        return form_page(
            ChangePreview(request, StateReader([table_context.table])),
            SwapForm(request.POST or None, table_context=table_context),
            lambda cleaned: services.swap_seats(table_context.table, **cleaned, by=director(request)),
            done=partial(self._done, request, _("The two seats are swapped.")),
            say=table_context.problem_text,
            context=self._context(table_context, _("Swap two seats"))
            | {"explained": [_("The points move with the players. Swapping the seats again undoes this.")]},
        )

    @method_decorator(require_http_methods(["GET", "POST"]))
    def rules_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        table_context = self._find(request, object_id)
        form = RulesForm(request.POST or None, table_context=table_context)

        def change(cleaned: dict[str, Any]) -> Table:
            return services.change_variant(table_context.table, form.variant, by=director(request), why=cleaned["why"])

        def say(problem: Problem) -> str:
            """Describe a problem, with the name of the hand that the new rules do not allow."""
            if not problem.field.startswith("hands."):
                return table_context.problem_text(problem)
            number = int(problem.field.split(".")[1])
            title = next(
                table_context.title_of(line) for line, _entry in table_context.sheet.played if line.number == number
            )
            return _("%(hand)s: %(problem)s") % {"hand": title, "problem": table_context.problem_text(problem)}

        return form_page(
            ChangePreview(request, StateReader([table_context.table])),
            form,
            change,
            done=partial(self._done, request, _("The house rules are changed.")),
            say=say,
            context=self._context(table_context, _("Change the house rules"))
            | {
                "variant": form,
                "game": table_context.game,
                "club": table_context.table.club,
                "explained": [_("Every hand of the table is scored again under the rules you choose.")],
            },
        )

    def _find(self, request: HttpRequest, object_id: str) -> TableContext:
        table: Table = self.get_object(request, unquote(object_id))
        if not Table.objects.not_cancelled().contains(table):
            raise Http404
        return TableContext(table)

    def _context(self, table_context: TableContext, title: Any) -> dict[str, Any]:
        return {
            "title": title,
            "subject": str(table_context.table),
            "back_url": reverse("admin:play_table_change", args=[table_context.table.pk]),
            "table_context": table_context,
        }

    def _done(self, request: HttpRequest, message: Any, table: Table) -> HttpResponse:
        messages.success(request, message)
        return redirect("admin:play_table_change", table.pk)


@admin.register(Seat)
class SeatAdmin(DirectorsAdmin):
    club_path = "table__club_id"
    list_display = ("player", "table", "chair", "hands")
    list_filter = (ClubFilter.at("table__club"), SeasonFilter.at("table__season"))
    list_select_related = ("table", "player")
    fields = readonly_fields = ("player", "table", "chair", "hands")
    player_path = "player"

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        first = hands_counted("table", number__lt=OuterRef("since"))
        last = hands_counted("table", number__lte=OuterRef("until"))
        rows: QuerySet = super().get_queryset(request).annotate(first=first, last=last)
        return rows

    @admin.display(description=_("Seat"), ordering="position")
    def chair(self, row: Seat) -> str:
        return _("Seat %(number)s") % {"number": row.position}

    @admin.display(description=_("Hands"), ordering="since")
    def hands(self, row: Any) -> str:
        if row.until is None:
            return _("from hand %(first)s") % {"first": row.first + 1}
        return _("hands %(first)s to %(last)s") % {"first": row.first + 1, "last": row.last}


@admin.register(Score)
class ScoreAdmin(GameTitleMixin, DirectorsAdmin):
    """The admin of the ledger, which is read-only: to change points, correct the hand."""

    club_path = "table__club_id"
    list_display = ("of_player", "signed_points", "line", "table", "game_title", "season")
    fields = readonly_fields = ("player", "signed_points", "line", "table", "seat", "game_title", "season")
    list_filter = (ClubFilter.at("table__club"), SeasonFilter, GameFilter)
    list_select_related = ("table", "player", "season")
    player_path = "player"
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows: QuerySet = super().get_queryset(request).annotate(ordinal=ordinal("hand__"))
        return rows

    @admin.display(description=_("Player"))
    def of_player(self, row: Score) -> str:
        return row.player.shown

    @admin.display(description=_("Points"), ordering="points")
    def signed_points(self, row: Score) -> str:
        return signed(row.points)

    @admin.display(description=_("Hand"), ordering="hand__number")
    def line(self, row: Any) -> str:
        return _("Hand %(number)s") % {"number": row.ordinal} if row.ordinal else str(_("Not a hand"))


@admin.register(Revision)
class RevisionAdmin(DirectorsAdmin):
    """The admin of the log. It is here because the log's own package knows neither clubs nor hands."""

    list_display = ("at", "what", "actor", "why", "thing")
    list_filter = ("kind", "at")
    search_fields = ("object_id__exact", "table_id__exact")
    search_help_text = _("The id of an object or a table")
    ordering = ("-pk",)
    fields = ("at", "actor", "what", "thing", "object_id", "table_id", "before", "after", "why")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        login = User.objects.filter(pk=OuterRef("actor_id")).values("username")
        shown = Case(When(shown_as="", then="name"), default="shown_as")
        player = Player.objects.filter(pk=OuterRef("player_id")).values(shown=shown)
        name = Coalesce(Subquery(login), Subquery(player), output_field=CharField())
        rows: QuerySet = super().get_queryset(request).annotate(actor_name=name)
        return rows

    @admin.display(description=_("By"))
    def actor(self, row: Any) -> str:
        return row.actor_name or ""

    @admin.display(description=_("What was changed"), ordering="kind")
    def what(self, row: Revision) -> str:
        """Return the kind of the object, and what was done to it."""
        return _("%(kind)s: %(action)s") % {
            "kind": capfirst(row.get_kind_display()),
            "action": ACTIONS.get(row.action, row.action),
        }

    @admin.display(description=_("Where"))
    def thing(self, row: Revision) -> str:
        """Return a link to the hand or the sheet."""
        if row.kind in LINE_KINDS:
            return format_html(
                '<a href="{}">{}</a>', reverse("admin:play_hand_change", args=[row.object_id]), _("the hand")
            )
        if row.table_id:
            return format_html('<a href="{}">{}</a>', reverse("play:table", args=[row.table_id]), _("the sheet"))
        return ""


ACTIONS = {
    "accept": _("confirmed"),
    "add": _("added"),
    "after_opening": _("changed after others’ results could be read"),
    "anonymise": _("name removed"),
    "apply": _("on the waiting list"),
    "ask": _("correction asked for"),
    "bring_round_back": _("round brought back"),
    "call": _("director called"),
    "cancel": _("cancelled"),
    "carry": _("carried over"),
    "change": _("changed"),
    "change_deals": _("other cards played"),
    "close": _("closed"),
    "come_back": _("back again"),
    "confirms": _("confirmation of hands switched on or off"),
    "correct": _("corrected"),
    "deals": _("length of the rounds changed"),
    "delete": _("deleted"),
    "discard_plan": _("plan discarded"),
    "end": _("ended"),
    "end_call": _("call answered"),
    "end_own_link": _("own link ended"),
    "end_round": _("round ended"),
    "enter": _("entered on the sheet"),
    "enter_late": _("late hand entered"),
    "exchange": _("exchanged"),
    "exchange_numbers": _("numbers exchanged"),
    "finish": _("finished"),
    "following": _("rounds follow by themselves, or no longer"),
    "found": _("founded"),
    "go_back": _("round reopened"),
    "hand_in": _("handed in"),
    "hand_records": _("hand records changed"),
    "hold_round": _("round kept from ending by itself"),
    "import": _("imported"),
    "invitation": _("invitation changed"),
    "late": _("joined late"),
    "leave": _("left"),
    "let_in": _("let in from the waiting list"),
    "line_up": _("line-up changed"),
    "link": _("one-time link created"),
    "links": _("links ended"),
    "make": _("made"),
    "make_final": _("final made"),
    "match": _("partners found for each other"),
    "merge": _("merged"),
    "move": _("moved to another section"),
    "move_away": _("moved to another table"),
    "move_here": _("moved here from another table"),
    "move_up": _("moved up from the waiting list"),
    "next_session": _("next session made"),
    "object": _("objected to"),
    "open": _("opened"),
    "own_link": _("own link made"),
    "plan": _("plan chosen"),
    "plan_rest": _("remaining rounds planned"),
    "prizes": _("prizes changed"),
    "put_aside": _("put aside"),
    "put_aside_late": _("late hand put aside"),
    "random_entry": _("made-up results filled in"),
    "rate": _("rate changed"),
    "record": _("entered"),
    "refuse": _("correction refused"),
    "release_round": _("round may end by itself again"),
    "remove": _("removed"),
    "remove_applicant": _("taken off the waiting list"),
    "rename": _("renamed"),
    "renew_link": _("code renewed"),
    "reopen": _("opened again"),
    "repair": _("points calculated again"),
    "restore": _("counted again"),
    "resume": _("suspension lifted"),
    "revoke_link": _("code revoked"),
    "rule": _("result ruled on"),
    "seal": _("hidden again"),
    "set_carried": _("carried over"),
    "set_wish": _("wish changed"),
    "squads": _("squads changed"),
    "sign_off": _("taken off the list"),
    "sign_up": _("signed up"),
    "skip_round": _("round left out"),
    "standing": _("competes, or plays without standing"),
    "start": _("started"),
    "start_round": _("round started"),
    "stop_round": _("round waits for the director"),
    "substitute": _("substitute seated"),
    "suspend": _("suspended"),
    "swap": _("seats swapped"),
    "swap_contestants": _("contestants swapped"),
    "swap_deals": _("numbers swapped"),
    "swap_sides": _("sides swapped"),
    "take_back_round": _("round taken back"),
    "type_hands": _("hands typed from paper"),
    "undo": _("undone"),
    "unmerge": _("merge undone"),
    "unseal": _("shown to everybody"),
    "variant": _("house rules changed"),
    "void": _("voided"),
    "withdraw": _("ruling withdrawn"),
}
"""What was done, by the `action` of a Revision."""
