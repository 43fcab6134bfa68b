"""Templates without their indentation, which is for readers."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(filesystem.Loader):
    """Takes the indentation from a template before it is compiled; its lines keep their numbers.

    A browser shows one white space for several. Compressed, the table page weighs a tenth less, and compiled templates
    are kept, so that no answer pays for it.
    """

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("", super().get_contents(origin))
