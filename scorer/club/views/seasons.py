from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club import services
from scorer.club.forms import NewSeasonForm
from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.web.forms import form_status


@require_GET
@club_view(ClubAct.READ)
def seasons(request: ClubRequest, club: Club) -> HttpResponse:
    found = list(club.seasons.all())
    context = {"open": next((season for season in found if season.ends is None), None), "seasons": found}
    return render(request, "club/seasons.html", context)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SEASONS)
def start(request: ClubRequest, club: Club) -> HttpResponse:
    form = NewSeasonForm(request.POST or None, initial={"starts": timezone.localdate()})
    if form.is_valid():
        try:
            season = services.start_season(club, **form.cleaned_data, by=request.user)
        except ValidationError as error:
            form.add_error(None if error.code == "season_open" else "name", error)
        else:
            messages.success(request, _("The season %(name)s has started.") % {"name": season.name})
            return redirect("club:seasons", club.pk)
    return render(request, "club/start_season.html", {"form": form}, status=form_status(request))


@require_POST
@club_view(ClubAct.SEASONS)
def end(request: ClubRequest, club: Club, season_id: int) -> HttpResponse:
    season = services.end_season(get_object_or_404(club.seasons, pk=season_id), by=request.user)
    messages.success(request, _("The season %(name)s has ended.") % {"name": season.name})
    return redirect("club:seasons", club.pk)
