from scorebook import access
from scorebook.access import page
from scorebook.web.api_page import views as api_page
from scorebook.web.club.admin import club_views, evening_views, export_views, person_views
from scorebook.web.club.admin import views as order
from scorebook.web.club.boards import views as boards
from scorebook.web.club.front import device_views, lost_keeper_views
from scorebook.web.club.front import link_views as club_links
from scorebook.web.club.front import views as club
from scorebook.web.club.hall import cup_views
from scorebook.web.club.hall import views as hall
from scorebook.web.club.imports import views as imports
from scorebook.web.club.person import claim_views, comparison_views, partner_views
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
from scorebook.web.help import views as help_pages
from scorebook.web.rule_book import calculator_views, card_views
from scorebook.web.rule_book import views as rule_book
from scorebook.web.start import views as start

app_name = "web"
# One list: with one in each folder, nine files would have to be opened to find an address. The folders are no Django
# apps, because they have no models.
urlpatterns = [
    page("", start.start_page, name="start"),
    page("robots.txt", access.public(robots_file), name="robots"),
    page("api/", api_page.api_page, name="api"),
    page("house-rules", start.house_rules_of_start_form, name="house_rules"),
    page("t/<str:token>/", table.evening_table_page, name="table"),
    page("t/<str:token>/sheet", table.written_sheet, name="written_sheet"),
    page("t/<str:token>/changes", table.written_changes, name="written_changes"),
    page("t/<str:token>/preview", table.hand_preview, name="preview"),
    page("t/<str:token>/hands", table.written_hands_page, name="hands"),
    page("t/<str:token>/paper", views.written_paper_page, name="paper"),
    page("t/<str:token>/hands/<int:no>/", hand_views.hand_correction_page, name="hand"),
    page("t/<str:token>/hands/<int:no>/preview", hand_views.correction_preview, name="preview_correction"),
    page("t/<str:token>/hands/<int:no>/void", hand_views.void_hand_page, name="void"),
    page("t/<str:token>/type", line_views.typed_lines_page, name="lines"),
    page("t/<str:token>/people", seat_views.table_seats_page, name="seats"),
    page("t/<str:token>/end", ending_views.agreed_end_page, name="end"),
    page("t/<str:token>/close", settlement.closing_page, name="close"),
    page("t/<str:token>/settle", settlement.settlement_page, name="settle"),
    page("t/<str:token>/settle/ways", settlement.settlement_ways_page, name="ways"),
    page("t/<str:token>/settle/extras", settlement.extras_page, name="extras"),
    page("t/<str:token>/settle/<uuid:payment>/transfer", transfer_views.bank_transfer_page, name="transfer"),
    page("t/<str:token>/cards", card_views.card_counter_page, name="cards"),
    page("t/<str:token>/cards/count", card_views.evening_card_count, name="count_cards"),
    page("t/<str:token>/links", link_views.links_page, name="links"),
    page("t/<str:token>/rules", rule_book.rule_book_agreed, name="rules_of_evening"),
    page(
        "t/<str:token>/players/<uuid:player_id>/",
        statement_views.statement_of_evening,
        name="statement_by_scribe",
    ),
    page("w/<str:token>/", watch.watch_page, name="watch"),
    page(
        "w/<str:token>/players/<uuid:player_id>/",
        statement_views.statement_of_watched_evening,
        name="watched_statement",
    ),
    page("w/<str:token>/hands", table.watched_hands_page, name="watched_hands"),
    page("w/<str:token>/paper", views.watched_paper_page, name="watched_paper"),
    page("w/<str:token>/rules", rule_book.rule_book_watched, name="rules_of_watched"),
    page("w/<str:token>/code.svg", watch.watch_qr_code_file, name="watch_code"),
    page("w/<str:token>/sheet", watch.watched_sheet, name="watched_sheet"),
    page("w/<str:token>/changes", watch.watched_changes, name="watched_changes"),
    page("c/<str:token>/", club.club_page, name="club"),
    page("c/<str:token>/start", start.start_in_club, name="start_in_club"),
    page(
        "c/<uuid:club_id>/device/<str:key_token>/",
        device_views.device_from_other_site,
        name="device_from_other_site",
    ),
    page("c/<str:token>/links", club_links.club_links_page, name="club_links"),
    page("c/<str:token>/links/member", club_links.renew_member_link, name="renew_member_link"),
    page("c/<str:token>/links/all", club_links.renew_all_links, name="renew_all_links"),
    page("c/<str:token>/links/lost", lost_keeper_views.lost_keeper_link, name="lost_keeper_link"),
    page("c/<str:token>/devices/<uuid:device_id>/remove", device_views.remove_device, name="remove_device"),
    page("c/<str:token>/search", search.search_page, name="search"),
    page("c/<str:token>/order", order.club_admin_page, name="order"),
    page("c/<str:token>/order/people/<uuid:player_id>/", person_views.person_admin_page, name="order_person"),
    page(
        "c/<str:token>/order/people/<uuid:player_id>/forget",
        person_views.forget_person_page,
        name="order_forget",
    ),
    page("c/<str:token>/order/clubs", club_views.linked_clubs_page, name="order_clubs"),
    page("c/<str:token>/order/file", export_views.club_file, name="club_file"),
    page("c/<str:token>/order/evenings", evening_views.evening_admin_page, name="order_evenings"),
    page("c/<str:token>/import", imports.import_page, name="import"),
    page("c/<str:token>/receipt", statement_views.check_receipt, name="check_receipt"),
    page("c/<str:token>/board", boards.board_page, name="board"),
    page("c/<str:token>/ratings", ratings.ratings_page, name="ratings"),
    page("c/<str:token>/seasons", seasons.seasons_page, name="seasons"),
    page("c/<str:token>/seasons/<uuid:season_id>/", seasons.season_page, name="season"),
    page("c/<str:token>/seasons/<uuid:season_id>/edit", seasons.season_edit_page, name="season_edit"),
    page("c/<str:token>/tab", tab_views.club_tab_page, name="tab"),
    page("c/<str:token>/players/<uuid:player_id>/", statement_views.statement_in_club, name="statement"),
    page("c/<str:token>/players/<uuid:player_id>/tab", statement_views.statement_on_tab, name="tab_statement"),
    page(
        "c/<str:token>/players/<uuid:player_id>/evenings/<int:number>/",
        statement_views.statement_of_evening_in_club,
        name="evening_statement",
    ),
    page("c/<str:token>/people/<uuid:player_id>/", person.person_page, name="person"),
    page("c/<str:token>/people/<uuid:player_id>/against", comparison_views.comparison_page, name="comparison"),
    page("c/<str:token>/people/<uuid:player_id>/claim", claim_views.claim_page, name="claim"),
    page("c/<str:token>/partners", partner_views.partners_page, name="partners"),
    page("c/<str:token>/hall", hall.hall_page, name="hall"),
    page("c/<str:token>/hall/hands/<uuid:evening_id>/<int:no>/", hall.framed_hand_page, name="framed_hand"),
    page("c/<str:token>/years/<int:year>/", hall.year_page, name="year"),
    page("c/<str:token>/cup", cup_views.cup_page, name="cup"),
    page(
        "calendar/<uuid:club_id>/<str:tongue>/<str:signature>.ics",
        export_views.club_calendar_feed,
        name="calendar",
    ),
    page("calculator/", calculator_views.calculator_page, name="calculator"),
    page("calculator/preview", calculator_views.calculator_preview, name="calculate"),
    page("calculator/count", calculator_views.calculator_card_count, name="count"),
    page("help/", help_pages.help_page, name="help"),
    page("help/<slug:topic>/", help_pages.help_page, name="help_topic"),
    page("rules/", rule_book.rule_book_games, name="rules"),
    page("rules/<str:game>/", rule_book.rule_book_game, name="rules_of_game"),
    page("rules/<str:game>/specification/", rule_book.rule_specification, name="specification"),
    page("rules/<str:game>/<str:preset>/", rule_book.rule_book_preset, name="rules_of_preset"),
]
