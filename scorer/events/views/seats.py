"""Who sits where: the wishes of those who sign up, and numbers that are exchanged before the first round."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.forms.people import WishForm
from scorer.events.models import Event
from scorer.events.planning.movement import seats_in
from scorer.events.planning.wishes import unmet_wishes, wish_words
from scorer.events.states import PLANNED, Progress
from scorer.events.views.console import accepted, event_view, perform, refusal
from scorer.web.forms import form_status


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def wish(request: ClubRequest, event: Event, entry: int) -> HttpResponse:
    """The seat that a contestant asks for, and which one of a pair signs off."""
    contestant = event.contestants.with_entry(entry).with_players().first()
    if contestant is None:
        return refusal(request, event, _("This contestant has signed off."))
    form = WishForm(request.POST or None, event=event, initial={"wish": contestant.wish})
    if accepted(form, lambda: services.set_wish(event, entry, form.cleaned_data["wish"], by=request.user)):
        return redirect("events:event", event.club_id, event.pk)
    can = Progress(event)
    context = {
        "event": event,
        "contestant": contestant,
        "form": form,
        "why_not": can.refusal("set_wish"),
        "pair": contestant.players.all() if event.of_pairs and can["sign_off"] else (),
    }
    return render(request, "events/wish.html", context, status=form_status(request))


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def seats(request: ClubRequest, event: Event) -> HttpResponse:
    """Where everybody sits in the first round. `exchange` is the number that was tapped first; posted, with `other`."""
    chosen = (request.POST or request.GET).get("exchange", "")
    if request.method == "POST":
        other = request.POST.get("other", "")
        if not (chosen.isdecimal() and other.isdecimal()):
            return refusal(request, event, _("Choose two different contestants."))
        change = partial(services.exchange_numbers, event, int(chosen), int(other), by=request.user)
        return perform(request, event, change, lambda _done: redirect("events:seats", event.club_id, event.pk))
    people, can = contestants_by_number(event), Progress(event)
    seated = seats_in(can.rounds[0], people) if can.rounds else []
    words = wish_words(event)
    context = {
        "event": event,
        "may_exchange": can.phase is PLANNED,
        "seats": [
            (seats.contestant, seats.places, seats.contestant.wish and words[seats.contestant.wish]) for seats in seated
        ],
        "resting": [seats.contestant for seats in seated if not seats.places],
        "chosen": next((person for person in people.values() if str(person.number) == chosen), None),
        "unmet": unmet_wishes(event, people) if can.rounds else (),
    }
    return render(request, "events/seats.html", context)
