from django.urls import path

from scorebook.web.api_page import views as api_page
from scorebook.web.club.admin import club_views, evening_views, export_views, person_views
from scorebook.web.club.admin import views as order
from scorebook.web.club.boards import views as boards
from scorebook.web.club.front import views as club
from scorebook.web.club.hall import cup_views
from scorebook.web.club.hall import views as hall
from scorebook.web.club.imports import views as imports
from scorebook.web.club.person import partner_views
from scorebook.web.club.person import views as person
from scorebook.web.club.ratings import views as ratings
from scorebook.web.club.search import views as search
from scorebook.web.club.seasons import views as seasons
from scorebook.web.core.response_headers import robots_file
from scorebook.web.evening.paper import views
from scorebook.web.evening.settlement import statement_views, tab_views, transfer_views
from scorebook.web.evening.settlement import views as settlement
from scorebook.web.evening.table import ending_views, hand_views, line_views, link_views, seat_views
from scorebook.web.evening.table import views as table
from scorebook.web.evening.watch import views as watch
from scorebook.web.rule_book import calculator_views, card_views
from scorebook.web.rule_book import views as rule_book
from scorebook.web.start import views as start

app_name = "web"
# One list: with one in each folder, nine files would have to be opened to find an address. The folders are no Django
# apps, because they have no models.
urlpatterns = [
    path("", start.start_page, name="start"),
    path("robots.txt", robots_file, name="robots"),
    path("api/", api_page.api_page, name="api"),
    path("house-rules", start.house_rules_of_start_form, name="house_rules"),
    path("t/<str:scribe_token>/", table.evening_table_page, name="table"),
    path("t/<str:scribe_token>/sheet", table.written_sheet, name="written_sheet"),
    path("t/<str:scribe_token>/changes", table.written_changes, name="written_changes"),
    path("t/<str:scribe_token>/preview", table.hand_preview, name="preview"),
    path("t/<str:scribe_token>/hands", table.written_hands_page, name="hands"),
    path("t/<str:scribe_token>/paper", views.written_paper_page, name="paper"),
    path("t/<str:scribe_token>/hands/<int:no>/", hand_views.hand_correction_page, name="hand"),
    path("t/<str:scribe_token>/hands/<int:no>/preview", hand_views.correction_preview, name="preview_correction"),
    path("t/<str:scribe_token>/hands/<int:no>/void", hand_views.void_hand_page, name="void"),
    path("t/<str:scribe_token>/type", line_views.typed_lines_page, name="lines"),
    path("t/<str:scribe_token>/people", seat_views.table_seats_page, name="seats"),
    path("t/<str:scribe_token>/end", ending_views.agreed_end_page, name="end"),
    path("t/<str:scribe_token>/close", settlement.closing_page, name="close"),
    path("t/<str:scribe_token>/settle", settlement.settlement_page, name="settle"),
    path("t/<str:scribe_token>/settle/ways", settlement.settlement_ways_page, name="ways"),
    path("t/<str:scribe_token>/settle/extras", settlement.extras_page, name="extras"),
    path("t/<str:scribe_token>/settle/<uuid:payment>/transfer", transfer_views.bank_transfer_page, name="transfer"),
    path("t/<str:scribe_token>/cards", card_views.card_counter_page, name="cards"),
    path("t/<str:scribe_token>/cards/count", card_views.evening_card_count, name="count_cards"),
    path("t/<str:scribe_token>/links", link_views.links_page, name="links"),
    path("t/<str:scribe_token>/rules", rule_book.rule_book_agreed, name="rules_of_evening"),
    path(
        "t/<str:scribe_token>/players/<uuid:player_id>/",
        statement_views.statement_of_evening,
        name="statement_by_scribe",
    ),
    path("w/<str:watch_token>/", watch.watch_page, name="watch"),
    path(
        "w/<str:watch_token>/players/<uuid:player_id>/",
        statement_views.statement_of_watched_evening,
        name="watched_statement",
    ),
    path("w/<str:watch_token>/hands", table.watched_hands_page, name="watched_hands"),
    path("w/<str:watch_token>/paper", views.watched_paper_page, name="watched_paper"),
    path("w/<str:watch_token>/rules", rule_book.rule_book_watched, name="rules_of_watched"),
    path("w/<str:watch_token>/code.svg", watch.watch_qr_code_file, name="watch_code"),
    path("w/<str:watch_token>/sheet", watch.watched_sheet, name="watched_sheet"),
    path("w/<str:watch_token>/changes", watch.watched_changes, name="watched_changes"),
    path("c/<str:club_token>/", club.club_page, name="club"),
    path("c/<str:club_token>/start", start.start_in_club, name="start_in_club"),
    path("c/<str:club_token>/links", link_views.club_links_page, name="club_links"),
    path("c/<str:club_token>/search", search.search_page, name="search"),
    path("c/<str:club_token>/order", order.club_admin_page, name="order"),
    path("c/<str:club_token>/order/people/<uuid:player_id>/", person_views.person_admin_page, name="order_person"),
    path(
        "c/<str:club_token>/order/people/<uuid:player_id>/forget",
        person_views.forget_person_page,
        name="order_forget",
    ),
    path("c/<str:club_token>/order/clubs", club_views.linked_clubs_page, name="order_clubs"),
    path("c/<str:club_token>/order/file", export_views.club_file, name="club_file"),
    path("c/<str:club_token>/order/evenings", evening_views.evening_admin_page, name="order_evenings"),
    path("c/<str:club_token>/import", imports.import_page, name="import"),
    path("c/<str:club_token>/receipt", statement_views.check_receipt, name="check_receipt"),
    path("c/<str:club_token>/board", boards.board_page, name="board"),
    path("c/<str:club_token>/ratings", ratings.ratings_page, name="ratings"),
    path("c/<str:club_token>/ratings/calibration", ratings.calibration_page, name="calibration"),
    path("c/<str:club_token>/seasons", seasons.seasons_page, name="seasons"),
    path("c/<str:club_token>/seasons/<uuid:season_id>/", seasons.season_page, name="season"),
    path("c/<str:club_token>/seasons/<uuid:season_id>/edit", seasons.season_edit_page, name="season_edit"),
    path("c/<str:club_token>/tab", tab_views.club_tab_page, name="tab"),
    path("c/<str:club_token>/players/<uuid:player_id>/", statement_views.statement_in_club, name="statement"),
    path("c/<str:club_token>/players/<uuid:player_id>/tab", statement_views.statement_on_tab, name="tab_statement"),
    path(
        "c/<str:club_token>/players/<uuid:player_id>/evenings/<int:number>/",
        statement_views.statement_of_evening_in_club,
        name="evening_statement",
    ),
    path("c/<str:club_token>/people/<uuid:player_id>/", person.person_page, name="person"),
    path("c/<str:club_token>/partners", partner_views.partners_page, name="partners"),
    path("c/<str:club_token>/hall", hall.hall_page, name="hall"),
    path("c/<str:club_token>/hall/hands/<uuid:evening_id>/<int:no>/", hall.framed_hand_page, name="framed_hand"),
    path("c/<str:club_token>/years/<int:year>/", hall.year_page, name="year"),
    path("c/<str:club_token>/cup", cup_views.cup_page, name="cup"),
    path(
        "calendar/<uuid:club_id>/<str:tongue>/<str:signature>.ics",
        export_views.club_calendar_feed,
        name="calendar",
    ),
    path("calculator/", calculator_views.calculator_page, name="calculator"),
    path("calculator/preview", calculator_views.calculator_preview, name="calculate"),
    path("calculator/count", calculator_views.calculator_card_count, name="count"),
    path("rules/", rule_book.rule_book_games, name="rules"),
    path("rules/<str:game>/", rule_book.rule_book_game, name="rules_of_game"),
    path("rules/<str:game>/<str:preset>/", rule_book.rule_book_preset, name="rules_of_preset"),
]
