from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter

from scorebook.api.endpoint import NotFoundView
from scorebook.api.views import (
    anchors,
    boards,
    books,
    club_admin,
    clubs,
    course,
    document,
    evenings,
    games,
    hall,
    hands,
    imports,
    lines,
    payments,
    people,
    person_profiles,
    search,
    seasons,
    seats,
    tab,
)


class TokenConverter(StringConverter):
    """A path converter of tokens, of which two may be joined by a dot (`scorebook.access`). It keeps out a NUL."""

    regex = "[A-Za-z0-9_.-]+"


class WordConverter(StringConverter):
    """A path converter of the values of an enum."""

    regex = "[a-z_]+"


register_converter(TokenConverter, "token")
register_converter(WordConverter, "word")

app_name = "api"
urlpatterns = [
    path("openapi.json", document.api_document, name="document"),
    path("games", games.GamesView.as_view(), name="games"),
    path("hands/score", games.HandScoreView.as_view(), name="hand_score"),
    path("evenings", evenings.EveningsView.as_view(), name="evenings"),
    path("evenings/<token:token>", evenings.OneEveningView.as_view(), name="evening"),
    path("evenings/<token:token>/close", evenings.ClosingView.as_view(), name="close"),
    path("evenings/<token:token>/reopen", evenings.ReopeningView.as_view(), name="reopen"),
    path("evenings/<token:token>/end", evenings.EveningEndView.as_view(), name="end"),
    path("evenings/<token:token>/links/watch", evenings.WatchLinkView.as_view(), name="watch_link"),
    path("evenings/<token:token>/links/scribe", evenings.ScribeLinkView.as_view(), name="scribe_link"),
    path("evenings/<token:token>/hands", hands.HandsView.as_view(), name="hands"),
    path("evenings/<token:token>/hands/batch", hands.HandBatchView.as_view(), name="hand_batch"),
    path("evenings/<token:token>/hands/lines", lines.TypedHandsView.as_view(), name="lines"),
    path("evenings/<token:token>/text", lines.WrittenOutView.as_view(), name="text"),
    path("evenings/<token:token>/hands/preview", hands.HandPreviewView.as_view(), name="preview"),
    path("evenings/<token:token>/hands/<int:no>", hands.OneHandView.as_view(), name="hand"),
    path("evenings/<token:token>/hands/<int:no>/void", hands.HandVoidingView.as_view(), name="void"),
    path("evenings/<token:token>/seats", seats.SeatsView.as_view(), name="seats"),
    path("evenings/<token:token>/seats/<uuid:player>/leave", seats.LeavingView.as_view(), name="leave"),
    path("evenings/<token:token>/payments", payments.PaymentsView.as_view(), name="payments"),
    path("evenings/<token:token>/charges", payments.ChargesView.as_view(), name="charges"),
    path("evenings/<token:token>/entries/<uuid:entry>/undo", payments.UndoingView.as_view(), name="undo"),
    path("evenings/<token:token>/settle", payments.SettlingView.as_view(), name="settle"),
    path("evenings/<token:token>/payments/<uuid:payment>/tick", payments.TickingView.as_view(), name="tick"),
    path("evenings/<token:token>/payments/<uuid:payment>/untick", payments.UntickingView.as_view(), name="untick"),
    path("clubs/<token:token>", clubs.OneClubView.as_view(), name="club"),
    path("clubs/<token:token>/links", clubs.ClubLinksView.as_view(), name="club_links"),
    path("clubs/<token:token>/links/member", clubs.MemberLinkView.as_view(), name="member_link"),
    path("clubs/<token:token>/leaderboard", clubs.LeaderboardView.as_view(), name="leaderboard"),
    path("clubs/<token:token>/statements/<uuid:player>", books.StatementView.as_view(), name="statement"),
    path("clubs", club_admin.ClubsView.as_view(), name="clubs"),
    path("clubs/<token:token>/name", club_admin.ClubNameView.as_view(), name="club_name"),
    path("clubs/<token:token>/money/hide", club_admin.MoneyHide.as_view(), name="money_hide"),
    path("clubs/<token:token>/money/show", club_admin.MoneyShow.as_view(), name="money_show"),
    path("clubs/<token:token>/clubs", club_admin.ClubLinkView.as_view(), name="club_link"),
    path("clubs/<token:token>/clubs/<uuid:other>/unlink", club_admin.ClubUnlinkView.as_view(), name="club_unlink"),
    path("clubs/<token:token>/archive", club_admin.ClubArchiveView.as_view(), name="archive"),
    path(
        "clubs/<token:token>/evenings/<int:number>/archive",
        club_admin.EveningArchiveView.as_view(),
        name="evening_archive",
    ),
    path("clubs/<token:token>/people", people.PeopleView.as_view(), name="people"),
    path("clubs/<token:token>/people/<uuid:player>/name", people.PersonNameView.as_view(), name="person_name"),
    path("clubs/<token:token>/people/<uuid:player>/link", people.PersonLinkView.as_view(), name="person_link"),
    path("clubs/<token:token>/people/<uuid:player>/unlink", people.PersonUnlink.as_view(), name="person_unlink"),
    path("clubs/<token:token>/people/<uuid:player>/hide", people.PersonHide.as_view(), name="person_hide"),
    path("clubs/<token:token>/people/<uuid:player>/show", people.PersonShow.as_view(), name="person_show"),
    path("clubs/<token:token>/people/<uuid:player>/forget", people.PersonForget.as_view(), name="person_forget"),
    path("clubs/<token:token>/people/<uuid:player>/ratings/leave", people.RatingsLeave.as_view(), name="leave_ratings"),
    path("clubs/<token:token>/people/<uuid:player>/ratings/join", people.RatingsJoin.as_view(), name="join_ratings"),
    path("clubs/<token:token>/file", imports.ClubAsFileView.as_view(), name="club_file"),
    path("clubs/<token:token>/imports", imports.ImportsView.as_view(), name="imports"),
    path("clubs/<token:token>/imports/<uuid:entry>/undo", imports.UndoneImportView.as_view(), name="undo_import"),
    path("clubs/<token:token>/tab", tab.TabView.as_view(), name="tab"),
    path("clubs/<token:token>/tab/entries", tab.TabEntriesView.as_view(), name="tab_entries"),
    path("clubs/<token:token>/tab/entries/<uuid:entry>/undo", tab.TabUndoView.as_view(), name="tab_undo"),
    path("clubs/<token:token>/tab/settle", tab.TabSettleView.as_view(), name="tab_settle"),
    path("clubs/<token:token>/tab/withdraw", tab.TabWithdrawView.as_view(), name="tab_withdraw"),
    path("clubs/<token:token>/tab/payments/<uuid:payment>/tick", tab.TabTickView.as_view(), name="tab_tick"),
    path("clubs/<token:token>/tab/payments/<uuid:payment>/untick", tab.TabUntickView.as_view(), name="tab_untick"),
    # Results over the years.
    path("clubs/<token:token>/seasons", seasons.SeasonsView.as_view(), name="club_seasons"),
    path("clubs/<token:token>/seasons/<uuid:season>", seasons.OneSeasonView.as_view(), name="club_season"),
    path(
        "clubs/<token:token>/seasons/<uuid:season>/close", seasons.SeasonClosingView.as_view(), name="club_season_close"
    ),
    path(
        "clubs/<token:token>/seasons/<uuid:season>/reopen",
        seasons.SeasonReopeningView.as_view(),
        name="club_season_reopen",
    ),
    path("clubs/<token:token>/boards", boards.BoardsView.as_view(), name="club_boards"),
    path("clubs/<token:token>/boards/<word:board>", boards.OneBoardView.as_view(), name="club_board"),
    path("clubs/<token:token>/ratings", boards.RatingsView.as_view(), name="club_ratings"),
    path("clubs/<token:token>/ratings/calibration", boards.CalibrationView.as_view(), name="club_calibration"),
    path("clubs/<token:token>/people/<uuid:player>", person_profiles.OnePersonView.as_view(), name="club_person"),
    path("clubs/<token:token>/partners", person_profiles.AllPartnersView.as_view(), name="club_partners"),
    path("clubs/<token:token>/hall", hall.HallView.as_view(), name="club_hall"),
    path("clubs/<token:token>/hall/<word:feat>", hall.OneFeatView.as_view(), name="club_feat"),
    path("clubs/<token:token>/cup", hall.CupView.as_view(), name="club_cup"),
    path("clubs/<token:token>/years/<int:year>", hall.OneYearView.as_view(), name="club_year"),
    path("clubs/<token:token>/search", search.SearchView.as_view(), name="club_search"),
    path("clubs/<token:token>/anchor", anchors.AnchorView.as_view(), name="club_anchor"),
    path("evenings/<token:token>/course", course.CourseView.as_view(), name="course"),
    path("evenings/<token:token>/rules", course.RulesView.as_view(), name="rules"),
    re_path("", NotFoundView.as_view()),
]
