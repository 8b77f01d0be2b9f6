"""HTML as one line of text."""

import pytest

from scorer.web.visible_text import visible_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<b>4</b>\n<span>S</span><small>board 3</small>", "4 S · board 3"),
        ('<span aria-hidden="true">♠&#xFE0E;</span><span class="visually-hidden">spades <br> <i>!</i></span> S', "♠ S"),
        ("<small></small> <small> </small>Ada &amp; Chloé<br>win", "Ada & Chloé win"),
        ("a <small>b</small> c", "a · b · c"),
    ],
)
def test_html_becomes_a_line_of_text(html: str, text: str) -> None:
    assert visible_text(html) == text
