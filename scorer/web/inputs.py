"""How the inputs and selects of a form are drawn: as Django's own templates do, in a tenth of the time.

Those include each other, four templates for a key of an entry form, which has fifty keys, and one more for each option.
"""

from collections.abc import Mapping
from typing import Any, cast

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

INPUTS = frozenset(
    f"django/forms/widgets/{kind}.html"
    for kind in ("input", "hidden", "text", "number", "checkbox", "radio_option", "checkbox_option")
)
SELECT = "django/forms/widgets/select.html"


class Renderer(TemplatesSetting):
    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
        widget = context.get("widget", {})
        if template_name == SELECT:
            return _marked(select(widget))
        if template_name in INPUTS and not widget.get("wrap_label"):
            return _marked(one_input(widget))
        return cast("SafeString", super().render(template_name, context, request))


def _marked(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308  # all that stands in it has been escaped below


def one_input(widget: Mapping[str, Any]) -> str:
    """`widget` as Widget.get_context has it, here and below."""
    value = {} if widget["value"] is None else {"value": str(widget["value"])}  # True is a value like any other
    return f"<input{attributes({'type': widget['type'], 'name': widget['name'], **value, **widget['attrs']})}>"


def select(widget: Mapping[str, Any]) -> str:
    groups = "".join(
        f'<optgroup label="{conditional_escape(name)}">{_options(options)}</optgroup>' if name else _options(options)
        for name, options, _index in widget["optgroups"]
    )
    return f"<select{attributes({'name': widget['name'], **widget['attrs']})}>{groups}</select>"


def _options(options: list[dict[str, Any]]) -> str:
    return "".join(
        f"<option{attributes({'value': str(option['value']), **option['attrs']})}>"
        f"{conditional_escape(option['label'])}</option>"
        for option in options
    )


def attributes(named: Mapping[str, Any]) -> str:
    """Each with a space before it; True is one without a value, False is none."""
    return "".join(
        f" {conditional_escape(name)}" + ("" if value is True else f'="{conditional_escape(value)}"')
        for name, value in named.items()
        if value is not False
    )
