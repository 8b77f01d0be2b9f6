from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from scorer.club.models import Club
from scorer.db.ids import RandomIdField
from scorer.play.models import Table


class ImportsQuerySet(models.QuerySet["Import"]):
    def to_undo(self) -> "ImportsQuerySet":
        return self.exclude(state=Import.State.GONE).order_by("-began", "pk")


class Import(models.Model):
    """A file that was brought into a club, and what is needed to take it out again."""

    class State(models.TextChoices):
        COMING = "coming"
        """Or broken off by a process that was killed: then this is where it stays."""
        HERE = "here"
        LEAVING = "leaving"
        GONE = "gone"

    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="imports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    began = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State, default=State.COMING)
    players = models.JSONField(default=list, help_text="The ids of those who were put on the roster for it.")
    seasons = models.JSONField(
        default=list, help_text="Each that was made or got other days: its id, its days before (none) and after."
    )

    objects = ImportsQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "-began"], name="import_of_club")]

    def __str__(self) -> str:
        return f"{self.began:%Y-%m-%d %H:%M} ({self.state})"


class BroughtTable(models.Model):
    """That a table came from a file."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, primary_key=True, related_name="brought")
    source = models.ForeignKey(
        Import,
        on_delete=models.PROTECT,
        null=True,
        related_name="tables",
        help_text="Empty: it stays, whatever becomes of the import.",
    )
    key = models.CharField(max_length=64, unique=True, help_text="What it is in the file: it is brought in once.")

    def __str__(self) -> str:
        return str(self.table_id)
