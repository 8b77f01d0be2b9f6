"""What a club has stored about one person, for whoever asks for it: a player or a login, as one file."""

import json
from collections.abc import Iterable
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q

from scorer.club.models import Club, Membership, Player, User
from scorer.history.models import Revision
from scorer.play.models import Table
from scorer.transfer.club_rows import parts

OF_A_LOGIN = ("id", "username", "date_joined", "last_login")
"""Not the hash of the password, with which somebody could look for it."""
OF_A_SHARED_LOGIN = ("id", "username")
"""What other clubs do not share of one that is used there, too."""
OF_A_TABLE = ("id", "game", "number", "opened_at", "closed_at")


def of_player(player: Player) -> str:
    """Return as JSON everything that refers to a player, or to one who was merged into it."""
    ids = [player.pk, *player.merged.values_list("pk", flat=True)]
    logged = Q(player_id__in=ids) | Q(kind=Revision.Kind.PLAYER, object_id__in=ids)
    tables = Table.objects.filter(seats__player__in=ids).distinct()
    return _as_json(
        _rows_referring_to(Player, ids, player.club)
        | {Player._meta.label_lower: player.club.players.filter(pk__in=ids).values()}
        | _logged(player.club, logged)
        | {Table._meta.label_lower: tables.order_by("opened_at", "pk").values(*OF_A_TABLE)}
    )


def of_login(membership: Membership) -> str:
    """Return as JSON everything that the club has stored about a login."""
    club, user = membership.club, membership.user_id
    logged = Q(actor_id=user) | Q(kind=Revision.Kind.LOGIN, object_id=membership.pk)
    is_shared = Membership.objects.filter(user=user).exclude(club=club).exists()
    columns = OF_A_SHARED_LOGIN if is_shared else OF_A_LOGIN
    return _as_json(
        {User._meta.label_lower: User.objects.filter(pk=user).values(*columns)}
        | _rows_referring_to(User, [user], club)
        | _logged(club, logged)
    )


def _rows_referring_to(model: type[Model], ids: list[int], club: Club) -> dict[str, Iterable[Any]]:
    rows: dict[str, Iterable[Any]] = {}
    for part in parts():
        about = Q()
        for key in part.keys_to(model):
            about |= Q(**{f"{key.name}__in": ids})
        if about:
            rows[part.label] = part.of(club).filter(about).order_by("pk").values()
    return rows


def _logged(club: Club, about: Q) -> dict[str, Iterable[Any]]:
    return {Revision._meta.label_lower: Revision.objects.filter(about, club_id=club.pk).order_by("pk").values()}


def _as_json(rows: dict[str, Iterable[Any]]) -> str:
    found = {kind: list(of_kind) for kind, of_kind in rows.items()}
    return json.dumps({kind: of_kind for kind, of_kind in found.items() if of_kind}, cls=DjangoJSONEncoder, indent=1)
