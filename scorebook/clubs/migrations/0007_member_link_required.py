"""Separate from the filling, because PostgreSQL changes no table with rows written in the same transaction."""

from django.db import migrations, models

from scorebook.core.link_tokens import new_link_token


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0006_keeper_and_member_links"),
    ]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="member_token",
            field=models.CharField(default=new_link_token, editable=False, max_length=43, unique=True),
        ),
    ]
