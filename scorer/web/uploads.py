"""Files that are uploaded on a page, which says how large they may be. upload.js checks that before it sends them."""

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _

MAX_BYTES = 900_000
"""The server accepts requests of a third more (scorer.web.request_buffer), since a file may come back in base64."""


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
