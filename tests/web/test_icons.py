"""Icons beside words: each one that a template names is in the set, and screen readers skip it."""

from __future__ import annotations

import re

import pytest
from lucide import IconDoesNotExist

from scorebook.web.templatetags.scorebook import icon
from tests.support.process import ROOT

NAMED = re.compile(r"""\{% icon ["']([^"']+)["'] %\}""")


def test_every_icon_that_a_template_names_is_in_the_set() -> None:
    named = {name for path in (ROOT / "templates").rglob("*.html") for name in NAMED.findall(path.read_text())}
    for name in named:
        assert 'aria-hidden="true"' in icon(name) and 'class="icon"' in icon(name)


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(IconDoesNotExist):
        icon("no-such-icon")
