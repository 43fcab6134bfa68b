"""`python -m scripts.messages`: collects the texts of code and templates, updates the German catalog, compiles it.

Prints the texts that have no German yet, also those of the rules, whose catalog it compiles too; the exit code is 1
while there are any.

GNU gettext is not everywhere and its extractor knows no Django templates, so Django's own parser finds the texts.
"""

from __future__ import annotations

import ast
import html
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.template import Engine
from django.template.base import NodeList, Template, Variable
from django.template.library import SimpleBlockNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from rules.games.registry import hand_fields
from rules.wording.texts import TEXTS

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "scorebook" / "locale" / "de" / "LC_MESSAGES"
PO, MO = FOLDER / "django.po", FOLDER / "django.mo"
# The rules list their texts by code, so nothing has to be collected there.
PO_OF_RULES = ROOT / "rules" / "locale" / "de" / "LC_MESSAGES" / "rules.po"
# Without dates, so that the same texts give the same file.
HEADER = b"""\
msgid ""
msgstr ""
"Project-Id-Version: Scorebook\\n"
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}
WITH_PLURAL = {"ngettext", "ngettext_lazy"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    id: str
    place: str = field(compare=False)
    plural: str | None = None
    context: str | None = None

    @property
    def key(self) -> str | tuple[str, str]:
        return self.id if self.plural is None else (self.id, self.plural)


def source_messages() -> list[Message]:
    """Return the texts of code, templates and hand fields, each once, in the order of the files."""
    found = [*_code_messages(), *_template_messages(), *_hand_field_messages()]
    return list({(one.context, one.id): one for one in reversed(found)}.values())[::-1]


def _code_messages() -> Iterator[Message]:
    for path in sorted((ROOT / "scorebook").rglob("*.py")):
        place = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _call_messages(node.func.id, node.args, place)


def _call_messages(name: str, args: list[ast.expr], place: str) -> Iterator[Message]:
    texts = [arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if name in PLAIN and texts:
        yield Message(id=texts[0], place=place)
    elif name in WITH_CONTEXT and len(texts) > 1:
        yield Message(id=texts[1], context=texts[0], place=place)
    elif name in WITH_PLURAL and len(texts) > 1:
        yield Message(id=texts[0], plural=texts[1], place=place)


def _template_messages() -> Iterator[Message]:
    for path in template_paths():
        yield from _node_messages(parsed(path).nodelist, str(path.relative_to(ROOT)))


def _node_messages(nodes: NodeList, place: str) -> Iterator[Message]:
    for node in nodes.get_nodes_by_type(TranslateNode):
        assert isinstance(node, TranslateNode)
        yield Message(id=node.filter_expression.var.literal, context=_context(node), place=place)
    for block in nodes.get_nodes_by_type(BlockTranslateNode):
        assert isinstance(block, BlockTranslateNode)
        singular, _ = block.render_token_list(block.singular)
        plural = block.render_token_list(block.plural)[0] if block.plural else None
        yield Message(id=singular, plural=plural, context=_context(block), place=place)
    for tag in nodes.get_nodes_by_type(SimpleBlockNode):
        assert isinstance(tag, SimpleBlockNode)
        for text in (Variable(argument.token) for argument in tag.args):  # {% section "deal" _("The deal") %}
            if text.translate:
                yield Message(id=str(text.literal), place=place)
        yield from _node_messages(tag.nodelist, place)  # Django's search does not enter these tags


def _hand_field_messages() -> Iterator[Message]:
    """Yield the labels and hints of the controls that fields of a hand declare; the rules have no catalog for them."""
    for one in hand_fields().values():
        for text in (one.control.label, one.control.hint) if one.control else ():
            if text:
                yield Message(id=text, place="rules/hand_fields.py")


def _context(node: TranslateNode | BlockTranslateNode) -> str | None:
    return node.message_context.var if node.message_context else None


def template_paths() -> list[Path]:
    return sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())


def parsed(path: Path) -> Template:
    return Engine.get_default().from_string(path.read_text(encoding="utf-8"))


def bare_texts(path: Path) -> str:
    """Return the texts of a template outside the catalog: between its tags and in attributes that are read aloud."""
    source = re.sub(r"{% blocktranslate.*?{% endblocktranslate %}", "", path.read_text(encoding="utf-8"), flags=re.S)
    source = re.sub(r"{{.*?}}|{%.*?%}|{#.*?#}", "", source, flags=re.S)
    heard = re.findall(r'(?:aria-label|placeholder|title|alt)="([^"]*)"', source)
    return html.unescape(" ".join([re.sub(r"<[^>]*>", " ", source), *heard]))


def catalog(po: Path = PO) -> Catalog:
    with po.open("rb") as file:
        found = read_po(file, locale="de")
    # Babel writes the hour into what it compiles; the same texts must make the same file.
    found.creation_date = found.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    return found


def update() -> list[str]:
    """Write texts that are new into the catalog, drop unused ones, compile.

    Return the texts that have no German yet.
    """
    old = catalog() if PO.exists() else Catalog(locale="de")
    new = Catalog(locale="de")
    for one in source_messages():
        known = old.get(one.key if one.plural is None else one.id, one.context)
        empty: str | tuple[str, ...] = "" if one.plural is None else ("", "")
        translation = known.string if known and isinstance(known.string, type(empty)) else empty
        new.add(one.key, translation, locations=[(one.place, 0)], context=one.context)
    with PO.open("wb") as file:
        file.write(HEADER)
        write_po(file, new, width=110, include_lineno=False, omit_header=True)
    _compile(PO)
    return [str(message.id) for message in new if message.id and not _is_translated(message.string)]


def untranslated_rules(texts: Mapping[str, str]) -> list[str]:
    """Return what to do in the catalog of the rules, which lists each text under its code (`msgctxt`), by hand."""
    entries = {message.context or "": message for message in catalog(PO_OF_RULES) if message.id}
    place = PO_OF_RULES.relative_to(ROOT)
    done = {code for code, one in entries.items() if one.id == texts.get(code) and one.string and not one.fuzzy}
    missing = [f'{place}: no German for msgctxt "{code}", msgid "{texts[code]}"' for code in texts if code not in done]
    return missing + [f'{place}: no text has the code "{code}"' for code in entries if code not in texts]


def _compile(po: Path) -> None:
    with po.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog(po))


def _is_translated(string: str | Sequence[str] | None) -> bool:
    return bool(string) and all(string or ())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    missing = [*update(), *untranslated_rules(TEXTS)]
    _compile(PO_OF_RULES)
    print("\n".join(missing))
    sys.exit(1 if missing else 0)
