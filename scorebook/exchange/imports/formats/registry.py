"""The formats that can be imported: every subclass of `ImportFormat` in the modules of this folder."""

import pkgutil
from collections.abc import Iterable
from importlib import import_module
from operator import attrgetter

from scorebook.exchange.imports import formats
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.import_records import import_refused


def found_formats(folders: Iterable[str] = formats.__path__) -> dict[str, ImportFormat]:
    """Return id -> format, in the order of lists."""
    modules = {f"{formats.__name__}.{one.name}" for one in pkgutil.iter_modules(folders)}
    for module in sorted(modules - {__name__}):
        import_module(module)
    found = [kind for kind in ImportFormat.__subclasses__() if kind.__module__ in modules]
    return {kind.id: kind() for kind in sorted(found, key=attrgetter("place"))}


FORMATS = found_formats()


def read_evenings(text: str, *, format: str | None = None, figures: str | None = None) -> Imported:
    """Read a text. format: id; None to detect it. Raises: ImportRefused."""
    return (FORMATS[format] if format else detect_format(text)).read(text, figures)


def detect_format(text: str) -> ImportFormat:
    """Detect the format. Raises: ImportRefused for an unknown one."""
    parsed = ImportText.parse(text)
    found = next((one for one in reversed(FORMATS.values()) if one.recognises(parsed)), None)
    if found is None:
        raise import_refused("format_unknown")
    return found
