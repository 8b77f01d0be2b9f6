"""The site, with an extra view that saves are compared with."""

from itertools import count

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt

from scorer import urls
from scorer.play.models import Hand

NUMBERS = count(1)
BARE = "/tables/bare/"
"""A URL below that of the tables, so that its requests run in the same threads (scorer/asgi.py)."""


@csrf_exempt
@login_not_required
def bare(request: HttpRequest) -> HttpResponse:
    """Insert one row with the ORM, and nothing else."""
    hand = Hand.objects.create(table_id=int(request.POST["table"]), number=next(NUMBERS), dealer=1)
    return HttpResponse(hand.number)


urlpatterns: list[URLPattern | URLResolver] = [path(BARE.removeprefix("/"), bare), *urls.urlpatterns]
