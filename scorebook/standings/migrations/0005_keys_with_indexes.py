from django.db import migrations, models

from scorebook.core.database.unchecked_references import UncheckReferences


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0012_keys_with_indexes"),
        ("play", "0014_keys_with_indexes"),
        ("standings", "0004_standings_lock"),
    ]

    operations = [
        UncheckReferences({"cuppassing": ["evening", "player", "from_player"], "rating": ["evening", "player"]}),
        migrations.AddIndex(
            "seasonevent",
            models.Index(fields=["text"], condition=models.Q(text__isnull=False), name="standings_season_text"),
        ),
    ]
