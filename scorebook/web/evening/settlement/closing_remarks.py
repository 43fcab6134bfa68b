"""Closing remarks on an evening from the club's history: broken records, and results against expectations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from scorebook.clubs.groups import ClubGroup
from scorebook.play.models import Evening
from scorebook.standings.ratings.rating_model import Expectation, Verdict
from scorebook.standings.ratings.rating_queries import expectations_of_evening
from scorebook.standings.records.broken_records import records_broken_by_evening
from scorebook.web.core.number_text import places_text
from scorebook.web.core.person_names import People
from scorebook.web.evening.settlement.record_texts import broken_record_text


def closing_remarks(group: ClubGroup, evening: Evening, persons: People) -> tuple[str, ...]:
    """Return the sentences for a closed evening; empty if there are none.

    persons: the players, possibly linked entries of another club.
    """
    if not evening.is_closed:
        return ()
    remembered = {str(group.person(UUID(id))): person for id, person in persons.items()}
    records = [broken_record_text(broken, remembered) for broken in records_broken_by_evening(group, evening)]
    return (*records, *_expectation_sentences(expectations_of_evening(group, evening), remembered))


def _expectation_sentences(found: Mapping[UUID, Expectation], persons: People) -> Iterator[str]:
    """Yield one sentence per person with enough evenings, best first."""
    for person, one in sorted(found.items(), key=lambda item: (item[1].place, persons[str(item[0])].name)):
        yield _expectation_text(persons[str(person)].name, one)


def _expectation_text(name: str, one: Expectation) -> str:
    texts = {
        Verdict.ABOVE: _("{name}: better than expected, place {place} where {expected} was likely."),
        Verdict.AS_EXPECTED: _("{name}: as expected, place {place}."),
        Verdict.BELOW: _("{name}: below expectation, place {place} where {expected} was likely."),
    }
    return texts[one.verdict].format(name=name, place=places_text(one.place), expected=places_text(one.expected))
