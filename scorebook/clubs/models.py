import uuid

from django.db import models
from django.db.models import Q

from scorebook.clubs import names
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.link_tokens import new_link_token

RECORDED_BY_MAX = 100
HASH_LENGTH = 64


class Club(models.Model):
    """People who play together. Whoever has the link is in; there are no accounts yet.

    names_length, names_head: how far the chain of names goes, and the hash of its last event. Whoever founds,
    enrols or renames holds this row.
    imported_at:  when it came in as a file; None where it was founded here.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=names.CLUB_NAME_MAX)
    link_token = models.CharField(max_length=43, unique=True, default=new_link_token, editable=False)
    created_at = models.DateTimeField()
    names_length = models.PositiveIntegerField(default=0, editable=False)
    names_head = models.CharField(max_length=HASH_LENGTH, default="", editable=False)
    imported_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person in one club, the same from evening to evening."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", db_index=False)
    name = models.CharField(max_length=names.PLAYER_NAME_MAX)
    # Compared here and not by the database's LOWER(), which on SQLite and in some locales of PostgreSQL
    # knows ASCII only. Longer than the name because lower case may take more letters.
    name_folded = models.CharField(max_length=3 * names.PLAYER_NAME_MAX, editable=False)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name_folded"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name_folded"], name="clubs_player_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class TypedText(AppendOnlyModel):
    """What a person typed and every chain of hashes names by its commitment only.

    id: the commitment, SHA-256 over salt and text. Text and salt may be erased together, once: whatever refers to
    the row, and every hash, stays as it is, and nobody can say any more what was typed.
    """

    ERASABLE = ("text", "salt")

    id = models.CharField(primary_key=True, max_length=HASH_LENGTH, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    salt = models.CharField(max_length=32)

    class Meta(AppendOnlyModel.Meta):
        pass

    def __str__(self) -> str:
        return self.text

    @property
    def is_erased(self) -> bool:
        return not (self.text or self.salt)


class NameEvent(AppendOnlyModel):
    """Who was called what from when on: a chain of hashes for each club.

    player: None where the name is the club's own.
    text:   the name.
    """

    class Kind(models.TextChoices):
        FOUNDED = "founded"
        ENROLLED = "enrolled"
        RENAMED = "renamed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    text = models.ForeignKey(TypedText, on_delete=models.PROTECT, related_name="+", db_index=False)
    recorded_by = models.CharField(max_length=RECORDED_BY_MAX)
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=HASH_LENGTH, blank=True)
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["club", "seq"], name="clubs_name_event_seq_once"),
            models.CheckConstraint(condition=Q(seq__gt=0), name="clubs_name_event_seq_from_1"),
            models.CheckConstraint(
                condition=~Q(kind="founded", player__isnull=False) & ~Q(kind="enrolled", player__isnull=True),
                name="clubs_name_event_of_club_or_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind}"


class ClubEvent(AppendOnlyModel):
    """What a club said about itself and its people besides their names: what holds follows from all of it (`circle`).

    It moves no money and changes nothing that was written. All of a club's together have one hash (`ChainEnd`).
    player:       whom it is about. other_player: of PERSON_LINKED who they are.
    other_club:   of CLUB_LINKED and CLUB_UNLINKED the club that is part of this one, of CLUB_JOINED and CLUB_LEFT the
                  one that this one is part of.
    facts:        of CUP_AGREED its rule and the first day on which it holds.
    KEPT:         only in books of before clubs were deleted on request alone; nothing writes it any more.
    """

    class Kind(models.TextChoices):
        PERSON_LINKED = "person_linked"
        PERSON_UNLINKED = "person_unlinked"
        NAME_HIDDEN = "name_hidden"
        NAME_SHOWN = "name_shown"
        NAME_FORGOTTEN = "name_forgotten"
        LEFT_RATINGS = "left_ratings"
        JOINED_RATINGS = "joined_ratings"
        CLUB_LINKED = "club_linked"
        CLUB_UNLINKED = "club_unlinked"
        CLUB_JOINED = "club_joined"
        CLUB_LEFT = "club_left"
        MONEY_HIDDEN = "money_hidden"
        MONEY_SHOWN = "money_shown"
        CUP_AGREED = "cup_agreed"
        KEPT = "kept"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=Kind)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    other_player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    other_club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    facts = models.JSONField(default=dict)
    recorded_by = models.CharField(max_length=RECORDED_BY_MAX)
    recorded_at = models.DateTimeField()

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["club", "seq"], name="clubs_club_event_seq_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind}"


class ChainEnd(models.Model):
    """Where a list of a club's events ends (`chain_ends`); names and entries have theirs on Club and ledger.Chain.

    Written by the function that appends to the list, which holds the club's row.
    name:   of the list.
    length: the number of its last event. hash: of that and all before it.
    """

    class Name(models.TextChoices):
        CLUB_EVENTS = "club_events"
        SEASONS = "seasons"
        IMPORTS = "imports"

    pk = models.CompositePrimaryKey("club_id", "name")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    name = models.CharField(max_length=20, choices=Name)
    length = models.PositiveIntegerField()
    hash = models.CharField(max_length=HASH_LENGTH)

    def __str__(self) -> str:
        return f"{self.name}: {self.length}"


class EndedClub(AppendOnlyModel):
    """A club that was deleted on request: what tells it from one that vanished. No names, no links.

    club_id:     no foreign key: the club is gone, or came back from its file since.
    file_sha256: of the file that the club went into.
    heads:       of its chains at the end, as `operations.anchor` has them: chain, evening, length, hash.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club_id = models.UUIDField(db_index=True)
    ended_at = models.DateTimeField()
    file_sha256 = models.CharField(max_length=HASH_LENGTH)
    heads = models.JSONField()

    class Meta(AppendOnlyModel.Meta):
        ordering = ["ended_at"]

    def __str__(self) -> str:
        return f"{self.club_id} ended on {self.ended_at:%Y-%m-%d}"
