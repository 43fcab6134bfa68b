from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from scorebook.core import append_only


def add_primary_key(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """SQLite's table was made anew with it; on PostgreSQL Django adds none to a table that is there."""
    if editor.connection.vendor == "postgresql":
        editor.execute("ALTER TABLE ledger_transfer ADD PRIMARY KEY (entry_id, position)")


class Migration(migrations.Migration):
    """The ids fall anywhere in an index of all that was ever booked: each hand changed four pages of it, and of the
    other key, which is now the only one, one.

    Nothing leads back: Django makes no table on SQLite whose key is to be another. A backup does.
    """

    dependencies = [("ledger", "0003_plan_is_proven")]

    operations = [
        migrations.RemoveConstraint(model_name="transfer", name="ledger_transfer_position_once"),
        migrations.AddField(
            model_name="transfer",
            name="pk",
            field=models.CompositePrimaryKey(
                "entry_id", "position", blank=True, editable=False, primary_key=True, serialize=False
            ),
        ),
        migrations.AlterField(model_name="transfer", name="id", field=models.UUIDField(editable=False)),
        migrations.RunPython(add_primary_key),
        append_only.protect_tables("ledger_transfer"),
    ]
