"""Changes of a table rather than of its sheet: seats, reopening, cancelling."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.models import Player, User
from scorer.club.names import join_names
from scorer.club.rights import ClubRequest
from scorer.club.services import add_player, player_problem
from scorer.play import services
from scorer.play.forms import WhyForm
from scorer.play.models import Table
from scorer.play.occasions import occasion_of
from scorer.play.opening.forms import NAME_ATTRS, newcomers_are_guests, roster_for_seats
from scorer.play.rights import TableAct, table_view
from scorer.play.table_context import TableContext
from scorer.web.forms import form_status, id_number, small_number


class SubstituteForm(forms.Form):
    player = forms.CharField(
        label=gettext_lazy("Player"), max_length=80, required=False, widget=forms.TextInput(attrs=NAME_ATTRS)
    )
    new = forms.CharField(label=gettext_lazy("or a new name"), max_length=80, required=False)

    def __init__(self, data: object = None, *, table: Table, position: int) -> None:
        """Offer those first who are most likely to come: the others of a team, then whoever is free."""
        super().__init__(data)  # type: ignore[arg-type]  # request.POST or None
        self.table, around = table, occasion_of(table)
        self.roster = roster_for_seats(table.club, first=around.in_reserve(position) if around else ())
        seated = {seat.player_id for seat in table.seats.current()}
        self.free = [player for player in self.roster if player.pk not in seated]

    def clean_player(self) -> Player | None:
        name = self.cleaned_data["player"]
        player = next((one for one in self.roster if name and one.is_called(name)), None)
        if name and not player:
            raise ValidationError(_("Nobody on the roster is called %(name)s.") % {"name": name})
        return player

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        new = cleaned.get("new")
        if not new and not cleaned.get("player") and not self.errors:
            raise ValidationError(_("Choose a player or type a new name."))
        problem = player_problem(self.table.club, new) if new else None
        if problem:
            self.add_error("new", problem)
        return cleaned


@transaction.atomic
def _substitute(table: Table, position: int, chosen: dict[str, Any], by: User) -> Player:
    """Seat the player that was chosen, or a new one, also in the occasion of the table."""
    new, around = chosen["new"], occasion_of(table)
    guest = newcomers_are_guests(table.club)
    player: Player = add_player(table.club, new, guest=guest, by=by) if new else chosen["player"]
    if around:
        around.substitute(position, player, by=by)
    else:
        services.substitute(table, position, player, by=by)
    return player


@require_http_methods(["GET", "POST"])
@table_view(TableAct.ARRANGE)
def substitute(request: ClubRequest, table: Table, position: int) -> HttpResponse:
    table_context = TableContext(table)
    if not 1 <= position <= table.size:
        raise Http404
    form = SubstituteForm(request.POST or None, table=table, position=position)
    if request.method == "POST" and form.is_valid():
        try:
            player = _substitute(table, position, form.cleaned_data, request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("%(name)s plays from the next hand on.") % {"name": player.shown})
            return redirect("play:table", table.pk)
    context = {
        "table_context": table_context,
        "table": table,
        "form": form,
        "chair": table_context.chairs[position - 1],
    }
    return render(request, "play/substitute.html", context, status=form_status(request))


@require_http_methods(["GET", "POST"])
@table_view(TableAct.ARRANGE)
def partners(request: ClubRequest, table: Table) -> HttpResponse:
    """Let the players cut for partners anew, as after a rubber."""
    table_context = TableContext(table)
    if not table_context.has_pairs:
        raise Http404
    chosen = small_number(request.POST.get("partner", "")) or 0
    if request.method == "POST" and chosen in range(2, table.size + 1):
        services.change_partners(table, chosen, by=request.user)
        messages.success(request, _("From the next hand on, they play with their new partners."))
        return redirect("play:table", table.pk)
    context = {"table_context": table_context, "table": table, "pairings": pairings(table_context)}
    return render(request, "play/partners.html", context, status=form_status(request))


@dataclass(frozen=True, slots=True)
class Pairing:
    """`partner` is the position of whoever plays with the first player. `sides` are their names and their players."""

    partner: int
    is_now: bool
    sides: tuple[tuple[str, str], ...]


def pairings(table_context: TableContext) -> Iterator[Pairing]:
    """Yield who can play with whom at a table of two pairs."""
    opposite = next(seats[-1] for seats, _name in table_context.sides if 1 in seats)
    for partner in range(2, table_context.size + 1):
        names = {chair.position: chair.player for chair in table_context.chairs}
        names[partner], names[opposite] = names[opposite], names[partner]
        sides = tuple(
            (name if table_context.game.side_names else "", join_names((names[seat] for seat in seats), " & "))
            for seats, name in table_context.sides
        )
        yield Pairing(partner, partner == opposite, sides)


@require_POST
@table_view(TableAct.ARRANGE)
def confirms(request: ClubRequest, table: Table) -> HttpResponse:
    """Turn confirmation by the other side on or off."""
    asked = "on" in request.POST
    services.ask_for_confirmations(table, confirms=asked, by=request.user)
    message = _("The other side is asked to confirm each hand.") if asked else _("Nobody is asked to confirm hands.")
    messages.success(request, message)
    return redirect("play:table", table.pk)


@require_POST
@table_view(TableAct.ARRANGE)
def reopen(request: ClubRequest, table: Table) -> HttpResponse:
    reopened = services.reopen_table(table, by=request.user)
    if reopened.number == table.number:
        messages.success(request, _("The table is open again."))
    else:
        message = _("The table is open again, now as table %(number)s: another open table has the number %(before)s.")
        messages.success(request, message % {"number": reopened.number, "before": table.number})
    late = id_number(request.POST.get("late"))
    return redirect(reverse("play:table", args=[table.pk]) + (f"?late={late}" if late else ""))


@require_POST
@table_view(TableAct.ARRANGE)
def put_aside(request: ClubRequest, table: Table, late: int) -> HttpResponse:
    """Put a late hand aside that does not belong on the sheet."""
    form = WhyForm(request.POST)
    if form.is_valid():
        services.put_aside(table, late, by=request.user, why=form.cleaned_data["why"])
        messages.success(request, _("The hand is put aside. What was typed stays in the log."))
    else:
        messages.error(request, str(form.errors["why"][0]))
    return redirect("play:table", table.pk)


@require_POST
@table_view(TableAct.ARRANGE)
def cancel(request: ClubRequest, table: Table) -> HttpResponse:
    services.cancel_table(table, by=request.user)
    messages.success(request, _("The table is cancelled."))
    return redirect("standings:home", table.club_id)
