from django.urls import path

from scorebook.web.views import closing, club, hands, seats, start, table, watch

app_name = "web"
urlpatterns = [
    path("", start.start, name="start"),
    path("t/<str:scribe_token>/", table.table, name="table"),
    path("t/<str:scribe_token>/preview", table.preview, name="preview"),
    path("t/<str:scribe_token>/hands/<int:no>/", hands.hand, name="hand"),
    path("t/<str:scribe_token>/hands/<int:no>/preview", hands.preview, name="preview_correction"),
    path("t/<str:scribe_token>/hands/<int:no>/void", hands.void, name="void"),
    path("t/<str:scribe_token>/people", seats.seats, name="seats"),
    path("t/<str:scribe_token>/close", closing.close, name="close"),
    path("t/<str:scribe_token>/settle", closing.settle, name="settle"),
    path("w/<str:watch_token>/", watch.watch, name="watch"),
    path("w/<str:watch_token>/sheet", watch.watched_sheet, name="watched_sheet"),
    path("c/<str:club_token>/", club.club, name="club"),
    path("c/<str:club_token>/start", start.start_in_club, name="start_in_club"),
    path("c/<str:club_token>/rename", club.rename, name="rename"),
]
