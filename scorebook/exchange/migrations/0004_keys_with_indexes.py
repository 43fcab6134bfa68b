from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0012_keys_with_indexes"), ("exchange", "0003_club_first")]

    operations = [
        migrations.RemoveConstraint("import", "exchange_import_undone_once"),
        migrations.AddConstraint(
            "import",
            models.UniqueConstraint(
                fields=["undoes", "club"], condition=models.Q(undoes__isnull=False), name="exchange_import_undone_once"
            ),
        ),
        migrations.AddIndex(
            "import",
            models.Index(
                fields=["file_name"], condition=models.Q(file_name__isnull=False), name="exchange_import_file_name"
            ),
        ),
    ]
