"""The address of this site as a phone in the room can open it."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def for_phones(request: HttpRequest) -> str | None:
    """ "http://192.168.7.20:8000": the one the reader uses, unless it leads nowhere but to the reader's own machine.

    None where the site is served to that machine only.
    """
    here = urlsplit(request.build_absolute_uri("/"))
    if here.hostname not in LOOPBACK:
        return f"{here.scheme}://{here.netloc}"
    known = [host for host in settings.NETWORK_HOSTS if host not in LOOPBACK]
    port = f":{here.port}" if here.port else ""
    return f"{here.scheme}://{known[0]}{port}" if known else None
