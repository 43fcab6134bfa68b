"""A club's audit in parts, in the order in which the first difference is searched.

Each part is independent and holds no more than some evenings or entries, so that any process may check any part. One
process that checks them in order, and several that share them, find the same first difference.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from uuid import UUID

from django.apps import apps
from django.utils.module_loading import import_string

from rules.scoring_memo import ScoringMemo
from scorebook.clubs import name_chain
from scorebook.clubs.audit_difference import AuditDifference, difference_of_values
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.club_verification import verify_club_events, verify_names
from scorebook.clubs.models import Club, Player
from scorebook.core.months import month_of
from scorebook.ledger.accounts import account_id, evening_accounts_needed
from scorebook.ledger.ledger_verification import (
    account_differences,
    balance_differences,
    verify_chain_end,
    verify_entries,
)
from scorebook.ledger.models import Account, Entry, Plan, PlannedPayment
from scorebook.ledger.plan_verification import settlement_books_of_tab, verify_plans
from scorebook.operations.audit.audit_replay import Checked
from scorebook.operations.audit.evening_audit import UNREADABLE, Found, evening_findings
from scorebook.play.club_links import link_route_differences
from scorebook.play.models import (
    Evening,
    EveningEvent,
    EveningResult,
    HandEvent,
    HandResult,
    MonthPair,
    MonthTotal,
    Seat,
    ShelvedEvening,
)
from scorebook.play.months import PLACE, SUMS, wrong_hand_sums, wrong_totals, years_of_sums
from scorebook.standings.seasons.season_verification import season_chain_differences
from scorebook.standings.standings_updates import standings_mismatches

# The size of a part, a second's work: this number of entries, or evenings with this number of events together.
ENTRIES_IN_PART = 5000
EVENTS_IN_PART = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAnchor:
    """The anchored part of a club's books, which its hashes prove unchanged."""

    entries: int = 0  # of the ledger
    evenings: Mapping[UUID, tuple[int, str]] = field(default_factory=dict)  # id -> length and last hash


