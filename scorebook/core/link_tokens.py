"""Tokens of links: 128 random bits as 22 letters, digits, `-` and `_`."""

import base64
import secrets

BYTES = 16


def new_link_token() -> str:
    return link_token_of(secrets.token_bytes(BYTES))


def link_token_of(secret: bytes) -> str:
    """Return the token of a secret. It never begins with `-`, which a command would take for an option."""
    token = base64.urlsafe_b64encode(secret[:BYTES]).rstrip(b"=").decode()
    return f"_{token[1:]}" if token.startswith("-") else token
