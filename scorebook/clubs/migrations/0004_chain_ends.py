from itertools import groupby
from operator import attrgetter

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from scorebook.clubs.chain_ends import folded_hash


def fill_ends_of_club_events(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    events = apps.get_model("clubs", "ClubEvent").objects.order_by("club_id", "seq")
    chain_ends = apps.get_model("clubs", "ChainEnd").objects
    for club_id, group in groupby(events.iterator(chunk_size=500), key=attrgetter("club_id")):
        own = list(group)
        chain_ends.create(club_id=club_id, name="club_events", length=own[-1].seq, hash=folded_hash(own))


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_ended_clubs"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChainEnd",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club_id", "name", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        choices=[("club_events", "Club Events"), ("seasons", "Seasons"), ("imports", "Imports")],
                        max_length=20,
                    ),
                ),
                ("length", models.PositiveIntegerField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
            ],
        ),
        migrations.RunPython(fill_ends_of_club_events, migrations.RunPython.noop),
    ]
