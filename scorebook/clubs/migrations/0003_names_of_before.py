"""Clubs and people of before get the name that they have now as their first event."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from scorebook.clubs import name_chain
from scorebook.core import canonical_hash

BY = "migration"


def write_names(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    text_model, event_model, player_model = (
        apps.get_model("clubs", name) for name in ("TypedText", "NameEvent", "Player")
    )
    for club in list(apps.get_model("clubs", "Club").objects.filter(names_length=0)):
        players = player_model.objects.filter(club=club).order_by("created_at", "pk")
        named = [("founded", None, club), *(("enrolled", player, player) for player in players)]
        for kind, player, who in named:
            salt = canonical_hash.new_salt()
            text = text_model(
                id=canonical_hash.commitment(salt=salt, text=who.name), club=club, text=who.name, salt=salt
            )
            text.save(force_insert=True)
            event = event_model(
                club=club,
                seq=club.names_length + 1,
                kind=kind,
                player=player,
                text=text,
                by=BY,
                at=who.created_at,
                previous_hash=club.names_head,
            )
            event.hash = name_chain.digest(event)
            event.save(force_insert=True)
            club.names_length, club.names_head = event.seq, event.hash
        club.save(update_fields=["names_length", "names_head"])


def leave_them(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The way back drops the tables."""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_names"),
    ]

    operations = [
        migrations.RunPython(write_names, leave_them),
    ]
