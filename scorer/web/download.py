"""The headers of downloads. Files are named after the pages they come from."""

import re
import unicodedata

from django.utils.http import content_disposition_header
from django_stubs_ext import StrOrPromise

JSON = "application/json"
JSON_LINES = "application/jsonl; charset=utf-8"
"""The content type of events and tables."""
NOT_IN_A_FILE_NAME = re.compile(r'[\\/:*?"<>|]')
LONGEST_NAME = 100


def attachment(title: StrOrPromise, ending: str) -> dict[str, str]:
    """Return the header with which a browser saves a response as `title`.`ending`."""
    header = content_disposition_header(True, f"{file_name(title)}.{ending}")  # noqa: FBT003  # Django's signature
    return {"Content-Disposition": header or ""}


def file_name(title: StrOrPromise) -> str:
    return NOT_IN_A_FILE_NAME.sub(" ", in_one_line(str(title)))[:LONGEST_NAME].strip(" .") or "Scorer"


def in_one_line(text: str) -> str:
    """Replace characters that a cell or a file name cannot contain by spaces."""
    return "".join(
        " " if unicodedata.category(sign) in ("Cc", "Cs") or sign in "\ufffe\uffff" else sign for sign in text
    )
