"""Languages that nobody speaks, made from the catalogues: one in which every sentence stands in brackets, so that what
is not in brackets on a page was never in a catalogue; and one made of the widest translation of each sentence."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import django
import polib

from tests.languages.catalogues import catalogue, folders, read, texts

CODE = "xx"

OPEN, CLOSE = "⟦", "⟧"
SAID = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")


def said(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}" if text else text


def widest(text: str, *translations: str) -> str:
    """The one with the longest word; of those the longest."""

    def room(candidate: str) -> tuple[int, int]:
        return max(map(len, re.split(r"[\s\u00ad\u2013-]+", candidate))), len(candidate)

    return max((text, *translations), key=room) if text else text


def write(folder: Path, make: Callable[..., str], languages: Sequence[str] = ()) -> None:
    """Compiled for Django below `folder`: our sentences, and those of Django, which it translates itself.

    `make` gets the English text, and then what each of the `languages` says.
    """
    together = polib.POFile()
    together.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    known = set()
    spoken = [translations_into(language) for language in languages]
    django_s = Path(django.__file__).parent
    paths = [catalogue(folder, "de") for folder in folders()]
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
    """Of our sentences: one text, or one a plural form."""
    found = (entry for folder in folders() for entry in read(catalogue(folder, language)))
    return {(entry.msgctxt, entry.msgid): texts(entry) for entry in found}


def unsaid(text: str) -> str:
    """What is left of a text without what is in brackets, be it in brackets within brackets."""
    before = ""
    while before != text:
        before, text = text, SAID.sub(" ", text)
    return text
