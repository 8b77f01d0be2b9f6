from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import SetPasswordMixin
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorer.club.forms import MAX_NAME, NUMBERED
from scorer.club.models import Club, User
from scorer.club.services import has_neighbours, season_name


class AddedClubForm(forms.Form):
    """What is asked of the director of a club on a site for many, but for the password."""

    club = forms.CharField(
        label=_("Name of the club"),
        max_length=80,
        help_text=_("It is shown at the top of every page."),
    )
    season = forms.CharField(
        label=_("First season"),
        max_length=80,
        help_text=_("The leaderboards cover one season. It starts today."),
    )
    username = forms.CharField(
        label=_("Your login name"),
        max_length=MAX_NAME,
        validators=[User.username_validator],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    demo = forms.BooleanField(
        label=_("Fill in a demo evening"),
        required=False,
        help_text=_("Made-up players, tables of every game and events, to look around."),
    )

    def __init__(self, data: Any = None, *, added: Club | None = None) -> None:
        name = added.name if added else ""
        super().__init__(data, initial={"club": name, "season": season_name(timezone.localdate())})
        self.fields["username"].help_text = NUMBERED if added and has_neighbours(added) else ""


class SetupForm(SetPasswordMixin, AddedClubForm):  # type: ignore[type-arg]  # the stubs' class takes parameters, Django's does not
    password1, password2 = SetPasswordMixin.create_password_fields(label1=_("Password"), label2=_("The password again"))
    field_order = ("club", "season", "username", "password1", "password2", "demo")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        # Django's own help text is a list in HTML, which a paragraph cannot contain; the second field's repeats its
        # label.
        self.fields["password1"].help_text = " ".join(password_validation.password_validators_help_texts())
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        name: str = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(_("This login is taken."))
        return name

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        self.validate_password_for_user(User(username=self.cleaned_data.get("username", "")))
        return super().clean() or self.cleaned_data
