"""Errors of the ledger; `services` re-exports them."""

from uuid import UUID


class LedgerError(Exception):
    """A refused booking. Nothing was written."""

    def __init__(self, *, code: str, field: str) -> None:
        self.code = code  # stable, translated at the edge
        self.field = field  # the argument concerned
        super().__init__(f"{field}: {code}")


class KeyConflict(LedgerError):
    """The key was already used for an entry with other content."""

    def __init__(self, *, key: UUID) -> None:
        self.key = key
        super().__init__(code="key_conflict", field="key")


class EntryRefused(LedgerError):
    """The request cannot be booked, or not any more."""
