"""Work on millions of rows that come and go without cycles: to look for some after every 700 is an eighth of it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS_BETWEEN = 50_000


@contextmanager
def few_collections() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(OBJECTS_BETWEEN)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
