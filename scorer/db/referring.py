"""What refers to a model, hidden relations among it: a `related_name` of "+" keeps them out of what Django lists."""

from collections.abc import Iterator
from typing import Any

from django.db import models


def referring(model: type[models.Model]) -> Iterator[tuple[Any, str]]:
    """Each model with a foreign key to this one, and the name of that field."""
    for relation in model._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel):
            yield relation.related_model, relation.field.name
