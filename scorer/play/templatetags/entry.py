from collections.abc import Hashable

from django import template
from django.forms import BoundField

register = template.Library()


@register.filter
def looks(field: BoundField) -> Hashable:
    """All that parts/field.html makes of a field of an entry form, which shares it with the table's other forms; None
    where something is wrong there."""
    return None if field.errors else (field.field, repr(field.value()), field.auto_id)
