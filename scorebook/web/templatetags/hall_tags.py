"""The people, hands and figures of a year's report in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from django import template
from django.utils.formats import date_format
from django.utils.translation import ngettext

from scorebook.core.months import day_of
from scorebook.play.models import EveningResult
from scorebook.standings.records.memorable import MemorableHand
from scorebook.web.club.hall.framed_hands import framed_hand
from scorebook.web.core.money import points_text
from scorebook.web.core.person_names import People, list_text, names_text

register = template.Library()


@register.filter
def names_by_alphabet(ids: Iterable[UUID], people: People) -> str:
    """Return Anna, Beppo and Cilli."""
    found = (people[str(id)] for id in ids)
    return names_text(tuple(sorted(found, key=lambda person: person.name.lower())))


@register.filter
def names_with_days(rows: Sequence[EveningResult], people: People) -> str:
    """Return Anna (3 May, 7 June) and Beppo (4 May): each person once, by first day."""
    days: dict[str, list[str]] = {}
    named = [(row.started_at, people[str(row.player_id)].name) for row in rows]
    for started_at, name in sorted(named, key=lambda row: (row[0], row[1].lower())):
        days.setdefault(name, []).append(date_format(day_of(started_at), "MONTH_DAY_FORMAT"))
    return list_text(f"{name} ({', '.join(own)})" for name, own in days.items())


@register.filter
def other_winners(hands: Sequence[MemorableHand], people: People) -> str:
    """Return the names of those who won as much as by the first hand, by another one; empty without any."""
    others = {person for hand in hands[1:] for person in hand.people}.difference(hands[0].people)
    return names_by_alphabet(others, people)


@register.filter
def hand_sentence(hand: MemorableHand, people: People) -> str:
    return framed_hand(hand, people).reasons.text


@register.filter
def points_in_words(count: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", abs(count)) % {"n": points_text(count)}


@register.filter
def hands_in_words(count: int) -> str:
    return ngettext("%(n)s hand", "%(n)s hands", count) % {"n": points_text(count, signed=False)}


@register.filter
def times(count: int) -> str:
    return ngettext("once", "%(n)s times", count) % {"n": points_text(count, signed=False)}
