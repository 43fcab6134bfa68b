"""Send wrong requests to the site and count its own faults (5xx).

Runs on a new database beside the one of DATABASE_URL, on SQLite without it. Prints every kind of fault once, even when
interrupted.
"""

import argparse
import os
import sys
import time
from contextlib import suppress


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--document", action="store_true", help="of the API's document, by schemathesis")
    options = parser.parse_args()
    if url := os.environ.pop("DATABASE_URL", ""):
        os.environ["SCOREBOOK_TEST_DATABASE_URL"] = url
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

    import logging

    import django
    from django.db import connection
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    logging.disable()
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        return (_run_document if options.document else _run)(options.requests, options.seed, connection.vendor)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _run(requests: int, seed: int, engine: str) -> int:
    from tests.fuzz.run import Fuzz

    fuzz, started = Fuzz(seed), time.monotonic()
    with suppress(KeyboardInterrupt):
        fuzz.run(requests, on_progress=lambda done: print(f"\r{done:,}", end="", file=sys.stderr, flush=True))
    found = fuzz.found
    print(f"\n{engine}, seed {seed}: {found.requests:,} requests in {time.monotonic() - started:.0f} s")
    print("statuses:", dict(sorted(found.statuses.items())))
    print(f"{len(found.faults)} faults of {len(found.kinds)} kinds")
    for where, fault in found.kinds.items():
        print(f"  {sum(one.where == where for one in found.faults)} x {fault}")
    return 1 if found.faults else 0


def _run_document(requests: int, seed: int, engine: str) -> int:
    from tests.fuzz.document_run import run_document

    started = time.monotonic()
    found = run_document(
        requests, first_seed=seed, on_progress=lambda done: print(f"\r{done:,}", end="", file=sys.stderr, flush=True)
    )
    print(f"\n{engine}, seed {seed}: {found.requests:,} requests in {time.monotonic() - started:.0f} s")
    print("statuses:", dict(sorted(found.statuses.items())))
    print("never answered well:", sorted(name for name, count in found.answered_well.items() if not count))
    print(f"{len(found.faults)} kinds of answers that the document does not know")
    for what, fault in found.faults.items():
        print(f"  {what}\n{fault}")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
