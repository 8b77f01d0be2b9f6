"""The page of a station's or a contestant's link."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorer.club.rights import for_anyone
from scorer.events import links, selectors
from scorer.events.links import Holder
from scorer.events.models import Event
from scorer.play.rights import link_ended
from scorer.web.language import activate_club_language


@never_cache
@require_http_methods(["GET", "POST"])
@for_anyone
@login_not_required
def phone(request: HttpRequest, event_id: int, number: int, token: str, holder: Holder) -> HttpResponse:
    """Where a station or a contestant plays in the round that runs; posted, the phone joins that table."""
    event = Event.objects.installed().select_related("club").filter(pk=event_id).first()
    if event is None or not links.is_valid(event, holder, number, token):
        return link_ended(request)
    activate_club_language(request, event.club.language)
    assignments = selectors.assignments_of(event, holder, number)
    running = next((each for each in assignments if each.round.is_running), None)
    if request.method == "POST":
        sitting = running.sitting if running else None
        table = links.join_table(request, sitting, request.path) if sitting else None
        return redirect("play:table", table.pk) if table else redirect(request.path)
    context = {
        "event": event,
        "holder": holder,
        "number": number,
        "contestant": event.contestants.filter(number=number).first() if holder == Holder.CONTESTANT else None,
        "running": running,
        "following": next((each for each in assignments if each.round.started_at is None), None),
        "rounds": len(assignments),
    }
    template = "events/where.html" if request.headers.get("HX-Request") else "events/phone.html"
    return render(request, template, context)
