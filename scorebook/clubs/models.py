from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from scorebook.clubs import names
from scorebook.clubs.roles import OpenedByLink, Role
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.database.club_keys import ClubForeignKey
from scorebook.core.link_tokens import derived_link_token, new_link_token

MAX_RECORDED_BY = 100
HASH_LENGTH = 64
MAX_TOKEN = 43
MAX_SITE = 200  # the address of an installation, such as https://scorebook.example
_REMINDER_FROM_EVENING = 3


def founding_token(club_id: uuid.UUID) -> str:
    return derived_link_token("founding", str(club_id))


class Club(OpenedByLink, models.Model):
    """People who play together. Access goes by links, without accounts (`clubs.roles`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=names.MAX_CLUB_NAME)
    keeper_token = models.CharField(max_length=MAX_TOKEN, default=new_link_token, editable=False)
    member_token = models.CharField(max_length=MAX_TOKEN, default=new_link_token, editable=False)
    # In the signature of the calendar's address; replaced with the member's link, so that it ends with it.
    calendar_seed = models.CharField(max_length=MAX_TOKEN, default=new_link_token, editable=False)
    keeper_link_kept_at = models.DateTimeField(null=True, editable=False)  # None: nobody has said yet that they keep it
    created_at = models.DateTimeField()
    # Length of the name chain and hash of its last event. Creating, enrolling and renaming lock this row.
    names_length = models.PositiveIntegerField(default=0, editable=False)
    names_head = models.CharField(max_length=HASH_LENGTH, default="", editable=False)
    # Grows with every name and every event in the club group (`LockedGroup.raise_versions`); pages compare it.
    group_version = models.PositiveBigIntegerField(default=0, editable=False)
    imported_at = models.DateTimeField(null=True, editable=False)  # from a club file; None if created here
    # The site that still has the club while it is copied here (`operations.moving`); empty: this one has it.
    arriving_from = models.CharField(max_length=MAX_SITE, default="", editable=False)

    def __str__(self) -> str:
        return self.name

    @property
    def has_founding_link(self) -> bool:
        """Return whether the keeper's link is still that of the founding; only then a repeat of it gets the links."""
        return self.keeper_token == founding_token(self.pk)

    def reminds_of_link(self, *, evening: int) -> bool:
        """Return whether this is the keeper, and no keeper has said by this evening that they keep their link."""
        return self.is_opened_by_keeper and self.keeper_link_kept_at is None and evening >= _REMINDER_FROM_EVENING

    @property
    def own_link(self) -> str:
        """Return the link that allows what the one in use does; by a device, the address has none."""
        return self.keeper_token if self.is_opened_by_keeper else self.member_token

    def other_devices(self) -> models.QuerySet[Device]:
        """Return the devices of the club without the one in use."""
        return self.devices.exclude(pk=self.device.pk) if self.device else self.devices.all()

    def has_same_link(self, opened: Club) -> bool:
        """Return whether the link or device by which an earlier copy of this club was opened is still in use."""
        if opened.device is not None:
            return self.devices.filter(pk=opened.device.pk, role__gte=opened.role).exists()
        if opened.role == Role.MEMBER:
            return self.member_token == opened.member_token
        return self.keeper_token == opened.keeper_token


class LinkRoute(models.Model):
    """The club that a link opens: all that is looked up before the club is known (`link_routes`).

    The routes of a club that moved to another site stay, so that its links lead there.
    """

    token = models.CharField(primary_key=True, max_length=MAX_TOKEN, editable=False)
    club = models.ForeignKey(Club, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")

    def __str__(self) -> str:
        return str(self.club_id)


class Player(models.Model):
    """A person in one club, the same one across evenings."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", db_index=False)
    name = models.CharField(max_length=names.MAX_PLAYER_NAME)
    # Folded in Python, because LOWER() knows ASCII only on SQLite and in some locales of PostgreSQL.
    # Longer than the name because lower case may take more letters.
    name_folded = models.CharField(max_length=3 * names.MAX_PLAYER_NAME, editable=False)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name_folded"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name_folded"], name="clubs_player_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Device(models.Model):
    """A browser that opens a club without its link: by a key in a cookie, which a keeper can make void for it alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="devices", db_index=False)
    key_hash = models.CharField(max_length=HASH_LENGTH, editable=False)  # SHA-256 of the key in the cookie
    role = models.PositiveSmallIntegerField()  # MEMBER or KEEPER
    browser = models.CharField(max_length=20)  # as `clubs.devices.browser_names` reads them; empty for an unknown one
    system = models.CharField(max_length=20)
    admitted_at = models.DateTimeField()
    used_at = models.DateTimeField()  # to the day
    # Whose it is, once a member has confirmed it.
    player = ClubForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="devices", db_index=False)
    # Whose its holder says it is, until then.
    requested_player = ClubForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)

    class Meta:
        ordering = ["-used_at", "-admitted_at"]
        indexes = [
            models.Index(fields=[name], condition=Q(**{f"{name}__isnull": False}), name=f"clubs_device_{name}")
            for name in ("player", "requested_player")
        ]
        constraints = [models.UniqueConstraint(fields=["club", "key_hash"], name="clubs_device_key_once")]

    def __str__(self) -> str:
        return f"{self.browser} on {self.system}"

    @property
    def is_keeper(self) -> bool:
        return self.role >= Role.KEEPER


