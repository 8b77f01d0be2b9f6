"""Our template of a select, in the place of Django's."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting
from pytest_django.asserts import assertHTMLEqual

CHOICES = [("", "Rank"), ("Seasons", [(1, "Autumn <2026>"), (2, "“Winter”")]), ("all", "All time")]


class WithNotes(forms.Select):
    def create_option(self, name, value, label, selected, index, subindex=None, attrs=None):
        option = super().create_option(name, value, label, selected, index, subindex, attrs)
        option["attrs"] |= {"data-note": f'"{value}"', "disabled": value == "all", "hidden": value == 2}
        return option


@pytest.mark.parametrize("widget", [forms.Select, forms.SelectMultiple, WithNotes])
@pytest.mark.parametrize("value", [[], [""], [1], ["2"]])
def test_it_says_what_django_says(widget: type[forms.Select], value: list[object]) -> None:
    select = widget({"id": "period", "required": True}, choices=CHOICES)
    ours, djangos = (
        select.render("period", value, renderer=renderer()) for renderer in (TemplatesSetting, DjangoTemplates)
    )
    assert ours != djangos  # spaces
    assertHTMLEqual(ours, djangos)
