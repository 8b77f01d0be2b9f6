from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.adding_a_game.copy_of_scorer import database


@pytest.fixture
def url(tmp_path: Path, django_db_blocker: Any) -> Iterator[str]:
    """An empty database, used instead of the test database."""
    before = connection.settings_dict["NAME"]
    with django_db_blocker.unblock(), database() as made:
        connection.close()
        connection.settings_dict["NAME"] = urlsplit(made).path[1:] if made else str(tmp_path / "scorer.sqlite3")
        try:
            yield made or f"sqlite:///{tmp_path / 'scorer.sqlite3'}"
        finally:
            connection.close()
            connection.settings_dict["NAME"] = before
