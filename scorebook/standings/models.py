"""What is remembered of a club's evenings one after the other, and the seasons that the club agreed on."""

import uuid

from django.db import models

from scorebook.clubs.models import HASH_LENGTH, RECORDED_BY_MAX, Club, Player, TypedText
from scorebook.core.append_only import AppendOnlyModel
from scorebook.play.models import Evening


class Memory(models.Model):
    """Held by whoever replays the evenings of a club, so that they come one after the other."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, primary_key=True, related_name="+")

    class Meta:
        verbose_name_plural = "memories"

    def __str__(self) -> str:
        return "memory"


class Rating(models.Model):
    """Where a person stood after a closed evening, among those who play the same game.

    Derived, by `memory`, from the results of all evenings of the game up to this one.
    club:     the one that the others of its circle are linked to. player: the person, whoever sat there for them.
    mu, sigma: as of `ratings.Rating`, in whole thousandths, so that every machine and every backup keeps the same.
    evenings: how many were rated, this one too. people: how many were there.
    expected_place: theirs, from the ratings before the evening, in hundredths. place: the real one.
    streak:   how many evenings in a row, up to this one, brought them points, or, below 0, cost them some.
    """

    pk = models.CompositePrimaryKey("club_id", "evening_id", "player_id")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    game = models.CharField(max_length=40)
    started_at = models.DateTimeField()
    mu_thousandths = models.BigIntegerField()
    sigma_thousandths = models.BigIntegerField()
    evenings = models.PositiveIntegerField()
    people = models.PositiveSmallIntegerField()
    expected_place_hundredths = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    streak = models.IntegerField()

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
    """The evening at which the club's travelling cup came to somebody. Derived, as a Rating is.

    from_player: who had it before; None for the first.
    """

    pk = models.CompositePrimaryKey("club_id", "evening_id")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    from_player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    started_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["club", "started_at"], name="standings_cup_started")]

    def __str__(self) -> str:
        return f"the cup on {self.started_at:%Y-%m-%d}"


class SeasonEvent(AppendOnlyModel):
    """What was agreed on a season, and how it ended: a chain of hashes for each club.

    season: its id; that of the event that began it.
    facts:  agreed and changed: what is counted how (`seasons.Agreement`). closed: the table as it stood.
    text:   the name of the season, or why it was reopened.
    """

    class Kind(models.TextChoices):
        AGREED = "agreed"
        CHANGED = "changed"
        CLOSED = "closed"
        REOPENED = "reopened"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    season = models.UUIDField()
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    facts = models.JSONField(default=dict)
    text = models.ForeignKey(TypedText, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    recorded_by = models.CharField(max_length=RECORDED_BY_MAX)
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=HASH_LENGTH, blank=True)
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["club", "seq"], name="standings_season_event_seq_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind}"
