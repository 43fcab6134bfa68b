import secrets
import uuid

from django.db import models

from scorebook.clubs import names


def new_link_token() -> str:
    return secrets.token_urlsafe(16)


class Club(models.Model):
    """People who play together. Whoever has the link is in; there are no accounts yet."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=names.CLUB_NAME_MAX)
    link_token = models.CharField(max_length=43, unique=True, default=new_link_token, editable=False)
    created_at = models.DateTimeField()

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
