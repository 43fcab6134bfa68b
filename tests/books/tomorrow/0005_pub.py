from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0004_month_contract_and_pair")]

    operations = [
        migrations.AddField(model_name="evening", name="pub", field=models.CharField(default="Rose", max_length=40)),
    ]
