"""What went wrong: a director sees what putting it right would change, and then does it."""

from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.contestants import ContestantRow, contestants_by_number
from scorer.events.forms.rulings import OtherCardsForm
from scorer.events.forms.swaps import SPOILED, SwapForm
from scorer.events.models import Event, Sitting
from scorer.events.results.effect import EventReader
from scorer.events.results.event_results import EventResults
from scorer.events.results.lines import scored_lines, traveller_of
from scorer.events.views.console import event_view, perform
from scorer.web.forms import form_status
from scorer.web.previews import ChangePreview


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def swap(request: ClubRequest, event: Event, sitting_id: int) -> HttpResponse:
    """What may have gone wrong; posted, what it would change, and with `confirm` the change itself."""
    sitting = _find(event, sitting_id)
    people = contestants_by_number(event)
    form = SwapForm(request.POST if request.method == "POST" else None, sitting=sitting, people=people)
    if not form.is_valid():
        return _page(request, sitting, people, form, status=form_status(request))
    preview = ChangePreview(request, EventReader(event, form.tables, people))
    try:
        preview(form.change(request.user))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(request, _find(event, sitting_id), people, form, status=HTTPStatus.CONFLICT)
    if preview.needs_confirmation:
        context = {"event": event, "sitting": sitting, "meant": form.meant, "back": request.path}
        return preview.page("events/effect.html", context)
    messages.success(request, _("Swapped. The same swap again undoes it."))
    return redirect("events:swap", event.club_id, event.pk, sitting.pk)


@require_POST
@event_view(ClubAct.EVENTS)
def spoiled(request: ClubRequest, event: Event, sitting_id: int, number: int) -> HttpResponse:
    """A deal that cannot be played at a table any more: a ruling, with its reason by a key."""
    sitting = _find(event, sitting_id)
    why = SPOILED.get(request.POST.get("why", ""))
    if number not in sitting.deals or why is None:
        raise Http404
    line = {"not_played": True}
    return perform(
        request, event, lambda: services.rule_result(event, sitting, number, line, why=str(why), by=request.user)
    )


def _find(event: Event, sitting_id: int) -> Sitting:
    started = Sitting.objects.select_related("round__event", "table").exclude(table=None)
    sitting: Sitting = get_object_or_404(started.with_contestants(), round__event=event, pk=sitting_id)
    return sitting


def _page(
    request: ClubRequest,
    sitting: Sitting,
    people: dict[int, ContestantRow],
    form: SwapForm,
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    results = EventResults(sitting.round.event)
    lines = list(scored_lines(results, people, lambda line: line.sitting.pk == sitting.pk))
    context = {
        "event": sitting.round.event,
        "sitting": sitting,
        "people": [people[number] for number in form.numbers],
        "form": form,
        "lines": lines,
        "entered": [line.line.result.deal for line in lines if line.line.hand],
        "spoiled": SPOILED.items(),
    }
    return render(request, "events/swap.html", context, status=status)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def other_cards(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Which results of a deal have other cards; posted, what that would change, and with `confirm` the change."""
    people = contestants_by_number(event)
    results = EventResults(event)
    lines = traveller_of(results, number, people).lines
    if not (results.comparison.names_deals and lines):
        raise Http404
    ruling = event.rulings.in_force().filter(sitting=None, contestant=None, deal=number).first()
    form = OtherCardsForm(request.POST or None, lines=lines, ruling=ruling)
    context = {"event": event, "deal": number, "form": form}
    if form.is_valid():
        tables = {line.line.sitting.table.pk for line in lines if line.line.sitting.table}
        preview = ChangePreview(request, EventReader(event, tables, people))
        said = {name: form.cleaned_data[name] for name in ("why", "law")}
        try:
            preview(partial(services.rule_other_cards, event, number, *form.changes, **said, by=request.user))
        except ValidationError as error:
            form.add_error(form.groups[0].name, error)
        else:
            if preview.needs_confirmation:
                return preview.page("events/effect.html", context | {"meant": form.meant, "back": request.path})
            messages.success(request, _("Saved and logged. The ruling can be withdrawn."))
            return redirect("events:traveller", event.club_id, event.pk, number)
    return render(request, "events/other_cards.html", context, status=form_status(request))
