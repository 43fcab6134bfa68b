import uuid

import django.db.models.deletion
from django.db import migrations, models

from scorebook.core import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0002_club_event"),
    ]

    operations = [
        migrations.CreateModel(
            name="Import",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(choices=[("imported", "Imported"), ("undone", "Undone")], max_length=10)),
                ("format", models.CharField(blank=True, max_length=20)),
                ("facts", models.JSONField(default=dict)),
                ("recorded_by", models.CharField(max_length=100)),
                ("recorded_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"),
                ),
                (
                    "file_name",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.typedtext",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="exchange.import",
                    ),
                ),
            ],
            options={
                "ordering": ["recorded_at", "pk"],
                "abstract": False,
                "base_manager_name": "objects",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "undone"), ("undoes__isnull", False)),
                            models.Q(models.Q(("kind", "undone"), _negated=True), ("undoes__isnull", True)),
                            _connector="OR",
                        ),
                        name="exchange_import_undoes_iff_undone",
                    )
                ],
            },
        ),
        append_only.protect_tables("exchange_import"),
    ]
