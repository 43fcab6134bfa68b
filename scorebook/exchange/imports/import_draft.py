"""The draft of an import: its people matched, its evenings scored, and its duplicates found."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from uuid import UUID, uuid5

from django.db.models import Max
from django.utils import timezone

from rules import PRESETS, Player, Ruleset, Table
from rules.problems import ProblemList
from scorebook.clubs import names as naming
from scorebook.clubs.models import Club
from scorebook.core import budgets
from scorebook.core.months import day_of
from scorebook.exchange.imports.formats.expenses import expense_payments, leave_out_coming_days
from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.import_duplicates import ImportedBefore
from scorebook.exchange.imports.import_records import (
    FilePosition,
    ImportedEvening,
    ImportedPayment,
    ImportProblem,
    ImportProblems,
)
from scorebook.exchange.imports.import_scoring import ScoredDraft
from scorebook.exchange.imports.matching import MatchedName, matched_names
from scorebook.ledger.models import Chain
from scorebook.ledger.services import SettledHow
from scorebook.play.models import Evening
from scorebook.play.services import POINTS, Terms, evening_id_of_opening, listed_evenings

# How the money of the evenings is settled.
Money = SettledHow
BEGINS = time(20, 0)  # of an evening without a known time


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    terms: Terms  # for values that the file does not give
    money: Money = Money.PAID
    names: Mapping[str, UUID | None] = field(default_factory=dict)  # folded name -> player; None is a new person
    takes_near: bool = False  # for a look: a name without a choice is the person with the most similar name


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftEvening:
    key: UUID  # of the opening to be written
    source: ImportedEvening
    digest: str
    at: datetime
    terms: Terms
    people: tuple[UUID, ...]
    scored: ScoredDraft
    number: int | None  # of the evening that an earlier import made of the same text; then this one is skipped

    @property
    def id(self) -> UUID:
        return evening_id_of_opening(self.key)

    @property
    def hand_count(self) -> int:
        """Return the number of hands for which cards were dealt; 0 if only the result is known."""
        return sum(one.was_dealt for one in self.source.hands)

    @property
    def sums(self) -> Mapping[UUID, int]:  # player -> minor units
        return self.scored.sums


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPayment:
    id: UUID  # of the entry to be written
    source: ImportedPayment
    digest: str
    at: datetime
    payer: UUID
    payee: UUID
    is_there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    imported: Imported
    people: tuple[MatchedName, ...]
    evenings: tuple[DraftEvening, ...]
    payments: tuple[DraftPayment, ...]
    money: Money
    problems: tuple[ImportProblem, ...]  # each of them prevents the import
    notices: tuple[ImportProblem, ...]

    @property
    def new_evenings(self) -> tuple[DraftEvening, ...]:
        return tuple(one for one in self.evenings if one.number is None)

    @property
    def new_payments(self) -> tuple[DraftPayment, ...]:
        return tuple(one for one in self.payments if not one.is_there)

    @property
    def is_nothing_new(self) -> bool:
        return not self.new_evenings and not self.new_payments

    @property
    def new_people(self) -> tuple[MatchedName, ...]:
        """Return the new people who take part in anything new."""
        found = tuple(one for one in self.people if one.is_new)
        if not found:
            return ()
        there = {id for one in self.new_evenings for id in one.people}
        there |= {id for one in self.new_payments for id in (one.payer, one.payee)}
        return tuple(one for one in found if one.id in there)


def draft_import(*, club: Club, imported: Imported, choices: Choices, key: UUID, now: datetime) -> Draft:
    """Return what `ImportWriting` would write under this key. It writes nothing, and takes no lock."""
    choices = replace(choices, terms=choices.terms.of_club(club))
    if imported.format.keeps_tab:
        imported = leave_out_coming_days(imported, day_of(now))
    people = matched_names(club, imported.names, choices.names, key=key, takes_near=choices.takes_near)
    drafting = _Drafting(
        club=club,
        choices=choices,
        key=key,
        ids={naming.folded_name(one.name): one.id for one in people},
        imported_before=ImportedBefore(club, imported.format),
        now=now,
    )
    for one in people:
        if one.is_new and naming.is_substitute_name(one.name):
            drafting.problems.add("name_reserved", name=one.name)
    evenings = tuple(drafting.draft_evenings(imported))
    payments = tuple(drafting.draft_payments((*imported.payments, *drafting.tab)))
    drafting.notice_same_days(evenings)
    drafting.check_names_are_clear(people, evenings, payments)
    draft = Draft(
        imported=imported,
        people=people,
        evenings=evenings,
        payments=payments,
        money=Money.TAB if imported.format.keeps_tab else choices.money,
        problems=drafting.problems.found,
        notices=(*_number_left_out(imported), *imported.notices, *drafting.problems.notices),
    )
    return replace(draft, problems=(*draft.problems, *_club_limit_problems(club, draft)))


def _number_left_out(imported: Imported) -> Iterator[ImportProblem]:
    if imported.left_out:
        yield ImportProblem(code="rows_left_out", args={"rows": imported.left_out})


def _club_limit_problems(club: Club, draft: Draft) -> Iterator[ImportProblem]:
    """Yield the limits of the club that the services would enforce."""
    for one in draft.new_evenings:
        if len(one.scored.hands) > budgets.HANDS_PER_EVENING:
            place = one.source.place
            yield ImportProblem(code="too_many_hands", line=place.line, where=place.where)
    new_people = draft.new_people
    names = Club.objects.values_list("names_length", flat=True).get(pk=club.pk)
    if new_people and names + len(new_people) > budgets.NAMES_PER_CLUB:
        yield ImportProblem(code="names_full")
    new_evenings = draft.new_evenings
    last_number = Evening.objects.filter(club=club).aggregate(Max("number"))["number__max"] or 0
    if new_evenings and last_number + len(new_evenings) > budgets.EVENINGS_PER_CLUB:
        yield ImportProblem(code="evenings_full")
    entries = Chain.objects.filter(pk=club.pk).values_list("length", flat=True).first() or 0
    # At most: an evening's pot and a payment of each person come to its hands.
    entries += sum(len(one.scored.hands) + 1 + len(one.people) for one in new_evenings) + len(draft.new_payments)
    if entries > budgets.ENTRIES_PER_CLUB:
        yield ImportProblem(code="entries_full")


@dataclass(kw_only=True)
class _Drafting:
    club: Club
    choices: Choices
    key: UUID
    ids: Mapping[str, UUID]
    imported_before: ImportedBefore
    now: datetime
    problems: ImportProblems = field(default_factory=ImportProblems)
    tab: list[ImportedPayment] = field(default_factory=list)
    _seen: Counter[str] = field(default_factory=Counter)

    def draft_evenings(self, imported: Imported) -> Iterator[DraftEvening]:
        begun: Counter[datetime] = Counter()
        for found in sorted(imported.evenings, key=lambda one: (one.day, _evening_start(one))):
            source, there = (found, None) if found.is_of_table else self._leave_known_expenses(found)
            if source is None:
                continue
            terms, people = (
                self._imported_terms(source),
                [self.ids[naming.folded_name(name)] for name in source.people],
            )
            self._check_day_is_not_in_future(source.day, source.place)
            problems = ProblemList()
            terms.check(problems)
            for one in problems:
                self.problems.add(one.code, one.field)
            if not self._is_valid_table(source, terms.ruleset, people):
                continue
            at = _evening_start(source)
            at, begun[at] = at + timedelta(minutes=begun[at]), begun[at] + 1
            at = min(at, self.now)
            before = len(self.problems)
            scored = ScoredDraft(source, self.ids, terms, self.problems)
            if len(self.problems) > before:
                continue
            digest = self._file_data_digest(source)
            number = self.imported_before.evenings.get(digest, there)
            if number is None:
                self.problems.notices += scored.remarks.notices
            yield DraftEvening(
                key=uuid5(self.key, digest),
                source=source,
                digest=digest,
                at=at,
                terms=terms,
                people=tuple(people),
                scored=scored,
                number=number,
            )

    def _leave_known_expenses(self, source: ImportedEvening) -> tuple[ImportedEvening | None, int | None]:
        """Return the evening with its new expenses; if it has none, the evening as it is and the number of the known.

        The day may have got one more since an earlier export, or a row of it could not be read then. An evening whose
        expenses are all on the tab is None.
        """
        if source.occurrence_digest(1) in self.imported_before.evenings:
            return source, None
        number, new = self.imported_before.find_new_expenses(source, self.ids)
        if len(new) == len(source.hands):
            return source, None
        if not new and number is None:
            self.tab += (payment for hand in source.hands for payment in expense_payments(hand, source))
            return None, None
        if not new:
            return source, number
        self.problems.add_notice("expenses_there", source.place, count=len(source.hands) - len(new))
        there = {name for hand in new for name in hand.amounts or ()}
        return replace(source, hands=new, people=tuple(name for name in source.people if name in there)), None

    def draft_payments(self, source: Iterable[ImportedPayment]) -> Iterator[DraftPayment]:
        for one in sorted(source, key=lambda payment: payment.day):
            payer, payee = (self.ids[naming.folded_name(name)] for name in (one.payer, one.payee))
            self._check_day_is_not_in_future(one.day, one.place)
            digest = self._file_data_digest(one)
            if payer == payee:
                self.problems.add("payer_is_payee", one.place, name=one.payer)
                continue
            yield DraftPayment(
                id=uuid5(self.key, digest),
                source=one,
                digest=digest,
                at=_local_time(one.day, BEGINS),
                payer=payer,
                payee=payee,
                is_there=digest in self.imported_before.payments,
            )

    def check_names_are_clear(
        self, people: Iterable[MatchedName], evenings: Iterable[DraftEvening], payments: Iterable[DraftPayment]
    ) -> None:
        """Add a problem for each name that may be a known person's, unless all its rows were imported before."""
        rows = [(one.people, one.number is not None) for one in evenings]
        rows += [((one.payer, one.payee), one.is_there) for one in payments]
        before, new = ({id for ids, is_there in rows if is_there is wanted for id in ids} for wanted in (True, False))
        for one in people:
            if one.is_open and one.id not in before - new:
                self.problems.add("name_unclear", name=one.name, near=", ".join(near.name for near in one.near))

    def notice_same_days(self, evenings: Sequence[DraftEvening]) -> None:
        """Add a notice for each evening of the club on one of these days: it may be the same one."""
        days = {one.source.day for one in evenings if one.number is None}
        if not days:
            return
        since, until = _local_time(min(days), time.min), _local_time(max(days), time.max)
        found = listed_evenings(Evening.objects.filter(club=self.club, started_at__gte=since, started_at__lte=until))
        for number, started_at in found.order_by("number").values_list("number", "started_at"):
            if day_of(started_at) in days:
                self.problems.add_notice("evening_that_day", number=number, day=day_of(started_at).isoformat())

    def _imported_terms(self, source: ImportedEvening) -> Terms:
        """Return the terms: for amounts alone a point is the smallest unit, and three people play the short game."""
        chosen = self.choices.terms
        if source.ruleset is not None:
            return self._terms_of_imported_amounts(source, source.ruleset)
        if any(hand.hand is not None for hand in source.hands):
            if source.unit not in (None, chosen.unit):
                unit = source.unit or POINTS
                self.problems.add("other_unit_chosen", source.place, said=unit, chosen=chosen.unit)
            return chosen
        ruleset = chosen.ruleset
        if len(source.people) == 3 and ruleset.GAME == "bavarian":
            ruleset = PRESETS["bavarian"]["short"]
        return self._terms_of_imported_amounts(source, ruleset)

    def _terms_of_imported_amounts(self, source: ImportedEvening, ruleset: Ruleset) -> Terms:
        return Terms(ruleset=ruleset, unit=source.unit or self.choices.terms.unit, stake_minor=source.stake_minor)

    def _is_valid_table(self, source: ImportedEvening, ruleset: Ruleset, people: Sequence[UUID]) -> bool:
        """Return whether the people are a table; if not, expenses go on the tab, and an evening is a problem."""
        place = source.place
        if len(set(people)) < len(people):
            self.problems.add("two_names_one_person", place)
            return False
        found = ProblemList()
        ids = tuple(Player(str(id)) for id in people)
        ruleset.check_table(Table(players=ids, dealer=ids[0] if ids else None), found)
        if not found:
            return True
        if source.is_of_table:
            least, most = ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS
            self.problems.add("no_table", place, people=len(people), least=least, most=most)
            return False
        for hand in source.hands:
            self.tab += expense_payments(hand, source)
        self.problems.add_notice("on_tab_no_table", place, people=len(people))
        return False

    def _check_day_is_not_in_future(self, day: date, place: FilePosition) -> None:
        if day > day_of(self.now):
            self.problems.add("date_in_future", place)

    def _file_data_digest(self, source: ImportedEvening | ImportedPayment) -> str:
        """Return the digest of the file's data, which does not depend on the people matched."""
        once = source.occurrence_digest(1)
        self._seen[once] += 1
        return source.occurrence_digest(self._seen[once])


def _evening_start(source: ImportedEvening) -> datetime:
    return source.begun_at or _local_time(source.day, BEGINS)


def _local_time(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock, tzinfo=timezone.get_default_timezone())
