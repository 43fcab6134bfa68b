from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0008_months_of_closed_evenings")]

    operations = [
        migrations.AddField(model_name="evening", name="pub", field=models.CharField(default="Rose", max_length=40)),
    ]
