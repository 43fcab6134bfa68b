"""Keys begin with the time: what is written together lies together in every index."""

from __future__ import annotations

import time
from uuid import RFC_4122

from scorebook.core.keys import new_key


def test_keys_are_uuids_of_version_7() -> None:
    before, key, after = time.time_ns() // 1_000_000, new_key(), time.time_ns() // 1_000_000
    assert (key.version, key.variant) == (7, RFC_4122)
    assert before <= key.int >> 80 <= after


def test_later_keys_come_later_and_none_comes_twice() -> None:
    earlier = [new_key() for _ in range(1000)]
    time.sleep(0.002)
    later = [new_key() for _ in range(1000)]
    assert max(earlier) < min(later)
    assert len({*earlier, *later}) == 2000
