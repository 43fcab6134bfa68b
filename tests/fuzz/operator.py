"""An operator who is logged in whatever was sent before: a form that logs out is sent like all others."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.test import Client

from scorebook.accounts.models import User


class Operator:
    def __init__(self) -> None:
        self._key = ""

    def session(self) -> str:
        if not Session.objects.filter(pk=self._key).exists():
            user = User.objects.first() or User.objects.create_superuser("rosi", "nimm-die-alte-sau")
            client = Client()
            client.force_login(user)
            self._key = client.cookies["sessionid"].value
        return self._key
