"""Evenings: terms, seats, events of hands and of the evening, and derived results."""

import uuid
from datetime import timedelta
from typing import TypedDict

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import cached_property

from rules import Player as RulesPlayer
from rules import Ruleset, read_ruleset
from scorebook.clubs.models import HASH_LENGTH, MAX_TOKEN, Club, Player, TypedText
from scorebook.clubs.roles import LINK_SEPARATOR, OpenedByLink, Role
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.database.club_keys import ClubForeignKey, ClubOneToOneField, DerivedClubForeignKey
from scorebook.core.link_tokens import new_link_token
from scorebook.ledger.models import MAX_NOTE_LENGTH, MAX_UNIT, Entry

MAX_CONTRACT = 60
RULESET_LENGTH = 16
SCRIBE_LINK_LASTS = timedelta(days=1)  # after the evening is closed


class LedgerKey(TypedDict):
    """The arguments of ledger functions that name an evening."""

    club: Club
    unit: str
    evening_id: uuid.UUID


class Evening(OpenedByLink, models.Model):
    """One evening. Ruleset, unit and stake are fixed before the first hand."""

    CHANGED_BY_EVENTS = ("hand_count", "state", "revision", "last_hash", "closed_at", "agreed_end")
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="evenings", db_index=False)
    number = models.PositiveIntegerField()
    ruleset = models.JSONField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=MAX_UNIT)
    stake_minor = models.PositiveIntegerField()  # minor units of money per point
    first_dealer = ClubForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    hand_count = models.PositiveIntegerField(default=0)  # highest hand number, voided hands included
    revision = models.PositiveIntegerField(default=0)  # number of events; a page compares it to detect changes
    state = models.JSONField(default=dict)  # before the next hand; computed from the events
    agreed_end = models.JSONField(null=True)  # `ending.write_agreed_end`, by the events; None without
    # Of the newest event (`event_chain.seal_event`).
    last_hash = models.CharField(max_length=HASH_LENGTH, default="", editable=False)
    # Head of the club's name chain at the opening; empty in evenings older than the chain.
    names_head = models.CharField(max_length=HASH_LENGTH, default="", editable=False)
    scribe_token = models.CharField(max_length=MAX_TOKEN, default=new_link_token, editable=False)
    watch_token = models.CharField(max_length=MAX_TOKEN, default=new_link_token, editable=False)

    class Meta:
        ordering = ["-number"]
        indexes = [models.Index(fields=["club", "started_at"], name="play_evening_started")]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="play_evening_number_once"),
            models.UniqueConstraint(fields=["club", "scribe_token"], name="play_evening_scribe_token_once"),
            models.UniqueConstraint(fields=["club", "watch_token"], name="play_evening_watch_token_once"),
            models.CheckConstraint(condition=Q(stake_minor__gt=0), name="play_evening_stake_positive"),
        ]

    def __str__(self) -> str:
        return f"evening {self.number}"

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def is_scribe_link_expired(self) -> bool:
        """Return whether the scribe link opens nothing any more; until then its holder may reopen the evening."""
        return self.closed_at is not None and self.closed_at + SCRIBE_LINK_LASTS < timezone.now()

    def link_from(self, club: Club) -> str:
        """Return the token by which a page of the club leads here: the scribe's as long as it opens the evening.

        It is preferred because people share the address of the page that they see. From a linked club it never is, so
        that nothing stays open when the clubs are parted.
        """
        if self.club_id != club.pk or self.is_scribe_link_expired:
            return self.member_link(club.link)
        return self.scribe_token

    @property
    def writing_link(self) -> str:
        """Return the scribe's token if the link in use includes it and it has not expired, else the link in use."""
        has_scribe_link = self.role >= Role.MEMBER or self.link == self.scribe_token
        return self.scribe_token if has_scribe_link and not self.is_scribe_link_expired else self.link

    def member_link(self, club_link: str) -> str:
        return f"{club_link}{LINK_SEPARATOR}{self.pk}"

    @property
    def ledger_key(self) -> LedgerKey:
        return {"club": self.club, "unit": self.unit, "evening_id": self.pk}

    def all_seats(self) -> models.QuerySet["Seat"]:
        return Seat.objects.filter(club=self.club_id, evening=self)

    @cached_property
    def rules(self) -> Ruleset:
        """Return the agreed ruleset, parsed once. Raises: rules.RulesetError."""
        return read_ruleset(self.ruleset)


