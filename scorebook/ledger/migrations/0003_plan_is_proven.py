from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_month_movement")]

    operations = [
        migrations.AddField(model_name="plan", name="is_proven", field=models.BooleanField(null=True)),
    ]
