"""The maintenance page during a restore."""

import os
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from scorer.server.maintenance import SiteAlreadyClosed, close_site, is_closed


@pytest.fixture(autouse=True)
def _lock_file(settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path


def test_every_page_is_closed_and_makes_no_query(
    db: None, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with close_site(), django_assert_num_queries(0):
        for answer in (client.get("/"), client.get(reverse("club:login")), client.post("/tables/1/record/", {})):
            assert answer.status_code == 503
            assert answer["Retry-After"] == "30"
            assert answer["Cache-Control"] == "no-store"
            assert "default-src 'none'" in answer["Content-Security-Policy"]
            assert "Back in a moment" in answer.content.decode()
    assert client.get(reverse("club:login")).status_code == 200


def test_the_site_opens_again_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), close_site():
        raise ZeroDivisionError
    assert not is_closed()


def test_only_one_process_closes_the_site_at_a_time() -> None:
    with close_site():
        with pytest.raises(SiteAlreadyClosed), close_site():
            pass
        assert is_closed()


def test_the_site_is_open_when_the_process_that_closed_it_has_died(tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:
        with close_site():
            os._exit(0 if is_closed() else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert list(tmp_path.iterdir())
    assert not is_closed()
    with close_site():
        assert is_closed()
