"""The evening: what was agreed before the first hand, who sat where, and everything that happened."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property

from rules import Player as RulesPlayer
from rules import Ruleset, read_ruleset
from scorebook.clubs.models import HASH_LENGTH, Club, Player, TypedText
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.link_tokens import new_link_token
from scorebook.ledger.models import TEXT_MAX, UNIT_MAX, Entry

TOKEN_MAX = 43
CONTRACT_MAX = 60
RULESET_LENGTH = 16


class Evening(models.Model):
    """One evening. Ruleset, unit and stake are settled before the first hand and never change.

    stake_minor: minor units of money for one point.
    hand_count:  the highest hand number; voided hands keep theirs.
    revision:    number of events; it grows with everything that happens, so that a page knows it is old.
    state:       what the next hand starts from; like hand_count it follows from the events.
    agreed_end:  when it is to end (`ending.AgreedEnd`), as the events have it; None where nobody agreed on that.
    last_hash:   of the newest event (`seal.digest`).
    names_head:  the head of the club's chain of names at the opening; empty for an evening of before there was one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="evenings", db_index=False)
    number = models.PositiveIntegerField()
    ruleset = models.JSONField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=UNIT_MAX)
    stake_minor = models.PositiveIntegerField()
    first_dealer = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    hand_count = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)
    agreed_end = models.JSONField(null=True)
    last_hash = models.CharField(max_length=HASH_LENGTH, default="", editable=False)
    names_head = models.CharField(max_length=HASH_LENGTH, default="", editable=False)
    scribe_token = models.CharField(max_length=TOKEN_MAX, unique=True, default=new_link_token, editable=False)
    watch_token = models.CharField(max_length=TOKEN_MAX, unique=True, default=new_link_token, editable=False)

    class Meta:
        ordering = ["-number"]
        indexes = [models.Index(fields=["club", "started_at"], name="play_evening_started")]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="play_evening_number_once"),
            models.CheckConstraint(condition=Q(stake_minor__gt=0), name="play_evening_stake_positive"),
        ]

    def __str__(self) -> str:
        return f"evening {self.number}"

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    def all_seats(self) -> models.QuerySet["Seat"]:
        """Every stay at its table."""
        return Seat.objects.filter(club=self.club_id, evening=self)

    @cached_property
    def rules(self) -> Ruleset:
        """What was agreed on, which never changes. Raises: rules.RulesetError."""
        return read_ruleset(self.ruleset)


