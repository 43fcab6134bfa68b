"""The links of an evening, and QR codes of links."""

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


class AddressKind(enum.Enum):
    """The kind of address in use; browsers allow offline pages with the first two only."""

    SECURE = "secure"
    OWN_MACHINE = "own machine"
    PLAIN = "plain"


def address_kind(request: HttpRequest) -> AddressKind:
    """Return the kind of address; behind a proxy with a certificate the proxy's header decides."""
    if request.is_secure():
        return AddressKind.SECURE
    host = _request_host(request)
    is_own_machine = host in network.LOOPBACK or host.endswith(".localhost")
    return AddressKind.OWN_MACHINE if is_own_machine else AddressKind.PLAIN


def _request_host(request: HttpRequest) -> str:
    return split_domain_port(request.get_host())[0]


def evening_links(request: HttpRequest, evening: Evening) -> dict[str, str]:
    """Return the addresses to pass on; that of the scribe only while it opens the evening."""
    found = {"watch_url": link_for_phones(request, reverse("web:watch", args=[evening.watch_token]))}
    if evening.writing_link == evening.scribe_token:
        found["scribe_url"] = link_for_phones(request, reverse("web:table", args=[evening.scribe_token]))
    return found


def link_for_phones(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a page to share; `localhost` becomes the LAN address, as it differs on a phone."""
    lan_url = network.Served.lan_url
    if lan_url and _request_host(request) in network.LOOPBACK:
        return lan_url.rstrip("/") + path
    return request.build_absolute_uri(path)


def watch_link_qr_code(request: HttpRequest, evening: Evening) -> bytes:
    """Return the QR code of the watch link as an SVG file, requested only when it is shown."""
    return _qr_svg_file(evening_links(request, evening)["watch_url"], svgns=True)


def qr_svg(text: str, **how: Any) -> SafeString:
    """Return inline SVG without style attributes, which the content security policy blocks. how: of `segno.make`."""
    return mark_safe(_qr_svg_file(text, svgns=False, **how).decode())


def _qr_svg_file(text: str, *, svgns: bool, **how: Any) -> bytes:
    import segno  # imported here: a megabyte that most servers never need

    out, code = io.BytesIO(), segno.make(text, error="m", micro=False, **how)
    code.save(out, kind="svg", xmldecl=False, omitsize=True, border=2, svgclass=None, lineclass=None, svgns=svgns)
    return out.getvalue()