class TypedText(AppendOnlyModel):
    """Text that a person typed; the hash chains refer to it by its commitment only.

    Text and salt can be erased together, once. References to the row and all hashes stay as they are.
    """

    ERASABLE = ("text", "salt")

    # The commitment: SHA-256 of salt and text.
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
    """A name given to a club or player; the events of a club form a hash chain."""

    class Kind(models.TextChoices):
        FOUNDED = "founded"
        ENROLLED = "enrolled"
        RENAMED = "renamed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    player = ClubForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")  # None: the club itself
    text = ClubForeignKey(TypedText, on_delete=models.PROTECT, related_name="+", db_index=False)  # the name
    recorded_by = models.CharField(max_length=MAX_RECORDED_BY)
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=HASH_LENGTH, blank=True)
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        indexes = [models.Index(fields=["text"], name="clubs_name_event_text")]
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
    """An event about a club or its people other than a name; the state is computed from all of them (`group`).

    Events move no money and change no other rows. All events of a club have one hash (`ChainEnd`).
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
        PERSON_CLAIMED = "person_claimed"
        CLAIM_DISPUTED = "claim_disputed"
        CLAIM_REVOKED = "claim_revoked"
        KEEPER_LINK_WANTED = "keeper_link_wanted"
        KEEPER_LINK_SECONDED = "keeper_link_seconded"
        KEEPER_LINK_REFUSED = "keeper_link_refused"
        KEEPER_LINK_MADE = "keeper_link_made"
        KEPT = "kept"  # stands in older books only; nothing writes it any more

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=Kind)
    player = ClubForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    # PERSON_LINKED: the same person.
    other_player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    # CLUB_LINKED, CLUB_UNLINKED: the club linked to this one. CLUB_JOINED, CLUB_LEFT: the main club.
    other_club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    facts = models.JSONField(default=dict)  # CUP_AGREED: its rule and first day; of claims: the id of the device
    recorded_by = models.CharField(max_length=MAX_RECORDED_BY)
    recorded_at = models.DateTimeField()

    class Meta(AppendOnlyModel.Meta):
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["club", "seq"], name="clubs_club_event_seq_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind}"


class ChainEnd(models.Model):
    """The end of a list of club events (`chain_ends`); names and entries have theirs on Club and ledger.Chain.

    Written by the function that appends to the list, under the lock on the club's row.
    """

    class Name(models.TextChoices):
        CLUB_EVENTS = "club_events"
        SEASONS = "seasons"
        IMPORTS = "imports"

    pk = models.CompositePrimaryKey("club_id", "name")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    name = models.CharField(max_length=20, choices=Name)
    length = models.PositiveIntegerField()  # number of the last event
    hash = models.CharField(max_length=HASH_LENGTH)  # of the last event and all before

    def __str__(self) -> str:
        return f"{self.name}: {self.length}"


class EndedClub(AppendOnlyModel):
    """The record of a club deleted on request or moved to another site, which tells it from a lost one.

    It holds no names and no links.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club_id = models.UUIDField(db_index=True)  # no foreign key: the club is deleted, or imported again
    ended_at = models.DateTimeField()
    file_sha256 = models.CharField(max_length=HASH_LENGTH, blank=True)  # of the exported club file; empty if it moved
    heads = models.JSONField()  # chain, evening, length, hash; see `operations.anchor`
    moved_to = models.CharField(max_length=MAX_SITE, default="", blank=True)  # the site that has the club since

    class Meta(AppendOnlyModel.Meta):
        ordering = ["ended_at"]

    def __str__(self) -> str:
        return f"{self.club_id} ended on {self.ended_at:%Y-%m-%d}"
