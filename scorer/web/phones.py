"""Leads phones in the room here: the address of this site for them, and QR codes."""

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def address_for_phones(request: HttpRequest, club_host: str | None) -> str | None:
    """Return the base URL for phones, such as "http://192.168.7.20:8000".

    It is that of the club's host name. If it has none, it is the one that the reader uses, unless that only works on
    the reader's own machine. Return None if the site is only served to that machine.
    """
    here = urlsplit(request.build_absolute_uri("/"))
    if club_host:
        return f"{here.scheme}://{club_host}{f':{here.port}' if here.port else ''}"
    if here.hostname not in LOOPBACK:
        return f"{here.scheme}://{here.netloc}"
    known = [host for host in settings.NETWORK_HOSTS if host not in LOOPBACK]
    port = f":{here.port}" if here.port else ""
    return f"{here.scheme}://{known[0]}{port}" if known else None


def only_here() -> str:
    """Return a sentence for whoever has started the site so that `address_for_phones` is None."""
    return _(
        "This site is served to this computer only: no phone can reach it. Start it with HOST=0.0.0.0 %(run)s."
    ) % {"run": settings.RUN}


def url_for_phones(request: HttpRequest, club_host: str | None, path: str) -> str:
    """Return a URL to pass on. It works only on the reader's own machine if the site does."""
    site = address_for_phones(request, club_host)
    return site + path if site else request.build_absolute_uri(path)


def qr_code(url: str, title: str) -> SafeString:
    """Return a QR code as inline SVG with this title. It is always black on white, as cameras need it."""
    code = segno.make(url, error="m", micro=False)
    svg = code.svg_inline(
        scale=4, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True, title=title
    )
    return mark_safe(svg)  # noqa: S308  # made by segno from modules and an escaped title
