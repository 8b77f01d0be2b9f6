"""Files of JSON lines may be compressed with gzip. They are read and written as streams, which takes little memory."""

import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from gzip import BadGzipFile, GzipFile
from io import BytesIO
from typing import BinaryIO, cast

from django.utils.translation import gettext as _

from scorer.web.spreadsheet_reader import Unreadable

MAGIC = b"\x1f\x8b"
WITH_GZIP_HEADER = 31
"""The `wbits` with which zlib writes the format of gzip."""
PIECE = 65_536


def pack(lines: Iterable[str]) -> Iterator[bytes]:
    packer = zlib.compressobj(wbits=WITH_GZIP_HEADER)
    for line in lines:
        if piece := packer.compress(line.encode()):
            yield piece
    yield packer.flush()


@contextmanager
def unpacked(file: BinaryIO) -> Iterator[BinaryIO]:
    """Open what a compressed file unpacks to, or any other file as it is. Raise Unreadable if it is damaged."""
    is_packed = file.read(len(MAGIC)) == MAGIC
    file.seek(0)
    try:
        yield cast("BinaryIO", GzipFile(fileobj=file)) if is_packed else file
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise Unreadable(_("This compressed file is damaged. Download it again.")) from error


def unpacks_to_more_than(most: int, content: bytes) -> bool:
    """Return whether a file unpacks to more than `most` bytes. No more than that is unpacked to find out."""
    size = 0
    with unpacked(BytesIO(content)) as file:
        while size <= most and (piece := file.read(PIECE)):
            size += len(piece)
    return size > most
