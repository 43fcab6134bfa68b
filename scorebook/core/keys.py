"""Keys under which something is written once."""

import secrets
import time
from uuid import UUID

CHANCE_BITS = 74


def new_key() -> UUID:
    """Return a UUID that begins with the time (version 7 of RFC 9562).

    Rows written together then lie together in every index. Among the keys of a million hands, a random one falls on an
    index page that is not cached, and that goes whole into PostgreSQL's log.
    """
    return uuid_at_time(at_ms=time.time_ns() // 1_000_000, chance=secrets.randbits(CHANCE_BITS))


def uuid_at_time(*, at_ms: int, chance: int) -> UUID:
    """Return the key of a time. chance: CHANCE_BITS random bits."""
    first, second = divmod(chance, 1 << 62)
    return UUID(int=at_ms << 80 | 7 << 76 | first << 64 | 2 << 62 | second)
