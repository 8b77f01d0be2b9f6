"""Files uploaded on a page. They are previewed first, and travel within the page until the import is confirmed."""

from io import BytesIO
from pathlib import PurePath
from typing import Any, ClassVar

from django import forms
from django.core import signing
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Season
from scorer.registry import all_games, get_game
from scorer.transfer.evenings import parse_evenings
from scorer.transfer.finished_events import parse_finished_event, readable_formats
from scorer.transfer.json_lines import parse_lines
from scorer.transfer.packed import unpacks_to_more_than
from scorer.transfer.survey import Source
from scorer.web.forms import MAX_BYTES, UploadField
from scorer.web.spreadsheet_reader import Row, Unreadable, rows

MAX_UNPACKED = 10_000_000
"""Bytes that a compressed file may unpack to."""
MAX_SIGNED = MAX_BYTES * 4 // 3 + 1_000
"""Bytes of what the preview sends back: a file in base64, and a signature."""
MAX_AGE = 3600
"""Seconds for which a preview can be confirmed."""


class _Bytes:
    """Signs bytes as they are."""

    @staticmethod
    def dumps(content: bytes) -> bytes:
        return content

    loads = dumps


class UploadForm(forms.Form):
    """A form for choosing a file. `content` holds what the file says as values that the serializer can store."""

    kind: ClassVar[str]
    endings: str
    help: ClassVar[Any]
    serializer: ClassVar[Any] = signing.JSONSerializer
    file = UploadField(label=_("File"), allow_empty_file=True)

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, auto_id=f"{self.kind}_%s")
        self.fields["file"].widget.attrs["accept"] = self.endings
        self.fields["file"].help_text = self.help

    def clean_file(self) -> bytes:
        content: bytes = self.cleaned_data["file"].read()
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
        signed = signing.dumps(self.content, salt=_salt(self.kind, club), serializer=self.serializer, compress=True)
        if len(signed) > MAX_SIGNED:
            self.add_error("file", _("This file is too large for a page."))
        return signed

    @classmethod
    def unsign(cls, club: Club, signed: str) -> Source | None:
        """Return the source that was signed, or None if that was too long ago or the signature is wrong."""
        try:
            content = signing.loads(signed, salt=_salt(cls.kind, club), serializer=cls.serializer, max_age=MAX_AGE)
        except signing.BadSignature:
            return None
        return cls.source(club, content)


def _salt(kind: str, club: Club) -> str:
    return f"scorer.import.{kind}.{club.pk}"


class TablesForm(UploadForm):
    kind = "tables"
    endings = ".jsonl,.json,.txt,.gz"
    help = format_lazy(
        _("Up to {kilobytes} kB. A compressed file (.gz) may unpack to {megabytes} MB."),
        kilobytes=MAX_BYTES // 1000,
        megabytes=MAX_UNPACKED // 1_000_000,
    )
    serializer = _Bytes

    def clean_file(self) -> bytes:
        content = super().clean_file()
        try:
            if unpacks_to_more_than(MAX_UNPACKED, content):
                raise forms.ValidationError(
                    _("This file is too large: unpacked, a page accepts up to %(most)s MB."),
                    params={"most": MAX_UNPACKED // 1_000_000},
                )
        except Unreadable as error:
            raise forms.ValidationError(str(error)) from error
        return content

    @property
    def content(self) -> bytes:
        content: bytes = self.cleaned_data["file"]
        return content

    @staticmethod
    def source(club: Club, content: bytes) -> Source:
        return lambda: parse_lines(BytesIO(content), club)


class EveningsForm(UploadForm):
    kind = "evenings"
    endings = ".xlsx,.csv,.txt"
    help = format_lazy(_("XLSX or CSV, up to {kilobytes} kB."), kilobytes=MAX_BYTES // 1000)
    game = forms.ChoiceField(label=_("Game, if the file does not name it"), required=False)

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
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


class ResultsForm(UploadForm):
    """The content begins with the ending of the file's name, which says in which format it is."""

    kind = "results"
    help = format_lazy(_("Up to {kilobytes} kB."), kilobytes=MAX_BYTES // 1000)
    serializer = _Bytes

    def __init__(self, data: Any = None, files: Any = None) -> None:
        self.endings = ", ".join(readable_formats())
        super().__init__(data, files)

    def clean_file(self) -> bytes:
        ending = PurePath(self.cleaned_data["file"].name).suffix.lower()
        if ending not in readable_formats():
            raise forms.ValidationError(
                _("Choose a file of these kinds: %(endings)s."), params={"endings": self.endings}
            )
        return ending.encode() + b"\n" + super().clean_file()

    @property
    def content(self) -> bytes:
        content: bytes = self.cleaned_data["file"]
        return content

    @staticmethod
    def source(club: Club, content: bytes) -> Source:
        ending, file = content.split(b"\n", 1)
        return lambda: parse_finished_event(file, club, *readable_formats()[ending.decode()])


class ExportForm(forms.Form):
    season = forms.ModelChoiceField(
        label=_("Season"), queryset=Season.objects.none(), required=False, empty_label=_("All seasons")
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data)
        self.fields["season"].queryset = club.seasons.all()  # type: ignore[attr-defined]
