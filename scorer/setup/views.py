from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorer.club.middleware import is_elsewhere
from scorer.club.models import Club
from scorer.club.rights import for_anyone
from scorer.club.services import password_link
from scorer.setup import services
from scorer.setup.forms import AddedClubForm, SetupForm
from scorer.web.forms import form_status


@sensitive_post_parameters("password1", "password2")
@never_cache
@require_http_methods(["GET", "POST"])
@login_not_required
@for_anyone
def begin(request: HttpRequest, token: str, club_id: int | None = None) -> HttpResponse:
    """The page of the first run. Whoever has the link sets up the club and becomes its director."""
    added = get_object_or_404(Club, pk=club_id) if club_id else None
    if not services.is_valid(token, added) or (added and is_elsewhere(request, added.pk)):
        raise Http404
    form = AddedClubForm(request.POST or None, added=added) if added else SetupForm(request.POST or None)
    if not form.is_valid():
        return render(request, "setup/begin.html", {"form": form}, status=form_status(request))
    values = form.cleaned_data
    try:
        director = services.set_up(
            club=values["club"],
            season=values["season"],
            username=values["username"],
            password=values.get("password1"),
            demo=values["demo"],
            added=added,
        )
    except ValidationError as error:  # in the only club of a site, a superuser may have the name
        form.add_error("username", error)
        return render(request, "setup/begin.html", {"form": form}, status=form_status(request))
    except services.AlreadySetUp:  # by the same form posted twice, or by somebody else
        return redirect("club:start")
    if added:  # whose name has a number now, with which the browser is to remember the password
        return redirect(password_link(director.user, by=None))
    login(request, director.user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return redirect("standings:home", director.club_id)
