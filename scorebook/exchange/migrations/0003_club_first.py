import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0009_club_first"), ("exchange", "0002_ends_of_imports")]

    operations = [
        migrations.AlterField(
            model_name="import",
            name="undoes",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="undone_by",
                to="exchange.import",
            ),
        ),
        migrations.AddConstraint(
            model_name="import",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undoes__isnull", False)),
                fields=("club", "undoes"),
                name="exchange_import_undone_once",
            ),
        ),
    ]
