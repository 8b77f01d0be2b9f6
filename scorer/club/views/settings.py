from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorer.club import services
from scorer.club.forms import ClubForm
from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.web.forms import form_status


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SETTINGS)
def settings(request: ClubRequest, club: Club) -> HttpResponse:
    """The club's name, language and visibility, its correction period, and what its leaderboards rank by."""
    form = ClubForm(request.POST or None, instance=Club.objects.get(pk=club.pk))
    if form.is_valid():
        services.change_club(club, **form.cleaned_data, by=request.user)
        messages.success(request, _("The settings have been changed."))
        return redirect("club:settings", club.pk)
    return render(request, "club/settings.html", {"form": form}, status=form_status(request))
