"""Why the books refuse. Whoever calls the services finds these there."""

from uuid import UUID


class LedgerError(Exception):
    """Nothing was written. code: stable, translated at the edge. field: the argument it is about."""

    def __init__(self, *, code: str, field: str) -> None:
        self.code = code
        self.field = field
        super().__init__(f"{field}: {code}")


class KeyConflict(LedgerError):
    """The key was used before, for an entry that says something else."""

    def __init__(self, *, key: UUID) -> None:
        self.key = key
        super().__init__(code="key_conflict", field="key")


class EntryRefused(LedgerError):
    """What was asked for cannot be booked, or not any more."""
