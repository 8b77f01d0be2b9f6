"""Runs the commands that other programs call: JSON lines in, JSON lines out."""

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command


class StandardInput(io.TextIOWrapper):
    """Standard input, as a person or a program would provide it."""

    def __init__(self, text: str | bytes) -> None:
        super().__init__(io.BytesIO(text.encode() if isinstance(text, str) else text))


class Run(NamedTuple):
    lines: list[dict[str, Any]]
    status: int
    err: str


RunCommand = Callable[..., Run]


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str, text: str | bytes = ""
) -> Run:
    """Return the lines, the exit status, and the output on standard error."""
    monkeypatch.setattr(sys, "stdin", StandardInput(text))
    try:
        call_command(*arguments)
        status = 0
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    out, err = capsys.readouterr()
    return Run([json.loads(line) for line in out.splitlines()], status, err)


def in_lines(*lines: Any) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)
