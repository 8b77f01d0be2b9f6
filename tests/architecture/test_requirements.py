"""Exactly the locked requirements are installed, whatever package index the machine uses."""

import re
from pathlib import Path

import pytest

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


def wanted(source: str) -> set[str]:
    """Return the names in a .in file, as spelled in the lock."""
    names = re.findall(r"^[A-Za-z0-9._-]+", (ROOT / source).read_text(), re.MULTILINE)
    return {re.sub(r"[._-]+", "-", name).lower() for name in names if not name.startswith("-")}


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
def test_every_requirement_is_locked(lock: str) -> None:
    source = lock.replace(".txt", ".in")
    assert wanted(source)
    assert wanted(source) <= set(pins(lock))


def test_the_tests_use_the_versions_that_the_site_uses() -> None:
    run, tests = (pins(lock) for lock in LOCKS)
    assert run.items() <= tests.items()


def test_the_licence_of_every_dependency_is_listed() -> None:
    listed = re.findall(r"^\| ([a-z0-9-]+) \| [A-Z]", (ROOT / "docs/licences.md").read_text(), re.MULTILINE)
    assert listed == sorted(pins("requirements.txt"))
