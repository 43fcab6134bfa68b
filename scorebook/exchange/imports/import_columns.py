"""The columns of tables by their headings: those that Scorebook writes, in each language, and those that people write.

A column with any other heading is a person.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from scorebook.exchange.headings import HEADINGS, ON_SHEET, all_headings, headings_of_column, in_each_language
from scorebook.exchange.imports.import_amounts import strip_unit


def heading_word(text: str) -> str:
    """Normalize a heading: small letters, no signs, no spaces."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFC", text).casefold())


Words = Mapping[str, Sequence[str]]  # field -> headings, as `heading_word` writes them, the likeliest first
# What people write. The fields of a hand have the names of `rules.report`.
_HANDS: Words = {
    "date": ("date", "datum", "day", "tag"),
    "at": ("time", "zeit", "uhrzeit", "clock", "zeitpunkt", "timestamp", "zeitstempel", "beginn", "begin"),
    "no": ("no", "nr", "number", "nummer", "hand", "lfdnr"),
    "players": ("players", "mitspieler", "spielerinnen", "people", "table", "tisch"),
    "dealer": ("geberin",),
    "contract": ("spiel", "game"),
    "declarer": ("ansager", "spielmacher"),
    "partner": ("mitspielerin", "gerufen"),
    "trump_suit": ("trumpsuit", "trump", "trumpf", "suit", "farbe"),
    "card_points": ("cardpoints", "augen"),
    "tricks": ("tricks", "stiche"),
    "opponents_card_points": ("opponentscardpoints", "gegneraugen"),
    "opponents_tricks": ("opponentstricks", "gegnerstiche"),
    "won": ("won", "gewonnen"),
    "level": ("level", "stufe"),
    "run": ("run", "toptrumps", "laufende"),
    "run_side": ("runside", "laufendevon"),
    "kontra": ("kontra", "stoss", "stoß", "doublings"),
    "laid": ("laid", "gelegt", "klopfer", "geklopft"),
    "surrender": ("surrender", "aufgabe"),
    "losers": ("losers", "verlierer"),
    "maidens": ("maidens", "jungfrauen", "jungfrau"),
    "march_by": ("marchby", "durchmarsch"),
    "winner": ("winner", "gewinner"),
    "note": ("bemerkung", "kommentar", "comment", "remark"),
    "more": ("more", "weiteres"),
    "evening_terms": (),
}
_RESULTS: Words = {
    "date": ("date", "datum", "day", "tag", "abend", "evening"),
    "number": ("abend", "evening"),
    "at": _HANDS["at"],
    "name": ("name", "person", "player", "spieler", "spielerin", "wer", "who"),
    "amount": ("amount", "betrag", "result", "ergebnis", "points", "punkte", "money", "geld"),
    "note": ("note", "notiz", "remark", "bemerkung", "kommentar", "comment"),
}
POINT_WORDS = ("points", "punkte")
EVENINGS = "evenings"  # the table of a season with a row for each person and evening
SUMS = (
    "sum", "sums", "summe", "gesamtsumme", "zwischensumme", "total", "totals", "gesamt", "zusammen", "saldo", "balance",
    "endstand", "zwischenstand",
)  # fmt: skip
HEADINGS_OF_SUMS = (*SUMS, "stand")  # a row of the stand may be brought forward
# Words that head a column and are no name. They are left out, and the preview names them.
_OTHERS = (
    "ort", "place", "where", "lokal", "wirtshaus", "einsatz", "stake", "tarif", "wert", "preis", "price",
    "ende", "end", "dauer", "duration", "runde", "round", "abend", "evening", "woche", "week", "monat", "month", "jahr",
    "year", "wochentag", "weekday", "anzahl", "count", "spiele", "hands", "pot", "stock", "topf", "kasse",
    "kitty", "kontrolle", "check", "prüfung", "prüfsumme", "id", "anwesend", "teilnehmer", "saison", "season",
)  # fmt: skip


def _with_own(table: str, words: Words, own: Mapping[str, str]) -> Words:
    """Return the fields with the headings that Scorebook writes before them. own: field -> id of the column there."""
    found = {field: [*map(heading_word, headings_of_column(table, id))] for field, id in own.items()}
    return {field: tuple(dict.fromkeys((*found.get(field, ()), *more))) for field, more in words.items()}


@cache
def hand_words() -> Words:
    return _with_own("hands", _HANDS, {id: id for id in HEADINGS["hands"] if id in _HANDS})


@cache
def result_words() -> Words:
    """Return those of the results of an evening, which have a person in each row, and of a season's evenings."""
    of_evening = _with_own("results", _RESULTS, {"at": "begun", "name": "player", "amount": "amount"})
    return _with_own("evenings", of_evening, {"date": "day", "number": "evening"})


@cache
def _expected_words() -> frozenset[str]:
    """Return the headings of columns that are left out without a word."""
    return frozenset({*map(heading_word, all_headings()), *SUMS, *_HANDS["no"], *_RESULTS["note"]})


@cache
def _column_words() -> frozenset[str]:
    known = {word for words in (_HANDS, _RESULTS) for headings in words.values() for word in headings}
    return frozenset({*known, *_expected_words(), *_OTHERS})


def is_column_word(heading: str, *, expected: bool = False) -> bool:
    """Return whether a heading is no name. expected: only of columns that may be left out without a word."""
    word = heading_word(strip_unit(heading))
    if not word or word.endswith(_sheet_suffixes()):
        return bool(word)
    return word in (_expected_words() if expected else _column_words())


def sums_subject(text: str, words_for_sums: Collection[str] = SUMS) -> str | None:
    """Return what is beside the word for sums: May in "Sum May", Anna in "Anna (Saldo)"; None if there is no word."""
    words = re.findall(r"[^\W_]+", text.casefold())
    if words and words[0] in words_for_sums:
        return " ".join(words[1:])
    return " ".join(words[:-1]) if words and words[-1] in words_for_sums else None


@cache
def _sheet_suffixes() -> tuple[str, ...]:
    return tuple(heading_word(text) for text in in_each_language(ON_SHEET, name=""))


def find_columns(headings: Sequence[str], words: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return field -> first column with one of its headings, of the fields that the table has."""
    there = [heading_word(strip_unit(heading)) for heading in headings]
    found: dict[str, int] = {}
    for field, names in words.items():
        places = (there.index(name) for name in names if name in there)
        place = next((place for place in places if place not in found.values()), None)
        if place is not None:
            found[field] = place
    return found


def heading_weight(row: Iterable[str]) -> int:
    """Return how much a row looks like a heading: its known headings, a date twice, because titles have other words."""
    return sum(is_column_word(cell) + (heading_word(cell) in _RESULTS["date"]) for cell in row)


@cache
def _own_tables() -> Mapping[str, Sequence[frozenset[str]]]:
    """Return table -> its headings in each language; those of tables that can be imported are not needed."""
    found = {}
    for table in ("payments", "board", "season", EVENINGS, "statement", "tab"):
        by_column = [list(headings_of_column(table, id)) for id, heading in HEADINGS[table].items() if heading]
        found[table] = [frozenset(map(heading_word, one)) for one in zip(*by_column, strict=True)]
    return found


def own_table(headings: Iterable[str]) -> str | None:
    """Return the id of Scorebook's table with these headings; None of other tables, and of hands or results."""
    there = {heading_word(strip_unit(heading)) for heading in headings}
    return next((id for id, heads in _own_tables().items() if any(one <= there for one in heads)), None)