class Seat(models.Model):
    """One stay of a player at the table, from its first hand to its last; who comes back gets another.

    place:      1, 2, ... clockwise among those present.
    until_hand: the last hand of the stay, below from_hand where none was played; None while they sit there.
    The totals follow from the hand events (`totals.rebuild_totals`).
    hands: those in which they held cards. declared, declared_won: those in which they were the declarer.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="seats", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField()
    from_hand = models.PositiveIntegerField()
    until_hand = models.PositiveIntegerField(null=True)
    points = models.BigIntegerField(default=0)
    amount_minor = models.BigIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    declared = models.PositiveIntegerField(default=0)
    declared_won = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["place", "from_hand"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "player", "from_hand"], name="play_seat_stay_once"),
            models.UniqueConstraint(
                fields=["evening", "player"], condition=Q(until_hand__isnull=True), name="play_seat_present_once"
            ),
            models.CheckConstraint(condition=Q(from_hand__gt=0, place__gt=0), name="play_seat_from_1"),
            models.CheckConstraint(condition=Q(declared_won__lte=F("declared")), name="play_seat_won_of_declared"),
        ]

    def __str__(self) -> str:
        return f"place {self.place} from hand {self.from_hand}"

    @cached_property
    def of_player(self) -> RulesPlayer:
        """Whose stay it is, as the rules name them."""
        return RulesPlayer(str(self.player_id))

    @property
    def is_present(self) -> bool:
        return self.until_hand is None

    def covers(self, no: int) -> bool:
        return self.from_hand <= no and (self.until_hand is None or no <= self.until_hand)


class MonthTotal(models.Model):
    """What a player brought home in one month, of one game and one unit: the sum of the results of its evenings.

    Derived: an evening is added when it is closed and taken away when it is reopened; rebuilt by
    `months.rebuild_months`, checked by the audit.
    month:    its first day; an evening belongs to that in which it began, where the club is.
    evenings: those at which they were there (`EveningResult`).
    undealt_points: as of an EveningResult.
    """

    pk = models.CompositePrimaryKey("club_id", "player_id", "month", "game", "unit")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    month = models.DateField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=UNIT_MAX)
    evenings = models.IntegerField(default=0)
    points = models.BigIntegerField(default=0)
    amount_minor = models.BigIntegerField(default=0)
    hands = models.IntegerField(default=0)
    declared = models.IntegerField(default=0)
    declared_won = models.IntegerField(default=0)
    undealt_points = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.game} for {self.unit}"


class MonthContract(models.Model):
    """How a player fared in one month with one contract, whoever declared it: the sum of its hands.

    Derived, as a MonthTotal is, by `hand_sums`. Only hands in which they held cards; their points without cards stand
    in a row of their own (`hand_sums.WITHOUT_CARDS`), so that the points of all rows are those of the MonthTotal.
    won, lost:       hands that they won, and those that they lost (`counted_hands.outcome`).
    declared:        those in which they were the declarer. defended: those in which others declared against them.
    schneider_given: those that their side won with Schneider or Schwarz; schneider_taken: those that it lost so.
    """

    pk = models.CompositePrimaryKey("club_id", "player_id", "month", "game", "unit", "contract")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    month = models.DateField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=UNIT_MAX)
    contract = models.CharField(max_length=CONTRACT_MAX)
    hands = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    lost = models.IntegerField(default=0)
    points = models.BigIntegerField(default=0)
    declared = models.IntegerField(default=0)
    declared_won = models.IntegerField(default=0)
    defended = models.IntegerField(default=0)
    defended_won = models.IntegerField(default=0)
    schneider_given = models.IntegerField(default=0)
    schneider_taken = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.contract} of {self.game} for {self.unit}"


class MonthPair(models.Model):
    """How two players fared in one month together and against each other: the sum of hands with two sides.

    Derived, as a MonthTotal is, by `hand_sums`. The player is the one of the two whose id comes first.
    together:     hands that they played on one side; together_points, partner_points: what those brought the two, of
                  whom one may have taken the pot alone.
    against:      those on two sides; against_won: by the player; against_points, other_points: what those brought them.
    """

    pk = models.CompositePrimaryKey("club_id", "player_id", "other_id", "month", "game", "unit")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    month = models.DateField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=UNIT_MAX)
    together = models.IntegerField(default=0)
    together_won = models.IntegerField(default=0)
    together_points = models.BigIntegerField(default=0)
    partner_points = models.BigIntegerField(default=0)
    against = models.IntegerField(default=0)
    against_won = models.IntegerField(default=0)
    against_points = models.BigIntegerField(default=0)
    other_points = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} two in {self.game} for {self.unit}"


class EveningResult(models.Model):
    """What a closed evening brought a player who was there: what seasons, ratings and records are read from.

    Derived: written when the evening is closed, taken away when it is reopened, rebuilt and checked by `results`.
    ruleset:  the beginning of its digest; evenings with the same were played by the same house rules.
    people:   how many were there. place: theirs among them by points, 1 the best; who is level shares it.
    undealt_points: those of `points` that were written down without a hand (`counted_hands.had_cards`).
    won, lost: hands in which they held cards and that they won, or lost (`counted_hands.outcome`).
    schneider_given, schneider_taken: hands that their side won, or lost, with Schneider or Schwarz.
    matadors: Laufende that their side was paid for, card by card.
    doubled:  hands with a Stoss or Kontra in which they were on a side; doubled_won: those of them that it won.
    best_points, best_no: the hand of those in which they held cards that brought them most; 0 where none did.
    run:      most hands in a row that they won, of those in which they held cards.
    """

    pk = models.CompositePrimaryKey("club_id", "evening_id", "player_id")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    started_at = models.DateTimeField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=UNIT_MAX)
    ruleset = models.CharField(max_length=RULESET_LENGTH)
    people = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    points = models.BigIntegerField()
    amount_minor = models.BigIntegerField()
    undealt_points = models.BigIntegerField(default=0)
    hands = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    declared = models.PositiveIntegerField()
    declared_won = models.PositiveIntegerField()
    schneider_given = models.PositiveIntegerField()
    schneider_taken = models.PositiveIntegerField()
    matadors = models.PositiveIntegerField()
    doubled = models.PositiveIntegerField()
    doubled_won = models.PositiveIntegerField()
    best_points = models.BigIntegerField()
    best_no = models.PositiveIntegerField()
    run = models.PositiveIntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["club", "player", "started_at"], name="play_evening_result_player"),
            models.Index(fields=["club", "started_at"], name="play_evening_result_started"),
            models.Index(fields=["club", "run"], name="play_evening_result_run"),
            models.Index(fields=["club", "game", "points"], name="play_evening_result_points"),
            # Holds all that boards add up, person by person.
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
    """A hand of a closed evening that counts and for which cards were dealt: what search and the hall look through.

    Derived, as an EveningResult is.
    started_at: of its evening. event: what says all about it.
    value:    points that one loser pays to one winner. gain: the most that it brought anybody.
    won:      by the declarer; None where nobody declared.
    level:    how clearly; empty where it says nothing. matadors: Laufende that were paid. doublings: how often doubled.
    has_note: somebody typed something to it, which may have been erased since.
    """

    class Feat(models.TextChoices):
        """What is told of for years; a Tout, or a Du, that was won, and all tricks in a Ramsch."""

        NONE = ""
        SIE = "sie"
        TOUT = "tout"
        MARCH = "march"

    pk = models.CompositePrimaryKey("club_id", "evening_id", "no")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="+", db_index=False)
    no = models.PositiveIntegerField()
    event = models.ForeignKey("HandEvent", on_delete=models.PROTECT, related_name="+", db_index=False)
    started_at = models.DateTimeField()
    game = models.CharField(max_length=40)
    unit = models.CharField(max_length=UNIT_MAX)
    contract = models.CharField(max_length=CONTRACT_MAX)
    declarer = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    partner = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    value = models.BigIntegerField()
    gain = models.BigIntegerField()
    won = models.BooleanField(null=True)
    level = models.CharField(max_length=10, blank=True)
    matadors = models.PositiveSmallIntegerField()
    doublings = models.PositiveSmallIntegerField()
    feat = models.CharField(max_length=10, choices=Feat, default=Feat.NONE, blank=True)
    has_note = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["club", "started_at"], name="play_hand_result_started"),
            models.Index(fields=["club", "declarer", "started_at"], name="play_hand_result_declarer"),
            models.Index(fields=["club", "partner", "started_at"], name="play_hand_result_partner"),
            models.Index(fields=["club", "contract", "started_at"], name="play_hand_result_contract"),
            models.Index(fields=["club", "game", "gain"], name="play_hand_result_gain"),
            # With the moment, so that SQLite takes these two rather than the index of all hands.
            models.Index(fields=["club", "feat", "started_at"], condition=~Q(feat=""), name="play_hand_result_feat"),
            models.Index(fields=["club", "started_at"], condition=Q(has_note=True), name="play_hand_result_note"),
        ]

    def __str__(self) -> str:
        return f"hand {self.no}: {self.contract}"


class ShelvedEvening(models.Model):
    """An evening that no list shows any more: archived, or discarded because nothing was played in it.

    It counts as before, its links open it as before, and whoever takes it from the shelf deletes this row.
    """

    class Kind(models.TextChoices):
        ARCHIVED = "archived"
        DISCARDED = "discarded"

    evening = models.OneToOneField(Evening, on_delete=models.PROTECT, primary_key=True, related_name="shelved")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    shelved_by = models.CharField(max_length=TEXT_MAX)
    shelved_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.kind


class HandEvent(AppendOnlyModel):
    """What was written about one hand, once. The newest event of a hand is the one that nothing replaces.

    seq:         place among all events of the evening.
    table:       who sat there in seating order and who dealt; recorded facts, never worked out again.
    report:      the facts of the hand without its table, and without what somebody typed.
    note:        what somebody typed: a note, and why the table settled the hand by itself; `codec.facts_of_event`
                 puts it in again.
    score:       what it was worth; in a voided event what it would have been, and none of it counts.
    state_after: None in a voided event, because such a hand leaves everything as it was.
    entry:       what stands in the ledger for this hand; an event that changed no amount keeps the earlier one.
    replaces:    the event of the same hand that stood before.
    cause:       in a replayed event the correction of an earlier hand that led to it.
    hash:        ties the event to all before it in the evening (`seal.digest`).
    """

    class Kind(models.TextChoices):
        RECORDED = "recorded"
        CORRECTED = "corrected"
        VOIDED = "voided"
        REPLAYED = "replayed"

    # The key that the client brought; a replayed event's follows from its cause.
    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    no = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    table = models.JSONField()
    report = models.JSONField()
    note = models.ForeignKey(TypedText, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    score = models.JSONField()
    state_after = models.JSONField(null=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    replaces = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="replaced_by")
    cause = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")
    recorded_by = models.CharField(max_length=TEXT_MAX)
    recorded_at = models.DateTimeField()
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "seq"], name="play_hand_event_seq_once"),
            # In addition to the evening's lock and the known number of hands: a refusal is better than a silent double.
            models.UniqueConstraint(
                fields=["evening", "no"], condition=Q(kind="recorded"), name="play_hand_event_recorded_once"
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
    """What happened around the hands: opened, joined, left, closed, reopened, another end agreed.

    after_hand: how many hands had been recorded.
    facts:      what the client sent, in JSON; the same key must bring the same facts again.
    shares:     closed: player -> points of the pot that they got; the rest of it went to the kitty.
    entry:      closed: the ledger's entry of those shares, where there was a pot.
    hash:       as of a HandEvent; that of the opening holds what was agreed for the evening as well.
    """

    class Kind(models.TextChoices):
        OPENED = "opened"
        JOINED = "joined"
        LEFT = "left"
        CLOSED = "closed"
        REOPENED = "reopened"
        END_AGREED = "end_agreed"

    # The key that the client brought; of the opening it is the evening's id as well.
    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    after_hand = models.PositiveIntegerField()
    facts = models.JSONField(default=dict)
    shares = models.JSONField(default=dict)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    recorded_by = models.CharField(max_length=TEXT_MAX)
    recorded_at = models.DateTimeField()
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "seq"], name="play_evening_event_seq_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} after hand {self.after_hand}"
