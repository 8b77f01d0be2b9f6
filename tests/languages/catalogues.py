"""Update the catalogues from the source: python -m tests.languages.catalogues (`make messages`).

This collects the messages (with gettext's programs), generates the Serbian catalogue in Latin script from the one in
Cyrillic, and compiles all catalogues.
"""

import os
import shutil
from pathlib import Path

import cyrtranslit
import polib

ROOT = Path(__file__).parents[2]
WRITTEN = ("de", "fr", "sr")
"""Languages translated by people. The source is English, and Serbian in Latin script is generated."""

CYRILLIC, LATIN = "sr", "sr_Latn"
ALL = (*WRITTEN, LATIN)


def folders(root: Path = ROOT) -> list[Path]:
    """The catalogue of the site and one of each game, so that a game can be removed with its translations."""
    return [root / "scorer" / "locale", *sorted(root.glob("games/*/locale"))]


def catalogue(folder: Path, language: str) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


def catalogues(language: str, root: Path = ROOT) -> list[Path]:
    """A game has the languages whose catalogues it has, and is shown in English in the others. The site has all."""
    return [path for folder in folders(root) if (path := catalogue(folder, language)).exists()]


def read(path: Path) -> polib.POFile:
    return polib.pofile(str(path), wrapwidth=0)


def texts(entry: polib.POEntry) -> list[str]:
    """Return the translations of an entry: one text, or one for each plural form."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def extract() -> None:
    from django.core.management import call_command  # noqa: PLC0415  # after the settings are known

    kept = {path for language in WRITTEN for path in catalogues(language)}
    call_command(
        "makemessages",
        locale=list(WRITTEN),
        ignore_patterns=["tests", "data"],
        add_location="file",
        no_wrap=True,
        no_obsolete=True,
        verbosity=0,
    )
    for language in WRITTEN:
        for path in catalogues(language):
            if path in kept:
                tidy(path, language)
            else:
                shutil.rmtree(path.parents[1])


def tidy(path: Path, language: str) -> None:
    """Remove the header that gettext rewrites each time, and its fuzzy translations of new messages."""
    found = read(path)
    kept = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": found.metadata["Plural-Forms"]}
    found.header, found.metadata, found.metadata_is_fuzzy = "", {"Language": language, **kept}, False
    for entry in found:
        if entry.fuzzy:
            entry.flags.remove("fuzzy")
            entry.msgstr, entry.msgstr_plural = "", dict.fromkeys(entry.msgstr_plural, "")
        entry.previous_msgctxt = entry.previous_msgid = entry.previous_msgid_plural = None
    found.save()


def in_latin(found: polib.POFile) -> polib.POFile:
    found.metadata["Language"] = LATIN
    for entry in found:
        entry.msgstr = cyrtranslit.to_latin(entry.msgstr)
        entry.msgstr_plural = {form: cyrtranslit.to_latin(text) for form, text in entry.msgstr_plural.items()}
    return found


def transliterate() -> None:
    for cyrillic in catalogues(CYRILLIC):
        path = catalogue(cyrillic.parents[2], LATIN)
        path.parent.mkdir(parents=True, exist_ok=True)
        in_latin(read(cyrillic)).save(str(path))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorer.settings")
    import django  # noqa: PLC0415

    django.setup()
    extract()
    transliterate()
    for path in (path for language in ALL for path in catalogues(language)):
        path.with_suffix(".mo").write_bytes(read(path).to_binary())


if __name__ == "__main__":
    main()
