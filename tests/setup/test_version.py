"""Where the version is shown."""

import json
import sys
from io import BytesIO
from subprocess import run

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scorer import __version__
from scorer.club.models import Club, Membership
from scorer.transfer.event_export import export_club
from tests.factories import make_table


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_a_command_says_it(asked: str) -> None:
    done = run([sys.executable, settings.BASE_DIR / "manage.py", asked], capture_output=True, text=True, check=True)
    assert done.stdout == f"{__version__}\n"


def test_every_page_has_it_at_its_foot(club: Club) -> None:
    foot = Client().get(reverse("club:login")).content.decode().split("<footer>")[1]
    assert f"Scorer {__version__}" in foot


def test_changes_are_listed_for_it() -> None:
    assert f"\n## {__version__}\n" in (settings.BASE_DIR / "docs/changes.md").read_text()


def test_exported_files_name_it(club: Club, ada: Membership) -> None:
    table = make_table(club)
    assert [json.loads(line)["scorer"] for line in export_club(club)] == [__version__]
    client = Client()
    client.force_login(ada.user)
    file = client.get(reverse("transfer:sheet_file", args=[table.pk, "xlsx"])).content
    assert load_workbook(BytesIO(file)).properties.creator == f"Scorer {__version__}"
