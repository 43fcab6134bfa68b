import uuid

import django.db.models.deletion
from django.db import migrations, models

from scorebook.core import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubEvent",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("seq", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("person_linked", "Person Linked"),
                            ("person_unlinked", "Person Unlinked"),
                            ("name_hidden", "Name Hidden"),
                            ("name_shown", "Name Shown"),
                            ("name_forgotten", "Name Forgotten"),
                            ("left_ratings", "Left Ratings"),
                            ("joined_ratings", "Joined Ratings"),
                            ("club_linked", "Club Linked"),
                            ("club_unlinked", "Club Unlinked"),
                            ("club_joined", "Club Joined"),
                            ("club_left", "Club Left"),
                            ("money_hidden", "Money Hidden"),
                            ("money_shown", "Money Shown"),
                            ("cup_agreed", "Cup Agreed"),
                        ],
                        max_length=20,
                    ),
                ),
                ("facts", models.JSONField(default=dict)),
                ("recorded_by", models.CharField(max_length=100)),
                ("recorded_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "other_club",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "other_player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "abstract": False,
                "base_manager_name": "objects",
                "constraints": [models.UniqueConstraint(fields=("club", "seq"), name="clubs_club_event_seq_once")],
            },
        ),
        append_only.protect_tables("clubs_clubevent"),
    ]
