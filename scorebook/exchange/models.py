"""What came in from elsewhere, and whether somebody took it back."""

import uuid

from django.db import models
from django.db.models import Q

from scorebook.clubs.models import RECORDED_BY_MAX, Club, TypedText
from scorebook.core.append_only import AppendOnlyModel


class Import(AppendOnlyModel):
    """Evenings and payments that were written at once, or that these were undone. It moves nothing.

    All of a club's together have one hash (`clubs.ChainEnd`).

    id:        the key under which it was sent.
    format:    of the file. file_name: as somebody called it, where they did.
    undoes:    of UNDONE what was undone.
    facts:     of IMPORTED: `evenings` and `payments`, the id of each with the digest of what the file said of it;
               `stands`, for each evening its number of events and of entries when all was written; and `last_entry`,
               how far the club's books went then. Of an import in several parts, each a row of its own, also `rest`,
               how many evenings and payments were to come; and of all parts but the first `part`, from 2, and
               `part_of`, the id of the first.
    """

    class Kind(models.TextChoices):
        IMPORTED = "imported"
        UNDONE = "undone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    format = models.CharField(max_length=20, blank=True)
    file_name = models.ForeignKey(TypedText, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")
    facts = models.JSONField(default=dict)
    recorded_by = models.CharField(max_length=RECORDED_BY_MAX)
    recorded_at = models.DateTimeField()

    class Meta(AppendOnlyModel.Meta):
        ordering = ["recorded_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="undone", undoes__isnull=False) | (~Q(kind="undone") & Q(undoes__isnull=True)),
                name="exchange_import_undoes_iff_undone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.format}".strip()
