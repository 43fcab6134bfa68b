from django.db import migrations, models


class Migration(migrations.Migration):
    """Amounts without cards are no hands any more, and who won a hand has one definition.

    `manage.py migrate` works all figures of evenings and months out again after this.
    """

    dependencies = [("play", "0008_months_of_closed_evenings")]

    operations = [
        migrations.AddField(model_name="eveningresult", name="undealt_points", field=models.BigIntegerField(default=0)),
        migrations.AddField(model_name="monthtotal", name="undealt_points", field=models.BigIntegerField(default=0)),
    ]
