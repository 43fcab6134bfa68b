"""The keys under which something is written once."""

import secrets
import time
from uuid import UUID

CHANCE_BITS = 74


def new_key() -> UUID:
    """A UUID that begins with the time (version 7 of RFC 9562).

    What is written together then lies together in every index. Among the keys of a million hands a random one falls on
    a page that nobody has in memory, and that goes whole into PostgreSQL's log.
    """
    return key_at(at_ms=time.time_ns() // 1_000_000, chance=secrets.randbits(CHANCE_BITS))


def key_at(*, at_ms: int, chance: int) -> UUID:
    """chance: of so many bits."""
    first, second = divmod(chance, 1 << 62)
    return UUID(int=at_ms << 80 | 7 << 76 | first << 64 | 2 << 62 | second)
