"""Cache of evenings as this process last wrote them, because the writer of a hand mostly writes the next one too.

A cached evening may be stale, because another process may have written since. Writers pass the values they expect
(`rows.Update.was`) and read again if these differ.
"""

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from scorebook.core import rows
from scorebook.play.evening_snapshot import EveningSnapshot

MAX_KEPT = 64
_lock = Lock()
_kept: OrderedDict[str, EveningSnapshot] = OrderedDict()


def last_written_evening(link: str) -> EveningSnapshot | None:
    """Take the evening of a scribe link out of the cache, so that no other thread uses it at the same time."""
    with _lock:
        return _kept.pop(link, None)


def keep_written_evening(link: str, whole: EveningSnapshot) -> None:
    """Cache the evening as written. It is copied, because the caller may change it; the rest must not be changed."""
    kept = replace(whole, evening=rows.copied_instance(whole.evening), has_key=False)
    with _lock:
        _kept[link] = kept
        if len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
