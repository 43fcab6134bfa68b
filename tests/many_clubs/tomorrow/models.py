"""Tables of a later version: rounds of drinks in an evening, and remarks that are only added."""

from django.db import models

from scorebook.clubs.models import Club, Player
from scorebook.core.append_only import AppendOnlyModel
from scorebook.core.database.club_keys import ClubForeignKey
from scorebook.play.models import Evening


class Drink(models.Model):
    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    evening = ClubForeignKey(Evening, on_delete=models.PROTECT, related_name="+")
    player = ClubForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    price_minor = models.IntegerField(default=380)

    class Meta:
        app_label = "tomorrow"
        constraints = [
            models.CheckConstraint(condition=models.Q(price_minor__gte=0), name="tomorrow_price_not_negative")
        ]
        indexes = [models.Index(fields=["club", "price_minor"], name="tomorrow_drink_price")]

    def __str__(self) -> str:
        return str(self.pk)


class Remark(AppendOnlyModel):
    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    drink = ClubForeignKey(Drink, on_delete=models.PROTECT, related_name="+")
    seq = models.IntegerField()

    class Meta(AppendOnlyModel.Meta):
        app_label = "tomorrow"
        constraints = [models.UniqueConstraint(fields=["club", "seq"], name="tomorrow_remark_seq_once")]
