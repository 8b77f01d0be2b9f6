import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

import pytest
import uvicorn

from scorer.server.connections import Connections
from scorer.server.request_buffer import App

Serve = Callable[..., int]
"""Takes an application, and Connections if they matter. Returns the port."""


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serves applications on loopback during the test."""
    with contextlib.ExitStack() as stack:

        def serve(app: App, connections: Connections | None = None) -> int:
            listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            http = connections.protocol() if connections else "auto"
            options = {"log_level": "error", "lifespan": "off", "timeout_graceful_shutdown": 1}
            server = uvicorn.Server(uvicorn.Config(app, http=http, **options))
            started = threading.Event()
            app_ready = server.startup

            async def startup(sockets: list[socket.socket] | None = None) -> None:
                await app_ready(sockets)
                started.set()

            server.startup = startup
            thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
            thread.start()
            stack.callback(thread.join, 5)
            stack.callback(setattr, server, "should_exit", True)
            assert started.wait(5)
            return int(listener.getsockname()[1])

        yield serve
