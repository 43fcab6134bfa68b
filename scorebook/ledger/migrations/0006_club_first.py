import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0009_club_first"), ("ledger", "0005_entry_options")]

    operations = [
        migrations.RemoveConstraint(model_name="plannedpayment", name="ledger_planned_position_once"),
        migrations.AlterField(
            model_name="entry",
            name="reverses",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reversed_by",
                to="ledger.entry",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("reverses__isnull", False)),
                fields=("club", "reverses"),
                name="ledger_entry_reversed_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="plannedpayment",
            constraint=models.UniqueConstraint(
                fields=("club", "plan", "position"), name="ledger_planned_position_once"
            ),
        ),
    ]
