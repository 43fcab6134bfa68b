"""How much a request may bring in or take back at once; the commands have no such limit."""

from __future__ import annotations

from uuid import UUID

from scorebook.clubs.models import Club
from scorebook.exchange.imports.draft import Draft
from scorebook.exchange.imports.told import ImportProblem, ImportRefused
from scorebook.exchange.models import Import

# Evenings and payments: some seconds' work in which nobody else's hand is written.
MOST_AT_ONCE = 100


def check_size(draft: Draft) -> None:
    """Raises: ImportRefused where it is more than a page writes."""
    if len(draft.new_evenings) + len(draft.new_payments) > MOST_AT_ONCE:
        raise ImportRefused([ImportProblem(code="too_many_at_once", args={"most": MOST_AT_ONCE})])


def check_undoable(club: Club, import_id: UUID) -> None:
    """Raises: ImportRefused likewise."""
    found = Import.objects.filter(club=club, pk=import_id).first()
    if found and len(found.facts.get("evenings", ())) > MOST_AT_ONCE:
        raise ImportRefused([ImportProblem(code="too_many_at_once", args={"most": MOST_AT_ONCE})])
