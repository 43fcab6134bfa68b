"""Templates without their layout, which is for readers."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
# A line that only says when and how often the others are drawn, or stands for whole elements.
LINE_OF_TAG = re.compile(
    r"^(\{% (?:if|elif|else|endif|for|empty|endfor|with|endwith|block|endblock|load|get_\w+"
    r"|include|problems|key_field|csrf_token|phone|drawn|kept_row)\b[^%]*%\})\n",
    re.MULTILINE,
)
# An element whose attributes stand one a line.
OPENING_TAG = re.compile(r"<[a-z][^<>]*>")


class Loader(filesystem.Loader):
    """Takes indentation, the line ends of tags that stand alone and those between attributes from a template.

    A browser shows one white space for several. Compressed, the table page weighs a tenth less, and it is compiled
    once without them, so that no answer pays for it.
    """

    def get_contents(self, origin: Origin) -> str:
        lines = LINE_OF_TAG.sub(r"\1", INDENTATION.sub("", super().get_contents(origin)))
        return OPENING_TAG.sub(lambda tag: tag[0].replace("\n", " "), lines)
