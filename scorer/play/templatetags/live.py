"""The address of a page's event stream."""

from django import template

from scorer.live import live_path

register = template.Library()


@register.simple_tag
def live(*topics: int) -> str:
    return live_path(topics)
