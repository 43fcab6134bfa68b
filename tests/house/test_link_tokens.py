"""What a link is made of."""

import pytest

from scorebook.core.link_tokens import link_token_of, new_link_token

pytestmark = pytest.mark.once


@pytest.mark.parametrize("first", range(256))
def test_no_token_looks_like_an_option_of_a_command(first: int) -> None:
    token = link_token_of(bytes([first, *range(15)]))
    assert len(token) == 22 and not token.startswith("-")


def test_no_two_are_the_same() -> None:
    assert len({new_link_token() for _ in range(1000)}) == 1000
