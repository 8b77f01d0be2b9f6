"""The catalogues are complete, agree with the source and with each other, and are compiled."""

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import polib
import pytest

from scorer.registry import all_games
from tests.languages.catalogues import (
    ALL,
    CYRILLIC,
    LATIN,
    ROOT,
    WRITTEN,
    catalogue,
    catalogues,
    folders,
    in_latin,
    read,
    texts,
)

HELD = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?[a-z][^>]*>|&[a-z]+;")
"""Placeholders and tags."""

FORMS = {"de": 2, "fr": 2, CYRILLIC: 3, LATIN: 3}


def entries(language: str) -> list[tuple[str, polib.POEntry]]:
    """Yield each catalogue with its folder."""
    return [(str(path.relative_to(ROOT)), entry) for path in catalogues(language) for entry in read(path)]


def test_the_site_has_all_languages() -> None:
    assert all(catalogue(folders()[0], language) in catalogues(language) for language in ALL)


@pytest.mark.parametrize("language", ALL)
def test_every_message_is_translated_in_every_plural_form(language: str) -> None:
    missing = [
        (folder, entry.msgid)
        for folder, entry in entries(language)
        if not all(texts(entry)) or entry.fuzzy or len(texts(entry)) != (FORMS[language] if entry.msgid_plural else 1)
    ]
    assert missing == []


@pytest.mark.parametrize("language", ALL)
def test_translations_keep_every_placeholder(language: str) -> None:
    def held(text: str) -> set[str]:
        return set(HELD.findall(text))

    lost = [
        (entry.msgid, text)
        for _folder, entry in entries(language)
        for text in texts(entry)
        if held(text) not in (held(entry.msgid), held(entry.msgid_plural or entry.msgid))
        or (text != text.strip()) != (entry.msgid != entry.msgid.strip())
    ]
    assert lost == []


@pytest.mark.parametrize("language", ALL)
def test_a_message_has_the_same_translation_in_every_catalogue(language: str) -> None:
    """Django merges all catalogues. If two of them differed, one translation would never be shown."""
    said = defaultdict(set)
    for _folder, entry in entries(language):
        said[entry.msgctxt, entry.msgid].add(tuple(texts(entry)))
    assert {which: ways for which, ways in said.items() if len(ways) > 1} == {}


def test_french_punctuation_follows_a_narrow_no_break_space() -> None:
    wrong = re.compile(r"[^\S\u202f][:;?!»]|«[^\S\u202f]")
    assert [text for _folder, entry in entries("fr") for text in texts(entry) if wrong.search(text)] == []


def test_serbian_in_latin_script_is_transliterated_from_cyrillic() -> None:
    for path in catalogues(CYRILLIC):
        assert str(read(catalogue(path.parents[2], LATIN))) == str(in_latin(read(path))), path


def test_the_transliteration_can_be_reversed() -> None:
    import cyrtranslit  # noqa: PLC0415

    words = {
        word for _folder, entry in entries(CYRILLIC) for text in texts(entry) for word in re.findall(r"[Ѐ-ӿ]+", text)
    }
    changed = {word for word in words if cyrtranslit.to_cyrillic(cyrtranslit.to_latin(word)) != word}
    assert changed == set(), "say so here if a word has нј, лј or дж as two sounds"
    assert len(words) > 1000


def test_no_word_is_in_two_scripts() -> None:
    mixed = {
        word
        for _folder, entry in entries(CYRILLIC)
        for text in texts(entry)
        for word in re.findall(r"\w+", HELD.sub(" ", text))
        if re.search(r"[Ѐ-ӿ]", word) and re.search(r"[a-z]", word, re.IGNORECASE)
    }
    assert mixed == set()


def test_compiled_catalogues_are_up_to_date() -> None:
    """They say the same as their source. Programs that compile them write them in different orders."""

    def said(found: polib.POFile | polib.MOFile) -> set[tuple[str | None, str, str | None, tuple[str, ...]]]:
        return {(entry.msgctxt, entry.msgid, entry.msgid_plural or None, tuple(texts(entry))) for entry in found}

    stale = [
        str(path.relative_to(ROOT))
        for language in ALL
        for path in catalogues(language)
        if said(read(path)) != said(polib.mofile(str(path.with_suffix(".mo"))))
    ]
    assert stale == [], "make messages"


def test_the_catalogues_have_every_message_of_the_source(tmp_path: Path) -> None:
    for name in ("manage.py", "scorer", "games", "templates", "tests/languages"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    (tmp_path / "tests" / "__init__.py").touch()
    subprocess.run([sys.executable, "-m", "tests.languages.catalogues"], cwd=tmp_path, check=True)
    changed = [
        str(path.relative_to(tmp_path))
        for language in WRITTEN
        for path in catalogues(language, tmp_path)
        if path.read_bytes() != (ROOT / path.relative_to(tmp_path)).read_bytes()
    ]
    assert changed == [], "make messages, and translate what is new"


def test_the_source_of_every_example_is_translated() -> None:
    """The page translates the source of an example. One that is not marked for translation would stay English."""
    known = {entry.msgid for _folder, entry in entries("de")}
    captions = {example.caption for game in all_games() for example in game.rules.EXAMPLES}
    assert captions - known == set()


def test_no_message_is_an_f_string() -> None:
    """gettext does not find messages in f-strings."""
    marks = {"_", "gettext", "ngettext", "pgettext", "npgettext", "gettext_lazy", "ngettext_lazy", "pgettext_lazy"}
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in ("scorer", "games")
        for path in (ROOT / folder).rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text()))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in marks
    ]
    assert hidden == []
