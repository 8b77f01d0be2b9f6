from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from scorer.club.models import Club
from scorer.db.ids import RandomIdField
from scorer.events.models import Event
from scorer.play.models import Table


class ImportsQuerySet(models.QuerySet["Import"]):
    def to_undo(self) -> "ImportsQuerySet":
        return self.exclude(state=Import.State.UNDONE).order_by("-began", "pk")

    def unfinished(self) -> "ImportsQuerySet":
        return self.to_undo().exclude(state=Import.State.IMPORTED)


class Import(models.Model):
    """A file that was imported into a club, with what is needed to undo the import."""

    class State(models.TextChoices):
        IMPORTING = "importing"
        """Still running, or interrupted because its process was killed."""
        IMPORTED = "imported"
        UNDOING = "undoing"
        UNDONE = "undone"

    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="imports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    began = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State, default=State.IMPORTING)
    players = models.JSONField(default=list, help_text="The ids of the players it added to the roster.")
    seasons = models.JSONField(
        default=list, help_text="Each season it created or extended: the id, the dates before (null if new) and after."
    )
    championships = models.JSONField(default=list, help_text="The ids of the championships it added.")

    objects = ImportsQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "-began"], name="import_of_club")]

    def __str__(self) -> str:
        return f"{self.began:%Y-%m-%d %H:%M} ({self.state})"


class ImportedTable(models.Model):
    """The import that a table came from."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, primary_key=True, related_name="imported")
    source = models.ForeignKey(
        Import,
        on_delete=models.PROTECT,
        null=True,
        related_name="tables",
        help_text="Empty for a table that undoing the import leaves alone.",
    )
    key = models.CharField(
        max_length=64, unique=True, help_text="Identifies the table in the file, so that it is imported once."
    )

    def __str__(self) -> str:
        return str(self.table_id)


class ImportedEvent(models.Model):
    """The import that an event came from."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, primary_key=True, related_name="imported")
    source = models.ForeignKey(
        Import,
        on_delete=models.PROTECT,
        null=True,
        related_name="events",
        help_text="Empty for an event that undoing the import leaves alone.",
    )
    key = models.CharField(
        max_length=64, unique=True, help_text="Identifies the event in the file, so that it is imported once."
    )

    def __str__(self) -> str:
        return str(self.event_id)
