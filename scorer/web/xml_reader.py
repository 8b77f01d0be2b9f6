"""Reads XML from people: nothing about it is trusted. It may declare no entities and refer to nothing outside."""

import codecs
import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from scorer.contest.report import BadReport
from scorer.scoring import Problem

ENCODING = re.compile(rb"""(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,100}\sencoding\s*=\s*["']([\w.:-]{1,40})""")
MAX_BYTES = 8_000_000
MAX_ELEMENTS, MAX_DEPTH = 200_000, 30
"""More than any evening has, and less than takes a second."""


class XmlElement(Element):
    line: int = 0
    """Where it begins in the file."""


class _Builder(TreeBuilder):
    parser: Any = None

    def __init__(self) -> None:
        super().__init__(element_factory=XmlElement)
        self.elements = self.depth = 0

    def start(self, tag: Any, attrs: Any) -> Any:
        self.elements += 1
        self.depth += 1
        if self.elements > MAX_ELEMENTS or self.depth > MAX_DEPTH:
            raise BadReport((self._line, Problem("", "xml_large")))
        element: Any = super().start(tag, attrs)
        element.line = self._line
        return element

    def end(self, tag: Any) -> Any:
        self.depth -= 1
        return super().end(tag)

    @property
    def _line(self) -> int:
        return int(self.parser.parser.CurrentLineNumber)


def read_xml(content: bytes) -> XmlElement:
    """Return the root, or raise BadReport."""
    if len(content) > MAX_BYTES:
        raise BadReport((1, Problem("", "xml_large")))
    builder = _Builder()
    builder.parser = parser = DefusedXMLParser(target=builder, forbid_entities=True, forbid_external=True)
    try:
        parser.feed(_decoded(content))
        root: XmlElement = parser.close()
    except DefusedXmlException as error:
        raise BadReport((parser.parser.CurrentLineNumber, Problem("", "xml_entities"))) from error
    except ParseError as error:
        raise BadReport((error.position[0], Problem("", "xml_broken"))) from error
    except (LookupError, ValueError) as error:  # an encoding that Python does not know, or characters not of it
        raise BadReport((1, Problem("", "xml_broken"))) from error
    return root


def _decoded(content: bytes) -> bytes | str:
    """Return the text as Latin 1 if it should be UTF-8 and is not, as from many programs for Windows."""
    declared = ENCODING.match(content)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or (declared and declared[1].lower() != b"utf-8"):
        return content
    try:
        content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")
    return content
