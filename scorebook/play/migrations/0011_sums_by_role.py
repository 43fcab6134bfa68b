from django.db import migrations, models


class Migration(migrations.Migration):
    """Hands as the partner of the declarer, and the points of each role.

    `manage.py migrate` works all figures of evenings and months out again after this.
    """

    dependencies = [("play", "0010_short_tout_is_a_tout")]

    operations = [
        migrations.AddField(model_name="monthcontract", name="partnered", field=models.IntegerField(default=0)),
        migrations.AddField(model_name="monthcontract", name="partnered_won", field=models.IntegerField(default=0)),
        migrations.AddField(
            model_name="monthcontract", name="declared_points", field=models.BigIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="monthcontract", name="defended_points", field=models.BigIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="monthcontract", name="partnered_points", field=models.BigIntegerField(default=0)
        ),
    ]
