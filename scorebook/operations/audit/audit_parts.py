"""A club's audit in parts, in the order in which the first difference is searched.

Each part is independent and holds no more than some evenings or entries, so that any process may check any part. One
process that checks them in order, and several that share them, find the same first difference.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.apps import apps
from django.utils.module_loading import import_string

from rules.scoring_memo import ScoringMemo
from scorebook.clubs import name_chain
from scorebook.clubs.groups import club_group
from scorebook.clubs.models import Club, Player
from scorebook.clubs.verification import verify_club_events, verify_names
from scorebook.core.months import month_of
from scorebook.ledger.accounts import account_id, evening_accounts_needed
from scorebook.ledger.models import Account, Entry, Plan, PlannedPayment
from scorebook.ledger.plan_verification import settlement_books_of_tab, verify_plans
from scorebook.ledger.verification import account_differences, balance_differences, verify_chain_end, verify_entries
from scorebook.operations.audit.checked import Checked
from scorebook.operations.audit.evening_audit import UNREADABLE, Found, book_difference, evening_findings
from scorebook.operations.audit.replay_check import AuditDifference, audit_value_text
from scorebook.play import months
from scorebook.play.hand_sums import PLACE, wrong_hand_sums, years_of_sums
from scorebook.play.models import (
    Evening,
    EveningEvent,
    EveningResult,
    HandEvent,
    HandResult,
    MonthPair,
    Seat,
    ShelvedEvening,
)
from scorebook.standings.seasons.season_verification import season_chain_differences
from scorebook.standings.updates import standings_mismatches

# The size of a part, a second's work: this number of entries, or evenings with this number of events together.
ENTRIES_IN_PART = 5000
EVENTS_IN_PART = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAnchor:
    """The anchored part of a club's books, which its hashes prove unchanged."""

    entries: int = 0  # of the ledger
    evenings: Mapping[UUID, tuple[int, str]] = field(default_factory=dict)  # id -> length and last hash


@dataclass(frozen=True, slots=True, kw_only=True)
class PartResult:
    checked: Checked = Checked()
    difference: AuditDifference | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPart(ABC):
    club_id: UUID

    def check(self, memo: ScoringMemo) -> PartResult:
        """Return the counts of the part up to its first difference."""
        # Read in the snapshot, since its names and their head are compared with the chain.
        club, checked = Club.objects.get(pk=self.club_id), Checked()
        try:
            for found in self.findings(club, memo):
                if isinstance(found, AuditDifference):
                    return PartResult(checked=checked, difference=replace(found, club=club.name))
                checked += found
        except UNREADABLE as error:
            found = AuditDifference(code="unreadable", club=club.name, found=f"{type(error).__name__}: {error}")
            return PartResult(checked=checked, difference=found)
        return PartResult(checked=checked)

    @abstractmethod
    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesPart(AuditPart):
    """Every name as it was given, and in use."""

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        for name in verify_names(club, name_chain.name_events(club)):
            yield AuditDifference(code=name.code, place=name.place, expected=name.expected, found=name.found)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubEventsPart(AuditPart):
    """Every club event as it was written: links, hidden names, who left the ratings, the cup's rule."""

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        for end in verify_club_events(club):
            yield AuditDifference(code="chain_end", place=end.name, expected=str(end.expected), found=str(end.found))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesPart(AuditPart):
    """Every entry, transfer and sum as it was written."""

    first: int
    last: int | None  # None for the end of the books

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        for found in verify_entries(club=club, first=self.first, last=self.last):
            yield book_difference(found, place="")
        entries = Entry.objects.filter(club=club, seq__gte=self.first)
        yield Checked(entries=(entries.filter(seq__lte=self.last) if self.last else entries).count())


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainEndPart(AuditPart):
    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        for found in verify_chain_end(club=club):
            yield book_difference(found, place="")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadablePart(AuditPart):
    """The only part of a club whose parts cannot be determined."""

    said: str

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        yield AuditDifference(code="unreadable", found=self.said)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningsPart(AuditPart):
    """Some evenings: every event scored again, and seats, results and the plan compared with it."""

    numbers: Mapping[int, int]

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        return evening_findings(club, numbers=self.numbers, memo=memo)


