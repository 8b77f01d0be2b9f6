"""Foreign keys that refer to a model, including hidden ones, whose `related_name` is "+"."""

from collections.abc import Iterator
from typing import Any

from django.db import models


def foreign_keys_to(model: type[models.Model]) -> Iterator[tuple[Any, str]]:
    """Yield each model whose rows cannot do without theirs of this one, with the name of the foreign key."""
    for relation in model._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel) and relation.on_delete is not models.SET_NULL:
            yield relation.related_model, relation.field.name


def delete_with_references(rows: models.QuerySet[Any]) -> None:
    """Delete rows with everything that refers to them, in whatever app. The queryset must not be ordered."""
    for other, field in foreign_keys_to(rows.model):
        delete_with_references(other.objects.filter(**{f"{field}__in": rows}).order_by())
    rows.delete()
