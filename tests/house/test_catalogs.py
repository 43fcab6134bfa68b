"""The texts in other languages: whole, and compiled from what is written."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from rules.wording.texts import TEXTS
from scripts import messages

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
CATALOGS = sorted(path for folder in ("rules", "scorebook") for path in (ROOT / folder / "locale").rglob("*.po"))
NAMES = [str(path.relative_to(ROOT)) for path in CATALOGS]
PLACEHOLDER = re.compile(r"%\(\w+\)|\{\w*\}")


def _parsed_catalog(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def _catalog_texts(catalog: Catalog) -> dict[object, object]:
    # What is not translated is not compiled; the header is compared neither (it carries dates).
    return {
        (_message_context(m), tuple(_plural_forms(m.id))): tuple(_plural_forms(m.string))
        for m in catalog
        if m.id and any(_plural_forms(m.string)) and not m.fuzzy
    }


def _message_context(message: Message) -> str:
    context: object = message.context or ""
    # babel reads contexts from compiled catalogs as bytes.
    return context.decode() if isinstance(context, bytes) else str(context)


def _plural_forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else [str(form) for form in text]  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", CATALOGS, ids=NAMES)
def test_the_compiled_catalog_is_that_of_the_text(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        assert _catalog_texts(read_mo(file)) == _catalog_texts(_parsed_catalog(path))


@pytest.mark.parametrize("path", CATALOGS, ids=NAMES)
def test_every_german_text_is_there(path: Path) -> None:
    open_ones = [m.id for m in _parsed_catalog(path) if m.id and (m.fuzzy or not all(_plural_forms(m.string)))]
    assert "/de/" not in path.as_posix() or open_ones == []


@pytest.mark.parametrize("path", CATALOGS, ids=NAMES)
def test_a_translation_names_the_same_figures(path: Path) -> None:
    """A placeholder that the text does not know would raise while a page is shown."""
    wrong = [
        (message.id, form)
        for message in _parsed_catalog(path)
        if message.id
        for form in _plural_forms(message.string)
        if not set(PLACEHOLDER.findall(form)) <= set(PLACEHOLDER.findall(" ".join(_plural_forms(message.id))))
    ]
    assert wrong == []


def test_a_text_of_the_rules_without_german_is_named() -> None:
    """`just messages` collects the other texts; those of the rules are entered by hand, by their code."""
    assert messages.untranslated_rules(TEXTS) == []
    place = "rules/locale/de/LC_MESSAGES/rules.po"
    new = messages.untranslated_rules({**TEXTS, "reason.new": "a new reason"})
    assert new == [f'{place}: no German for msgctxt "reason.new", msgid "a new reason"']
    changed = messages.untranslated_rules({**TEXTS, "contract.rufer": "Called game"})
    assert changed == [f'{place}: no German for msgctxt "contract.rufer", msgid "Called game"']
    gone = messages.untranslated_rules({code: text for code, text in TEXTS.items() if code != "contract.rufer"})
    assert gone == [f'{place}: no text has the code "contract.rufer"']
