"""The surroundings of a table (scorer.play.surroundings), for templates."""

from django import template

from scorer.db.ids import IdConverter
from scorer.play.models import Table
from scorer.play.surroundings import Surroundings, surroundings_of

register = template.Library()


@register.simple_tag
def around(table: Table) -> Surroundings | None:
    return surroundings_of(table)


@register.filter
def topic_id(around: Surroundings) -> str:
    """Return the topic as event streams name it."""
    return IdConverter().to_url(around.topic)
