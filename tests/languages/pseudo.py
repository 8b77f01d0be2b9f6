"""A language that nobody speaks: every sentence of the catalogues in brackets and longer, so that what is not in
brackets on a page was never in a catalogue."""

import re
from pathlib import Path

import django
import polib

from tests.languages.catalogues import catalogue, folders, read

CODE = "xx"

OPEN, CLOSE = "⟦", "⟧"
SAID = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")


def said(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}" if text else text


def write(folder: Path) -> None:
    """Compiled for Django below `folder`: our sentences, and those of Django, which it translates itself."""
    together = polib.POFile()
    together.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    known = set()
    django_s = Path(django.__file__).parent
    paths = [catalogue(folder, "de") for folder in folders()]
    paths += [catalogue(django_s / part / "locale", "de") for part in ("conf", "contrib/admin", "contrib/auth")]
    for path in paths:
        for entry in read(path):
            if (entry.msgctxt, entry.msgid) in known:
                continue
            known.add((entry.msgctxt, entry.msgid))
            entry.msgstr = "" if entry.msgid_plural else said(entry.msgid)
            entry.msgstr_plural = {0: said(entry.msgid), 1: said(entry.msgid_plural)} if entry.msgid_plural else {}
            together.append(entry)
    compiled = folder / CODE / "LC_MESSAGES" / "django.mo"
    compiled.parent.mkdir(parents=True)
    together.save_as_mofile(str(compiled))


def unsaid(text: str) -> str:
    """What is left of a text without what is in brackets, be it in brackets within brackets."""
    before = ""
    while before != text:
        before, text = text, SAID.sub(" ", text)
    return text
