"""Logging in with a password."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest

from scorebook.accounts.models import User


class Passwords(BaseBackend):
    """Django's own backend without its groups and permissions, which the pages of everybody would need a context
    processor for.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **_: Any
    ) -> User | None:
        if username is None or password is None:
            return None
        user = User.objects.filter(username=User.normalize_username(username)).first()
        if user is None:
            # As long as for somebody who is there: the time must not tell who has an account.
            User().set_password(password)
            return None
        return user if user.check_password(password) and user.is_active else None

    def get_user(self, user_id: UUID) -> User | None:
        return User.objects.filter(pk=user_id, is_active=True).first()
