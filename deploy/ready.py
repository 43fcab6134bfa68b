"""Is the server on this machine ready? Exit code 0: yes. For the image's HEALTHCHECK and the unit of systemd.

    ready.py [--wait SECONDS]

Needs nothing but Python.
"""

import argparse
import http.client
import os
import sys
import time

PORT = 8000
PATH = "/ready"
TIMEOUT_S = 5
INTERVAL_S = 0.2


def main() -> str | None:
    """What is wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--wait", type=float, default=0, metavar="SECONDS", help="for a server that is starting")
    arguments = parser.parse_args()
    deadline = time.monotonic() + arguments.wait
    while (wrong := _wrong(arguments.port)) and time.monotonic() < deadline and _is_running():
        time.sleep(INTERVAL_S)
    return wrong


def _is_running() -> bool:
    """The server that systemd has started, whose number it tells: one that has ended is not waited for."""
    try:
        os.kill(int(os.environ.get("MAINPID", os.getpid())), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # it is root's still: systemd makes it the unit's user's a moment later
    return True


def _wrong(port: int) -> str | None:
    # As through the proxy: under a host name that is allowed, and not sent on to the certificate.
    host = os.environ.get("SCOREBOOK_ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".") or "localhost"
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
    try:
        line.request("GET", PATH, headers={"Host": host, "X-Forwarded-Proto": "https"})
        answer = line.getresponse()
        return None if answer.status == 200 else f"{PATH} answers {answer.status}: {answer.read(500)!r}"
    except (OSError, http.client.HTTPException) as error:
        return f"{PATH} does not answer: {error}"
    finally:
        line.close()


if __name__ == "__main__":
    sys.exit(main())
