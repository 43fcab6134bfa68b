"""Who asked for how much: REST framework's throttles, one for each budget, for the API and the pages alike.

Only what costs a budget asks here, and what it asks is the cache that all workers share, never the database.
"""

from __future__ import annotations

import logging
from ipaddress import IPv6Address, ip_address
from math import ceil

from django.http import HttpRequest
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

log = logging.getLogger(__name__)
NETWORK_BITS = 64  # of an IPv6 address: what one household is given


class Budget(SimpleRateThrottle):
    """By the address of the client; behind a proxy by the one that the proxy saw (NUM_PROXIES)."""

    def allow_request(self, request: Request | HttpRequest, view: APIView | None = None) -> bool:
        try:
            return super().allow_request(request, view)  # type: ignore[arg-type]
        except OSError as error:
            # A folder that cannot be written may stop the books, but not because of what is counted here.
            log.warning("The budgets are not counted: %s", error)
            return True

    def get_cache_key(self, request: Request | HttpRequest, view: APIView | None) -> str:
        return f"budget {self.scope} {_network_of_client(self.get_ident(request))}".replace(" ", "-")  # type: ignore[arg-type]


class Opening(Budget):
    scope = "opening"


class OpeningInClub(Budget):
    scope = "opening_in_club"


class Scoring(Budget):
    scope = "scoring"


class WrongLink(Budget):
    scope = "wrong_link"


class GiroCode(Budget):
    scope = "girocode"


class OperatorLogin(Budget):
    scope = "operator_login"


def spend_budget(budget: type[Budget], request: Request | HttpRequest) -> None:
    """Raises: Throttled, with the seconds to wait."""
    one = budget()
    if not one.allow_request(request):
        raise Throttled(wait=one.wait())


def throttle_wait_s(error: Throttled) -> int:
    """Whole seconds until it is worth asking again, at least one."""
    # The framework's stubs do not know where it keeps them.
    return max(1, int(getattr(error, "wait", None) or 1))


def throttle_wait_min(error: Throttled) -> int:
    return ceil(throttle_wait_s(error) / 60)


def _network_of_client(ident: str | None) -> str:
    """What one client cannot change at will. Whatever is no address counts as one."""
    try:
        address = ip_address((ident or "").partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or IPv6Address(int(address) >> NETWORK_BITS << NETWORK_BITS)
    return address.exploded
