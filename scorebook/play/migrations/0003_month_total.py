from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count, Q, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

BATCH = 1000
SUMS = ("points", "amount_minor", "hands", "declared", "declared_won")


def add_up_seats(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    clubs, months = apps.get_model("clubs", "Club").objects, apps.get_model("play", "MonthTotal")
    month = TruncMonth("evening__started_at", tzinfo=timezone.get_default_timezone())
    seats = (
        apps.get_model("play", "Seat").objects.filter(Q(hands__gt=0) | ~Q(points=0)).order_by().annotate(month=month)
    )
    for club_id in clubs.order_by("pk").values_list("pk", flat=True):
        of_club = seats.filter(club=club_id).values("player", "month", "evening__game", "evening__unit")
        sums: Any = of_club.annotate(
            evenings_sum=Count("evening", distinct=True), **{f"{name}_sum": Sum(name) for name in SUMS}
        )
        rows = (
            months(
                club_id=club_id,
                player_id=row["player"],
                month=row["month"].date(),
                game=row["evening__game"],
                unit=row["evening__unit"],
                evenings=row["evenings_sum"],
                **{name: row[f"{name}_sum"] for name in SUMS},
            )
            for row in sums
        )
        months.objects.bulk_create(rows, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("play", "0002_agreed_end"),
    ]

    operations = [
        migrations.CreateModel(
            name="MonthTotal",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club_id",
                        "player_id",
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
                ("evenings", models.IntegerField(default=0)),
                ("points", models.BigIntegerField(default=0)),
                ("amount_minor", models.BigIntegerField(default=0)),
                ("hands", models.IntegerField(default=0)),
                ("declared", models.IntegerField(default=0)),
                ("declared_won", models.IntegerField(default=0)),
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
        migrations.RunPython(add_up_seats, migrations.RunPython.noop),
    ]
