"""Evenings with recent concurrent writers in the evening or its club; their requests lock before scoring."""

import time

CROWDED_S = 10
_crowded_until: dict[str, int] = {}


def is_contended(link: str) -> bool:
    return _crowded_until.get(link, 0) > time.monotonic()


def mark_contended(link: str) -> None:
    now = int(time.monotonic())
    for other, until in list(_crowded_until.items()):
        if until < now:
            _crowded_until.pop(other, None)
    _crowded_until[link] = now + CROWDED_S
