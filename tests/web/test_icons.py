"""Icons beside words: each one that a template or a title names is in the set, and screen readers skip it."""

from __future__ import annotations

import re

import pytest
from lucide import IconDoesNotExist

from scorebook.web.templatetags.scorebook import icon
from scorebook.web.templatetags.title_tags import SIGNS
from tests.support.process import ROOT

NAMED = re.compile(r"""(?:\{% icon |sign=)["']([^"']+)["']""")


def test_every_named_icon_is_in_the_set() -> None:
    named = {name for path in (ROOT / "templates").rglob("*.html") for name in NAMED.findall(path.read_text())}
    assert named
    for name in named | {*SIGNS.values()}:
        assert 'aria-hidden="true"' in icon(name) and 'class="icon"' in icon(name)


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(IconDoesNotExist):
        icon("no-such-icon")
