"""Data that the pages pass to the phone's scripts."""

from __future__ import annotations

import json

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import rules
from rules.offline_table import VERSION
from rules.wording import words
from scorebook.core.currencies import currency_of
from scorebook.play.models import Evening
from scorebook.server.streams import STREAMS
from scorebook.texts import language
from scorebook.web.core import person_names
from scorebook.web.evening.hand_form import questions
from scorebook.web.templatetags import chart

register = template.Library()

# One hash of strokes, with each remark that can stand beside it.
GAMES = (([4], 0, {"is_lambapea": True}), ([4], 0, {"is_to_nil": True}))


@register.inclusion_tag("offline/phone.html", takes_context=True)
def phone_data(context: Context, evening: Evening, version: str = "") -> dict[str, str]:
    """Add a hidden element with all data for static/web/offline. version: the page's ETag, for polling."""
    more = {"replay": _phone_replay_words(evening.rules), "words": phone_script_sentences()}
    # The server continues a stream by its address alone, and that of a device opens nothing without its cookie.
    has_stream = context["request"].META.get(STREAMS) and evening.device is None
    streams = {"has_changes": True} if has_stream else {}
    return {"data": json_attribute(_evening_as_phone_data(evening, version) | more | streams)}


@register.inclusion_tag("offline/phone.html")
def phone_data_now(evening: Evening, version: str) -> dict[str, str]:
    return {"data": json_attribute(_evening_as_phone_data(evening, version))}


def _evening_as_phone_data(evening: Evening, version: str) -> dict[str, object]:
    persons = person_names.people_of_club(evening.club)
    lookup = reverse("phone:lookup", args=[evening.link])
    return {
        "token": evening.link,
        "revision": evening.revision,
        "version": version,
        "is_closed": evening.is_closed,
        "club": {"id": str(evening.club_id), "name": evening.club.name},
        "lookup": f"{lookup}?v={_offline_table_version()}-{language.current_language()}",
        "currency": currency_json(evening.unit),
        "people": {id: {"name": person.name, "colour": person.colour} for id, person in persons.items()},
    }


def currency_json(unit: str) -> dict[str, object] | None:
    """Return how the scripts write an amount; None for points and words, which are counted in whole numbers."""
    currency = currency_of(unit)
    return {"symbol": currency.symbol, "digits": currency.digits} if currency else None


