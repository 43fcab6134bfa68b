"""The tables whose rows belong to a club."""

from django.apps import apps
from django.db.models import Model

from scorebook.clubs.models import Club, LinkRoute


def models_of_clubs() -> list[type[Model]]:
    """Return every model whose rows belong to a club; notes of deleted clubs have no such column."""
    return [model for model in apps.get_models() if any(field.name == "club" for field in model._meta.concrete_fields)]


def club_columns() -> dict[type[Model], str]:
    """Return model -> its column of the club, that of the clubs first. A route is read before its club is known."""
    return {Club: "id"} | {model: "club_id" for model in models_of_clubs() if model is not LinkRoute}
