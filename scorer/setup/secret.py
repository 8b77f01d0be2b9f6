"""The site's secret: made once, kept in the data folder, readable by its owner only. No Django: settings need it."""

import os
import secrets
import tempfile
from pathlib import Path


def secret_key(path: Path) -> str:
    """The key in the file, made if it is not there; two processes that start together agree on one."""
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent)  # readable by its owner only
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)  # whole or not at all, and the first one stays
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text().strip()
