"""REST framework's throttles, one for each budget, for the API and the pages alike.

Only requests that cost a budget are counted, in the cache that all workers share, never in the database.
"""

from __future__ import annotations

import logging
from ipaddress import IPv6Address, IPv6Network
from math import ceil

from django.http import HttpRequest
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from scorebook.core import network

log = logging.getLogger(__name__)
# The bits of an IPv6 address that a client cannot change, and the number of budgets for all addresses that share them.
# A household gets a /64 up to a /56, a company or a rented server up to a /48.
IPV6_LEVELS = ((56, 1), (48, 4))


class Budget(SimpleRateThrottle):
    """A throttle by the address of the client; behind a proxy, by the address that the proxy saw (NUM_PROXIES)."""

    _network = ""

    def allow_request(self, request: Request | HttpRequest, view: APIView | None = None) -> bool:
        most, _ = self.parse_rate(self.rate)
        try:
            for network_of_client, budgets in _networks_of_client(self.get_ident(request)):  # type: ignore[arg-type]
                self._network, self.num_requests = network_of_client, most and most * budgets
                # The smallest network first: a household that has spent its budget takes nothing from its neighbours.
                if not super().allow_request(request, view):  # type: ignore[arg-type]
                    return False
        except OSError as error:
            # An unwritable folder must not stop requests only because their budgets are not counted.
            log.warning("The budgets are not counted: %s", error)
        return True

    def get_cache_key(self, request: Request | HttpRequest, view: APIView | None) -> str:
        return f"budget {self.scope} {self._network}".replace(" ", "-")


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
    """Count a request. Raises: Throttled, with the seconds to wait."""
    one = budget()
    if not one.allow_request(request):
        raise Throttled(wait=one.wait())


def throttle_wait_s(error: Throttled) -> int:
    """Return the whole seconds to wait, at least one."""
    # The framework's stubs lack the attribute.
    return max(1, int(getattr(error, "wait", None) or 1))


def throttle_wait_min(error: Throttled) -> int:
    return ceil(throttle_wait_s(error) / 60)


def _networks_of_client(ident: str | None) -> list[tuple[str, int]]:
    """Return the networks that a client cannot change at will, each with the number of its budgets."""
    address = network.parsed_address(ident or "")
    if address is None:
        return [("unknown", 1)]
    if isinstance(address, IPv6Address):
        networks = [(IPv6Network((int(address), bits), strict=False), budgets) for bits, budgets in IPV6_LEVELS]
        return [(str(one).replace("/", "-"), budgets) for one, budgets in networks]
    return [(str(address), 1)]
