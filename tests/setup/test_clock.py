import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorer.setup import clock
from scorer.setup.clock import own_zone


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of /etc, on a machine whose environment says nothing."""
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr(clock, "ETC", tmp_path)
    return tmp_path


def test_the_zone_is_the_one_the_machine_is_set_to(etc: Path) -> None:
    (etc / "timezone").write_text("Europe/Warsaw\n")
    (etc / "localtime").symlink_to("/usr/share/zoneinfo/Europe/Paris")
    assert own_zone() == "Europe/Warsaw"


@pytest.mark.parametrize("target", ["/usr/share/zoneinfo/Europe/Paris", "../usr/share/zoneinfo/Europe/Paris"])
def test_without_a_name_in_a_file_the_link_to_the_zone_tells_it(etc: Path, target: str) -> None:
    (etc / "localtime").symlink_to(target)
    assert own_zone() == "Europe/Paris"


@pytest.mark.parametrize("said", ["", "Mars/Olympus", "Europe", "/etc/passwd", "../../etc/passwd", "x\x00y", "\udcff"])
def test_a_zone_that_nobody_knows_is_passed_over(etc: Path, said: str) -> None:
    (etc / "timezone").write_text(said, errors="surrogateescape")
    assert own_zone() == "UTC"
    (etc / "localtime").symlink_to("/usr/share/zoneinfo/Europe/Paris")
    assert own_zone() == "Europe/Paris"


def test_a_machine_that_tells_nothing_keeps_utc(etc: Path) -> None:
    (etc / "localtime").write_bytes(b"TZif2")
    assert own_zone() == "UTC"


@pytest.mark.parametrize(
    ("tz", "zone"), [("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"), ("X-1Y", "Europe/Paris")]
)
def test_the_environment_comes_before_the_machine(
    etc: Path, monkeypatch: pytest.MonkeyPatch, tz: str, zone: str
) -> None:
    (etc / "timezone").write_text("Europe/Paris")
    monkeypatch.setenv("TZ", tz)
    assert own_zone() == zone


SETTINGS = """
from scorer.setup import clock
clock.own_zone = lambda: "Europe/Paris"
from scorer import settings
print(settings.TIME_ZONE)
"""


@pytest.mark.parametrize(("said", "zone"), [("", "Europe/Paris"), ("Asia/Tokyo", "Asia/Tokyo")])
def test_the_site_keeps_the_clock_of_its_machine_unless_told_otherwise(tmp_path: Path, said: str, zone: str) -> None:
    env = os.environ | {"DATA": str(tmp_path), "TIME_ZONE": said}
    ran = subprocess.run([sys.executable, "-c", SETTINGS], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [zone]
