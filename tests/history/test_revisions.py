"""Revisions can neither be changed nor deleted: not by the model, its querysets or the admin."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from tests.factories import make_table

LogIn = Callable[[Membership], Client]
LIE = {"why": "never happened"}


@pytest.fixture
def revision(club: Club) -> Revision:
    """A table was opened."""
    make_table(club)
    return Revision.objects.get()


def forged(revision: Revision) -> Revision:
    """Another revision with the same id."""
    values = {field.attname: getattr(revision, field.attname) for field in Revision._meta.concrete_fields}
    return Revision(**values | LIE)


def changed(revision: Revision) -> Revision:
    revision.why = LIE["why"]
    return revision


FORBIDDEN: dict[str, Callable[[Revision], Any]] = {
    "save": lambda revision: changed(revision).save(),
    "save some fields": lambda revision: changed(revision).save(update_fields=["why"]),
    "delete": lambda revision: revision.delete(),
    "delete all": lambda _revision: Revision.objects.all().delete(),
    "delete some": lambda revision: Revision.objects.of("table", revision.object_id).delete(),
    "delete by the base manager": lambda _revision: Revision._base_manager.all().delete(),
    "update": lambda _revision: Revision.objects.update(**LIE),
    "update by the base manager": lambda _revision: Revision._base_manager.update(**LIE),
    "update many": lambda revision: Revision.objects.bulk_update([changed(revision)], ["why"]),
    "update or create": lambda revision: Revision.objects.update_or_create(LIE, pk=revision.pk),
    "create over": lambda revision: Revision.objects.bulk_create(
        [forged(revision)], update_conflicts=True, update_fields=["why"], unique_fields=["id"]
    ),
}


@pytest.mark.parametrize("how", FORBIDDEN)
def test_nobody_rewrites_the_log(how: str, revision: Revision) -> None:
    before = list(Revision.objects.values())
    with pytest.raises(PermissionError), transaction.atomic():
        FORBIDDEN[how](revision)
    assert list(Revision.objects.values()) == before


@pytest.mark.postgres
def test_a_new_revision_with_a_used_id_replaces_nothing(revision: Revision) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        forged(revision).save()


@pytest.mark.parametrize("superuser", [False, True], ids=["director", "superuser"])
def test_no_page_of_the_admin_rewrites_the_log(
    superuser: bool, ada: Membership, client_of: LogIn, revision: Revision
) -> None:
    ada.user.is_superuser = superuser
    ada.user.save()
    client = client_of(ada)
    before = list(Revision.objects.values())
    everything = {
        "why": "never",
        "action": "delete_selected",
        "_selected_action": revision.pk,
        "post": "yes",
        "index": 0,
    }
    listed = reverse("admin:history_revision_changelist")
    for act in ("change", "delete"):
        address = reverse(f"admin:history_revision_{act}", args=[revision.pk])
        assert client.post(address, everything).status_code == 403
    assert client.post(reverse("admin:history_revision_add"), everything).status_code == 403
    assert client.post(listed, everything).status_code in {200, 302, 403}
    assert client.post(listed, everything | {"select_across": 1, "_save": "Save"}).status_code in {200, 302, 403}
    assert list(Revision.objects.values()) == before
    text = client.get(reverse("admin:history_revision_change", args=[revision.pk])).content.decode()
    assert 'name="_save"' not in text
    assert "/delete/" not in text
    assert "delete_selected" not in client.get(listed).content.decode()
