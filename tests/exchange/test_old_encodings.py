"""Names of many languages in files that do not give their encoding: read, or shown in a notice, or refused."""

from __future__ import annotations

from collections import Counter
from string import ascii_lowercase

import pytest
from django.utils import translation

from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_files import FileText, encoding_notices, text_of_file, with_encoding_notice
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.imports.import_texts import import_problem_text

pytestmark = pytest.mark.once
NAMES = {
    "German": "Günther Böhm Gößwein Bärbel Kißling Döllgast Häberl Rüdiger Schröder Strauß Voß Ödön Überreiter Ällgäuer"
    " Grüßner BÄUML GÖTZ LÜTZ Äpfelbeck Mößmer",
    "French": "Agnès Anaïs Loïc Hélène Benoît Gaël Jérôme Françoise Noémie Émilie Théo Zélie Raphaël Éric Côme Maëlle",
    "Slovene": "Žiga Uroš Tomaž Špela Matjaž Nataša Živa Franček Žnidar Krško Janža Breščak",
    "Czech": "Jiří Tomáš Zdeněk Lukáš Kateřina Václav Růžena Šárka",
    "Polish": "Paweł Łukasz Małgorzata Wójcik Stanisław Świątek",
    "Turkish": "Gülşen Çağlar Özgür Ömer Müşerref Işıl Çetin",
    "Spanish": "Íñigo Begoña José Martín Adrián Suárez Íker Óscar Ángeles Tomás Lucía",
    "Scandinavian": "Åsa Søren Håkon Bjørn Märta Øyvind Åke Sjöberg Næss Väinö Jääskeläinen",
    "Portuguese": "João Conceição Simões Inês",
}  # fmt: skip
ALL_NAMES = tuple(" ".join(NAMES.values()).split())
ENCODINGS = ("cp1252", "cp850", "mac_roman", "cp1250")


def table_with(*names: str) -> str:
    return f"Datum;Anna;{';'.join(names)}\r\n13.11.2025;1,20;-1,20{';' * (len(names) - 1)}\r\n"


def outcome(name: str, encoding: str) -> str:
    """Return right, noticed if the notice quotes the wrong name, refused or silently wrong."""
    try:
        file = text_of_file(table_with(name).encode(encoding))
    except ImportRefused as refused:
        return refused.problems[0].code
    if file.text == table_with(name):
        return "right"
    quoted = [one.args["words"] for one in encoding_notices(file)]
    return "noticed" if quoted == [file.text.split("\r\n")[0].split(";")[2]] else "silently wrong"


def written_in(encoding: str) -> list[str]:
    return [name for name in ALL_NAMES if name.encode(encoding, "ignore").decode(encoding) == name]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_fresh_name_is_garbled_silently(encoding: str) -> None:
    names = written_in(encoding)
    found = Counter(outcome(name, encoding) for name in names)
    assert found.keys() <= {"right", "noticed", "encoding_unclear"}
    if encoding == "cp1252":
        assert found["right"] >= len(names) - 1


@pytest.mark.parametrize("name", ["Žiga", "Špela", "Uroš", "Tomaž", "Adrián", "Suárez", "Väinö", "Anaïs", "Loïc"])
def test_a_western_name_of_windows_is_read_as_windows_writes_it(name: str) -> None:
    assert outcome(name, "cp1252") == "right"


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "mac_roman"])
def test_a_usual_german_name_is_read(encoding: str) -> None:
    for name in NAMES["German"].split():
        # In DOS (850) the bytes of Äpfelbeck are those of Žpfelbeck in Windows-1252.
        expected = "noticed" if (name, encoding) == ("Äpfelbeck", "cp850") else "right"
        assert outcome(name, encoding) == expected, name


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_that_gives_its_encoding_has_no_notice(encoding: str) -> None:
    file = text_of_file(table_with("Jürgen").encode(encoding))
    assert encoding_notices(file) == ()


def test_an_accent_without_a_letter_is_no_utf_8() -> None:
    assert outcome("Íñigo", "cp850") == "right"
    decomposed = table_with("Ju\u0308rgen", "Žiga")
    assert text_of_file(decomposed.encode()).text == decomposed


def test_the_notice_names_the_encoding_and_quotes_the_words() -> None:
    file = text_of_file(table_with("Jürgen", "Černý").encode("cp1250"))
    imported = with_encoding_notice(read_evenings(file.text), file)
    with translation.override("en"):
        assert import_problem_text(imported.notices[0], "en") == (
            "The file does not give its encoding and was read as Windows-1252: Èerný, Jürgen. If these words are "
            "wrong, save the table as XLSX, or as CSV in UTF-8."
        )


def test_rare_letters_are_quoted_before_the_usual_ones() -> None:
    usual = [f"Jürgen{letter}" for letter in ascii_lowercase]
    [notice] = encoding_notices(FileText(text=table_with(*usual, "Jiøí"), encoding="cp1252"))
    assert str(notice.args["words"]).startswith("Jiøí, Jürgena, Jürgenb, ")
    assert str(notice.args["words"]).endswith(", …")


def test_an_encoding_that_nobody_offers_has_no_notice() -> None:
    assert encoding_notices(FileText(text="Jürgen", encoding="<b>")) == ()
