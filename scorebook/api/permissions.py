"""Permissions: the key that opens an operation, which is the token in its path, or the cookie of a device.

Each opens what the token names and gives it to the view as `evening` or `club`; for a key that allows less, or opens
nothing, it raises Http404, so that nobody learns which links exist. The body is read only afterwards.
"""

from typing import TYPE_CHECKING, ClassVar

from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request

from scorebook.clubs.roles import Role

if TYPE_CHECKING:
    from scorebook.api.endpoint import ClubEndpoint, EveningEndpoint


class Key(BasePermission):
    role: ClassVar[Role]  # the weakest that opens the operation


class Public(AllowAny, Key):
    """Needs no key."""

    role = Role.PUBLIC


class Denied(BasePermission):
    """The permission of a view that names none."""

    def has_permission(self, request: Request, view: object) -> bool:
        return False


class EveningKey(Key):
    def has_permission(self, request: Request, view: "EveningEndpoint") -> bool:  # type: ignore[override]
        view.open_evening(self.role)
        return True


class WatchKey(EveningKey):
    role = Role.WATCH


class ScribeKey(EveningKey):
    role = Role.SCRIBE


class EveningMemberKey(EveningKey):
    """The key of the club's members, for one of its evenings."""

    role = Role.MEMBER


class ScribeKeyReadWithHands(AllowAny, EveningKey):
    """A scribe's key that the service reads together with the evening's hands, so that a hand costs no statement more.

    The view opens the evening itself where the service is not reached (`HandViewSet`).
    """

    role = Role.SCRIBE


class ClubKey(Key):
    def has_permission(self, request: Request, view: "ClubEndpoint") -> bool:  # type: ignore[override]
        view.open_club(self.role)
        return True


class MemberKey(ClubKey):
    role = Role.MEMBER


class KeeperKey(ClubKey):
    role = Role.KEEPER


class RenewedKeeperKey(AllowAny, ClubKey):
    """A keeper's key that the service reads: in a repeated request it opens nothing any more."""

    role = Role.KEEPER
