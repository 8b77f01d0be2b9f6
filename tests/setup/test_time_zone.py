import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorer.setup import machine
from scorer.setup.machine import local_time_zone


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder instead of /etc, and an environment without a time zone."""
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr(machine, "ETC", tmp_path)
    return tmp_path


def test_the_time_zone_is_that_of_the_machine(etc: Path) -> None:
    (etc / "timezone").write_text("Europe/Warsaw\n")
    (etc / "localtime").symlink_to("/usr/share/zoneinfo/Europe/Paris")
    assert local_time_zone() == "Europe/Warsaw"


@pytest.mark.parametrize("target", ["/usr/share/zoneinfo/Europe/Paris", "../usr/share/zoneinfo/Europe/Paris"])
def test_without_the_file_the_link_names_the_time_zone(etc: Path, target: str) -> None:
    (etc / "localtime").symlink_to(target)
    assert local_time_zone() == "Europe/Paris"


@pytest.mark.parametrize("said", ["", "Mars/Olympus", "Europe", "/etc/passwd", "../../etc/passwd", "x\x00y", "\udcff"])
def test_an_unknown_time_zone_is_ignored(etc: Path, said: str) -> None:
    (etc / "timezone").write_text(said, errors="surrogateescape")
    assert local_time_zone() == "UTC"
    (etc / "localtime").symlink_to("/usr/share/zoneinfo/Europe/Paris")
    assert local_time_zone() == "Europe/Paris"


def test_the_default_time_zone_is_utc(etc: Path) -> None:
    (etc / "localtime").write_bytes(b"TZif2")
    assert local_time_zone() == "UTC"


@pytest.mark.parametrize(
    ("tz", "zone"), [("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"), ("X-1Y", "Europe/Paris")]
)
def test_the_environment_overrides_the_machine(etc: Path, monkeypatch: pytest.MonkeyPatch, tz: str, zone: str) -> None:
    (etc / "timezone").write_text("Europe/Paris")
    monkeypatch.setenv("TZ", tz)
    assert local_time_zone() == zone


SETTINGS = """
from scorer.setup import machine
machine.local_time_zone = lambda: "Europe/Paris"
from scorer import settings
print(settings.TIME_ZONE)
"""


@pytest.mark.parametrize(("said", "zone"), [("", "Europe/Paris"), ("Asia/Tokyo", "Asia/Tokyo")])
def test_the_setting_is_the_machines_time_zone_unless_the_environment_has_another(
    tmp_path: Path, said: str, zone: str
) -> None:
    env = os.environ | {"DATA": str(tmp_path), "TIME_ZONE": said}
    ran = subprocess.run([sys.executable, "-c", SETTINGS], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [zone]
