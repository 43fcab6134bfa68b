from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="agreed_end",
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name="eveningevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opened", "Opened"),
                    ("joined", "Joined"),
                    ("left", "Left"),
                    ("closed", "Closed"),
                    ("reopened", "Reopened"),
                    ("end_agreed", "End Agreed"),
                ],
                max_length=10,
            ),
        ),
    ]
