"""Every address that the site answers, read from the URL resolver: a new one cannot be forgotten."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

_PLACE = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """route: such as /t/<str:scribe_token>/hands/<int:no>/; name: with its namespace, such as web:hand."""

    route: str
    name: str

    @property
    def places(self) -> list[tuple[str, str]]:
        """What has to be filled in: kind (str, int, uuid, token) and name."""
        return [(match["kind"] or "str", match["name"]) for match in _PLACE.finditer(self.route)]

    def filled(self, *texts: str) -> str:
        rest = iter(texts)
        return _PLACE.sub(lambda _: next(rest), self.route)


def addresses() -> list[Address]:
    return list(_below(get_resolver(), "/", ""))


def _below(resolver: URLResolver, route: str, namespace: str) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        here = route + _text(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _below(pattern, here, inner)
        elif isinstance(pattern, URLPattern):
            yield Address(route=here, name=f"{namespace}{pattern.name or 'anything_else'}")


def _text(pattern: Any) -> str:
    """The text of a pattern; a regular expression stands for any other address below."""
    if isinstance(pattern, RoutePattern):
        return str(pattern)
    return "" if str(pattern) == "^/" else "<str:anything>"
