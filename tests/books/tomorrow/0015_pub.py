from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0014_keys_with_indexes")]

    operations = [
        migrations.AddField(model_name="evening", name="pub", field=models.CharField(default="Rose", max_length=40)),
    ]
