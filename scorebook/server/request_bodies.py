"""Limits on request bodies, and the server's mark on a request whose body it refused."""

from django.http import HttpRequest

# The longest form, a start with every house rule, has 9 kB. The API's own limit is lower.
MAX_BODY_BYTES = 131_072
# A thousand hands at once, each with a key, a contract, a few players and some customs.
MAX_BATCH_BYTES = 524_288
BATCH_PATH_END = "/hands/batch"
REFUSED = "scorebook.refused"
RETRY_AFTER_S = 5

# Status -> code.
CODES = {408: "body_too_slow", 411: "length_missing", 413: "body_too_large", 503: "too_busy"}


def max_request_body_bytes(path: str) -> int:
    return MAX_BATCH_BYTES if path.endswith(BATCH_PATH_END) else MAX_BODY_BYTES


def refused_body_status(request: HttpRequest) -> int | None:
    """Return the status of a request whose body the server refused; None for every other."""
    status = request.META.get(REFUSED)
    return status if isinstance(status, int) else None


def refused_body_headers(status: int) -> dict[str, str]:
    return {"Cache-Control": "no-store"} | ({"Retry-After": str(RETRY_AFTER_S)} if status == 503 else {})
