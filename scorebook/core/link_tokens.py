"""What makes a link a key: 128 bits that nobody guesses, as 22 letters, digits, `-` and `_`."""

import base64
import secrets

BYTES = 16


def new_link_token() -> str:
    return link_token_of(secrets.token_bytes(BYTES))


def link_token_of(secret: bytes) -> str:
    """Never begins with `-`: a command would take it for an option."""
    token = base64.urlsafe_b64encode(secret[:BYTES]).rstrip(b"=").decode()
    return f"_{token[1:]}" if token.startswith("-") else token
