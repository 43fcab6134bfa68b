"""Main-thread time of a four times slower phone until the table page has its first form.

As tests/web/test_weight.py measures it: the machine's Chromium, which has opened a page of the site before.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import phone
from benchmarks.benchmark_run import BenchmarkRun
from benchmarks.figures import Figure, not_measured
from benchmarks.machine import Spread
from benchmarks.site import Site, served
from tests.support.browser import PHONE, ChromiumMissing, launched, main_thread_ms

SLOWDOWN, MOST_MS = 4, 400


def run(bench: BenchmarkRun) -> Iterator[Figure]:
    with served() as site:
        try:
            busy = Spread(_busy_ms(site, 2 * bench.extent.turns))
        except ChromiumMissing as missing:
            yield not_measured("phone", str(missing))
            return
    print(f"table page at {SLOWDOWN}x slowdown: {busy:.0f} ms of main-thread time until the first form")
    yield Figure("phone", f"{busy:.0f} ms", busy.median < MOST_MS)


def _busy_ms(site: Site, turns: int) -> list[float]:
    """Return the busy time of each turn. Raises: ChromiumMissing."""
    found: list[float] = []
    path = f"/t/{phone.opened(site.port).scribe}/"
    with launched() as browser:
        for _ in range(turns):
            context = browser.new_context(base_url=f"http://127.0.0.1:{site.port}", **PHONE)
            page = context.new_page()
            page.goto("/offline/")
            found.append(main_thread_ms(page, path, slowdown=SLOWDOWN))
            context.close()
    return found
