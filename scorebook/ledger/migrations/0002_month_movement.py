from datetime import date
from typing import Any
from uuid import UUID

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import BooleanField, ExpressionWrapper, Q, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

BATCH = 1000


def add_up_transfers(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    clubs, movement = apps.get_model("clubs", "Club").objects, apps.get_model("ledger", "MonthMovement")
    transfers = apps.get_model("ledger", "Transfer").objects
    on_tab = ExpressionWrapper(Q(entry__evening_id__isnull=True), output_field=BooleanField())
    month = TruncMonth("entry__recorded_at", tzinfo=timezone.get_default_timezone())
    for club_id in clubs.order_by("pk").values_list("pk", flat=True):
        summed: dict[tuple[UUID, bool, date], int] = {}
        for side, sign in (("target", 1), ("source", -1)):
            moved = transfers.filter(club=club_id).exclude(**{f"{side}__kind": "table"}).order_by()
            placed = moved.annotate(on_tab=on_tab, month=month).values_list(side, "on_tab", "month")
            sums: Any = placed.annotate(Sum("amount_minor"))
            for account, is_tab, begins, amount_minor in sums:
                place = (account, is_tab, begins.date())
                summed[place] = summed.get(place, 0) + sign * amount_minor
        rows = (
            movement(club_id=club_id, account_id=account, is_tab=is_tab, month=begins, amount_minor=amount_minor)
            for (account, is_tab, begins), amount_minor in summed.items()
        )
        movement.objects.bulk_create(rows, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("ledger", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="MonthMovement",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club_id",
                        "account_id",
                        "is_tab",
                        "month",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("is_tab", models.BooleanField()),
                ("month", models.DateField()),
                ("amount_minor", models.BigIntegerField(default=0)),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="movements",
                        to="ledger.account",
                    ),
                ),
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
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["club", "recorded_at"], name="ledger_entry_recorded"),
        ),
        migrations.RunPython(add_up_transfers, migrations.RunPython.noop),
    ]
