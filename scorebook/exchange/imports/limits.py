"""How much one call may bring in or take back, whichever page or endpoint makes it; the commands set no limit."""

from __future__ import annotations

from scorebook.exchange.imports.told import ImportProblem, ImportRefused

# Evenings and payments: a few seconds of work in which nobody else's hand is written.
MOST_AT_ONCE = 100


def check_size(count: int, *, most: int | None) -> None:
    """count: evenings and payments. most: None is no limit. Raises: ImportRefused too_many_at_once."""
    if most is not None and count > most:
        raise ImportRefused([ImportProblem(code="too_many_at_once", args={"most": most})])
