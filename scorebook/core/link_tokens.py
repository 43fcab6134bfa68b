"""Tokens of links: 128 random bits as 22 letters, digits, `-` and `_`."""

import base64
import secrets

from django.utils.crypto import salted_hmac

BYTES = 16


def new_link_token() -> str:
    return link_token_of(secrets.token_bytes(BYTES))


def derived_link_token(purpose: str, text: str) -> str:
    """Return a token that follows from a text by the secret key of the installation."""
    return link_token_of(salted_hmac(f"scorebook.play.links {purpose}", text, algorithm="sha256").digest())


def link_token_of(secret: bytes) -> str:
    """Return the token of a secret. It never begins with `-`, which a command would take for an option."""
    token = base64.urlsafe_b64encode(secret[:BYTES]).rstrip(b"=").decode()
    return f"_{token[1:]}" if token.startswith("-") else token
