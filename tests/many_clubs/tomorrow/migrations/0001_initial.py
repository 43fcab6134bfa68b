import django.db.models.deletion
from django.db import migrations, models

from scorebook.core.append_only import protect_tables


def _key_to(model: str, *, null: bool = False) -> models.Field:
    return models.ForeignKey(null=null, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=model)


class Migration(migrations.Migration):
    initial = True
    dependencies = [("clubs", "0009_club_first"), ("play", "0012_club_first")]

    operations = [
        migrations.CreateModel(
            name="Drink",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("club", _key_to("clubs.club")),
                ("evening", _key_to("play.evening")),
            ],
        ),
        migrations.CreateModel(
            name="Remark",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("seq", models.IntegerField()),
                ("club", _key_to("clubs.club")),
                ("drink", _key_to("tomorrow.drink")),
            ],
            options={
                "base_manager_name": "objects",
                "constraints": [models.UniqueConstraint(fields=("club", "seq"), name="tomorrow_remark_seq_once")],
            },
        ),
        protect_tables("tomorrow_remark"),
    ]
