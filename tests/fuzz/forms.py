"""The forms that pages show, so that each is sent again and wrong as soon as there is one."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = list[tuple[str, str | None]]


@dataclass(kw_only=True)
class Form:
    """fields: name -> what may be chosen; a text field has one value."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)


class _Forms(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._path, self._open, self._select = path, False, ""

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        values = {name: text or "" for name, text in attributes}
        if tag == "form":
            self.found.append(
                Form(action=values.get("action") or self._path, method=values.get("method", "get").upper())
            )
            self._open = True
        elif tag == "select":
            self._select = values.get("name", "")
        elif self._open and tag == "option":
            self._add(self._select, values.get("value", ""))
        elif self._open and tag in ("input", "button", "textarea"):
            self._add(values.get("name", ""), values.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag != "form"

    def _add(self, name: str, text: str) -> None:
        if name:
            self.found[-1].fields.setdefault(name, []).append(text)


def forms_of(page: str, path: str) -> list[Form]:
    parser = _Forms(path)
    parser.feed(page)
    return parser.found
