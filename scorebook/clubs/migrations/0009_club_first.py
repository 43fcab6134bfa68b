import django.db.models.deletion
from django.db import migrations, models

import scorebook.core.link_tokens


class Migration(migrations.Migration):
    dependencies = [("clubs", "0008_devices")]

    operations = [
        migrations.CreateModel(
            name="LinkRoute",
            fields=[("token", models.CharField(editable=False, max_length=43, primary_key=True, serialize=False))],
        ),
        migrations.AddField(
            model_name="club", name="group_version", field=models.PositiveBigIntegerField(default=0, editable=False)
        ),
        migrations.AlterField(
            model_name="club",
            name="keeper_token",
            field=models.CharField(default=scorebook.core.link_tokens.new_link_token, editable=False, max_length=43),
        ),
        migrations.AlterField(
            model_name="club",
            name="member_token",
            field=models.CharField(default=scorebook.core.link_tokens.new_link_token, editable=False, max_length=43),
        ),
        migrations.AlterField(
            model_name="device",
            name="club",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="devices", to="clubs.club"
            ),
        ),
        migrations.AlterField(
            model_name="device", name="key_hash", field=models.CharField(editable=False, max_length=64)
        ),
        migrations.AddConstraint(
            model_name="device",
            constraint=models.UniqueConstraint(fields=("club", "key_hash"), name="clubs_device_key_once"),
        ),
        migrations.AddField(
            model_name="linkroute",
            name="club",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"),
        ),
        migrations.RunSQL(
            """INSERT INTO clubs_linkroute (token, club_id)
            SELECT keeper_token, id FROM clubs_club UNION ALL SELECT member_token, id FROM clubs_club""",
            migrations.RunSQL.noop,
        ),
    ]
