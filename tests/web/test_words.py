"""Every text is German too, no text stands bare in a template, and every refusal has a sentence."""

import io
import re

import pytest
from babel.messages import Message
from babel.messages.mofile import write_mo
from django.utils import translation

from scorebook.texts import refusal_texts
from scorebook.web.core import problem_texts
from scripts import messages as catalog

pytestmark = pytest.mark.once


def translations() -> dict[tuple[str | None, str], Message]:
    messages = (message for message in catalog.catalog() if message.id)
    return {
        (message.context, message.id if isinstance(message.id, str) else message.id[0]): message for message in messages
    }


def test_every_text_is_translated_and_none_is_fuzzy() -> None:
    known = translations()
    messages = catalog.source_messages()
    assert len(messages) > 150
    missing = [one.id for one in messages if (one.context, one.id) not in known]
    assert missing == []
    assert [
        key for key, message in known.items() if message.fuzzy or not message.string or not all(message.string)
    ] == []


def test_nothing_is_translated_that_nobody_says() -> None:
    messages = {(one.context, one.id) for one in catalog.source_messages()}
    assert sorted(key[1] for key in set(translations()) - messages) == []


def test_placeholders_survive_translation() -> None:
    for (_context, id), message in translations().items():
        source = message.id if isinstance(message.id, tuple) else (id,)
        wanted = set(re.findall(r"%\(\w+\)s", source[-1]))
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        # The singular may be a word: "once".
        for text in texts if len(texts) == 1 else texts[1:]:
            assert set(re.findall(r"%\(\w+\)s", str(text))) == wanted, id


def test_compiled_catalog_is_the_written_one() -> None:
    written = io.BytesIO()
    write_mo(written, catalog.catalog())
    assert catalog.MO.read_bytes() == written.getvalue()


def test_templates_say_nothing_outside_the_catalog() -> None:
    for path in catalog.template_paths():
        bare = re.sub("Scorebook|XLSX|CSV", "", catalog.bare_texts(path))  # the same in every language
        assert re.findall(r"[A-Za-zÄÖÜäöüß]{2,}", bare) == [], path.name


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    for code in {*refusal_texts.SENTENCES, *problem_texts.SENTENCES}:
        args = {"no": 3, "least": 1, "most": 9, "minutes": 5, "people": 4, "unit": "$"}
        with translation.override("de"):
            german = (
                str(problem_texts.SENTENCES[code])
                if code in problem_texts.SENTENCES
                else refusal_texts.refusal_text(code, args)
            )
        with translation.override("en"):
            english = (
                str(problem_texts.SENTENCES[code])
                if code in problem_texts.SENTENCES
                else refusal_texts.refusal_text(code, args)
            )
        assert german and english and german != english
