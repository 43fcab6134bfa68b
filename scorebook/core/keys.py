"""The keys under which something is written once."""

import secrets
import time
from uuid import UUID


def new_key() -> UUID:
    """A UUID that begins with the time (version 7 of RFC 9562).

    What is written together then lies together in every index. Among the keys of a million hands a random one falls on
    a page that nobody has in memory, and that goes whole into PostgreSQL's log.
    """
    at_ms = time.time_ns() // 1_000_000
    return UUID(int=at_ms << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62))
