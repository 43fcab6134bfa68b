import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0010_deletion_of_a_club")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="arriving_from",
            field=models.CharField(default="", editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name="endedclub", name="moved_to", field=models.CharField(blank=True, default="", max_length=200)
        ),
        migrations.AlterField(
            model_name="endedclub", name="file_sha256", field=models.CharField(blank=True, max_length=64)
        ),
        migrations.AlterField(
            model_name="linkroute",
            name="club",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="clubs.club",
            ),
        ),
    ]
