"""Our drawing of inputs and selects, in the place of Django's templates."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from pytest_django.asserts import assertHTMLEqual

from scorer.web.inputs import INPUTS, SELECT, Renderer

CHOICES = [("", "Rank"), ("Seasons", [(1, "Autumn <2026>"), (2, "“Winter”")]), ("all", "All time")]
HOSTILE = ["", "0", 0, None, True, False, '"><script>', "O'Hara & Sons", "Zoé"]

BOXES = [
    forms.TextInput,
    forms.NumberInput,
    forms.HiddenInput,
    forms.CheckboxInput,
    forms.DateInput,
    forms.PasswordInput,
]


def drawn(widget: forms.Widget, value: object) -> tuple[str, str]:
    """By us and by Django."""
    ours, djangos = (widget.render("box", value, renderer=renderer()) for renderer in (Renderer, DjangoTemplates))
    return ours, djangos


class WithNotes(forms.Select):
    def create_option(self, name, value, label, selected, index, subindex=None, attrs=None):
        option = super().create_option(name, value, label, selected, index, subindex, attrs)
        option["attrs"] |= {"data-note": f'"{value}"', "disabled": value == "all", "hidden": value == 2}
        return option


@pytest.fixture
def no_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails where a template is rendered after all."""
    monkeypatch.setattr("django.forms.renderers.TemplatesSetting.render", lambda *_args: pytest.fail("a template"))


@pytest.mark.parametrize("widget", [forms.Select, forms.SelectMultiple, WithNotes])
@pytest.mark.parametrize("value", [[], [""], [1], ["2"]])
def test_a_select_says_what_django_says(widget: type[forms.Select], value: list[object], no_templates: None) -> None:
    ours, djangos = drawn(widget({"id": "period", "required": True}, choices=CHOICES), value)
    assertHTMLEqual(ours, djangos)


@pytest.mark.parametrize(
    "widget",
    [forms.TextInput, forms.NumberInput, forms.HiddenInput, forms.CheckboxInput, forms.DateInput, forms.PasswordInput],
)
@pytest.mark.parametrize("value", HOSTILE)
def test_an_input_says_what_django_says(widget: type[forms.Widget], value: object) -> None:
    attributes = {"id": "box", "required": True, "autofocus": False, "data-why": '<"&>', "maxlength": 80}
    ours, djangos = drawn(widget(attributes), value)
    assertHTMLEqual(ours, djangos)


class Asked(forms.Form):
    suit = forms.ChoiceField(choices=[("H", "hearts"), ("<S>", "spades & more")], widget=forms.RadioSelect)
    seats = forms.MultipleChoiceField(choices=[(1, "Ada"), (2, "Boris")], widget=forms.CheckboxSelectMultiple)


@pytest.mark.parametrize("name", ["suit", "seats"])
def test_a_key_says_what_django_says(name: str, no_templates: None) -> None:
    ours, djangos = (
        [key.tag() for key in Asked({"suit": "H", "seats": ["2"]}, renderer=renderer())[name]]
        for renderer in (Renderer, DjangoTemplates)
    )
    for one, other in zip(ours, djangos, strict=True):
        assertHTMLEqual(one, other)


@pytest.mark.parametrize("template", sorted({*INPUTS, SELECT}))
def test_what_we_draw_is_something_that_django_knows(template: str) -> None:
    assert DjangoTemplates().get_template(template)
