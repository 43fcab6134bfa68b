"""Columns of both kinds, an index and a key in tables that are distributed already."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F


def _fill(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tomorrow", "Drink").objects.update(price_minor=F("price_minor") + 1)


class Migration(migrations.Migration):
    dependencies = [("tomorrow", "0001_initial")]

    operations = [
        migrations.AddField("drink", "price_minor", models.IntegerField(default=380)),
        migrations.AddField(
            "drink",
            "player",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AddConstraint(
            "drink", models.CheckConstraint(condition=models.Q(price_minor__gte=0), name="tomorrow_price_not_negative")
        ),
        migrations.AddIndex("drink", models.Index(fields=["club", "price_minor"], name="tomorrow_drink_price")),
        migrations.RunPython(_fill, migrations.RunPython.noop),
    ]
