"""The site's secret: made once, kept in the data folder, readable by its owner only. No Django: settings need it."""

import os
import secrets
from pathlib import Path


def secret_key(path: Path) -> str:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        key = secrets.token_urlsafe(50)
        file.write(key)
    return key
