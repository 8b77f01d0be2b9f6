"""For `manage.py shell`: print the responses of the demo club's pages to its director, as JSON."""

import json
import sys

from django.test import Client
from django.urls import reverse

from scorer.club.models import Membership
from scorer.play.models import Table

director = Membership.objects.get()
client = Client(SERVER_NAME="localhost", raise_request_exception=False)
client.force_login(director.user)

lists = [
    client.get(reverse(name, args=[director.club_id])) for name in ("standings:home", "play:tables", "play:choose")
]
sheets: dict[str, set[int]] = {}
for table in Table.objects.all():
    sheets.setdefault(table.game, set()).add(client.get(reverse("play:table", args=[table.pk])).status_code)
json.dump(
    {
        "lists": [page.status_code for page in lists],
        "whist is named": any("Whist" in page.content.decode() for page in lists),
        "sheets": {game: sorted(statuses) for game, statuses in sheets.items()},
    },
    sys.stdout,
)
