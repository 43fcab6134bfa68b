"""The links of an evening and the QR code that others scan."""

from __future__ import annotations

import enum
import io
from typing import Any

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scorebook.core import network
from scorebook.play.models import Evening


class Address(enum.Enum):
    """By which kind of address somebody came: browsers let a page open without a network at the first two only."""

    SECURE = "secure"
    OWN_MACHINE = "own machine"
    PLAIN = "plain"


def address_of(request: HttpRequest) -> Address:
    """Behind a proxy with a certificate that is what the proxy says."""
    if request.is_secure():
        return Address.SECURE
    return Address.OWN_MACHINE if _is_own_machine(_host(request)) else Address.PLAIN


def _is_own_machine(host: str) -> bool:
    return host in network.LOOPBACK or host.endswith(".localhost")


def _host(request: HttpRequest) -> str:
    return split_domain_port(request.get_host())[0]


def evening_links(request: HttpRequest, evening: Evening) -> dict[str, str]:
    watch = link_for_phones(request, reverse("web:watch", args=[evening.watch_token]))
    return {
        "watch_url": watch,
        "scribe_url": link_for_phones(request, reverse("web:table", args=[evening.scribe_token])),
    }


def link_for_phones(request: HttpRequest, path: str) -> str:
    """The whole address of a page to pass on. On every phone `localhost` is the phone itself."""
    lan_url = network.Served.lan_url
    if lan_url and _host(request) in network.LOOPBACK:
        return lan_url.rstrip("/") + path
    return request.build_absolute_uri(path)


def watch_code(request: HttpRequest, evening: Evening) -> bytes:
    """The link to look on as others scan it: a picture of its own, so that only who wants it waits for it."""
    address = link_for_phones(request, reverse("web:watch", args=[evening.watch_token]))
    return _svg(address, svgns=True)


def qr_svg(text: str, **how: Any) -> SafeString:
    """Inline SVG without a style attribute, which the content security policy would drop.

    how: as `segno.make` takes it.
    """
    return mark_safe(_svg(text, svgns=False, **how).decode())


def _svg(text: str, *, svgns: bool, **how: Any) -> bytes:
    import segno  # here, and not above: a megabyte that most servers never need

    out, code = io.BytesIO(), segno.make(text, error="m", micro=False, **how)
    code.save(out, kind="svg", xmldecl=False, omitsize=True, border=2, svgclass=None, lineclass=None, svgns=svgns)
    return out.getvalue()
