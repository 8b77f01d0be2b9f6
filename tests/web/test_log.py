import logging

import pytest
import uvicorn

from scorer.web import log


def test_a_complaint_is_written_once_a_second(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(log, "monotonic", lambda: now)
    server = logging.getLogger("a server")
    monkeypatch.setattr(server, "filters", [log.OnceASecond()])
    for _ in range(1000):
        server.warning("Invalid HTTP request received.")
    for error in (LookupError(), LookupError(), OSError()):
        server.error("Exception in ASGI application", exc_info=error)
    assert [(record.message, record.exc_info and record.exc_info[0]) for record in caplog.records] == [
        ("Invalid HTTP request received.", None),
        ("Exception in ASGI application", LookupError),
        ("Exception in ASGI application", OSError),
    ]
    now = 101.0
    server.warning("Invalid HTTP request received.")
    assert len(caplog.records) == 4


def test_the_server_complains_so() -> None:
    uvicorn.Config("scorer.asgi:application")  # which arranges its logging anew
    assert {type(each) for each in logging.getLogger("uvicorn.error").filters} == {log.OnceASecond}
