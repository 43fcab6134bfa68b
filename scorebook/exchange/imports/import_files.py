"""The text of a file: of a workbook, or of bytes in the encodings that spreadsheets have written."""

import re
from dataclasses import dataclass, replace

from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.import_records import LONGEST_QUOTE, ImportProblem, import_refused
from scorebook.exchange.imports.workbook import workbook_text

# Of Windows, of DOS and of the Mac before 2001. Nothing in a file tells them apart.
_WINDOWS = "cp1252"
OLD_ENCODINGS = {_WINDOWS: "Windows-1252", "cp858": "DOS (850)", "mac_roman": "Macintosh"}
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
# "Íñ" of DOS (850) is valid UTF-8: a Hebrew accent without its letter.
_ACCENT_ALONE = re.compile(r"(^|[\s;,\"])[\u0300-\u036f\u0591-\u05c7]")
_WORD = re.compile(r"[^ \t\r\n;,\"]*[^\x00-\x7f][^ \t\r\n;,\"]*")
_USUAL_WORD = re.compile(r"[\x00-\x7fäöüßÄÖÜé]*")
_MOST_WORDS = 12  # in a notice
# How likely a character is beside its neighbours.
_IMPOSSIBLE, _ODD, _FOREIGN, _GERMAN = range(4)
_LETTERS = frozenset("".join(map(chr, range(0xC0, 0x100))) + "ŠšŽžŒœŸ") - set("×÷")
_VOWELS = tuple("aeiouyäöü")
_SZ = re.compile(r"([aeouyäöü]ß|[ae]iß)(?!r)|iß(?![nr])")
_SIGNS = "€–—§°½"
_PARTNERS = {"„": "“”", "“": "„”", "”": "„“", "‚": "‘’", "‘": "‚’", "’": "‚‘", "«": "»", "»": "«"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileText:
    text: str
    encoding: str  # one of OLD_ENCODINGS if it was guessed, else empty


def text_of_file(content: bytes) -> FileText:
    """Raises: ImportRefused file_kind, file_unreadable, file_too_large, encoding_unclear."""
    if kind := next((kind for mark, kind in _OTHER_FILES.items() if content.startswith(mark)), None):
        raise import_refused("file_kind", kind=kind)
    if content.startswith(_ZIP):
        return FileText(text=workbook_text(content), encoding="")
    encoding = next((encoding for mark, encoding in _MARKS.items() if content.startswith(mark)), None)
    encoding = encoding or _utf_16_without_mark(content) or "utf-8"
    text = _decoded(content, encoding)
    if encoding == "utf-8" and (text is None or _ACCENT_ALONE.search(text)):
        return _decode_old_text(content)
    if text is None:
        raise import_refused("file_unreadable")
    return FileText(text=text, encoding="")


def with_encoding_notice(imported: Imported, file: FileText) -> Imported:
    return replace(imported, notices=(*encoding_notices(file), *imported.notices))


def encoding_notices(file: FileText) -> tuple[ImportProblem, ...]:
    """Return a notice that quotes the words in doubt, those with rare letters first; nothing if none is in doubt."""
    words = sorted(dict.fromkeys(_WORD.findall(file.text)), key=lambda word: bool(_USUAL_WORD.fullmatch(word)))
    if file.encoding not in OLD_ENCODINGS or not words:
        return ()
    quoted = [word.strip()[:LONGEST_QUOTE] for word in words[:_MOST_WORDS]] + ["…"] * (len(words) > _MOST_WORDS)
    args = {"encoding": OLD_ENCODINGS[file.encoding], "words": ", ".join(quoted)}
    return (ImportProblem(code="encoding_guessed", args=args),)


def _utf_16_without_mark(content: bytes) -> str | None:
    """Return the byte order of text in which most second bytes are 0."""
    least = len(content) // 4
    if least and content[1::2].count(0) > least:
        return "utf-16-le"
    return "utf-16-be" if least and content[::2].count(0) > least else None


def _decode_old_text(content: bytes) -> FileText:
    """Decode by what the letters would be. Raises: ImportRefused encoding_unclear.

    Windows wins if no other encoding has likelier letters. Of the others one must be likeliest, without odd letters.
    charset-normalizer is right for half of such tables, because a table has few letters that differ.
    """
    texts = {encoding: text for encoding in OLD_ENCODINGS if (text := _decoded(content, encoding)) is not None}
    likely = {encoding: _likelihood(text) for encoding, text in texts.items()}
    best = max(likely.values(), default=0)
    found = {texts[encoding]: encoding for encoding, one in likely.items() if one == best}
    if best and likely.get(_WINDOWS) == best:
        return FileText(text=texts[_WINDOWS], encoding=_WINDOWS)
    if best < _FOREIGN or len(found) > 1:
        raise import_refused("encoding_unclear")
    [(text, encoding)] = found.items()
    return FileText(text=text, encoding=encoding)


def _decoded(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _likelihood(text: str) -> int:
    """Return how likely the least likely of its special characters is."""
    return min((_likelihood_at(text, found) for found in re.finditer(r"[^\x00-\x7f]", text)), default=0)


def _likelihood_at(text: str, found: re.Match[str]) -> int:
    char, line = found[0], text[text.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0]
    before, after = text[max(0, found.start() - 2) : found.start()], text[found.end() : found.end() + 1]
    if char in _LETTERS:
        return _letter_likelihood(char, before, after) if _case_fits(char, before[-1:], after) else _IMPOSSIBLE
    is_within_word = before[-1:].isalpha() and after.isalpha()
    if char == "’" and is_within_word:  # D’Angelo, geht’s
        return _FOREIGN if after.isupper() or after == "s" else _IMPOSSIBLE
    if char in _PARTNERS:
        is_single = not any(one in line for one in _PARTNERS[char])
        return _IMPOSSIBLE if is_within_word else _ODD if is_single else _FOREIGN
    if char == "\xa0":
        return _IMPOSSIBLE if before[-1:].isalpha() and after.islower() else _FOREIGN
    if char == "…":
        return _IMPOSSIBLE if after.isalpha() else _FOREIGN
    beside_letter = before[-1:].isalpha() or after.isalpha()
    return _FOREIGN if char in _SIGNS and not beside_letter else _IMPOSSIBLE


def _case_fits(char: str, before: str, after: str) -> bool:
    """Return whether the letter can stand there: no capital after a small letter, and the reverse."""
    if before.isdigit() or after.isdigit():
        return False
    if not before.isalpha() and not after.isalpha():
        return char in "ÄÖÜ"
    if char.isupper():
        return not (before.islower() or (before.isalpha() and after.islower()))
    return not after.isupper() and not (before.isupper() and after.isupper())


def _letter_likelihood(char: str, before: str, after: str) -> int:
    """Return how likely a letter is beside these. before: two characters; after: one."""
    letter, last, next_ = char.lower(), before[-1:].lower(), after.lower()
    is_first = not last.isalpha()
    if letter == "ß":
        return _GERMAN if _SZ.search(f"{before}ß{after}".lower()) else _ODD
    if letter in "äöü":
        beside_vowel = last in _VOWELS or (next_ in _VOWELS and letter + next_ not in ("äu", "üe"))
        return _ODD if beside_vowel else _FOREIGN if is_first and char in "äöüÄ" else _GERMAN
    if char == "Ç" and next_ not in _VOWELS:
        return _ODD
    if letter in "šž" and not is_first:
        return _FOREIGN if last in _VOWELS or next_ in _VOWELS or not next_.isalpha() else _ODD
    return _ODD if letter in "ÿðþõœ" or (is_first and char.islower()) else _FOREIGN
