"""The site's secret key: created once, stored in the data folder, readable only by its owner.

Does not import Django, since the settings use it.
"""

import os
import secrets
import tempfile
from pathlib import Path


def secret_key(path: Path) -> str:
    """Return the key in the file, which is created if needed. Two processes that start together get the same one."""
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent)  # readable only by its owner
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)  # atomic, and fails if the file exists
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text().strip()
