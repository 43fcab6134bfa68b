"""Main-thread time of a four times slower phone until the table page has its first form.

As tests/web/test_weight.py measures it: the machine's Chromium, which has opened a page of the site before. Beside it
the same time of a page with hardly anything on it, which is the browser's and the machine's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure, not_measured
from benchmarks.machine import Spread
from benchmarks.site import Site, served
from tests.support.browser import PHONE, ChromiumMissing, launched, main_thread_ms

SLOWDOWN, MOST_MS = 4, 200
ALMOST_EMPTY_PAGE = "/offline/keys"


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    with served() as site:
        try:
            form, empty = (Spread(times) for times in _busy_ms(site, 2 * bench.extent.turns))
        except ChromiumMissing as missing:
            yield not_measured("phone", str(missing))
            return
    print(f"table page at {SLOWDOWN}x slowdown: {form:.0f} ms of main-thread time until the first form")
    print(f"an almost empty page: {empty:.0f} ms")
    yield Figure("phone", f"{form:.0f} ms; an almost empty page {empty:.0f} ms", form.median <= MOST_MS)


def _busy_ms(site: Site, turns: int) -> tuple[list[float], list[float]]:
    """Return the busy times of the table page and of an almost empty page, turn by turn. Raises: ChromiumMissing."""
    paths = (f"/t/{phone.opened(site.port).scribe}/", ALMOST_EMPTY_PAGE)
    found: tuple[list[float], list[float]] = ([], [])
    with launched() as browser:
        for _ in range(turns):
            for path, times in zip(paths, found, strict=True):
                context = browser.new_context(base_url=f"http://127.0.0.1:{site.port}", **PHONE)
                page = context.new_page()
                page.goto("/offline/")
                times.append(main_thread_ms(page, path, slowdown=SLOWDOWN))
                context.close()
    return found
