"""Pseudo-languages made from the catalogues. In one, every message is in brackets, so that text without brackets on a
page is in no catalogue. The other has the widest translation of each message."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import django
import polib

from tests.languages.catalogues import catalogue, catalogues, folders, read, texts

CODE = "la"
"""One that browsers know and Django has no translations for."""

OPEN, CLOSE = "⟦", "⟧"
SAID = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")


def said(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}" if text else text


def widest(text: str, *translations: str) -> str:
    """Return the translation with the longest word, and of several the longest one."""

    def room(candidate: str) -> tuple[int, int]:
        return max(map(len, re.split(r"[\s\u00ad\u2013-]+", candidate))), len(candidate)

    return max((text, *translations), key=room) if text else text


def write(folder: Path, make: Callable[..., str], languages: Sequence[str] = ()) -> None:
    """Compile a pseudo-language for Django below `folder`, with our messages and those of Django itself.

    `make` gets the English text, followed by its translations into each of the `languages`.
    """
    together = polib.POFile()
    together.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    known = set()
    spoken = [translations_into(language) for language in languages]
    django_s = Path(django.__file__).parent
    paths = [next(folder.glob("*/LC_MESSAGES/django.po")) for folder in folders()]
    paths += [catalogue(django_s / part / "locale", "de") for part in ("conf", "contrib/admin", "contrib/auth")]
    for path in paths:
        for entry in read(path):
            if (entry.msgctxt, entry.msgid) in known:
                continue
            known.add((entry.msgctxt, entry.msgid))
            others = [of.get((entry.msgctxt, entry.msgid), [""]) for of in spoken]
            one, many = make(entry.msgid, *(texts[0] for texts in others)), entry.msgid_plural
            entry.msgstr = "" if many else one
            entry.msgstr_plural = {0: one, 1: make(many, *(texts[-1] for texts in others))} if many else {}
            together.append(entry)
    compiled = folder / CODE / "LC_MESSAGES" / "django.mo"
    compiled.parent.mkdir(parents=True)
    together.save_as_mofile(str(compiled))


def translations_into(language: str) -> dict[tuple[str | None, str], list[str]]:
    """Translations of our messages: one text, or one for each plural form."""
    found = (entry for path in catalogues(language) for entry in read(path))
    return {(entry.msgctxt, entry.msgid): texts(entry) for entry in found}


def unsaid(text: str) -> str:
    """Return a text without whatever is in brackets, which may be nested."""
    before = ""
    while before != text:
        before, text = text, SAID.sub(" ", text)
    return text
