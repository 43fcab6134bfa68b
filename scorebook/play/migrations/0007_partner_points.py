from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0006_results")]

    operations = [
        migrations.AddField(model_name="monthpair", name="partner_points", field=models.BigIntegerField(default=0)),
    ]
