"""Damages columns as somebody with SQL could, and asks for the faults that the check finds."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from scorer.audit.check import faults_of, site_faults
from scorer.audit.rows import Fault
from scorer.play.models import Table
from tests.rollback import rolled_back


def all_faults() -> Iterator[Fault]:
    """Yield the faults of the whole site, those that take longest to find last."""
    yield from faults_of(Table.objects.all())
    yield from site_faults()


def other_value(field: Any, value: Any) -> Any:
    """Return another plausible value of the same kind."""
    if isinstance(field, models.ForeignKey):
        others = field.related_model._default_manager.exclude(pk=value)
        return others.values_list("pk", flat=True).order_by("pk").first()
    if field.choices and not isinstance(field, models.BooleanField):
        return next(choice for choice, _label in field.flatchoices if choice != value)
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.DateTimeField):
        return (value or timezone.now()) + timedelta(minutes=1)
    if isinstance(field, models.JSONField):
        return [10 + number for number in value or [0, 0, 0, 0]]
    if isinstance(field, models.CharField):
        return value + "x" if value else "x"
    return (value or 0) + 1


def each_column_changed(model: type[models.Model], **where: Any) -> Iterator[tuple[str, bool]]:
    """Yield the name of each column, with one row changed in it until the next step, or false if the database refuses.

    The row is the first one in which the database allows the change.
    """
    rows = model._default_manager.filter(**where).order_by("pk")
    for field in model._meta.concrete_fields:
        if field.primary_key:
            continue
        for row in rows:
            changed = False
            with rolled_back():
                with suppress(IntegrityError), transaction.atomic():
                    value = other_value(field, getattr(row, field.attname))
                    other = value != getattr(row, field.attname)
                    changed = other and bool(rows.filter(pk=row.pk).update(**{field.attname: value}))
                if changed:
                    yield field.name, True
            if changed:
                break
        else:
            yield field.name, False
