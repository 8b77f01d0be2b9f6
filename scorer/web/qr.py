import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(url: str, title: str) -> SafeString:
    """Return a QR code as inline SVG with this title. It is always black on white, as cameras need it."""
    code = segno.make(url, error="m", micro=False)
    svg = code.svg_inline(
        scale=4, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True, title=title
    )
    return mark_safe(svg)  # noqa: S308  # made by segno from modules and an escaped title
