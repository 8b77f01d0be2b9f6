"""Sessions are read with our own query, and expire like Django's."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.web.sessions import SessionStore


def begun() -> str:
    session = SessionStore()
    session["table"] = 4
    session.save()
    assert session.session_key
    return session.session_key


@pytest.mark.django_db
def test_a_session_keeps_its_values() -> None:
    key = begun()
    found = SessionStore(key)
    assert found["table"] == 4
    assert found.session_key == key


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["over", "deleted", "never there"])
def test_an_expired_session_is_empty_and_gets_another_key(how: str) -> None:
    key = begun()
    stored = Session.objects.filter(session_key=key)
    if how == "over":
        stored.update(expire_date=timezone.now() - timedelta(seconds=1))
    elif how == "deleted":
        stored.delete()
    found = SessionStore(key if how != "never there" else "0" * 32)
    assert found.get("table") is None
    assert found.session_key is None


@pytest.mark.django_db
def test_a_visitor_without_a_session_causes_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert SessionStore(None).get("table") is None
