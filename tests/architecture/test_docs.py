"""The pages for people who are new here are short, and their links lead somewhere."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
FOLLOWED = ROOT / "docs/adding-a-game.md"
"""It names files that its readers make; tests/adding_a_game follows it."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?\)")


@pytest.mark.parametrize(("page", "most"), [("README.md", 100), ("docs/architecture.md", 180)])
def test_a_page_for_beginners_is_short(page: str, most: int) -> None:
    assert len((ROOT / page).read_text().splitlines()) <= most


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings_that_are_there(page: Path) -> None:
    for path, heading in LINK.findall(page.read_text()):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not heading or heading in anchors(target), f"{path}#{heading}"


def anchors(page: Path) -> set[str]:
    """Return what headings are called in links."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_each_decision_has_a_number_of_its_own() -> None:
    numbers = [decision.name[:4] for decision in (ROOT / "docs/decisions").glob("*.md")]
    assert len(set(numbers)) == len(numbers)


CODE = re.compile(r"`((?:scorer|games|static|templates|tests|docs)/[\w/.-]*)`")


@pytest.mark.parametrize("page", [page for page in PAGES if page != FOLLOWED], ids=lambda page: page.name)
def test_the_files_that_a_page_names_are_there(page: Path) -> None:
    assert [path for path in CODE.findall(page.read_text()) if not (ROOT / path).exists()] == []
