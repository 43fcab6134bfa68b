"""Imports into a club, and their undoing."""

import uuid

from django.db import models
from django.db.models import Q

from scorebook.clubs.models import MAX_RECORDED_BY, Club, TypedText
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.database.club_keys import ClubForeignKey, ClubOneToOneField


class Import(AppendOnlyModel):
    """Evenings and payments that were imported at once, or the undoing of these. It moves no money.

    All imports of a club have one hash (`clubs.ChainEnd`).
    """

    class Kind(models.TextChoices):
        IMPORTED = "imported"
        UNDONE = "undone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)  # key of the request
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    format = models.CharField(max_length=20, blank=True)
    file_name = ClubForeignKey(TypedText, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    undoes = ClubOneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")  # of UNDONE
    # Of IMPORTED: `evenings` and `payments`, id -> digest of its data in the file; `stands`, evening -> numbers of its
    # events and entries when all was written; `last_entry`, length of the club's books then. Of an import in several
    # parts, each a row of its own, also `rest`, number of evenings and payments to come; and of all parts but the first
    # `part`, from 2, and `part_of`, the id of the first.
    facts = models.JSONField(default=dict)
    recorded_by = models.CharField(max_length=MAX_RECORDED_BY)
    recorded_at = models.DateTimeField()

    class Meta(AppendOnlyModel.Meta):
        ordering = ["recorded_at", "pk"]
        indexes = [
            models.Index(fields=["file_name"], condition=Q(file_name__isnull=False), name="exchange_import_file_name")
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["undoes", "club"], condition=Q(undoes__isnull=False), name="exchange_import_undone_once"
            ),
            models.CheckConstraint(
                condition=Q(kind="undone", undoes__isnull=False) | (~Q(kind="undone") & Q(undoes__isnull=True)),
                name="exchange_import_undoes_iff_undone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.format}".strip()