@dataclass(frozen=True, slots=True, kw_only=True)
class TabPlansPart(AuditPart):
    """Every plan by which the tab is or was settled."""

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        for books in settlement_books_of_tab(club=club):
            for found in verify_plans(books):
                yield book_difference(found, place=f"the plan of the tab in {books.unit}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SumsPart(AuditPart):
    """The months of players against the results, and those of accounts against the transfers, checked before."""

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        stored, summed = months.stored_months(club), months.summed_months(club)
        for place in sorted(stored.keys() | summed.keys()):
            if stored.get(place) != summed.get(place):
                player, month, game, unit = place
                name = Player.objects.filter(club=club, pk=player).first() or player
                yield AuditDifference(
                    code="month_changed",
                    place=f"{month:%Y-%m}",
                    what=f"{name}, {game} for {unit}",
                    expected=audit_value_text(summed.get(place)),
                    found=audit_value_text(stored.get(place)),
                )
        for found in balance_differences(club):
            yield book_difference(found, place="")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSumsPart(AuditPart):
    """The contracts and pairs of a year's months against its hands and results, checked before."""

    year: int

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        for wrong in wrong_hand_sums(club, year=self.year):
            place = wrong.model(club_id=club.pk, **dict(zip(PLACE[wrong.model], wrong.place, strict=True)))
            ids = [place.player_id, *([place.other_id] if isinstance(place, MonthPair) else [])]
            yield AuditDifference(
                code="month_changed",
                place=str(place),
                what=", ".join(str(Player.objects.filter(club=club, pk=id).first() or id) for id in ids),
                expected=audit_value_text(wrong.must),
                found=audit_value_text(wrong.does),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonsPart(AuditPart):
    """Every season event as it was written, with possible facts."""

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        for wrong in season_chain_differences(club):
            yield AuditDifference(code=wrong.code, place=wrong.place, expected=wrong.expected, found=wrong.found)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPart(AuditPart):
    """Ratings and the cup against the results of all evenings and the seasons, checked before."""

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
        for wrong in standings_mismatches(club.pk):
            evening = Evening.objects.filter(club__in=club_group(club.pk).clubs, pk=wrong.evening_id).first()
            yield AuditDifference(
                code="memory_changed",
                place=str(evening or wrong.evening_id),
                what=wrong.what,
                expected=audit_value_text(wrong.must),
                found=audit_value_text(wrong.does),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayRowsPart(AuditPart):
    """Rows of evenings of other clubs, and accounts that are wrong or missing."""

    def findings(self, club: Club, memo: ScoringMemo) -> Iterator[Found]:
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
        for found in account_differences(club, dict(_needed_accounts(club))):
            yield book_difference(found, place="")


def _needed_accounts(club: Club) -> Iterator[tuple[UUID, str]]:
    """Yield the accounts that every evening opened, each with its use: the next hand or payment needs them."""
    for evening in Evening.objects.filter(club=club).order_by("number").only("pk", "club_id", "number", "unit"):
        for needed in evening_accounts_needed(club, evening.unit, evening.pk):
            yield needed.pk, f"{needed.kind} of evening {evening.number}"
    seats = Seat.objects.filter(club=club).order_by().values_list("player_id", "evening__unit").distinct()
    for player_id, unit in seats:
        account = account_id(club_id=club.pk, unit=unit, kind=Account.Kind.PLAYER, owner_id=player_id)
        yield account, f"{player_id} in {unit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubToAudit:
    club_id: UUID
    since: ClubAnchor | None = None  # the anchor below which the books are trusted; None to audit all

    def audit_parts(self) -> list[AuditPart]:
        """Return the parts in their order, in the same number of statements for any size of club."""
        try:
            return list(self._audit_parts())
        except UNREADABLE as error:
            return [UnreadablePart(club_id=self.club_id, said=f"{type(error).__name__}: {error}")]

    def _audit_parts(self) -> Iterator[AuditPart]:
        since = self.since or ClubAnchor()
        newest = Entry.objects.filter(club=self.club_id).order_by("-seq").values_list("seq", flat=True).first() or 0
        yield NamesPart(club_id=self.club_id)
        yield ClubEventsPart(club_id=self.club_id)
        yield from entry_parts(self.club_id, first=min(since.entries, newest) + 1, newest=newest)
        yield ChainEndPart(club_id=self.club_id)
        evenings = list(self._evenings_since_anchor(since))
        yield from evening_parts(self.club_id, [(number, place, events) for number, place, events, _begun in evenings])
        yield TabPlansPart(club_id=self.club_id)
        yield SumsPart(club_id=self.club_id)
        touched = sorted({month_of(begun).year for *_evening, begun in evenings})
        for year in touched if self.since else years_of_sums(self.club_id):
            yield HandSumsPart(club_id=self.club_id, year=year)
        yield SeasonsPart(club_id=self.club_id)
        yield StandingsPart(club_id=self.club_id)
        yield StrayRowsPart(club_id=self.club_id)
        for part in _audit_parts_of_apps():
            yield part(club_id=self.club_id)

    def _evenings_since_anchor(self, since: ClubAnchor) -> Iterator[tuple[int, int, int, datetime]]:
        """Yield number, place, events and beginning of the evenings changed since the anchor."""
        touched = set[UUID | None]()
        if since.evenings:
            later = Entry.objects.filter(club=self.club_id, seq__gt=since.entries, evening_id__isnull=False)
            touched = set(later.order_by().values_list("evening_id", flat=True).distinct())
        evenings = Evening.objects.filter(club=self.club_id).order_by("number")
        rows = evenings.values_list("pk", "number", "revision", "last_hash", "started_at")
        for place, (pk, number, revision, last_hash, started_at) in enumerate(rows, start=1):
            if number != place or pk in touched or since.evenings.get(pk) != (revision, last_hash):
                yield number, place, revision, started_at


def _audit_parts_of_apps() -> Iterator[type[AuditPart]]:
    """Yield the parts of apps above this one, each named by the `audit_part` of its app."""
    for app in apps.get_app_configs():
        # A path, not a look-up of the model here, which hides the same dependency from import-linter. And no
        # registration in `ready`: a missing part would go unnoticed.
        if path := getattr(app, "audit_part", None):
            yield import_string(path)


def check_audit_parts(parts: Iterable[AuditPart], memo: ScoringMemo) -> PartResult:
    """Return the counts of the parts in their order, up to the first difference."""
    checked = Checked()
    for part in parts:
        result = part.check(memo)
        checked += result.checked
        if result.difference:
            return PartResult(checked=checked, difference=result.difference)
    return PartResult(checked=checked)


def is_too_small_to_share(parts: Sequence[AuditPart]) -> bool:
    """Return whether the parts are too few to share."""
    return sum(isinstance(part, EntriesPart | EveningsPart) for part in parts) <= 2


def entry_parts(club_id: UUID, *, first: int, newest: int) -> Iterator[EntriesPart]:
    """Yield the parts from one entry to the end of the books."""
    for start in range(first, max(newest, first) + 1, ENTRIES_IN_PART):
        last = start + ENTRIES_IN_PART - 1
        yield EntriesPart(club_id=club_id, first=start, last=last if last < newest else None)


def evening_parts(club_id: UUID, evenings: Iterable[tuple[int, int, int]]) -> Iterator[EveningsPart]:
    """Yield parts. evenings: number, place among the club's evenings from 1, and stored number of events."""
    numbers: dict[int, int] = {}
    events = 0
    for number, place, revision in evenings:
        if numbers and events + revision > EVENTS_IN_PART:
            yield EveningsPart(club_id=club_id, numbers=numbers)
            numbers, events = {}, 0
        numbers[number] = place
        events += revision
    if numbers:
        yield EveningsPart(club_id=club_id, numbers=numbers)
