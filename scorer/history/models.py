"""The append-only log of the whole site: who changed what, when and why, with the values before and after.

It refers to objects by kind and id instead of foreign keys, since it outlives them. It contains ids, never names.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn, Self

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class RevisionsQuerySet(models.QuerySet["Revision"]):
    def for_table(self, table_id: int) -> Self:
        return self.filter(table_id=table_id)

    def of(self, kind: str, object_id: int) -> Self:
        return self.filter(kind=kind, object_id=object_id)

    def log(
        self, kind: "Revision.Kind", changed: models.Model, action: str, by: models.Model | None, **values: Any
    ) -> "Revision":
        """Log a change of a club, or of a row with a `club_id` that belongs to no table."""
        revision = Revision.about(kind, changed, action, by, **values)
        revision.save()
        return revision

    def update(self, **_kwargs: Any) -> NoReturn:
        raise PermissionError("A revision is never edited.")

    def delete(self) -> NoReturn:
        raise PermissionError("A revision is never deleted.")

    def forget_club(self, club_id: int) -> None:
        """Delete the log of a club that is deleted as a whole."""
        models.QuerySet.delete(self.filter(club_id=club_id))

    def bulk_create(self, objs: Iterable["Revision"], *args: Any, **kwargs: Any) -> list["Revision"]:
        if kwargs.get("update_conflicts"):
            raise PermissionError("A revision is never edited.")
        return super().bulk_create(objs, *args, **kwargs)


class Revision(models.Model):
    class Kind(models.TextChoices):
        CLUB = "club", _("club")
        SEASON = "season", _("season")
        PLAYER = "player", _("player")
        LOGIN = "login", _("login")
        IMPORT = "import", _("import")
        """An imported file. Each of its tables has a Revision of its own."""
        TABLE = "table", _("table")
        HAND = "hand", _("hand")
        REPLY = "answer", _("answer")
        """A reply to a hand. It does not change the hand."""
        EVENT = "event", _("event")
        CHAMPIONSHIP = "champion", _("championship")
        LATE = "late", _("late hand")
        """A hand that was sent after its table was closed, and is not on the sheet yet."""

    at = models.DateTimeField(_("Time"), default=timezone.now)
    actor_id = models.BigIntegerField(null=True, help_text="The login that did it; empty for the command line.")
    player_id = models.BigIntegerField(null=True, help_text="Who held the phone that did it without a login.")
    club_id = models.BigIntegerField()
    table_id = models.BigIntegerField(null=True)
    kind = models.CharField(_("Kind"), max_length=10, choices=Kind)
    object_id = models.BigIntegerField()
    action = models.CharField(max_length=20)
    before = models.JSONField(_("Before"), default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("After"), default=dict, encoder=DjangoJSONEncoder)
    why = models.CharField(_("Reason"), max_length=200, blank=True)
    key = models.CharField(  # noqa: DJ001  # many changes have no key, and a unique column allows "" only once
        max_length=64, null=True, unique=True, help_text="The form's key: the same form posted twice is one change."
    )

    objects = RevisionsQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("change"), _("changes")
        ordering: ClassVar = ["pk"]
        base_manager_name = "objects"
        indexes: ClassVar = [
            models.Index(fields=["table_id", "kind", "object_id"], name="revision_of_table"),
            models.Index(fields=["kind", "object_id"], name="revision_of_object"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.object_id}: {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise PermissionError("A revision is never edited.")
        super().save(*args, **kwargs | {"force_insert": True})  # or a used id would replace that Revision

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise PermissionError("A revision is never deleted.")

    @classmethod
    def about(cls, kind: Kind, changed: models.Model, action: str, by: models.Model | None, **values: Any) -> Self:
        """Return a Revision that is not logged yet."""
        club = changed.pk if kind == cls.Kind.CLUB else changed.club_id  # type: ignore[attr-defined]  # every kind has one
        actor = by.pk if by else None
        return cls(kind=kind, object_id=changed.pk, action=action, club_id=club, actor_id=actor, **values)
