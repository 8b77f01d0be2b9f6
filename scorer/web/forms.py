"""What comes in by forms and URLs: numbers and files, and the status of a page that shows a form again."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.translation import gettext as _

SMALL, OF_AN_ID = 5, 19
"""Maximum number of digits of a position, a board or a page; and of the id of a row.

Python refuses to convert 5,000 digits.
"""

MAX_BYTES = 900_000
"""Of a file. The server accepts requests of a third more (scorer.server.request_buffer), since a file may come back in
base64. upload.js looks at the size before it sends a file.
"""


def form_status(request: HttpRequest) -> HTTPStatus:
    """Return 422 after a POST: the page is shown again because something was wrong with what was sent."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK


def small_number(typed: Any, digits: int = SMALL) -> int | None:
    """Return the number, or None if the text is not one of at most so many digits."""
    text = str(typed)
    return int(text) if text.isdecimal() and len(text) <= digits else None


def id_number(typed: Any) -> int | None:
    """Return the number, or None if the text cannot be an id."""
    return small_number(typed, OF_AN_ID)


def too_large() -> str:
    return _("This file is too large: a page accepts up to %(most)s kB.") % {"most": MAX_BYTES // 1000}


class UploadField(forms.FileField):
    def to_python(self, data: Any) -> Any:
        file = super().to_python(data)
        if file and file.size > MAX_BYTES:
            raise forms.ValidationError(too_large())
        return file

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"data-most": MAX_BYTES, "data-too-large": lazy(too_large, str)()}


class AmountField(forms.DecimalField):
    """A decimal field that also accepts a decimal comma. Nobody types thousands separators here."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.replace(",", ".") if isinstance(value, str) else value)
