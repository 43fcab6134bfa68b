from django.db import migrations, models

from scorebook.core.database.unchecked_references import UncheckReferences


class Migration(migrations.Migration):
    dependencies = [("clubs", "0012_keys_with_indexes"), ("ledger", "0006_club_first")]

    operations = [
        UncheckReferences({"monthmovement": ["account"], "transfer": ["club"]}),
        migrations.RemoveConstraint("entry", "ledger_entry_reversed_once"),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(
                fields=["reverses", "club"],
                condition=models.Q(reverses__isnull=False),
                name="ledger_entry_reversed_once",
            ),
        ),
        migrations.AddIndex(
            "entry", models.Index(fields=["note"], condition=models.Q(note__isnull=False), name="ledger_entry_note")
        ),
        migrations.AddIndex("plan", models.Index(fields=["club"], name="ledger_plan_club")),
        migrations.AddIndex(
            "plan",
            models.Index(
                fields=["treasurer"], condition=models.Q(treasurer__isnull=False), name="ledger_plan_treasurer"
            ),
        ),
        migrations.AddIndex("plannedpayment", models.Index(fields=["plan"], name="ledger_planned_plan")),
    ]
