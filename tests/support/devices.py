"""Browsers that open a club's link as a person does, for tests without a real one."""

from __future__ import annotations

from django.test import Client

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
LAPTOP = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605"
)


def browser(user_agent: str = PHONE, *, language: str = "en") -> Client:
    headers = {"accept": "text/html,application/xhtml+xml", "accept-language": language, "user-agent": user_agent}
    return Client(headers=headers)


def device_of(token: str, user_agent: str = PHONE) -> Client:
    """Return a browser that has opened the link of a club and keeps cookies."""
    client = browser(user_agent)
    answer = client.get(f"/c/{token}/", follow=True)
    assert answer.status_code == 200 and token not in answer.request["PATH_INFO"]
    return client
