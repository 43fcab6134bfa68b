"""Login with a password."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest

from scorebook.accounts.models import User


class Passwords(BaseBackend):
    """Django's model backend without groups and permissions, for which every page would need a context processor."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **_: Any
    ) -> User | None:
        if username is None or password is None:
            return None
        user = User.objects.filter(username=User.normalize_username(username)).first()
        if user is None:
            # Takes as long as for an existing user, so that the response time does not reveal who has an account.
            User().set_password(password)
            return None
        return user if user.check_password(password) and user.is_active else None

    def get_user(self, user_id: UUID) -> User | None:
        return User.objects.filter(pk=user_id, is_active=True).first()
