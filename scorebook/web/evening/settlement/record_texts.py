"""A sentence for each club record that an evening broke."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorebook.standings.records.broken_records import BrokenRecord, RecordKind
from scorebook.web.core.money import points_text
from scorebook.web.core.person_names import People, names_text


def broken_record_text(broken: BrokenRecord, people: People) -> str:
    own = sorted((people[str(person)] for person in broken.people), key=lambda person: person.name.lower())
    return _broken_record_sentence(broken.kind, len(own)) % {
        "names": names_text(tuple(own)),
        "n": broken.count,
        "was": broken.before,
        "points": points_text(broken.count),
        "before": points_text(broken.before or 0),
    }


def _broken_record_sentence(kind: RecordKind, people: int) -> str:
    return {
        RecordKind.FIRST_SIE: _("The first Sie of the club: %(names)s!"),
        RecordKind.HIGHEST_HAND: _(
            "The highest hand of the club so far: %(names)s with %(points)s. Until now: %(before)s."
        ),
        RecordKind.BEST_EVENING: _(
            "The best evening of the club so far: %(names)s with %(points)s. Until now: %(before)s."
        ),
        RecordKind.LONGEST_RUN: ngettext(
            "%(names)s won %(n)s hands in a row, more than anybody before. Until now: %(was)s.",
            "%(names)s each won %(n)s hands in a row, more than anybody before. Until now: %(was)s.",
            people,
        ),
        RecordKind.LONGEST_STREAK: ngettext(
            "%(names)s had a plus %(n)s evenings in a row, more than anybody before. Until now: %(was)s.",
            "%(names)s each had a plus %(n)s evenings in a row, more than anybody before. Until now: %(was)s.",
            people,
        ),
    }[kind]
