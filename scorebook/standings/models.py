"""Results that build on each other from evening to evening, and the seasons that the club agreed on."""

import uuid

from django.db import models

from scorebook.clubs.models import HASH_LENGTH, MAX_RECORDED_BY, Club, Player, TypedText
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.canonical_hash import canonical_digest
from scorebook.core.database.club_keys import ClubForeignKey, DerivedForeignKey
from scorebook.play.models import Evening


class StandingsLock(models.Model):
    """The lock of a club's stored results: replays of its evenings run one after the other."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, primary_key=True, related_name="+")

    class Meta:
        db_table = "standings_memory"

    def __str__(self) -> str:
        return "standings lock"

    @classmethod
    def lock_clubs(cls, *club_ids: uuid.UUID) -> None:
        """Lock the stored results of these clubs until the transaction ends."""
        for club_id in sorted(club_ids):  # one order for all, against deadlocks
            cls.objects.get_or_create(club_id=club_id)
            cls.objects.select_for_update(no_key=True).get(club_id=club_id)


class Rating(models.Model):
    """The rating of a person after a closed evening, among those who play the same game.

    `standings_updates` derives it from the results of all evenings of the game up to this one.
    """

    pk = models.CompositePrimaryKey("club_id", "evening_id", "player_id")
    # the root of its group of linked clubs
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = DerivedForeignKey(Evening)
    # the person, whichever of their entries played
    player = DerivedForeignKey(Player)
    game = models.CharField(max_length=40)
    started_at = models.DateTimeField()
    # `ratings.Rating` in whole thousandths, so that every machine and every backup keeps the same.
    mu_thousandths = models.BigIntegerField()
    sigma_thousandths = models.BigIntegerField()
    evenings = models.PositiveIntegerField()  # rated so far, this one included
    people = models.PositiveSmallIntegerField()  # in the evening
    expected_place_hundredths = models.PositiveIntegerField()  # from the ratings before the evening
    place = models.PositiveSmallIntegerField()
    streak = models.IntegerField()  # evenings in a row with a plus up to this one; below 0, with a minus

    class Meta:
        indexes = [
            models.Index(fields=["club", "game", "player", "started_at"], name="standings_rating_newest"),
            models.Index(fields=["club", "game", "started_at"], name="standings_rating_started"),
            models.Index(fields=["club", "streak"], name="standings_rating_streak"),
            models.Index(fields=["club", "player"], condition=models.Q(place=1), name="standings_rating_won"),
        ]

    def __str__(self) -> str:
        return f"{self.mu_thousandths} ± {self.sigma_thousandths} thousandths"


class CupPassing(models.Model):
    """An evening at which the club's travelling cup came to a new holder. Derived, as a Rating is."""

    pk = models.CompositePrimaryKey("club_id", "evening_id")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = DerivedForeignKey(Evening)
    player = DerivedForeignKey(Player)
    # the holder before; None for the first of an agreement
    from_player = DerivedForeignKey(Player, null=True)
    started_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["club", "started_at"], name="standings_cup_started")]

    def __str__(self) -> str:
        return f"the cup on {self.started_at:%Y-%m-%d}"


class SeasonEvent(AppendOnlyModel):
    """An event of a season in the club's chain of hashes: an agreement, a closing or a reopening."""

    class Kind(models.TextChoices):
        AGREED = "agreed"
        CHANGED = "changed"
        CLOSED = "closed"
        REOPENED = "reopened"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    season = models.UUIDField()  # its id: that of its first event
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    # AGREED, CHANGED: the rules (`season_agreement.Agreement`). CLOSED: the table (`seasons.closed_season`).
    facts = models.JSONField(default=dict)
    # The name of the season, or the reason for reopening it.
    text = ClubForeignKey(TypedText, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    recorded_by = models.CharField(max_length=MAX_RECORDED_BY)
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=HASH_LENGTH, blank=True)
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        indexes = [models.Index(fields=["text"], condition=models.Q(text__isnull=False), name="standings_season_text")]
        constraints = [
            models.UniqueConstraint(fields=["club", "seq"], name="standings_season_event_seq_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind}"

    def compute_digest(self) -> str:
        """Return the SHA-256 of the whole event, with the commitment to its text."""
        fields = (field for field in self._meta.concrete_fields if field.name != "hash")
        return canonical_digest({field.attname: getattr(self, field.attname) for field in fields})
