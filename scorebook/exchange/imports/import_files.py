"""The text of a file: of a workbook, or of bytes in the encodings that spreadsheets have written."""

import re
from collections.abc import Mapping

from scorebook.exchange.imports.import_records import import_refused
from scorebook.exchange.imports.workbook import workbook_text

# The likeliest first: of Windows, of DOS and of the Mac before 2001.
OLD_ENCODINGS = ("cp1252", "cp858", "mac_roman")
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
# Beginnings of files that are neither text nor a workbook that is read here.
_OTHER_FILES = {
    b"\xd0\xcf\x11\xe0": "XLS",
    b"%PDF": "PDF",
    b"\x1f\x8b": "GZIP",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
}
_ZIP = b"PK\x03\x04"
_GERMAN, _WESTERN = "äöüß", "éèêëáàâóòôíìîúùûñçåøæ"
_SIGNS, _OPENING = "€–—“”‘’«»°§…½", "„‚"


def text_of_file(content: bytes) -> str:
    """Raises: ImportRefused file_kind, file_unreadable, file_too_large, encoding_unclear."""
    if kind := next((kind for mark, kind in _OTHER_FILES.items() if content.startswith(mark)), None):
        raise import_refused("file_kind", kind=kind)
    if content.startswith(_ZIP):
        return workbook_text(content)
    encoding = next((encoding for mark, encoding in _MARKS.items() if content.startswith(mark)), None)
    encoding = encoding or _utf_16_without_mark(content) or "utf-8"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise import_refused("file_unreadable") from error
        return _decode_old_text(content)


def _utf_16_without_mark(content: bytes) -> str | None:
    """Return the byte order of text in which most second bytes are 0."""
    least = len(content) // 4
    if least and content[1::2].count(0) > least:
        return "utf-16-le"
    return "utf-16-be" if least and content[::2].count(0) > least else None


def _decode_old_text(content: bytes) -> str:
    """Decode by what the letters would be. Raises: ImportRefused encoding_unclear if two encodings are as likely.

    charset-normalizer is right for half of such tables, because a table has few letters that differ.
    """
    texts = {encoding: text for encoding in OLD_ENCODINGS if (text := _decoded(content, encoding)) is not None}
    likely: Mapping[str, int] = {encoding: _likelihood(text) for encoding, text in texts.items()}
    best = max(likely.values(), default=0)
    found = {texts[encoding] for encoding, one in likely.items() if one == best}
    if best < 1 or len(found) > 1:
        raise import_refused("encoding_unclear")
    return found.pop()


def _decoded(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _likelihood(text: str) -> int:
    """Return how likely the least likely of its special characters is, from 3; 0 if one can hardly be in a table."""
    return min((_likelihood_at(text, found) for found in re.finditer(r"[^\x00-\x7f]", text)), default=0)


def _likelihood_at(text: str, found: re.Match[str]) -> int:
    char, before, after = found[0], text[: found.start()][-1:], text[found.end() :][:1]
    if not char.isalpha() or char in "ªºƒıŸ":
        if char in _OPENING:
            return 2 if after.isalnum() and not before.isalpha() else 0
        is_within_word = before.isalpha() and after.isalpha() and char != "’"
        return 2 if char == "\xa0" or (char in _SIGNS and not is_within_word) else 0
    if not before.isalpha() and not after.isalpha():
        return 0
    # No capital follows a letter in a word of small ones, and no small letter is among capitals.
    if char.isupper() and (before.islower() or (before.isalpha() and after.islower())):
        return 0
    if char.islower() and before.isupper() and after.isupper():
        return 0
    if char.lower() in _GERMAN:
        return 3
    if not before.isalpha() and char.islower():
        return 0
    return 2 if char.lower() in _WESTERN else 1
