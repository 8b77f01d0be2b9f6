"""Keys whose choices are the same in every form are shared by all of them; others are each form's own."""

import pytest
from django import forms

from scorer.play.forms import button_field

pytestmark = pytest.mark.postgres


class Contract(forms.Form):
    level = button_field([(1, "1"), (2, "2")], number=True, label="Level")
    declarer = button_field(label="Declarer")


def test_choices_that_are_the_same_are_not_copied() -> None:
    one, other = Contract(), Contract()
    assert one.fields["level"].widget is other.fields["level"].widget
    assert [key.data["label"] for key in one["level"]] == ["1", "2"]
    assert one["level"].widget_type == "radioselect"


def test_nobody_changes_them_for_all_forms() -> None:
    with pytest.raises(TypeError, match="share these choices"):
        Contract().fields["level"].widget.choices = [(7, "7")]
    assert [key.data["label"] for key in Contract()["level"]] == ["1", "2"]


def test_what_a_form_offers_itself_no_other_form_shows() -> None:
    one, other = Contract(), Contract()
    one.fields["declarer"].widget.choices = [(1, "Ada")]
    assert [key.data["label"] for key in one["declarer"]] == ["Ada"]
    assert list(other["declarer"]) == []
    assert list(Contract()["declarer"]) == []
