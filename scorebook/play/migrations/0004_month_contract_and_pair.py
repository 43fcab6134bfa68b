import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("play", "0003_month_total"),
    ]

    operations = [
        migrations.CreateModel(
            name="MonthContract",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club_id",
                        "player_id",
                        "month",
                        "game",
                        "unit",
                        "contract",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("month", models.DateField()),
                ("game", models.CharField(max_length=40)),
                ("unit", models.CharField(max_length=20)),
                ("contract", models.CharField(max_length=60)),
                ("hands", models.IntegerField(default=0)),
                ("won", models.IntegerField(default=0)),
                ("lost", models.IntegerField(default=0)),
                ("points", models.BigIntegerField(default=0)),
                ("declared", models.IntegerField(default=0)),
                ("declared_won", models.IntegerField(default=0)),
                ("defended", models.IntegerField(default=0)),
                ("defended_won", models.IntegerField(default=0)),
                ("schneider_given", models.IntegerField(default=0)),
                ("schneider_taken", models.IntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MonthPair",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club_id",
                        "player_id",
                        "other_id",
                        "month",
                        "game",
                        "unit",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("month", models.DateField()),
                ("game", models.CharField(max_length=40)),
                ("unit", models.CharField(max_length=20)),
                ("together", models.IntegerField(default=0)),
                ("together_won", models.IntegerField(default=0)),
                ("together_points", models.BigIntegerField(default=0)),
                ("against", models.IntegerField(default=0)),
                ("against_won", models.IntegerField(default=0)),
                ("against_points", models.BigIntegerField(default=0)),
                ("other_points", models.BigIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
            ],
        ),
    ]