class Seat(models.Model):
    """One stay of a player at the table, from its first hand to its last; a player who comes back gets another.

    The totals are computed from the hand events (`evening_totals.rewrite_seat_totals`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = ClubForeignKey(Evening, on_delete=models.PROTECT, related_name="seats", db_index=False)
    player = ClubForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField()  # 1, 2, ... clockwise among those present
    from_hand = models.PositiveIntegerField()
    # The last hand, below from_hand if none was played; None while seated.
    until_hand = models.PositiveIntegerField(null=True)
    points = models.BigIntegerField(default=0)
    amount_minor = models.BigIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)  # with cards held
    declared = models.PositiveIntegerField(default=0)  # as the declarer
    declared_won = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["place", "from_hand"]
        indexes = [models.Index(fields=["evening"], name="play_seat_evening")]
        constraints = [
            models.UniqueConstraint(fields=["club", "evening", "player", "from_hand"], name="play_seat_stay_once"),
            models.UniqueConstraint(
                fields=["club", "evening", "player"],
                condition=Q(until_hand__isnull=True),
                name="play_seat_present_once",
            ),
            models.CheckConstraint(condition=Q(from_hand__gt=0, place__gt=0), name="play_seat_from_1"),
            models.CheckConstraint(condition=Q(declared_won__lte=F("declared")), name="play_seat_won_of_declared"),
        ]

    def __str__(self) -> str:
        return f"place {self.place} from hand {self.from_hand}"

    @cached_property
    def of_player(self) -> RulesPlayer:
        return RulesPlayer(str(self.player_id))

    @property
    def is_present(self) -> bool:
        return self.until_hand is None

    def covers_hand(self, no: int) -> bool:
        return self.from_hand <= no and (self.until_hand is None or no <= self.until_hand)


class MonthTotal(models.Model):
    """The sum of a player's evening results in one month, for one game and unit.

    Derived: closing an evening adds it, reopening subtracts it; rebuilt by `months.rebuild_months`, audited.
    """

    pk = models.CompositePrimaryKey("club_id", "player_id", "month", "game", "unit")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = DerivedClubForeignKey(Player)
    month = models.DateField()  # first day; by the start of the evening, in the installation's time zone
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=MAX_UNIT)
    evenings = models.IntegerField(default=0)  # attended (`EveningResult`)
    points = models.BigIntegerField(default=0)
    amount_minor = models.BigIntegerField(default=0)
    hands = models.IntegerField(default=0)
    declared = models.IntegerField(default=0)
    declared_won = models.IntegerField(default=0)
    undealt_points = models.BigIntegerField(default=0)  # as in EveningResult

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.game} for {self.unit}"


class MonthContract(models.Model):
    """The sums of a player's hands in one month with one contract, declared by any player.

    Derived like MonthTotal, by `months`. Covers hands in which the player held cards; points without cards have a
    row of their own (`months.WITHOUT_CARDS`), so that the points of all rows add up to those of the MonthTotal.
    """

    pk = models.CompositePrimaryKey("club_id", "player_id", "month", "game", "unit", "contract")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = DerivedClubForeignKey(Player)
    month = models.DateField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=MAX_UNIT)
    contract = models.CharField(max_length=MAX_CONTRACT)
    hands = models.IntegerField(default=0)
    won = models.IntegerField(default=0)  # by `counted_hands.hand_winners`
    lost = models.IntegerField(default=0)
    points = models.BigIntegerField(default=0)
    declared = models.IntegerField(default=0)  # as the declarer
    declared_won = models.IntegerField(default=0)
    defended = models.IntegerField(default=0)  # against another declarer
    defended_won = models.IntegerField(default=0)
    schneider_given = models.IntegerField(default=0)  # won with Schneider or Schwarz
    schneider_taken = models.IntegerField(default=0)  # lost with Schneider or Schwarz
    partnered = models.IntegerField(default=0)  # on the side of another declarer
    partnered_won = models.IntegerField(default=0)
    declared_points = models.BigIntegerField(default=0)
    defended_points = models.BigIntegerField(default=0)
    partnered_points = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.contract} of {self.game} for {self.unit}"


class MonthPair(models.Model):
    """The sums of two players' hands in one month, together and against each other, of hands with two sides.

    Derived like MonthTotal, by `months`. The player is the one whose id comes first.
    """

    pk = models.CompositePrimaryKey("club_id", "player_id", "other_id", "month", "game", "unit")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = DerivedClubForeignKey(Player)
    other = DerivedClubForeignKey(Player)
    month = models.DateField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=MAX_UNIT)
    together = models.IntegerField(default=0)  # hands on one side
    together_won = models.IntegerField(default=0)
    together_points = models.BigIntegerField(default=0)
    partner_points = models.BigIntegerField(default=0)  # of the other; differs when one takes the pot alone
    against = models.IntegerField(default=0)  # hands on two sides
    against_won = models.IntegerField(default=0)  # by the player
    against_points = models.BigIntegerField(default=0)
    other_points = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} two in {self.game} for {self.unit}"


class EveningResult(models.Model):
    """The result of a closed evening for a player who attended; the basis of seasons, ratings and records.

    Derived: written on closing, deleted on reopening, rebuilt and checked by `evening_results`.
    """

    pk = models.CompositePrimaryKey("club_id", "evening_id", "player_id")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = DerivedClubForeignKey(Evening)
    player = DerivedClubForeignKey(Player)
    started_at = models.DateTimeField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=MAX_UNIT)
    ruleset = models.CharField(max_length=RULESET_LENGTH)  # start of its digest; equal for equal house rules
    people = models.PositiveSmallIntegerField()  # number who attended
    place = models.PositiveSmallIntegerField()  # by points, 1 is the best; equal points share a place
    points = models.BigIntegerField()
    amount_minor = models.BigIntegerField()
    undealt_points = models.BigIntegerField(default=0)  # part of `points` without a hand (`counted_hands.had_cards`)
    hands = models.PositiveIntegerField()
    won = models.PositiveIntegerField()  # hands, by `counted_hands.hand_winners`
    lost = models.PositiveIntegerField()  # hands, by `counted_hands.hand_winners`
    declared = models.PositiveIntegerField()
    declared_won = models.PositiveIntegerField()
    schneider_given = models.PositiveIntegerField()  # hands won with Schneider or Schwarz
    schneider_taken = models.PositiveIntegerField()  # hands lost with Schneider or Schwarz
    matadors = models.PositiveIntegerField()  # number of Laufende paid to their side
    doubled = models.PositiveIntegerField()  # hands with a Stoss or Kontra, as a member of a side
    doubled_won = models.PositiveIntegerField()
    best_points = models.BigIntegerField()  # highest gain in a hand with cards held, at least 0
    best_no = models.PositiveIntegerField()  # number of that hand; 0 without a gain
    run = models.PositiveIntegerField()  # longest run of wins, among hands with cards held

    class Meta:
        indexes = [
            models.Index(fields=["club", "player", "started_at"], name="play_evening_result_player"),
            models.Index(fields=["club", "started_at"], name="play_evening_result_started"),
            models.Index(fields=["club", "run"], name="play_evening_result_run"),
            models.Index(fields=["club", "game", "points"], name="play_evening_result_points"),
            # Covers all columns that boards add up per person.
            models.Index(
                fields=[
                    "club", "player", "people", "place", "game", "schneider_given", "schneider_taken", "matadors",
                    "doubled", "doubled_won", "run", "best_points",
                ],
                name="play_evening_result_board",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"place {self.place} of {self.people}"


class HandResult(models.Model):
    """A valid hand of a closed evening with cards dealt; the basis of search and of the hall of fame.

    Derived like EveningResult.
    """

    class Feat(models.TextChoices):
        NONE = ""
        SIE = "sie"
        TOUT = "tout"  # a won Tout or Du
        MARCH = "march"  # all tricks in a Ramsch

    pk = models.CompositePrimaryKey("club_id", "evening_id", "no")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = DerivedClubForeignKey(Evening)
    no = models.PositiveIntegerField()
    event = DerivedClubForeignKey("HandEvent")
    started_at = models.DateTimeField()  # of the evening
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=MAX_UNIT)
    contract = models.CharField(max_length=MAX_CONTRACT)
    declarer = DerivedClubForeignKey(Player, null=True)
    partner = DerivedClubForeignKey(Player, null=True)
    value = models.BigIntegerField()  # points that one loser pays to one winner
    gain = models.BigIntegerField()  # highest gain of a player
    won = models.BooleanField(null=True)  # by the declarer; None without one
    level = models.CharField(max_length=10, blank=True)  # empty without one
    matadors = models.PositiveSmallIntegerField()  # number of Laufende paid
    doublings = models.PositiveSmallIntegerField()  # number of Kontra calls
    feat = models.CharField(max_length=10, choices=Feat, default=Feat.NONE, blank=True)
    has_note = models.BooleanField(default=False)  # has or had a typed text, possibly erased

    class Meta:
        indexes = [
            models.Index(fields=["club", "started_at"], name="play_hand_result_started"),
            models.Index(fields=["club", "declarer", "started_at"], name="play_hand_result_declarer"),
            models.Index(fields=["club", "partner", "started_at"], name="play_hand_result_partner"),
            models.Index(fields=["club", "contract", "started_at"], name="play_hand_result_contract"),
            models.Index(fields=["club", "game", "gain"], name="play_hand_result_gain"),
            # With the start time, so that SQLite prefers these two to the index of all hands.
            models.Index(fields=["club", "feat", "started_at"], condition=~Q(feat=""), name="play_hand_result_feat"),
            models.Index(fields=["club", "started_at"], condition=Q(has_note=True), name="play_hand_result_note"),
        ]

    def __str__(self) -> str:
        return f"hand {self.no}: {self.contract}"


class ShelvedEvening(models.Model):
    """An archived evening, or a discarded one in which nothing was played; lists omit both.

    It counts as before and its links still open it. Restoring it deletes this row.
    """

    class Kind(models.TextChoices):
        ARCHIVED = "archived"
        DISCARDED = "discarded"

    evening = ClubOneToOneField(Evening, on_delete=models.PROTECT, primary_key=True, related_name="shelved")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    shelved_by = models.CharField(max_length=MAX_NOTE_LENGTH)
    shelved_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.kind


class HandEvent(AppendOnlyModel):
    """One version of a hand. The current version is the one that no event replaces."""

    class Kind(models.TextChoices):
        RECORDED = "recorded"
        CORRECTED = "corrected"
        VOIDED = "voided"
        REPLAYED = "replayed"

    # The client's key; derived from the cause in a replayed event.
    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = ClubForeignKey(Evening, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()  # place among all events of the evening
    no = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    table = models.JSONField()  # recorded seating order and dealer, never recomputed
    report = models.JSONField()  # facts without table and typed text
    # Typed text: a note, and why the table settled the hand by itself; `hand_event_codec.facts_of_event` merges it in.
    note = ClubForeignKey(TypedText, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    score = models.JSONField()  # of a voided event: the score it would have had, which does not count
    state_after = models.JSONField(null=True)  # None in a voided event, which changes no state
    # The hand's ledger entry; an event that changed no amount keeps the earlier one.
    entry = ClubForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    # The previous version of the hand.
    replaces = ClubOneToOneField("self", on_delete=models.PROTECT, null=True, related_name="replaced_by")
    # Of a replayed event: the correction of an earlier hand that caused it.
    cause = ClubForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")
    recorded_by = models.CharField(max_length=MAX_NOTE_LENGTH)
    recorded_at = models.DateTimeField()
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        indexes = [
            models.Index(fields=["evening"], name="play_hand_event_evening"),
            models.Index(fields=["note"], condition=Q(note__isnull=False), name="play_hand_event_note"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "evening", "seq"], name="play_hand_event_seq_once"),
            # In addition to the evening's lock and the known number of hands: a refusal is better than a silent double.
            models.UniqueConstraint(
                fields=["club", "evening", "no"], condition=Q(kind="recorded"), name="play_hand_event_recorded_once"
            ),
            models.UniqueConstraint(
                fields=["replaces", "club"],
                condition=Q(replaces__isnull=False),
                name="play_hand_event_replaced_once",
            ),
            models.CheckConstraint(
                condition=Q(kind="voided", state_after__isnull=True, entry__isnull=True)
                | (~Q(kind="voided") & Q(state_after__isnull=False, entry__isnull=False)),
                name="play_hand_event_voided_moves_nothing",
            ),
            models.CheckConstraint(
                condition=Q(kind="recorded", replaces__isnull=True) | (~Q(kind="recorded") & Q(replaces__isnull=False)),
                name="play_hand_event_replaces_unless_recorded",
            ),
            models.CheckConstraint(
                condition=Q(kind="replayed", cause__isnull=False) | (~Q(kind="replayed") & Q(cause__isnull=True)),
                name="play_hand_event_cause_iff_replayed",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.no} {self.kind}"

    @property
    def is_void(self) -> bool:
        return self.kind == self.Kind.VOIDED


class EveningEvent(AppendOnlyModel):
    """An event of the evening itself: opened, joined, left, closed, reopened, end agreed.

    The hash is as in HandEvent; that of the opening also covers the terms of the evening.
    """

    class Kind(models.TextChoices):
        OPENED = "opened"
        JOINED = "joined"
        LEFT = "left"
        CLOSED = "closed"
        REOPENED = "reopened"
        END_AGREED = "end_agreed"

    # The client's key; for the opening it is also the evening's id.
    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = ClubForeignKey(Evening, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    after_hand = models.PositiveIntegerField()  # number of hands recorded before
    facts = models.JSONField(default=dict)  # as sent by the client; a repeated key must have equal facts
    shares = models.JSONField(default=dict)  # closed: player -> points of the pot; the rest went to the kitty
    # Closed: the ledger entry of the shares, if there was a pot.
    entry = ClubForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    recorded_by = models.CharField(max_length=MAX_NOTE_LENGTH)
    recorded_at = models.DateTimeField()
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        indexes = [models.Index(fields=["evening"], name="play_evening_event_evening")]
        constraints = [
            models.UniqueConstraint(fields=["club", "evening", "seq"], name="play_evening_event_seq_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} after hand {self.after_hand}"
