"""An evening's opening takes in who was called what then. Evenings of before stay as they were sealed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_names_of_before"),
        ("play", "0002_hashes"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="names_head",
            field=models.CharField(default="", editable=False, max_length=64),
        ),
    ]
