"""The results and the filters of a search for their template."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.vocabulary import find_in_vocabulary
from rules.wording import words
from scorebook.play.hand_event_codec import points_of_event
from scorebook.play.models import Evening, HandEvent
from scorebook.standings.hand_cursor import HandCursor
from scorebook.standings.hand_search import HandFilter, HandSearchPage
from scorebook.texts import language
from scorebook.web.club.hand_reasons import HandReasons, hand_reasons
from scorebook.web.club.search.forms import SearchForm
from scorebook.web.core.choices import Choice, choices
from scorebook.web.core.money import points_text
from scorebook.web.core.person_names import People, Person, names_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundHandRow:
    evening: Evening
    event: HandEvent
    reasons: HandReasons
    facts: tuple[str, ...]
    points: tuple[tuple[Person, int], ...]
    is_corrected: bool


def found_hand_rows(found: HandSearchPage, people: People) -> Iterator[FoundHandRow]:
    for hand in found.hands:
        event = hand.event
        yield FoundHandRow(
            evening=hand.evening,
            event=event,
            reasons=hand_reasons(hand.report, hand.score, people),
            facts=words.facts_text(hand.report, language.current_language(), names_of(people)),
            points=tuple((people[player], points) for player, points in points_of_event(event).items()),
            is_corrected=event.kind in (HandEvent.Kind.CORRECTED, HandEvent.Kind.REPLAYED),
        )


def found_hand_count_text(found: HandSearchPage, wanted: HandFilter) -> str:
    """Write `37 hands: 21 won, 16 lost`; without won and lost if the search is for one of them."""
    counted = found.counted
    if counted is None:
        return ""
    args = {"n": points_text(counted.hands, signed=False), "won": counted.won, "lost": counted.lost}
    if counted.is_more:
        return _("More than %(n)s hands") % args
    if wanted.result or counted.hands == 1 or not counted.won + counted.lost:
        return ngettext("%(n)s hand", "%(n)s hands", counted.hands) % args
    return _("%(n)s hands: %(won)s won, %(lost)s lost") % args


def hand_search_query(form: SearchForm, *, before: HandCursor | None = None) -> str:
    place = {"before": str(before)} if before else {}
    return urlencode(form.chosen | place)


def meant_contract(form: SearchForm) -> Choice | None:
    """Return the search for a contract whose name was typed as words of a note, such as `Sauspiel`."""
    contract = find_in_vocabulary("contract", form.wanted.note)
    if form.wanted.contract or contract not in form.contracts:
        return None
    query = urlencode({name: text for name, text in form.chosen.items() if name != "note"} | {"contract": contract})
    return Choice(value=query, text=words.contract_name(contract, language.current_language()))


def chosen_search_filters(form: SearchForm, people: People) -> tuple[Choice, ...]:
    """Return each filter with the query of the search without it."""
    chosen, texts = form.chosen, _search_filter_texts(form, people)
    return choices(
        {name: texts[name] for name in chosen},
        chosen=None,
        value=lambda name: urlencode({other: text for other, text in chosen.items() if other != name}),
    )


def _search_filter_texts(form: SearchForm, people: People) -> dict[str, str]:
    """Return the text of each filter, by its name in the address."""
    wanted, current = form.wanted, language.current_language()
    texts = {"doubled": _("with Stoss or Kontra"), "note": _("“%(words)s”") % {"words": wanted.note}}
    if wanted.declarer:
        texts["person"] = people[str(wanted.declarer)].name
    if wanted.partner:
        texts["partner"] = _("with %(name)s") % {"name": people[str(wanted.partner)].name}
    if wanted.contract:
        texts["contract"] = words.contract_name(wanted.contract, current)
    if wanted.level:
        texts["level"] = _("with %(level)s") % {"level": words.level_name(wanted.level, current)}
    if wanted.least_value:
        texts["value"] = _("at least %(n)s points") % {"n": points_text(wanted.least_value, signed=False)}
    if wanted.first_on:
        texts["from"] = _("from %(day)s") % {"day": date_format(wanted.first_on, "SHORT_DATE_FORMAT")}
    if wanted.last_on:
        texts["to"] = _("until %(day)s") % {"day": date_format(wanted.last_on, "SHORT_DATE_FORMAT")}
    return texts | {name: form.choice_text(name) for name in ("result", "feat")}
