import uuid

import django.db.models.deletion
from django.db import migrations, models

from scorebook.core import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0002_club_event"),
        ("play", "0006_results"),
    ]

    operations = [
        migrations.CreateModel(
            name="Memory",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="clubs.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CupPassing",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club_id", "evening_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("started_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="play.evening"
                    ),
                ),
                (
                    "from_player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "started_at"], name="standings_cup_started")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club_id",
                        "evening_id",
                        "player_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("started_at", models.DateTimeField()),
                ("mu_thousandths", models.BigIntegerField()),
                ("sigma_thousandths", models.BigIntegerField()),
                ("evenings", models.PositiveIntegerField()),
                ("people", models.PositiveSmallIntegerField()),
                ("expected_place_hundredths", models.PositiveIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("streak", models.IntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="play.evening"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["club", "game", "player", "started_at"], name="standings_rating_newest"),
                    models.Index(fields=["club", "game", "started_at"], name="standings_rating_started"),
                    models.Index(fields=["club", "streak"], name="standings_rating_streak"),
                    models.Index(
                        condition=models.Q(("place", 1)), fields=["club", "player"], name="standings_rating_won"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("season", models.UUIDField()),
                ("seq", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("agreed", "Agreed"),
                            ("changed", "Changed"),
                            ("closed", "Closed"),
                            ("reopened", "Reopened"),
                        ],
                        max_length=10,
                    ),
                ),
                ("facts", models.JSONField(default=dict)),
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
                    "text",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
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
                    models.UniqueConstraint(fields=("club", "seq"), name="standings_season_event_seq_once")
                ],
            },
        ),
        append_only.protect_tables("standings_seasonevent"),
    ]
