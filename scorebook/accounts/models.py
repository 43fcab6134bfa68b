"""Accounts with a password; so far only operators of the site have one, for the operator pages."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# Leaves room for the prefix that is put before the name in `recorded_by` (clubs.models.MAX_RECORDED_BY).
MAX_USERNAME = 60


class UserManager(BaseUserManager["User"]):
    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> User:
        """Create an operator, as `manage.py createsuperuser` requests it; without a password the account cannot log in.

        Raises: ValidationError for a weak password, also when the command takes it from the environment without asking.
        """
        user = self.model(username=User.normalize_username(username), is_staff=True, **fields)
        if password is not None:
            validate_password(password, user)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """An account without Django's groups and permissions, because rights follow from the club and not from tables."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(
        _("username"), max_length=MAX_USERNAME, unique=True, validators=[UnicodeUsernameValidator()]
    )
    is_staff = models.BooleanField(default=False)  # operator; all operators have the same pages
    is_active = models.BooleanField(default=True)  # False refuses the login and keeps the name on past changes
    created_at = models.DateTimeField(default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.username
