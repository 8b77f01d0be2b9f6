"""GET /metrics, in Prometheus' text format: from this machine, or with the token of the settings."""

from http import HTTPStatus
from ipaddress import ip_address

from django.conf import settings
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from scorer.server.request_buffer import App, Receive, Scope, Send

PATH = "/metrics"


class Metrics:
    """ASGI middleware. Whoever may not read the numbers does not learn that they are there."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != PATH or not _may_read(scope):
            await self.app(scope, receive, send)
            return
        body = generate_latest()
        headers = [
            (b"content-type", CONTENT_TYPE_LATEST.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": int(HTTPStatus.OK), "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _may_read(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    token = f"Bearer {settings.METRICS_TOKEN}"
    if settings.METRICS_TOKEN and constant_time_compare(headers.get(b"authorization", b""), token):
        return True
    # A proxy on this machine says for whom it asks.
    return b"x-forwarded-for" not in headers and _is_loopback(scope["client"])


def _is_loopback(client: tuple[str, int] | None) -> bool:
    try:
        return client is not None and ip_address(client[0]).is_loopback
    except ValueError:
        return False
