"""The keys of the API for its document: which link each operation takes in its path, and the cookie of a device."""

from __future__ import annotations

from typing import Any

from scorebook.api.permissions import ClubKey, EveningKey, Key
from scorebook.clubs.roles import Role

Json = dict[str, Any]

_DOTTED = "a dot and the evening's id"
# The parameter `token` of each kind of operation: its name among the components, and its description.
KEYS: dict[tuple[type[Key], Role], tuple[str, str]] = {
    (EveningKey, Role.WATCH): (
        "watch_token",
        "The token of the evening's watch link or scribe link; or that of the members' or the keeper's link, "
        f"{_DOTTED}.",
    ),
    (EveningKey, Role.SCRIBE): (
        "scribe_token",
        f"The token of the evening's scribe link; or that of the members' or the keeper's link, {_DOTTED}.",
    ),
    (EveningKey, Role.MEMBER): (
        "evening_member_token",
        f"The token of the members' or the keeper's link, {_DOTTED}.",
    ),
    (ClubKey, Role.MEMBER): ("member_token", "The token of the members' or the keeper's link."),
    (ClubKey, Role.KEEPER): ("keeper_token", "The token of the keeper's link."),
}
DEVICE = "device"
SECURITY_SCHEMES: Json = {
    DEVICE: {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-club-id",
        "description": "Browsers only: the key of a device, in a cookie whose name ends with the club's id without "
        "hyphens in place of `id` (over plain HTTP it begins without `__Host-`). The path then has the club's id in "
        "place of the token, and a write needs this site's `Origin`. A program needs no cookie: its key is the token "
        "of a link, in the path. OpenAPI has no scheme for a key in the path, so `token` is a parameter, and its "
        "description says which links open the operation.",
    }
}
PUBLIC: list[Json] = []
# The token in the path is enough.
LINK_OR_DEVICE: list[Json] = [{}, {DEVICE: []}]


def key_of(permission: type[Key]) -> tuple[str, str]:
    """Return name and description of the parameter `token` of an operation with this permission."""
    [key] = [key for (kind, role), key in KEYS.items() if issubclass(permission, kind) and permission.role is role]
    return key
