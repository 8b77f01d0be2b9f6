"""All rows of one club, found by their foreign keys. So those of models that are added later are found too."""

from collections import deque
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from typing import Any

from django.db import models

from scorer.club.models import Club, User
from scorer.history.models import Revision


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one model that belong to a club."""

    model: Any
    path: str
    """The lookup path from a row to the id of its club."""

    @property
    def label(self) -> str:
        return str(self.model._meta.label_lower)

    @property
    def fields(self) -> list[Any]:
        return list(self.model._meta.concrete_fields)

    def of(self, club: Club) -> models.QuerySet[Any]:
        """Return the rows, by a list of what they belong to: PostgreSQL deletes by a join slowly."""
        key, _, rest = self.path.partition("__")
        belongs: Any = club.pk
        if rest:
            owner: Any = self.model._meta.get_field(key).related_model
            key, belongs = f"{key}__in", owner.objects.order_by().filter(**{rest: club.pk})
        rows: models.QuerySet[Any] = self.model.objects.filter(**{key: belongs})
        return rows

    def keys_to(self, model: type[models.Model]) -> list[Any]:
        return [field for field in self.fields if field.related_model is model]


@cache
def parts() -> tuple[Part, ...]:
    """Return the parts of a club. What others refer to comes before them, and the log, which has no keys, last."""
    paths: dict[Any, str] = {Club: "pk"}
    waiting = deque([Club])
    while waiting:  # breadth first, so that each path is a shortest one
        model: Any = waiting.popleft()
        for relation in model._meta.get_fields(include_hidden=True):
            other = relation.related_model
            if isinstance(relation, models.ManyToOneRel) and not relation.field.null and other not in paths:
                paths[other] = f"{relation.field.name}__{paths[model]}" if model is not Club else relation.field.attname
                waiting.append(other)
    needs = {
        model: [
            field.related_model for field in model._meta.concrete_fields if field.related_model not in (None, model)
        ]
        for model in sorted(paths, key=lambda model: model._meta.label)
    }
    ordered = [model for model in TopologicalSorter(needs).static_order() if model in paths]
    return (*(Part(model, paths[model]) for model in ordered), Part(Revision, "club_id"))


def login_ids(club: Club) -> set[int]:
    """Return the ids of the logins of a club, and of all who have ever changed something there."""
    logins: set[int | None] = set()
    for part in parts():
        for key in part.keys_to(User):
            logins.update(part.of(club).order_by().values_list(key.attname, flat=True).distinct())
    logins.update(Revision.objects.filter(club_id=club.pk).order_by().values_list("actor_id", flat=True).distinct())
    return {login for login in logins if login is not None}
