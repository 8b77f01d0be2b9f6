"""Commands that work on the stored data."""

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from scorer.setup.management.commands import club


def test_a_command_says_in_a_sentence_that_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def away(*_args: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(club.Command, "_list", away)
    with pytest.raises(CommandError, match=r"The database cannot be used: connection refused"):
        call_command("club", "list")
    assert capsys.readouterr().err.startswith("Database: ")
