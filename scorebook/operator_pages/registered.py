"""The registration of all displayed tables: those of every app of the books, if Django's admin supports their keys."""

from django.apps import apps
from django.contrib.admin.models import LogEntry

from scorebook.accounts.models import User
from scorebook.clubs.models import Club, LinkRoute, Player, TypedText
from scorebook.operator_pages.club_pages import ClubTable
from scorebook.operator_pages.operator_tables import is_supported_by_admin, register_table
from scorebook.operator_pages.player_pages import PlayerTable
from scorebook.operator_pages.site import site

__all__ = ["site"]

OF_BOOKS = ("clubs", "ledger", "play", "standings", "exchange")
OWN_PAGES = (Club, Player, TypedText)
SECRET_TABLES = (LinkRoute,)  # its key is a link

site.register(Club, ClubTable)
register_table(Player, kind=PlayerTable)
register_table(TypedText, more=("is_erased",))
for _app in OF_BOOKS:
    for _model in apps.get_app_config(_app).get_models():
        if is_supported_by_admin(_model) and _model not in (*OWN_PAGES, *SECRET_TABLES):
            register_table(_model)
# The operators and their actions.
register_table(User)
register_table(LogEntry)
