"""Exactly the locked requirements are installed, whatever package index the machine uses."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCKS = ["requirements.txt", "tests/requirements.txt"]
PIN = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>[\w.]+)")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def entries(lock: str) -> list[str]:
    """Return one line for each requirement, followed by its hashes."""
    return (ROOT / lock).read_text().replace("\\\n", " ").splitlines()


def pins(lock: str) -> dict[str, str]:
    found = [PIN.match(entry) for entry in entries(lock)]
    return {match["name"]: match["version"] for match in found if match}


def wanted(source: str) -> dict[str, Requirement]:
    """Return the requirements in a .in file by their names, as spelled in the lock."""
    lines = re.findall(r"^[A-Za-z0-9][^#\n]*", (ROOT / source).read_text(), re.MULTILINE)
    return {re.sub(r"[._-]+", "-", each.name).lower(): each for each in map(Requirement, lines)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_one_version_with_its_hashes(lock: str) -> None:
    assert entries(lock)
    for entry in entries(lock):
        pin, *hashes = entry.split()
        markers = [word for word in hashes if not HASH.fullmatch(word)]
        assert PIN.match(pin), entry
        assert len(markers) < len(hashes), f"no hash: {entry}"
        assert not markers or markers[0] == ";", f"neither hash nor marker: {entry}"


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_names_a_host_or_a_folder(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert not re.findall(r"://|find-links|index-url|file:| @ |^#|^-", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_locked_at_a_version_that_it_allows(lock: str) -> None:
    source, locked = wanted(lock.replace(".txt", ".in")), pins(lock)
    assert source
    for name, requirement in source.items():
        assert requirement.specifier.contains(locked[name]), name


def test_only_corrections_are_taken_of_packages_whose_members_are_overridden() -> None:
    """docs/decisions/0028 lists these members."""
    for name in ("uvicorn", "h11"):
        (specifier,) = wanted("requirements.in")[name].specifier
        assert (specifier.operator, specifier.version.count(".")) == ("~=", 2)


def test_the_tests_use_the_versions_that_the_site_uses() -> None:
    run, tests = (pins(lock) for lock in LOCKS)
    assert run.items() <= tests.items()


def test_the_licence_of_every_dependency_is_listed() -> None:
    listed = re.findall(r"^\| ([a-z0-9-]+) \| [A-Z]", (ROOT / "docs/licences.md").read_text(), re.MULTILINE)
    assert listed == sorted(pins("requirements.txt"))
