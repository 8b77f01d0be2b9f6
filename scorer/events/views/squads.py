"""Who scores for which squad."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.contestants import contestants_by_number, squad_names
from scorer.events.forms.squads import SquadsForm
from scorer.events.models import Event
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_view
from scorer.web.forms import form_status


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def squads(request: ClubRequest, event: Event) -> HttpResponse:
    people = contestants_by_number(event).values()
    form = SquadsForm(request.POST or None, event=event, people=people)

    def change() -> None:
        chosen = {name: form.cleaned_data[name] for name in ("squads", "best", "day")}
        services.set_squads(event, **chosen, names=form.names, by=request.user)

    accepted(form, change)
    if form.is_valid():
        messages.success(request, _("The squads are saved."))
        return redirect("events:event", event.club_id, event.pk)
    context = {
        "event": event,
        "form": form,
        "squad_names": squad_names(people),
        "why_not": Progress(event).refusal("set_squads"),
    }
    return render(request, "events/squads.html", context, status=form_status(request))
