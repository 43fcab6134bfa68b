"""Request keys, each used once in the whole installation."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError

from scorebook.ledger import services as ledger
from scorebook.play.errors import KeyReused
from scorebook.play.models import EveningEvent, HandEvent


@contextmanager
def report_reused_keys(keys: Sequence[UUID]) -> Iterator[None]:
    """Raise KeyReused if the transaction inside fails because a key is already used.

    The transaction found none of the keys among the evening's events. A key used in another evening or for another
    purpose has a row, so the database refuses a second one. Only then it is looked up, in all clubs.
    """
    try:
        yield
    except IntegrityError as error:
        if taken := _first_used_key(keys):
            raise KeyReused(taken) from error
        raise


def _first_used_key(keys: Sequence[UUID]) -> UUID | None:
    taken = ledger.used_keys(keys)
    for kind in (HandEvent, EveningEvent):
        taken |= set(kind._default_manager.filter(pk__in=keys).values_list("pk", flat=True))
    return next((key for key in keys if key in taken), None)
