"""Files uploaded on a page. They are previewed first, and travel within the page until the import is confirmed."""

from io import BytesIO
from typing import Any, ClassVar

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Season
from scorer.registry import all_games, get_game
from scorer.transfer.evenings import parse_evenings
from scorer.transfer.json_lines import parse_lines
from scorer.transfer.survey import Source
from scorer.web.spreadsheet_reader import Row, Unreadable, rows

MAX_BYTES = 900_000
"""The server accepts requests of up to a million bytes (scorer.web.request_buffer)."""
MAX_AGE = 3600
"""Seconds for which a preview can be confirmed."""


class UploadForm(forms.Form):
    """A form for choosing a file. `content` holds what the file says as values that JSON can store."""

    kind: ClassVar[str]
    file = forms.FileField(label=_("File"), allow_empty_file=True)

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, auto_id=f"{self.kind}_%s")

    def clean_file(self) -> bytes:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise forms.ValidationError(
                _(
                    "This file is too large: a page accepts up to %(most)s kB. "
                    "The person who runs the server can import it."
                ),
                params={"most": MAX_BYTES // 1000},
            )
        content: bytes = file.read()
        return content

    @property
    def content(self) -> Any:
        raise NotImplementedError

    @staticmethod
    def source(club: Club, content: Any) -> Source:
        raise NotImplementedError

    def sign(self, club: Club) -> str:
        """Return the content for a hidden field, signed.

        The signature makes sure that what was previewed is what is imported, into this club and within an hour. It also
        keeps anybody else from making the server unpack something huge.
        """
        signed = signing.dumps(self.content, salt=_salt(self.kind, club), compress=True)
        if len(signed) > MAX_BYTES:
            self.add_error(
                "file", _("This file is too large for a page. The person who runs the server can import it.")
            )
        return signed

    @classmethod
    def unsign(cls, club: Club, signed: str) -> Source | None:
        """Return the source that was signed, or None if that was too long ago or the signature is wrong."""
        try:
            return cls.source(club, signing.loads(signed, salt=_salt(cls.kind, club), max_age=MAX_AGE))
        except signing.BadSignature:
            return None


def _salt(kind: str, club: Club) -> str:
    return f"scorer.import.{kind}.{club.pk}"


class TablesForm(UploadForm):
    kind = "tables"

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        self.fields["file"].widget.attrs["accept"] = ".jsonl,.json,.txt"

    @property
    def content(self) -> str:
        content: bytes = self.cleaned_data["file"]
        return content.decode("utf-8", "surrogateescape")

    @staticmethod
    def source(club: Club, content: str) -> Source:
        return lambda: parse_lines(BytesIO(content.encode("utf-8", "surrogateescape")), club)


class EveningsForm(UploadForm):
    kind = "evenings"
    game = forms.ChoiceField(label=_("Game, if the file does not name it"), required=False)

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        self.fields["file"].widget.attrs["accept"] = ".xlsx,.csv,.txt"
        self.fields["game"].choices = [("", _("choose")), *((game.slug, game.title) for game in all_games())]  # type: ignore[attr-defined]

    def clean_file(self) -> list[Row]:  # type: ignore[override]  # returns the cells instead
        try:
            return rows(super().clean_file())
        except Unreadable as error:
            raise forms.ValidationError(str(error)) from error

    @property
    def content(self) -> dict[str, Any]:
        return {"rows": self.cleaned_data["file"], "game": self.cleaned_data["game"]}

    @staticmethod
    def source(club: Club, content: dict[str, Any]) -> Source:
        default_game = get_game(content["game"]) if content["game"] else None
        return lambda: parse_evenings(content["rows"], club, default_game)


class ExportForm(forms.Form):
    season = forms.ModelChoiceField(
        label=_("Season"), queryset=Season.objects.none(), required=False, empty_label=_("All seasons")
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data)
        self.fields["season"].queryset = club.seasons.all()  # type: ignore[attr-defined]
