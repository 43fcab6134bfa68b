"""The table of a season for its page and for the club's page; `templatetags.season_tags` writes its figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorebook.clubs.names import substitute_name
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_changes import SeasonChanges
from scorebook.standings.seasons.season_standings import CountedEvening, SeasonEvening, SeasonLine, SeasonStandings
from scorebook.web.club.seasons import season_texts
from scorebook.web.core.person_names import People, Person

# Figures per page below a table; a longer one shows one person at a time.
MAX_CELLS = 600


def season_table(found: SeasonStandings, agreement: Agreement, people: People) -> dict[str, Any]:
    """Return the standings for `table.html`, ties by name. people: the entries of the club group."""
    ranked = [line for line in found.table.lines if line.is_ranked]
    ranked.sort(key=lambda line: (line.rank or 0, season_person(line.person, people).name.lower()))
    others = [line for line in found.table.lines if not line.is_ranked]  # people who have not attended enough
    return {
        "agreement": agreement,
        "people": people,
        "evenings": len(found.evenings),
        "ranked": ranked,
        "others": others,
        "lines": ranked + others,
    }


def season_evenings_by_person(
    found: SeasonStandings, lines: Iterable[SeasonLine], people: Collection[str]
) -> list[tuple[UUID, list[tuple[SeasonEvening, CountedEvening]]]]:
    """Return the evenings of these people, in the order of the lines."""
    evenings = {evening.id: evening for evening in found.evenings}
    return [
        (line.person, [(evenings[one.evening], one) for one in line.evenings])
        for line in lines
        if str(line.person) in people
    ]


def season_change_sentences(found: SeasonChanges, persons: People, same: Mapping[UUID, UUID]) -> list[str]:
    """Return a sentence on each cause. same: entry -> the person it was linked to since."""
    names = {
        id: season_person(id, persons).name
        for cause in found.causes
        for one in cause.people
        for id in (one, same.get(one, one))
    }
    return [season_texts.season_change_sentence(cause, names, same) for cause in found.causes]


def season_person(id: UUID, people: People) -> Person:
    """Return a person, without a name if their club is no longer linked."""
    return people.get(str(id)) or Person(id=str(id), name=substitute_name(id), colour=0)


def season_movement_texts(line: SeasonLine) -> tuple[str, str]:
    """Return a movement as a sign, and in words for screen readers."""
    if line.movement is None:
        return _("new"), _("new")
    if line.movement == 0:
        return "=", _("same place")
    n = abs(line.movement)
    if line.movement > 0:
        return f"▲{n}", ngettext("up %(n)s place", "up %(n)s places", n) % {"n": n}
    return f"▼{n}", ngettext("down %(n)s place", "down %(n)s places", n) % {"n": n}
