"""The forms on the pages of a club. Services, not forms, check whether a name is free."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Player, Role, validate_groups
from scorer.club.names import clean_name
from scorer.club.pasted_roster import RosterLine, read_groups, read_roster
from scorer.club.services import Roster, find_logins

PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
"""Attributes that keep the keyboard of a phone from correcting what is typed."""

MAX_NAME = 140
"""Letters of a login's name. There is room for a number in the database."""

NUMBERED = _("A number is added to it, as in ada-472, since other clubs have logins here too.")

MAX_CORRECTION_DAYS = 3650

MAX_NAMES = 1000
"""The number of names that can be added to the roster at once."""


class LogInForm(AuthenticationForm):
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": _("Name and password do not match, or this login is blocked."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")

    def clean_username(self) -> str:
        """Return the login in its own spelling, whatever case was typed.

        An unknown name goes on to the password check too, which takes as long for it as for any other.
        """
        typed: str = self.cleaned_data["username"]
        return next((user.username for user in find_logins(typed)), typed)


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # the stubs' class takes parameters, Django's does not
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django's own help text is a list in HTML, which a paragraph cannot contain.
        self.fields["new_password1"].help_text = " ".join(password_validation.password_validators_help_texts())
        self.fields["new_password2"].label = _("The new password again")
        self.fields["new_password2"].help_text = ""


class OwnPasswordForm(NewPasswordForm, PasswordChangeForm):
    """Asks for the old password first, then twice for the new one."""


class RosterFilter(forms.Form):
    """Filters the roster by the values in the query string. Invalid values are ignored."""

    search = forms.CharField(
        label=_("Find"), max_length=80, required=False, widget=forms.TextInput(attrs=PLAIN | {"type": "search"})
    )
    show = forms.ChoiceField(
        choices=[("playing", _("Playing")), ("guests", _("Guests")), ("left", _("Former"))], required=False
    )

    def players(self, club: Club) -> list[Player]:
        roster = club.players.all()
        part = {"guests": roster.guests(), "left": roster.left()}.get(self.shown, roster.active())
        return part.matching(self.cleaned_data.get("search", ""), details=True)

    @property
    def shown(self) -> str:
        self.is_valid()
        return self.cleaned_data.get("show") or "playing"


class NewPlayersForm(forms.Form):
    names = forms.CharField(
        label=_("Add players"),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "autocapitalize": "words"}),
        help_text=_(
            "One name per line. You can paste a list, or a table with the titles Name, Number, Groups, Note and "
            "Federation number, and see what it says before anything is saved."
        ),
    )
    guest = forms.BooleanField(label=_("Guest"), required=False)

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data)
        self.club = club

    def clean_names(self) -> list[RosterLine]:
        roster = Roster(self.club.players.all())
        lines = read_roster(self.cleaned_data["names"], lambda name: roster.named(name) is not None)
        count = sum(len(line.players) for line in lines)
        if not count:
            raise ValidationError(self.fields["names"].error_messages["required"])
        if count > MAX_NAMES:
            raise ValidationError(_("At most %(most)s names at once.") % {"most": MAX_NAMES})
        return [line for line in lines if line.players]


class GroupsField(forms.CharField):
    """The groups of a player as a text: "junior, women"."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        groups, guest = read_groups(super().to_python(value) or "")
        if guest:
            raise ValidationError(_("Choose “Guest” below for a guest."))
        return list(groups)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class PlayerForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    shown_as = forms.CharField(
        label=_("Shown as"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Shown instead of the name on every page except this list."),
    )
    number = forms.CharField(
        label=_("Number"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
        help_text=_("The club's own."),
    )
    federation_number = forms.CharField(
        label=_("Federation number"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
        help_text=_("In the files of results that a director downloads for the federation."),
    )
    groups = GroupsField(
        label=_("Groups"),
        max_length=200,
        required=False,
        validators=[validate_groups],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("In the club's own words, such as: junior, women. Rankings show the places in each group."),
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Such as: needs a chair with arms. Read only by those who keep the roster."),
    )
    guest = forms.BooleanField(label=_("Guest"), required=False)
    hidden = forms.BooleanField(
        label=_("Hidden from visitors"),
        required=False,
        help_text=_("Whoever reads a public club without a login sees “Anonymous” instead of the name."),
    )
    active = forms.BooleanField(
        label=_("Plays here"),
        required=False,
        help_text=_("Players who have left keep their hands, but are no longer offered a seat."),
    )


class ClubForm(forms.ModelForm[Club]):
    class Meta:
        model = Club
        fields = (
            "name",
            "language",
            "correction_days",
            "board_rule",
            "board_hands",
            "board_tables",
            "currency",
            "federation_number",
            "public",
        )
        widgets: ClassVar = {
            "language": forms.Select(choices=settings.LANGUAGES),
            "board_rule": forms.RadioSelect,
            **dict.fromkeys(
                ("correction_days", "board_hands", "board_tables"), forms.TextInput(attrs={"inputmode": "numeric"})
            ),
        }

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def clean_federation_number(self) -> str:
        return clean_name(self.cleaned_data["federation_number"])

    def clean_language(self) -> str:
        language: str = self.cleaned_data["language"]
        if language not in dict(settings.LANGUAGES):
            raise ValidationError(_("Choose one of these languages."))
        return language

    def clean_correction_days(self) -> int:
        days: int = self.cleaned_data["correction_days"]
        if days > MAX_CORRECTION_DAYS:
            raise ValidationError(_("At most %(days)s days.") % {"days": MAX_CORRECTION_DAYS})
        return days

    def clean_board_tables(self) -> int:
        tables: int = self.cleaned_data["board_tables"]
        if tables < 1:
            raise ValidationError(_("At least one table."))
        return tables


class NewSeasonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    starts = forms.DateField(label=_("Starts"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


def role_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Role"),
        choices=[(role, role.label) for role in (Role.MEMBER, Role.SCORER, Role.DIRECTOR)],
        widget=forms.RadioSelect,
        help_text=_(
            "A member can only read. A scorer opens tables and keeps scores. "
            "A director also manages seasons, logins and old tables."
        ),
    )


class NewLoginForm(forms.Form):
    username = forms.CharField(label=_("Name"), max_length=MAX_NAME, widget=forms.TextInput(attrs=PLAIN))
    role = role_field()

    def __init__(self, data: Any = None, *, has_neighbours: bool, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self.fields["username"].help_text = NUMBERED if has_neighbours else ""


class MembershipLinkForm(forms.Form):
    """Its fields differ in name from those of NewLoginForm, which is on the same page."""

    prefix = "link"
    role = role_field()


class LoginForm(forms.Form):
    role = role_field()
    active = forms.BooleanField(
        label=_("May log in"),
        required=False,
        help_text=_("Without this, the login is blocked at once on every device."),
    )
