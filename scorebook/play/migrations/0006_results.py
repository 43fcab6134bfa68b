import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_club_event"),
        ("play", "0005_evening_fillfactor"),
    ]

    operations = [
        migrations.CreateModel(
            name="ShelvedEvening",
            fields=[
                (
                    "evening",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="shelved",
                        serialize=False,
                        to="play.evening",
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=[("archived", "Archived"), ("discarded", "Discarded")], max_length=10),
                ),
                ("shelved_by", models.CharField(max_length=100)),
                ("shelved_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningResult",
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
                ("started_at", models.DateTimeField()),
                ("game", models.CharField(max_length=40)),
                ("unit", models.CharField(max_length=20)),
                ("ruleset", models.CharField(max_length=16)),
                ("people", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.BigIntegerField()),
                ("amount_minor", models.BigIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("lost", models.PositiveIntegerField()),
                ("declared", models.PositiveIntegerField()),
                ("declared_won", models.PositiveIntegerField()),
                ("schneider_given", models.PositiveIntegerField()),
                ("schneider_taken", models.PositiveIntegerField()),
                ("matadors", models.PositiveIntegerField()),
                ("doubled", models.PositiveIntegerField()),
                ("doubled_won", models.PositiveIntegerField()),
                ("best_points", models.BigIntegerField()),
                ("best_no", models.PositiveIntegerField()),
                ("run", models.PositiveIntegerField()),
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
                    models.Index(fields=["club", "player", "started_at"], name="play_evening_result_player"),
                    models.Index(fields=["club", "started_at"], name="play_evening_result_started"),
                    models.Index(fields=["club", "run"], name="play_evening_result_run"),
                    models.Index(fields=["club", "game", "points"], name="play_evening_result_points"),
                    models.Index(
                        fields=[
                            "club",
                            "player",
                            "people",
                            "place",
                            "game",
                            "schneider_given",
                            "schneider_taken",
                            "matadors",
                            "doubled",
                            "doubled_won",
                            "run",
                            "best_points",
                        ],
                        name="play_evening_result_board",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HandResult",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club_id", "evening_id", "no", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("no", models.PositiveIntegerField()),
                ("started_at", models.DateTimeField()),
                ("game", models.CharField(max_length=40)),
                ("unit", models.CharField(max_length=20)),
                ("contract", models.CharField(max_length=60)),
                ("value", models.BigIntegerField()),
                ("gain", models.BigIntegerField()),
                ("won", models.BooleanField(null=True)),
                ("level", models.CharField(blank=True, max_length=10)),
                ("matadors", models.PositiveSmallIntegerField()),
                ("doublings", models.PositiveSmallIntegerField()),
                (
                    "feat",
                    models.CharField(
                        blank=True,
                        choices=[("", "None"), ("sie", "Sie"), ("tout", "Tout"), ("march", "March")],
                        default="",
                        max_length=10,
                    ),
                ),
                ("has_note", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "declarer",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="play.evening"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="play.handevent",
                    ),
                ),
                (
                    "partner",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["club", "started_at"], name="play_hand_result_started"),
                    models.Index(fields=["club", "declarer", "started_at"], name="play_hand_result_declarer"),
                    models.Index(fields=["club", "partner", "started_at"], name="play_hand_result_partner"),
                    models.Index(fields=["club", "contract", "started_at"], name="play_hand_result_contract"),
                    models.Index(fields=["club", "game", "gain"], name="play_hand_result_gain"),
                    models.Index(
                        condition=models.Q(("feat", ""), _negated=True),
                        fields=["club", "feat", "started_at"],
                        name="play_hand_result_feat",
                    ),
                    models.Index(
                        condition=models.Q(("has_note", True)),
                        fields=["club", "started_at"],
                        name="play_hand_result_note",
                    ),
                ],
            },
        ),
    ]
