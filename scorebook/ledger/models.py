"""Accounts, the chain of entries with their transfers, and payment plans."""

import uuid

from django.db import models
from django.db.models import F, Q

from scorebook.clubs.models import Club, Player, TypedText
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.database.club_keys import ClubForeignKey, ClubOneToOneField, DerivedClubForeignKey
from scorebook.ledger.settlement import SettlementMethod

MAX_UNIT = 20
MAX_NOTE_LENGTH = 100


class Account(AppendOnlyModel):
    """A source and target of transfers. Its id is derived from what it stands for (`accounts.account_id`)."""

    class Kind(models.TextChoices):
        PLAYER = "player"
        TABLE = "table"
        POT = "pot"
        KITTY = "kitty"
        CASH = "cash"

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="accounts")
    unit = models.CharField(max_length=MAX_UNIT)
    kind = models.CharField(max_length=10, choices=Kind)
    player = ClubForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="accounts")
    # No foreign key: evenings belong to `play`, which the ledger must not import.
    evening_id = models.UUIDField(null=True)

    class Meta(AppendOnlyModel.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="player", player__isnull=False) | (~Q(kind="player") & Q(player__isnull=True)),
                name="ledger_account_player_iff_player",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["table", "pot"], evening_id__isnull=False)
                | (~Q(kind__in=["table", "pot"]) & Q(evening_id__isnull=True)),
                name="ledger_account_evening_iff_table_or_pot",
            ),
            models.UniqueConstraint(
                fields=["club", "unit", "player"],
                condition=Q(player__isnull=False),
                name="ledger_account_player_once",
            ),
            models.UniqueConstraint(
                fields=["club", "unit", "kind", "evening_id"],
                condition=Q(evening_id__isnull=False),
                name="ledger_account_evening_once",
            ),
            models.UniqueConstraint(
                fields=["club", "unit", "kind"],
                condition=Q(player__isnull=True, evening_id__isnull=True),
                name="ledger_account_club_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.unit})"


class Chain(models.Model):
    """The length and head of a club's books. Writers lock this row, so that seq and hash have no gap."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, primary_key=True, related_name="chain")
    length = models.PositiveBigIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.length} entries"


class Plan(models.Model):
    """The planned settlement of an evening or the tab, in force until a newer plan supersedes it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="plans", db_index=False)
    unit = models.CharField(max_length=MAX_UNIT)
    evening_id = models.UUIDField(null=True)  # None for the tab
    number = models.PositiveIntegerField()  # from 1, per unit of an evening or of the tab
    method = models.CharField(max_length=20, choices=[(method.value, method.name) for method in SettlementMethod])
    # With SettlementMethod.ONE_FOR_ALL: the person through whom all pay; None is the till.
    treasurer = ClubForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    # With SettlementMethod.FEWEST: whether fewer payments are impossible; None if not determined.
    is_proven = models.BooleanField(null=True)
    made_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["club"], name="ledger_plan_club"),
            models.Index(fields=["treasurer"], condition=Q(treasurer__isnull=False), name="ledger_plan_treasurer"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "evening_id", "unit", "number"],
                condition=Q(evening_id__isnull=False),
                name="ledger_plan_of_evening_once",
            ),
            models.UniqueConstraint(
                fields=["club", "unit", "number"], condition=Q(evening_id__isnull=True), name="ledger_plan_of_tab_once"
            ),
            models.CheckConstraint(
                condition=Q(treasurer__isnull=True) | Q(method=SettlementMethod.ONE_FOR_ALL.value),
                name="ledger_plan_treasurer_of_one_for_all",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.method}"


