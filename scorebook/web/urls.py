from django.urls import path

from scorebook.web.club import views as club
from scorebook.web.rule_book import calculator_views, card_views
from scorebook.web.rule_book import views as rule_book
from scorebook.web.settlement import closing_views, statement_views, tab_views, transfer_views
from scorebook.web.settlement import views as settlement
from scorebook.web.start import views as start
from scorebook.web.table import hand_views, link_views, seat_views
from scorebook.web.table import views as table
from scorebook.web.watch import views as watch

app_name = "web"
urlpatterns = [
    path("", start.start, name="start"),
    path("house-rules", start.house_rules, name="house_rules"),
    path("t/<str:scribe_token>/", table.table, name="table"),
    path("t/<str:scribe_token>/sheet", table.written_sheet, name="written_sheet"),
    path("t/<str:scribe_token>/preview", table.preview, name="preview"),
    path("t/<str:scribe_token>/hands/<int:no>/", hand_views.hand, name="hand"),
    path("t/<str:scribe_token>/hands/<int:no>/preview", hand_views.preview, name="preview_correction"),
    path("t/<str:scribe_token>/hands/<int:no>/void", hand_views.void, name="void"),
    path("t/<str:scribe_token>/people", seat_views.seats, name="seats"),
    path("t/<str:scribe_token>/close", closing_views.close, name="close"),
    path("t/<str:scribe_token>/settle", settlement.settle, name="settle"),
    path("t/<str:scribe_token>/settle/ways", settlement.ways, name="ways"),
    path("t/<str:scribe_token>/settle/extras", settlement.extras, name="extras"),
    path("t/<str:scribe_token>/settle/<uuid:payment>/transfer", transfer_views.transfer, name="transfer"),
    path("t/<str:scribe_token>/cards", card_views.cards, name="cards"),
    path("t/<str:scribe_token>/cards/count", card_views.count, name="count_cards"),
    path("t/<str:scribe_token>/links", link_views.links, name="links"),
    path("t/<str:scribe_token>/rules", rule_book.agreed, name="rules_of_evening"),
    path("t/<str:scribe_token>/players/<uuid:player_id>/", statement_views.evening, name="statement_by_scribe"),
    path("w/<str:watch_token>/", watch.watch, name="watch"),
    path("w/<str:watch_token>/players/<uuid:player_id>/", statement_views.watched_evening, name="watched_statement"),
    path("w/<str:watch_token>/rules", rule_book.watched, name="rules_of_watched"),
    path("w/<str:watch_token>/sheet", watch.watched_sheet, name="watched_sheet"),
    path("c/<str:club_token>/", club.club, name="club"),
    path("c/<str:club_token>/start", start.start_in_club, name="start_in_club"),
    path("c/<str:club_token>/links", link_views.club_links, name="club_links"),
    path("c/<str:club_token>/rename", club.rename, name="rename"),
    path("c/<str:club_token>/receipt", statement_views.check_receipt, name="check_receipt"),
    path("c/<str:club_token>/tab", tab_views.tab, name="tab"),
    path("c/<str:club_token>/players/<uuid:player_id>/", statement_views.in_club, name="statement"),
    path("c/<str:club_token>/players/<uuid:player_id>/tab", statement_views.on_tab, name="tab_statement"),
    path(
        "c/<str:club_token>/players/<uuid:player_id>/evenings/<int:number>/",
        statement_views.evening_in_club,
        name="evening_statement",
    ),
    path("calculator/", calculator_views.calculator, name="calculator"),
    path("calculator/preview", calculator_views.preview, name="calculate"),
    path("calculator/count", calculator_views.count, name="count"),
    path("rules/", rule_book.games, name="rules"),
    path("rules/<str:game>/", rule_book.game, name="rules_of_game"),
    path("rules/<str:game>/<str:preset>/", rule_book.preset, name="rules_of_preset"),
]
