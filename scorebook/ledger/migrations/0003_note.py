"""What somebody typed to an entry is a thing of its own. Entries of before keep theirs in `why`, which is hashed."""

import django.db.models.deletion
from django.db import migrations, models

from scorebook.core import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_names_of_before"),
        ("ledger", "0002_tab"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="note",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.typedtext",
            ),
        ),
        # SQLite may have made a new table, without triggers.
        append_only.protect("ledger_entry"),
    ]