# The differences of a part, or its counts.
Findings = Callable[[Club, ScoringMemo], Iterator[Found]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPart:
    club_id: UUID
    findings: Findings  # a function of a module, or a `partial` of one, since another process may call it

    @property
    def is_long(self) -> bool:
        return isinstance(self.findings, partial) and self.findings.func in (audit_entries, evening_findings)

    def check_part(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        """Yield the counts and the differences; callers stop at the first difference."""
        try:
            for found in self.findings(club, memo):
                yield replace(found, club=club.name) if isinstance(found, AuditDifference) else found
        except UNREADABLE as error:
            yield AuditDifference(code="unreadable", club=club.name, found=f"{type(error).__name__}: {error}")


def audit_names(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    """Check every name as it was given, and in use."""
    return verify_names(club, name_chain.name_events(club))


def audit_club_events(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    """Check every club event as it was written: links, hidden names, who left the ratings, the cup's rule."""
    return verify_club_events(club)


def audit_links(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    """Check that every link of the club and its evenings is found, and nothing else."""
    return link_route_differences(club)


def audit_entries(club: Club, memo: ScoringMemo, *, first: int, last: int | None) -> Iterator[Found]:
    """Check entries, transfers and sums as they were written. last: None for the end of the books."""
    yield from verify_entries(club=club, first=first, last=last)
    entries = Entry.objects.filter(club=club, seq__gte=first)
    yield Checked(entries=(entries.filter(seq__lte=last) if last else entries).count())


def audit_chain_ends(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    return verify_chain_end(club=club)


def audit_tab_plans(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    """Check every plan by which the tab is or was settled."""
    for books in settlement_books_of_tab(club=club):
        for found in verify_plans(books):
            yield replace(found, place=f"the plan of the tab in {books.unit}")


def audit_sums(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    """Check the months of players against the results, and those of accounts against the transfers, checked before."""
    for wrong in wrong_totals(club):
        player, month, game, unit = wrong.place
        name = Player.objects.filter(club=club, pk=player).first() or player
        must, does = (
            dict(zip(SUMS[MonthTotal], sums, strict=True)) if sums else None for sums in (wrong.must, wrong.does)
        )
        what = f"{name}, {game} for {unit}"
        yield difference_of_values("month_changed", f"{month:%Y-%m}", what, expected=must, found=does)
    yield from balance_differences(club)


def audit_hand_sums(club: Club, memo: ScoringMemo, *, year: int) -> Iterator[Found]:
    """Check the contracts and pairs of a year's months against its hands and results, checked before."""
    for wrong in wrong_hand_sums(club, year=year):
        place = wrong.model(club_id=club.pk, **dict(zip(PLACE[wrong.model], wrong.place, strict=True)))
        ids = [place.player_id, *([place.other_id] if isinstance(place, MonthPair) else [])]
        what = ", ".join(str(Player.objects.filter(club=club, pk=id).first() or id) for id in ids)
        yield difference_of_values("month_changed", str(place), what, expected=wrong.must, found=wrong.does)


def audit_seasons(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    """Check every season event as it was written, with possible facts."""
    return season_chain_differences(club)


def audit_standings(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    """Check ratings and the cup against the results of all evenings and the seasons, checked before."""
    for wrong in standings_mismatches(club.pk):
        evening = Evening.objects.filter(club__in=club_group(club.pk).clubs, pk=wrong.evening_id).first()
        place = str(evening or wrong.evening_id)
        yield difference_of_values("memory_changed", place, wrong.what, expected=wrong.must, found=wrong.does)


def audit_stray_rows(club: Club, memo: ScoringMemo) -> Iterator[Found]:
    """Find rows of evenings of other clubs, and accounts that are wrong or missing."""
    known = Evening.objects.filter(club=club).values("pk")
    stray = Entry.objects.filter(club=club, evening_id__isnull=False).exclude(evening_id__in=known).order_by("seq")
    if entry := stray.first():
        yield AuditDifference(code="evening_missing", what=f"entry {entry.seq}", expected=str(entry.evening_id))
    plans = Plan.objects.filter(club=club, evening_id__isnull=False).exclude(evening_id__in=known)
    if plan := plans.order_by("number").first():
        yield AuditDifference(code="evening_missing", what=f"plan {plan.number}", expected=str(plan.evening_id))
    for kind in (HandEvent, EveningEvent, EveningResult, HandResult, Seat, ShelvedEvening):
        if row := kind._default_manager.filter(club=club).exclude(evening__in=known).first():
            yield AuditDifference(code="event_of_other_club", what=str(row), expected=str(club.pk))
    planned = PlannedPayment.objects.filter(club=club).exclude(plan__in=Plan.objects.filter(club=club).values("pk"))
    if payment := planned.order_by("pk").first():
        yield AuditDifference(code="plan_missing", what=f"planned payment {payment}", expected=str(payment.plan_id))
    yield from account_differences(club, dict(_needed_accounts(club)))


def _needed_accounts(club: Club) -> Iterator[tuple[UUID, str]]:
    """Yield the accounts that every evening opened, each with its use: the next hand or payment needs them."""
    for evening in Evening.objects.filter(club=club).order_by("number").only("pk", "club_id", "number", "unit"):
        for needed in evening_accounts_needed(club, evening.unit, evening.pk):
            yield needed.pk, f"{needed.kind} of evening {evening.number}"
    seats = Seat.objects.filter(club=club).order_by().values_list("player_id", "evening__unit").distinct()
    for player_id, unit in seats:
        account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player_id)
        yield account, f"{player_id} in {unit}"


def _unreadable_club(club: Club, memo: ScoringMemo, *, error_text: str) -> Iterator[Found]:
    """The only findings of a club whose parts cannot be determined."""
    yield AuditDifference(code="unreadable", found=error_text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubToAudit:
    club_id: UUID
    since: ClubAnchor | None = None  # the anchor below which the books are trusted; None to audit all

    def audit_parts(self) -> list[AuditPart]:
        """Return the parts in their order, in the same number of statements for any size of club."""
        try:
            findings = list(self._findings_in_order())
        except UNREADABLE as error:
            findings = [partial(_unreadable_club, error_text=f"{type(error).__name__}: {error}")]
        return [AuditPart(club_id=self.club_id, findings=one) for one in findings]

    def _findings_in_order(self) -> Iterator[Findings]:
        since = self.since or ClubAnchor()
        newest = Entry.objects.filter(club=self.club_id).order_by("-seq").values_list("seq", flat=True).first() or 0
        yield from (audit_names, audit_club_events)
        yield from _entries_in_parts(first=min(since.entries, newest) + 1, newest=newest)
        yield audit_chain_ends
        evenings = list(self._evenings_since_anchor(since))
        yield from _evenings_in_parts(evenings)
        yield from (audit_tab_plans, audit_sums)
        touched = sorted({month_of(begun).year for *_evening, begun in evenings})
        for year in touched if self.since else years_of_sums(self.club_id):
            yield partial(audit_hand_sums, year=year)
        yield from (audit_seasons, audit_standings, audit_stray_rows, audit_links)
        for app in apps.get_app_configs():
            # A path, not a look-up of the model here, which hides the same dependency from import-linter. And no
            # registration in `ready`: missing findings would go unnoticed.
            if path := getattr(app, "audit_findings", None):
                yield import_string(path)

    def _evenings_since_anchor(self, since: ClubAnchor) -> Iterator[tuple[int, int, int, datetime]]:
        """Yield the evenings changed since the anchor: number, place from 1, stored number of events, and beginning."""
        touched = set[UUID | None]()
        if since.evenings:
            later = Entry.objects.filter(club=self.club_id, seq__gt=since.entries, evening_id__isnull=False)
            touched = set(later.order_by().values_list("evening_id", flat=True).distinct())
        evenings = Evening.objects.filter(club=self.club_id).order_by("number")
        rows = evenings.values_list("pk", "number", "revision", "last_hash", "started_at")
        for place, (pk, number, revision, last_hash, started_at) in enumerate(rows, start=1):
            if number != place or pk in touched or since.evenings.get(pk) != (revision, last_hash):
                yield number, place, revision, started_at


def _entries_in_parts(*, first: int, newest: int) -> Iterator[Findings]:
    """Yield the findings from one entry to the end of the books."""
    for start in range(first, max(newest, first) + 1, ENTRIES_IN_PART):
        last = start + ENTRIES_IN_PART - 1
        yield partial(audit_entries, first=start, last=last if last < newest else None)


def _evenings_in_parts(evenings: Iterable[tuple[int, int, int, datetime]]) -> Iterator[Findings]:
    """Yield findings. evenings: as of `_evenings_since_anchor`."""
    numbers: dict[int, int] = {}
    events = 0
    for number, place, revision, _begun in evenings:
        if numbers and events + revision > EVENTS_IN_PART:
            yield partial(evening_findings, numbers=numbers)
            numbers, events = {}, 0
        numbers[number] = place
        events += revision
    if numbers:
        yield partial(evening_findings, numbers=numbers)


def check_audit_parts(parts: Iterable[AuditPart], memo: ScoringMemo) -> Iterator[Found]:
    """Yield the counts of the parts in their order, up to the first difference."""
    club: Club | None = None
    for part in parts:
        # Read in the snapshot, since its names and their head are compared with the chain, and once for all its parts:
        # of the statements for a small club, one in six was this one.
        club = club if club and club.pk == part.club_id else Club.objects.get(pk=part.club_id)
        for found in part.check_part(club, memo):
            yield found
            if isinstance(found, AuditDifference):
                return
