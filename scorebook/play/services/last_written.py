"""Evenings as this process left them: whoever wrote a hand will mostly write the next one, and need not read again.

What is kept may be old, for another process may have written since. So whoever writes from it says what it was, and
looks again where that is no longer so.
"""

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from scorebook.core import rows
from scorebook.play.whole_evening import WholeEvening

MOST_KEPT = 64
_lock = Lock()
_kept: OrderedDict[str, WholeEvening] = OrderedDict()


def last_written(link: str) -> WholeEvening | None:
    """The evening of a scribe link, for the one who asks: nobody else gets it until it is kept again."""
    with _lock:
        return _kept.pop(link, None)


def keep_written(link: str, whole: WholeEvening) -> None:
    """whole: as it was written. Its evening may be read and changed elsewhere from now on, the rest of it not."""
    kept = replace(whole, evening=rows.copied(whole.evening), has_key=False)
    with _lock:
        _kept[link] = kept
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
