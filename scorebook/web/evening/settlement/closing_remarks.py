"""Closing remarks on an evening from the club's history: broken records, and results against expectations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorebook.clubs.club_groups import ClubGroup
from scorebook.play.models import Evening
from scorebook.standings.ratings.rating_model import Expectation, Verdict
from scorebook.standings.ratings.rating_queries import expectations_of_evening
from scorebook.standings.records.broken_records import BrokenRecord, RecordKind, records_broken_by_evening
from scorebook.web.core.money import points_text
from scorebook.web.core.number_text import places_text
from scorebook.web.core.person_names import People, names_text


def closing_remarks(group: ClubGroup, evening: Evening, persons: People) -> tuple[str, ...]:
    """Return the sentences for a closed evening. persons: its players, possibly linked entries of another club."""
    if not evening.is_closed:
        return ()
    by_person = {str(group.person(UUID(id))): person for id, person in persons.items()}
    records = [broken_record_text(broken, by_person) for broken in records_broken_by_evening(group, evening)]
    return (*records, *_expectation_sentences(expectations_of_evening(group, evening), by_person))


def broken_record_text(broken: BrokenRecord, people: People) -> str:
    own = sorted((people[str(person)] for person in broken.people), key=lambda person: person.name.lower())
    sentences = {
        RecordKind.FIRST_SIE: _("The club's first Sie: %(names)s!"),
        RecordKind.HIGHEST_HAND: _(
            "The club's highest hand so far: %(names)s with %(points)s. Previous record: %(before)s."
        ),
        RecordKind.BEST_EVENING: _(
            "The club's best evening so far: %(names)s with %(points)s. Previous record: %(before)s."
        ),
        RecordKind.LONGEST_RUN: ngettext(
            "%(names)s won %(n)s hands in a row, more than anyone before. Previous record: %(was)s.",
            "%(names)s each won %(n)s hands in a row, more than anyone before. Previous record: %(was)s.",
            len(own),
        ),
        RecordKind.LONGEST_STREAK: ngettext(
            "%(names)s had %(n)s winning evenings in a row, more than anyone before. Previous record: %(was)s.",
            "%(names)s each had %(n)s winning evenings in a row, more than anyone before. Previous record: %(was)s.",
            len(own),
        ),
    }
    return sentences[broken.kind] % {
        "names": names_text(tuple(own)),
        "n": broken.count,
        "was": broken.before,
        "points": points_text(broken.count),
        "before": points_text(broken.before or 0),
    }


def _expectation_sentences(found: Mapping[UUID, Expectation], persons: People) -> Iterator[str]:
    """Yield one sentence per person with enough evenings, best first."""
    for person, one in sorted(found.items(), key=lambda item: (item[1].place, persons[str(item[0])].name)):
        yield _expectation_text(persons[str(person)].name, one)


def _expectation_text(name: str, one: Expectation) -> str:
    texts = {
        Verdict.ABOVE: _("{name}: better than expected, place {place} instead of about {expected}."),
        Verdict.AS_EXPECTED: _("{name}: as expected, place {place}."),
        Verdict.BELOW: _("{name}: worse than expected, place {place} instead of about {expected}."),
    }
    return texts[one.verdict].format(name=name, place=places_text(one.place), expected=places_text(one.expected))
