"""Who has a password: so far only those who run the site, for the operator's pages."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# What somebody does is written down under their name with a word before it (clubs.models.RECORDED_BY_MAX).
USERNAME_MAX = 60


class UserManager(BaseUserManager["User"]):
    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> User:
        """What `manage.py createsuperuser` calls: an operator.

        Raises: ValidationError for a password that is too easy, also where the command does not ask but finds it in
        the environment. Without one nobody can log in as them.
        """
        user = self.model(username=User.normalize_username(username), is_staff=True, **fields)
        if password is not None:
            validate_password(password, user)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """An account, without Django's groups and permissions: those speak of whole tables, and what somebody may do here
    follows from the club.

    is_staff:  whether they are an operator; the operator's pages are for all of these alike.
    is_active: False keeps them out, and what they did keeps its name.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(
        _("username"), max_length=USERNAME_MAX, unique=True, validators=[UnicodeUsernameValidator()]
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.username
