"""The text that a reader sees of HTML, for places where there is none."""

from html.parser import HTMLParser

HIDDEN_CLASS = "visually-hidden"
VOID_ELEMENTS = ("br", "img", "wbr")
TEXT_STYLE = "\ufe0e"
"""On a page, this variation selector keeps a suit from being drawn as an emoji. Cells do not need it."""


def visible_text(html: str) -> str:
    """Turn HTML into one line of text.

    Text in `<small>` is on a second line on the page; here a dot separates it.
    """
    parser = _VisibleText()
    parser.feed(html)
    parser.close()
    return " · ".join(filter(None, (" ".join("".join(line).split()) for line in parser.lines))).replace(TEXT_STYLE, "")


class _VisibleText(HTMLParser):
    """Collects the visible text, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[str]] = [[]]
        self.depth = 0
        """The number of open elements within a hidden one, that one included."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID_ELEMENTS:
            self.lines[-1].append(" ")
        elif self.depth or HIDDEN_CLASS in (dict(attrs).get("class") or "").split():
            self.depth += 1
        elif tag == "small":
            self.lines.append([])

    def handle_endtag(self, tag: str) -> None:
        if self.depth:
            self.depth -= tag not in VOID_ELEMENTS
        elif tag == "small":
            self.lines.append([])

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.lines[-1].append(data)