def json_attribute(value: object) -> SafeString:
    """Return JSON for a single-quoted attribute; escaping double quotes would make it a third larger."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return mark_safe(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


def _offline_table_version() -> str:
    """Return the version of a lookup table: only the scripts of the same STATIC_URL read it."""
    return f"{VERSION}-{settings.STATIC_URL.strip('/').rpartition('/')[2]}"


@register.inclusion_tag("offline/drawn.html")
def phone_templates(evening: Evening) -> dict[str, object]:
    """Add the parts of the page that a phone renders itself, as templates with empty data."""
    nobody = person_names.Person(id="", name="", colour=0)
    there = {"points": 0, "running": 0, "tally": 0, "running_tally": 0}
    row = {"no": "{no}", "cells": [{**there, "points": None}, there], "corrected": 1, "ends_round": "{no}"}
    page = {
        "totals": [{"person": nobody, "present": False, "points": 1, "amount_minor": 0, "tally": 0}],
        "rows": [row, {**row, "is_void": True}],
        "last": row,
        "pot": 1,
        "pot_minor": 1,
        "has_tally": evening.rules.HAS_TALLY,
        "payments": [{"payer": nobody, "payee": nobody, "amount_minor": 0}],
        "games": GAMES if evening.rules.HAS_TALLY else (),
    }
    conflict = {"sides": [{"title": "", "text": "", "is_void": True, "figures": " ", "when": ""}]}
    return {"page": page, "conflict": conflict, "chart": chart.empty_curve(), "evening": evening, "on_phone": True}


def _phone_replay_words(ruleset: rules.Ruleset) -> dict[str, str] | None:
    """Return the chip of a replay after a tie (S31); None for games without ties.

    of_trumps, of_passed: CSS classes of its questions after a hand with makers, and after one without.
    """
    ids = tuple(rules.Player(str(place)) for place in range(ruleset.LEAST_PLAYERS))
    contract = ruleset.contract(questions.REPLAY, len(ids))
    if contract is None:
        return None
    table = rules.Table(players=ids, dealer=ids[0])
    tied = {"teams": list(ids), "tie": {"dealer": ids[0]}}
    after_passed = rules.read_state({"match": tied})
    return {
        "text": words.contract_name(contract.id, language.current_language()),
        "of_trumps": questions.contract_css_classes(contract, ruleset, table),
        "of_passed": questions.contract_css_classes(contract, ruleset, table, after_passed),
    }


# A placeholder that the scripts fill in.
NO = {"no": "{no}"}


def phone_script_sentences() -> dict[str, str]:
    """Return the texts of the scripts with their placeholders, such as {no} and {n}."""
    return _sheet_sentences() | _hand_sending_sentences()


def _sheet_sentences() -> dict[str, str]:
    return {
        "on_server": pgettext("hand", "saved"),
        "here": _("saved on phone"),
        "waiting": _("{n} to send"),
        "look": _("please check"),
        "hand": _("Hand {no}"),
        "no_hand": _("No hands yet."),
        "deals": _("deals"),
        "leads": pgettext("seat", "leads"),
        "place": _("Round %(no)s, hand %(hand)s of %(of)s") % {"no": "{no}", "hand": "{hand}", "of": "{of}"},
        "end_rounds": _("Ends after round %(no)s") % NO,
        "end_points": _("Ends at %(no)s points") % NO,
        "end_at": _("Ends at %(time)s") % {"time": "{time}"},
        "end_last": _("The last round starts now"),
        "end_running": _("Last round: ends after hand %(no)s") % NO,
        "end_reached": _("The agreed end is reached"),
        "end_over": _("The last round is played"),
        "bock_now": _("Bock: this hand counts × %(factor)s") % {"factor": "{factor}"},
        "round_now": _("%(round)s: %(left)s to go") % {"round": "{round}", "left": "{left}"},
        "sits_out": _("sits out"),
        "sit_out": _("sit out"),
    }


def _hand_sending_sentences() -> dict[str, str]:
    return {
        "record": _("Record"),
        "correct": _("correct"),
        "correct_word": _("Correct hand"),
        "back": _("To the next hand"),
        "undo_button": _("Undo"),
        "corrected": _("Hand {no} is corrected."),
        "struck": _("Hand {no} is struck out."),
        "not_whole": _("Something is still missing."),
        "refused": _("Not saved:"),
        "theirs": _("Theirs: hand %(no)s") % NO,
        "mine_record": _("Mine: hand %(no)s") % NO,
        "mine_correct": _("Mine: hand %(no)s, corrected") % NO,
        "mine_void": _("Mine: strike out hand %(no)s") % NO,
        "another_phone": _("another phone, %(time)s") % {"time": "{time}"},
        "this_phone": _("this phone, %(time)s") % {"time": "{time}"},
        "take_both": _("Keep both: mine becomes hand %(no)s") % NO,
        "replace": _("Use mine: correct hand %(no)s") % NO,
        "replace_void": _("Use mine: restore hand %(no)s") % NO,
        "take_theirs": _("Keep theirs: delete mine"),
        "strike_theirs": _("Use mine: strike out hand %(no)s") % NO,
        "leave_theirs": _("Keep theirs: hand %(no)s stays") % NO,
        "came": _("Hand %(no)s was recorded on another phone.") % NO,
        "yours_is": _("Yours is hand %(no)s.") % NO,
        "no_network": _("offline"),
        "keeps_nothing": _("Phone storage is full or blocked: recording needs the network."),
        "not_written": _("Not saved: no network. Your taps are still here."),
        "give_up": _("Delete mine"),
        "try_again": _("Try again"),
    }


def phone_evening_sentences() -> dict[str, str]:
    return {
        "waiting": _("{n} to send"),
        "look": _("please check"),
        "one_hand": _("1 hand"),
        "hands": _("{n} hands"),
    }


@register.inclusion_tag("offline/phone.html")
def evening_words() -> dict[str, str]:
    """Add the texts of the front page about this phone's evenings."""
    more = {
        "go_on": _("Go on: {names}"),
        "next_evening": _("Next evening: {club}"),
        "hand": _("Hand {no}"),
        "no_link": _("No link found. A link starts with http."),
        "other_site": _("This link belongs to another site."),
        "no_key": _("This link does not open an evening or a club."),
    }
    return {"data": json_attribute({"words": {**phone_evening_sentences(), **more}})}


@register.inclusion_tag("offline/phone.html")
def phone_words() -> dict[str, str]:
    """Add the texts of the page that opens without a network."""
    more = {
        "closing_left": _("Until then this phone keeps the unsent hands: {n}."),
        "without_network": _("Offline"),
        "people_missing": _("Tap the players in seating order."),
        "people_number": _("This phone does not know the game for that many players yet. Connect once."),
        "name_twice": _("This name is used twice. Add an initial to tell them apart."),
    }
    return {"data": json_attribute({"words": {**phone_evening_sentences(), **more}})}
