"""A club's evenings as a calendar for other programs (RFC 5545), with the people present and the winners.

Its readers have no link to the club, so it has points but no amounts. Its addresses of pages have the id of the club
and open on devices of the club only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Max
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from rules import Player
from rules.wording import words
from rules.wording.words import Names
from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Club, ClubEvent, NameEvent
from scorebook.core.link_tokens import link_token_of
from scorebook.play.ending import read_agreed_end
from scorebook.play.models import Evening
from scorebook.play.queries.evening_sheets import newest_changes
from scorebook.standings.boards.board_queries import EveningResults, PlayerResult, evenings_with_results
from scorebook.standings.seasons.season_queries import seasons_of
from scorebook.texts.language import current_language

if TYPE_CHECKING:
    from icalendar import Component, Event

# More than three years with two evenings a week, and as many seasons as people look back on.
MAX_EVENINGS, MAX_SEASONS = 400, 50
# Maximum length of an event: an evening that is closed the next day did not last until then.
LONGEST = timedelta(hours=14)
USUAL = timedelta(hours=3)  # for an evening without a known end; without one a calendar shows an event of no length
ASK_AGAIN = timedelta(hours=1)
COLOR = "goldenrod"  # the name in CSS 3 that comes next to the accent of the pages
# Kinds of club events that change which name is shown.
_NAMING = (
    ClubEvent.Kind.NAME_HIDDEN, ClubEvent.Kind.NAME_SHOWN, ClubEvent.Kind.NAME_FORGOTTEN,
    ClubEvent.Kind.PERSON_LINKED, ClubEvent.Kind.PERSON_UNLINKED,
)  # fmt: skip
_SALT = "scorebook.exchange.calendar"


def calendar_signature(club: Club) -> str:
    """Return the signature that opens only the calendar. A new member link revokes it.

    Not the members' link: calendars are shared, and that link writes. It depends on nothing but the club, so that it
    stays valid if the club moves to another site.
    """
    return link_token_of(salted_hmac(_SALT, str(club.pk), secret=club.calendar_seed, algorithm="sha256").digest())


def is_calendar_signature(club: Club, signature: str) -> bool:
    return constant_time_compare(signature, calendar_signature(club))


def club_calendar(club: Club, group: ClubGroup, names: Names, *, page_address: Callable[..., str]) -> bytes:
    """Return the newest MAX_EVENINGS listed evenings and the last days of seasons as iCalendar (RFC 5545, RFC 7986).

    page_address: name and arguments of a page -> its absolute address.
    The same data gives the same bytes. Nine SQL statements.
    """
    from icalendar import Calendar, vText  # imported with the first calendar: 4 MB that most servers never need

    named_at = _last_naming(group)
    events: list[Component] = [
        *_calendar_evening_events(club, names, named_at, page_address),
        *_calendar_season_events(club, group, page_address),
    ]
    calendar = Calendar.new(
        prodid="-//Scorebook//Evenings of a club//EN",
        calscale="GREGORIAN",
        uid=club.pk,
        url=page_address("club", club.pk),
        color=COLOR,
        categories=["Schafkopf"],
        last_modified=_moment_in_utc(max(club.created_at, named_at, *(one.stamp for one in events if one.stamp))),
    )
    # Each twice: by RFC 7986, and for older programs. As vText, because the library does not escape a name.
    description = _("The evenings of the club: who was there, and who won.")
    for text, *properties in ((club.name, "name", "x-wr-calname"), (description, "description", "x-wr-caldesc")):
        for one in properties:
            calendar.add(one, vText(text))
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    source = page_address("calendar", club.pk, current_language(), calendar_signature(club))
    calendar.add("source", source, parameters={"VALUE": "URI"})
    for component in events or [_utc_timezone_component()]:  # a calendar needs at least one component
        calendar.add_component(component)
    return bytes(calendar.to_ical())


def _last_naming(group: ClubGroup) -> datetime:
    """Return when a shown name last changed; programs keep the old one in events that do not say so."""
    renamings = NameEvent.objects.filter(club__in=group.clubs, kind=NameEvent.Kind.RENAMED)
    others = ClubEvent.objects.filter(club__in=group.clubs, kind__in=_NAMING)
    moments = (rows.aggregate(at=Max("recorded_at"))["at"] for rows in (renamings, others))
    return max((at for at in moments if at), default=datetime.min.replace(tzinfo=UTC))


def _calendar_evening_events(
    club: Club, names: Names, named_at: datetime, page_address: Callable[..., str]
) -> Iterator[Event]:
    from icalendar import STATUS, Event

    found = evenings_with_results(club, count=MAX_EVENINGS)
    changed = newest_changes(club, [one.evening.pk for one in found if not one.evening.is_closed])
    for one in found:
        evening = one.evening
        changed_at = evening.closed_at or changed.get(evening.pk, evening.started_at)
        revised_at = _moment_in_utc(max(changed_at, named_at))
        yield Event.new(
            uid=evening.pk,
            sequence=evening.revision,
            stamp=revised_at,
            last_modified=revised_at,
            summary=_evening_event_summary(one, names),
            description=_evening_event_description(one, names),
            start=_moment_in_utc(evening.started_at),
            end=_evening_event_end(evening, changed_at),
            status=STATUS.CONFIRMED,
            categories=[words.game_name(evening.game, current_language())],
            url=page_address("table", evening.member_link(str(club.pk))),
        )


def _calendar_season_events(club: Club, group: ClubGroup, page_address: Callable[..., str]) -> Iterator[Event]:
    from icalendar import STATUS, TRANSP, Event

    for season in seasons_of(group)[:MAX_SEASONS]:
        if last_on := season.agreement.last_on:
            name, changed_at = {"name": season.name}, _moment_in_utc(season.newest.recorded_at)
            yield Event.new(
                uid=season.id,
                sequence=len(season.events) - 1,
                stamp=changed_at,
                last_modified=changed_at,
                summary=_("Last day of the season %(name)s") % name if season.name else _("Last day of the season"),
                start=last_on,
                end=last_on + timedelta(days=1),
                transparency=TRANSP.TRANSPARENT,
                status=STATUS.CONFIRMED,
                categories=[_("Season")],
                url=page_address("season", club.pk, season.id),
            )


def _evening_event_end(evening: Evening, changed_at: datetime) -> datetime:
    """Return the end: as closed, for an open evening as agreed or as usual, and not before its last change."""
    starts_at, agreed = evening.started_at, read_agreed_end(evening.agreed_end)
    expected = (agreed.at if agreed else None) or starts_at + USUAL
    ends_at = evening.closed_at or max(expected, changed_at)
    if _moment_in_utc(ends_at) <= _moment_in_utc(starts_at):
        ends_at = starts_at + USUAL
    return _moment_in_utc(min(ends_at, starts_at + LONGEST))


def _evening_event_summary(one: EveningResults, names: Names) -> str:
    won = ", ".join(_calendar_player_name(result, names) for result in _calendar_evening_winners(one))
    args = {"number": one.evening.number, "names": won}
    return (_("Schafkopf, evening %(number)s: %(names)s won") if won else _("Schafkopf, evening %(number)s")) % args


def _evening_event_description(one: EveningResults, names: Names) -> str:
    game = words.game_name(one.evening.game, current_language())
    if not one.evening.is_closed:
        return f"{game}\n{', '.join(_calendar_player_name(result, names) for result in one.results)}"
    return "\n".join([game, *(f"{_calendar_player_name(result, names)} {result.points:+}" for result in one.results)])


def _calendar_evening_winners(one: EveningResults) -> Sequence[PlayerResult]:
    """Return the winners; none while the evening is open, or if all are level."""
    most = max((result.points for result in one.results), default=0)
    first = [result for result in one.results if result.points == most]
    return first if one.evening.is_closed and len(first) < len(one.results) else []


def _calendar_player_name(result: PlayerResult, names: Names) -> str:
    return names[Player(str(result.player.pk))]


def _moment_in_utc(moment: datetime) -> datetime:
    """Return the time in UTC, in whole seconds as calendars require."""
    return moment.astimezone(UTC).replace(microsecond=0)


def _utc_timezone_component() -> Component:
    from icalendar import Timezone, TimezoneStandard

    standard = TimezoneStandard()
    standard.add("dtstart", datetime(1970, 1, 1))
    standard.add("tzoffsetfrom", timedelta())
    standard.add("tzoffsetto", timedelta())
    zone = Timezone()
    zone.add("tzid", "UTC")
    zone.add_component(standard)
    return zone
