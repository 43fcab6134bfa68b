"""Send wrong requests to the site and count its own faults (5xx).

With --document, schemathesis makes the requests of the API's document, prints how often each operation answered with
which status, and holds every answer to the document; too few operations that answer without an error are a fault too.
Runs on a new database beside the one of DATABASE_URL, on SQLite without it. Prints every kind of fault once, even when
interrupted.
"""

import argparse
import os
import sys
import time
from contextlib import ExitStack, suppress

from tests.support.postgres import private_server


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--document", action="store_true", help="of the API's document, by schemathesis")
    parser.add_argument("--postgresql", action="store_true", help="on a private server instead of DATABASE_URL")
    options = parser.parse_args()
    with ExitStack() as stack:
        if options.postgresql:
            os.environ["DATABASE_URL"] = stack.enter_context(private_server())
        return _on_new_database(options)


def _on_new_database(options: argparse.Namespace) -> int:
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
    from tests.fuzz.document_run import DocumentFuzz

    started = time.monotonic()
    fuzz = DocumentFuzz(seed, on_progress=lambda done: print(f"\r{done:,}", end="", file=sys.stderr, flush=True))
    found = fuzz.run(requests)
    print(f"\n{engine}, seed {seed}: {found.requests:,} requests in {time.monotonic() - started:.0f} s")
    for name, statuses in sorted(found.statuses_by_operation.items()):
        print(f"  {name:20}", *(f"{status}: {count:<5,}" for status, count in sorted(statuses.items())))
    print(f"  {'all':20}", *(f"{status}: {count:<5,}" for status, count in sorted(found.statuses.items())))
    answered = len(found.statuses_by_operation) - len(found.never_answered_well)
    share = f"{answered} of {len(found.statuses_by_operation)} operations, {found.share_answered_well:.1%}"
    print(f"answered at least once with 2xx: {share}")
    print(f"{len(found.faults)} kinds of answers that the document does not know")
    print(*found.problems, sep="\n\n")
    return 1 if found.problems else 0


if __name__ == "__main__":
    sys.exit(main())
