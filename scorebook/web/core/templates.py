"""A template loader that removes layout whitespace."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
# A line with nothing but a block tag, or a tag that renders whole elements.
LINE_OF_TAG = re.compile(
    r"^(\{% (?:if|elif|else|endif|for|empty|endfor|with|endwith|block|endblock|load|get_\w+"
    r"|include|problems|key_field|csrf_token|phone_data|phone_templates|cached_row)\b[^%]*%\})\n",
    re.MULTILINE,
)
# An element with one attribute per line.
OPENING_TAG = re.compile(r"<[a-z][^<>]*>")


class Loader(filesystem.Loader):
    """Loader that strips indentation and the line ends of lone tags and between attributes.

    A browser shows several spaces as one. The compressed table page is a tenth smaller, and a template is stripped only
    once, when it is compiled.
    """

    def get_contents(self, origin: Origin) -> str:
        lines = LINE_OF_TAG.sub(r"\1", INDENTATION.sub("", super().get_contents(origin)))
        return OPENING_TAG.sub(lambda tag: tag[0].replace("\n", " "), lines)
