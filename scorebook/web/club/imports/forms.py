"""The form of an import: the text, its format, the stake, and the people."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator, Mapping
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.wording import words
from scorebook.clubs.models import Club
from scorebook.clubs.names import folded_name
from scorebook.core.currencies import currencies, currency_of
from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.formats.registry import FORMATS, read_evenings
from scorebook.exchange.imports.import_draft import Choices, Money
from scorebook.exchange.imports.import_files import FileText, text_of_file, with_encoding_notice
from scorebook.exchange.imports.import_records import import_refused
from scorebook.exchange.imports.import_texts import formats_text, tab_formats_text
from scorebook.play.models import Evening
from scorebook.play.services import POINTS, Terms, listed_evenings
from scorebook.server.request_bodies import MAX_BODY_BYTES
from scorebook.texts import language
from scorebook.web import games
from scorebook.web.core.choices import Choice, choices
from scorebook.web.core.form_data import FormData, typed_uuid
from scorebook.web.core.money import unit_text
from scorebook.web.games.presentation import IN_WORDS, Offer

# Leaves room for the other fields, with the choices of a hundred people.
MAX_TEXT = MAX_BODY_BYTES // 10_000 * 10_000 - 10_000
NAME, PERSON, NEW = "name", "person", "new"
MAX_NAMES = 200

MONEY: Mapping[Money, str | Promise] = {
    Money.PAID: _("is already paid"),
    Money.TAB: _("goes on the tab"),
    Money.OPEN: _("is still open"),
}


def with_text_of_file(typed: FormData) -> FormData:
    """Return the form with the text of the file that a script sent in base64. Raises: ImportRefused."""
    if not typed.one("file"):
        return typed
    try:
        content = base64.b64decode(typed.one("file"), validate=True)
    except ValueError as error:
        raise import_refused("file_unreadable") from error
    file = text_of_file(content)
    if len(file.text.encode()) > MAX_TEXT:
        raise import_refused("file_too_large")
    return typed.with_fields(text=[file.text], encoding=[file.encoding], file=[])


def sent_import_text(typed: FormData) -> str:
    texts = typed.all("text")
    return texts[-1] if texts else ""


def read_sent_import(typed: FormData) -> Imported:
    """Parse the text of an import. Raises: ImportRefused."""
    file = FileText(text=sent_import_text(typed), encoding=typed.one("encoding"))
    format = typed.one("format") if typed.one("format") in FORMATS else None
    imported = read_evenings(file.text, format=format, figures=_chosen_figure_unit(typed))
    return with_encoding_notice(imported, file)


def sent_import_choices(club: Club, typed: FormData) -> Choices:
    game, offer = _chosen_import_tariff(club, typed)
    terms = Terms(ruleset=offer.ruleset(game), unit=offer.unit, stake_minor=offer.stake_minor)
    names = dict(_chosen_import_players(typed))
    # The page shows whom it has chosen for a name, and sends each choice with the button that writes.
    return Choices(terms=terms, money=_chosen_import_money(typed), names=names, takes_near=not typed.has("write"))


def sent_names(typed: FormData) -> Collection[str]:
    """Return the names with a choice, folded."""
    return dict(_chosen_import_players(typed)).keys()


def import_form(club: Club, typed: FormData) -> dict[str, object]:
    """Return the form for `fields.html`, as it was sent."""
    game, offer = _chosen_import_tariff(club, typed)
    money = _chosen_import_money(typed)
    return {
        "text": sent_import_text(typed),
        "file_name": typed.one("file_name"),
        "encoding": typed.one("encoding"),
        "formats": choices({one.id: one.label for one in FORMATS.values()}, chosen=typed.one("format")),
        "formats_text": formats_text(),
        "tab_formats_text": tab_formats_text(),
        "figures": choices(
            {unit: unit_text(unit) for unit in (POINTS, *currencies())}, chosen=_chosen_figure_unit(typed)
        ),
        "money": choices(MONEY, chosen=money),
        "money_text": MONEY[money],
        "games": list(_tariff_choice_groups(game, offer)),
        "most_text": MAX_TEXT,
        "most_kb": MAX_TEXT // 1000,
    }


def _tariff_choice_groups(game: str, offer: Offer) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    for one in games.PRESENTATIONS:
        texts = {f"{one}:{each.id}": each.text for each in games.offers_of_game(one) if each.unit != IN_WORDS}
        yield words.game_name(one, language.current_language()), choices(texts, chosen=f"{game}:{offer.id}")


def _chosen_import_tariff(club: Club, typed: FormData) -> tuple[str, Offer]:
    """Return the chosen tariff, else that of the last evening, else the first one."""
    game, _colon, id = typed.one("offer").partition(":")
    chosen = games.offer_of_game(game, id)
    if chosen and chosen.unit != IN_WORDS:
        return game, chosen
    last = listed_evenings(Evening.objects.filter(club=club)).order_by("-started_at", "-number").first()
    if last is not None:
        for one in games.offers_of_game(last.game):
            if (one.unit, one.stake_minor) == (last.unit, last.stake_minor):
                return last.game, one
    first = next(iter(games.PRESENTATIONS))
    return first, games.offers_of_game(first)[0]


def _chosen_figure_unit(typed: FormData) -> str | None:
    """Return the chosen unit; None if the text names it."""
    figures = typed.one("figures")
    return figures if figures == POINTS or currency_of(figures) else None


def _chosen_import_money(typed: FormData) -> Money:
    return Money(typed.one("money")) if typed.one("money") in list(Money) else Money.PAID


def _chosen_import_players(typed: FormData) -> Iterator[tuple[str, UUID | None]]:
    """Yield each name with the player chosen for it; None for a new one."""
    for place in range(MAX_NAMES):
        if typed.has(f"{NAME}_{place}"):
            picked = typed.one(f"{PERSON}_{place}")
            player = typed_uuid(picked)
            if player or picked == NEW:
                yield folded_name(typed.one(f"{NAME}_{place}")), player
