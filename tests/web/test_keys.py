"""Keys are drawn once, as long as nothing of them is another."""

from collections.abc import Iterator
from typing import Any

import pytest
from django import forms
from django.template import engines
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from scorer.web.templatetags import scorer as tags

CHOICES = (("1", "Ada"), ("2", "Boris"))


@pytest.fixture(autouse=True)
def _nothing_drawn_yet() -> Iterator[None]:
    tags._drawn.clear()
    yield
    tags._drawn.clear()


def drawn(
    *, data: Any = None, initial: Any = None, told: str = "columns=2", prefix: str | None = None, **field: Any
) -> str:
    class Asked(forms.Form):
        who = forms.CharField(
            **{"required": False, "widget": forms.RadioSelect(choices=CHOICES), "label": "Who?"} | field
        )

    form = Asked(data, initial={"who": initial}, prefix=prefix)
    template = engines["django"].from_string('{% include "parts/keys.html" with field=form.who ' + told + " %}")
    return str(template.render({"form": form, "more": "not told", "unrelated": "x"}))


def test_the_same_keys_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = drawn()
    monkeypatch.setattr(tags, "Context", lambda _told: pytest.fail("drawn again"))
    assert drawn() == before
    assert before.count("<input") == 2


@pytest.mark.parametrize(
    "other",
    [
        {"initial": "2"},
        {"data": {"who": "1"}},
        {"label": "Whose deal?"},
        {"help_text": "Whoever sits there."},
        {"required": True},
        {"disabled": True},
        {"prefix": "second"},
        {"widget": forms.RadioSelect(choices=(("1", "Ada"), ("2", "Chloé")))},
        {"widget": forms.RadioSelect(choices=(("1", "Ada"), ("3", "Boris")))},
        {"widget": forms.RadioSelect(choices=CHOICES, attrs={"data-x": "y"})},
        {"widget": forms.CheckboxSelectMultiple(choices=CHOICES)},
        {"told": "columns=3"},
        {"told": "columns=2 first=1"},
        {"told": "columns=2 first=1 more='all'"},
        {"told": "columns=2 words=True"},
        {"told": "columns=2 narrow=True"},
        {"told": "columns=2 bare=True"},
        {"told": "columns=2 when='{}'"},
        {"told": "suits=True", "widget": forms.RadioSelect(choices=(("H", "hearts"),))},
    ],
)
def test_other_keys_are_drawn_as_they_are(other: dict[str, Any]) -> None:
    usual = drawn()
    after_the_usual = drawn(**other)
    tags._drawn.clear()
    assert after_the_usual == drawn(**other) != usual


def test_what_is_wrong_is_shown_and_gone_with_the_next_form() -> None:
    usual = drawn(data={"who": "1"}, required=True)
    assert "This field is required." in drawn(data={}, required=True)
    assert drawn(data={"who": "1"}, required=True) == usual


def test_another_language_has_other_keys() -> None:
    english = drawn(label=_("Yes"))
    with translation.override("de"):
        assert "Ja" in drawn(label=_("Yes"))
    assert drawn(label=_("Yes")) == english
