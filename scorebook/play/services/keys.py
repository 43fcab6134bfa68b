"""The key of a request, used once in the whole installation."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError

from scorebook.ledger import services as ledger
from scorebook.play.errors import KeyReused
from scorebook.play.models import EveningEvent, HandEvent


@contextmanager
def taken_keys_are_said(keys: Sequence[UUID]) -> Iterator[None]:
    """Around a transaction that found none of the keys among the evening's events.

    Whoever used one in another evening or for something else has a row under it, and the database refuses a second.
    Only then is it looked for, and only this look names no club: it may be another one's.
    Raises: KeyReused.
    """
    try:
        yield
    except IntegrityError as error:
        if taken := _first_taken(keys):
            raise KeyReused(taken) from error
        raise


def _first_taken(keys: Sequence[UUID]) -> UUID | None:
    taken = ledger.used_keys(keys)
    for kind in (HandEvent, EveningEvent):
        taken |= set(kind._default_manager.filter(pk__in=keys).values_list("pk", flat=True))
    return next((key for key in keys if key in taken), None)
