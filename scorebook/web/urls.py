from django.urls import path

from scorebook.web.views import calculator, cards, closing, club, hands, links, rulebook, seats, start, table, watch

app_name = "web"
urlpatterns = [
    path("", start.start, name="start"),
    path("house-rules", start.house_rules, name="house_rules"),
    path("t/<str:scribe_token>/", table.table, name="table"),
    path("t/<str:scribe_token>/preview", table.preview, name="preview"),
    path("t/<str:scribe_token>/hands/<int:no>/", hands.hand, name="hand"),
    path("t/<str:scribe_token>/hands/<int:no>/preview", hands.preview, name="preview_correction"),
    path("t/<str:scribe_token>/hands/<int:no>/void", hands.void, name="void"),
    path("t/<str:scribe_token>/people", seats.seats, name="seats"),
    path("t/<str:scribe_token>/close", closing.close, name="close"),
    path("t/<str:scribe_token>/settle", closing.settle, name="settle"),
    path("t/<str:scribe_token>/cards", cards.cards, name="cards"),
    path("t/<str:scribe_token>/cards/count", cards.count, name="count_cards"),
    path("t/<str:scribe_token>/links", links.links, name="links"),
    path("t/<str:scribe_token>/rules", rulebook.agreed, name="rules_of_evening"),
    path("w/<str:watch_token>/", watch.watch, name="watch"),
    path("w/<str:watch_token>/sheet", watch.watched_sheet, name="watched_sheet"),
    path("c/<str:club_token>/", club.club, name="club"),
    path("c/<str:club_token>/start", start.start_in_club, name="start_in_club"),
    path("c/<str:club_token>/links", links.club_links, name="club_links"),
    path("c/<str:club_token>/rename", club.rename, name="rename"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("calculator/preview", calculator.preview, name="calculate"),
    path("calculator/count", calculator.count, name="count"),
    path("rules/", rulebook.games, name="rules"),
    path("rules/<str:game>/", rulebook.game, name="rules_of_game"),
    path("rules/<str:game>/<str:preset>/", rulebook.preset, name="rules_of_preset"),
]
