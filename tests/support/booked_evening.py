"""An evening in the table's words, for stories about money."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID, uuid4

from django.apps import apps
from django.db import connection

from scorebook.clubs.models import Club, Player
from scorebook.clubs.services import create_club, enrol_players
from scorebook.core import append_only
from scorebook.ledger import ledger_verification, queries, services
from scorebook.ledger.models import Entry, PlannedPayment

NINE_O_CLOCK = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


@dataclass(kw_only=True)
class BookedEvening:
    club: Club
    players: dict[str, Player]
    unit: str = "EUR"
    evening_id: UUID = field(default_factory=uuid4)

    def open(self) -> None:
        services.open_accounts(
            club=self.club, unit=self.unit, players=list(self.players.values()), evening_id=self.evening_id
        )

    def result(
        self, why: str = "hand 1", *, key: UUID | None = None, pot: int = 0, **amounts: int
    ) -> services.ResultDraft:
        return services.ResultDraft(
            key=key or uuid4(),
            why=why,
            amounts={self.players[name].pk: amount for name, amount in amounts.items()},
            pot_minor=pot,
        )

    def reversal(self, entry: Entry, *, key: UUID | None = None) -> services.ReversalDraft:
        return services.ReversalDraft(key=key or uuid4(), reverses=entry.pk, why=f"{entry.why} corrected")

    def post(self, *drafts: services.Draft, by: str = "Anna", at: datetime = NINE_O_CLOCK) -> list[Entry]:
        return services.post_drafts(
            club=self.club, unit=self.unit, evening_id=self.evening_id, drafts=drafts, by=by, at=at
        )

    def pay(self, payer: str, payee: str, amount_minor: int, *, key: UUID | None = None) -> Entry:
        draft = services.PaymentDraft(
            key=key or uuid4(),
            payer_id=self.players[payer].pk,
            payee_id=self.players[payee].pk,
            amount_minor=amount_minor,
            note="in cash",
        )
        return services.pay(
            club=self.club, unit=self.unit, evening_id=self.evening_id, draft=draft, by=payer, at=NINE_O_CLOCK
        )

    def plan(self, at: datetime = NINE_O_CLOCK) -> list[PlannedPayment]:
        return services.make_plan(club=self.club, unit=self.unit, evening_id=self.evening_id, at=at)

    def shown(self) -> list[tuple[str, str, int, bool]]:
        """The plan as it is on the screen: payer, payee, amount, paid."""
        lines = queries.plan_lines(club=self.club, unit=self.unit, evening_id=self.evening_id)
        return [
            (line.planned.payer_name, line.planned.payee_name, line.planned.amount_minor, line.is_paid)
            for line in lines
        ]

    def mark_paid(self, planned: PlannedPayment, *, key: UUID | None = None) -> Entry:
        return services.mark_paid(planned=planned, key=key or uuid4(), by="Anna", at=NINE_O_CLOCK)

    def mark_unpaid(self, planned: PlannedPayment, *, key: UUID | None = None) -> Entry:
        return services.mark_unpaid(planned=planned, key=key or uuid4(), by="Anna", at=NINE_O_CLOCK)

    def balances(self) -> dict[str, int]:
        return self._named(queries.balances(club=self.club, unit=self.unit, evening_id=self.evening_id))

    def club_balances(self) -> dict[str, int]:
        return self._named(queries.balances(club=self.club, unit=self.unit))

    def statement(self, name: str) -> list[tuple[str, int, int]]:
        found = queries.evening_account_statement(
            club=self.club, unit=self.unit, player_id=self.players[name].pk, evening_id=self.evening_id
        )
        return [(line.entry.why, line.amount_minor, line.balance_minor) for line in found.lines]

    def pot(self) -> int:
        return queries.pot_balance(club=self.club, unit=self.unit, evening_id=self.evening_id)

    def check(self) -> None:
        """What must hold after whatever happened."""
        assert queries.verify_chain(club=self.club) is None
        assert list(ledger_verification.balance_differences(self.club)) == []
        assert sum(self.balances().values()) + self.pot() == 0

    def next(self) -> "BookedEvening":
        """Another evening of the same people."""
        later = BookedEvening(club=self.club, players=self.players, unit=self.unit)
        later.open()
        return later

    def _named(self, balances: dict[UUID, int]) -> dict[str, int]:
        names = {player.pk: name for name, player in self.players.items()}
        return {names[player_id]: balance for player_id, balance in balances.items()}


def new_evening(*names: str) -> BookedEvening:
    club = create_club(key=uuid4(), name="Stammtisch Linde", at=NINE_O_CLOCK, by="club link")
    players = enrol_players(club=club, names=names, at=NINE_O_CLOCK, by="club link")
    evening = BookedEvening(club=club, players=dict(zip(names, players, strict=True)))
    evening.open()
    return evening


@contextmanager
def unguarded() -> Iterator[None]:
    """The database without its triggers, as somebody has it who owns the file or the server."""
    tables = append_only.protected_tables(apps.get_app_config("ledger"))
    # PostgreSQL alters no table while checks of its foreign keys are outstanding.
    connection.check_constraints()
    append_only.drop_triggers(connection, tables)
    yield
    connection.check_constraints()
    append_only.install_triggers(connection, tables)