class PlannedPayment(models.Model):
    """One payment of a plan. It moves no money; entries that refer to it do.

    It is paid as far as unreversed entries refer to it, and open until it is paid or a newer plan supersedes it. A
    newer plan leaves paid ones as they are.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="planned_payments")
    plan = ClubForeignKey(Plan, on_delete=models.PROTECT, related_name="payments", db_index=False)
    position = models.PositiveIntegerField()
    # Payer, payee: None is the till.
    # The till, not a person as treasurer: the person who takes the box home changes.
    payer = ClubForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="planned_to_pay")
    payee = ClubForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="planned_to_receive")
    amount_minor = models.BigIntegerField()
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["plan__number", "position"]
        indexes = [models.Index(fields=["plan"], name="ledger_planned_plan")]
        constraints = [
            models.CheckConstraint(condition=Q(amount_minor__gt=0), name="ledger_planned_amount_positive"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="ledger_planned_two_people"),
            models.CheckConstraint(
                condition=Q(payer__isnull=False) | Q(payee__isnull=False), name="ledger_planned_somebody"
            ),
            models.UniqueConstraint(fields=["club", "plan", "position"], name="ledger_planned_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.amount_minor}"

    @property
    def payer_name(self) -> str:
        return self.payer.name if self.payer else ""

    @property
    def payee_name(self) -> str:
        return self.payee.name if self.payee else ""


class Entry(AppendOnlyModel):
    """One event in the books: reason, author, time and transfers. It is never changed, only reversed."""

    class Kind(models.TextChoices):
        RESULT = "result"
        REVERSAL = "reversal"
        PAYMENT = "payment"
        # Functions of `services.tab`.
        CARRIED = "carried"
        ROUNDING = "rounding"
        DEPOSIT = "deposit"
        PAYOUT = "payout"
        CHARGE = "charge"
        GRANT = "grant"
        SPENDING = "spending"

    # The client's key.
    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="entries", db_index=False)
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    unit = models.CharField(max_length=MAX_UNIT)
    evening_id = models.UUIDField(null=True)
    reverses = ClubOneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    planned = ClubForeignKey(PlannedPayment, on_delete=models.PROTECT, null=True, related_name="payments")
    # Machine-readable reason such as "hand 7"; translated when displayed.
    why = models.CharField(max_length=MAX_NOTE_LENGTH)
    # Of a reversal: what happened to the hand (corrected, voided, replayed).
    cause = models.CharField(max_length=10, blank=True)
    # Of a tab entry: the evening whose balances were carried over.
    carried_from = models.UUIDField(null=True)
    # Typed by a person; the chain holds its commitment only.
    note = ClubForeignKey(TypedText, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    recorded_by = models.CharField(max_length=MAX_NOTE_LENGTH)
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["club", "evening_id"], name="ledger_entry_evening"),
            models.Index(fields=["club", "recorded_at"], name="ledger_entry_recorded"),
            models.Index(fields=["note"], condition=Q(note__isnull=False), name="ledger_entry_note"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "seq"], name="ledger_entry_seq_once"),
            models.UniqueConstraint(
                fields=["reverses", "club"], condition=Q(reverses__isnull=False), name="ledger_entry_reversed_once"
            ),
            models.CheckConstraint(condition=Q(seq__gt=0), name="ledger_entry_seq_from_1"),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False) | (~Q(kind="reversal") & Q(reverses__isnull=True)),
                name="ledger_entry_reverses_iff_reversal",
            ),
            models.CheckConstraint(
                condition=Q(planned__isnull=True) | Q(kind="payment"), name="ledger_entry_planned_is_payment"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind} {self.why}"


class Transfer(AppendOnlyModel):
    """A positive amount from one account to another; each transfer balances by construction."""

    pk = models.CompositePrimaryKey("entry_id", "position")
    # Derived from the transfer's content (chain.transfer_id).
    id = models.UUIDField(editable=False)
    # Every row has its club, so that clubs can be spread over several databases. It is the club of the entry: the
    # database checks that both exist, and the audit compares the two.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False)
    entry = ClubForeignKey(Entry, on_delete=models.PROTECT, related_name="transfers", db_index=False)
    position = models.PositiveSmallIntegerField()
    source = ClubForeignKey(Account, on_delete=models.PROTECT, related_name="given")
    target = ClubForeignKey(Account, on_delete=models.PROTECT, related_name="received")
    amount_minor = models.BigIntegerField()

    class Meta(AppendOnlyModel.Meta):
        ordering = ["entry", "position"]
        constraints = [
            models.CheckConstraint(condition=Q(amount_minor__gt=0), name="ledger_transfer_amount_positive"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="ledger_transfer_two_accounts"),
        ]

    def __str__(self) -> str:
        return f"{self.amount_minor}"


class MonthMovement(models.Model):
    """The sum of one month's transfers on an account, so that a balance need not add up years.

    Derived: written with each entry, rebuilt by `balances.rebuild_movements`, checked by the audit. The table account
    has none, because its balance is 0 after every entry.
    """

    pk = models.CompositePrimaryKey("club_id", "account_id", "is_tab", "month")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    account = DerivedClubForeignKey(Account, related_name="movements")
    is_tab = models.BooleanField()  # True: entries without evening, False: of all evenings
    month = models.DateField()  # first day of the month of recording, in the installation's time zone
    amount_minor = models.BigIntegerField(default=0)  # received less given

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}: {self.amount_minor:+}"
