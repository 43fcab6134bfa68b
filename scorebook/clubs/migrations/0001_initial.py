import uuid

import django.db.models.deletion
from django.db import migrations, models

import scorebook.core.link_tokens
from scorebook.core import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80)),
                (
                    "link_token",
                    models.CharField(
                        default=scorebook.core.link_tokens.new_link_token, editable=False, max_length=43, unique=True
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("names_length", models.PositiveIntegerField(default=0, editable=False)),
                ("names_head", models.CharField(default="", editable=False, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=40)),
                ("name_folded", models.CharField(editable=False, max_length=120)),
                ("created_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "ordering": ["name_folded"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name_folded"), name="clubs_player_name_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TypedText",
            fields=[
                ("id", models.CharField(editable=False, max_length=64, primary_key=True, serialize=False)),
                ("text", models.TextField()),
                ("salt", models.CharField(max_length=32)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="NameEvent",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("seq", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("founded", "Founded"), ("enrolled", "Enrolled"), ("renamed", "Renamed")],
                        max_length=10,
                    ),
                ),
                ("recorded_by", models.CharField(max_length=100)),
                ("recorded_at", models.DateTimeField()),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "text",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.typedtext",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "abstract": False,
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(fields=("club", "seq"), name="clubs_name_event_seq_once"),
                    models.CheckConstraint(condition=models.Q(("seq__gt", 0)), name="clubs_name_event_seq_from_1"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "founded"), ("player__isnull", False), _negated=True),
                            models.Q(("kind", "enrolled"), ("player__isnull", True), _negated=True),
                        ),
                        name="clubs_name_event_of_club_or_player",
                    ),
                ],
            },
        ),
        append_only.protect_tables("clubs_nameevent", "clubs_typedtext"),
    ]
