"""All functions that change an evening."""

from scorebook.play.ending import AgreedEnd
from scorebook.play.errors import (
    CeilingReached,
    EveningClosed,
    EveningOpen,
    EveningProblems,
    HandRefused,
    HandUnknown,
    KeyReused,
    LaterHandImpossible,
    LinkGone,
    LinkRenewed,
    PlayedForPoints,
    PlayError,
    StaleHand,
)
from scorebook.play.services.archive import (
    EveningNotEmpty,
    archive_evening,
    archived_evenings,
    discard_evening,
    listed_evenings,
    restore_evening,
)
from scorebook.play.services.corrections import correct_hand, void_all_hands, void_hand
from scorebook.play.services.evening import (
    agree_end,
    join_evening,
    leave_evening,
    open_evening,
)
from scorebook.play.services.finished import (
    Basis,
    FinishedEvening,
    PreparedEvenings,
    basis_of,
    open_books,
    prepare_evenings,
)
from scorebook.play.services.hand_scoring import NewHand
from scorebook.play.services.links import (
    link_mark,
    renew_by_club_link,
    renew_by_scribe_link,
    renew_for_operator,
    renew_watch_link,
)
from scorebook.play.services.previews import preview_correction, preview_hand
from scorebook.play.services.recording import RecordedHands, record_hand, record_hands
from scorebook.play.services.settlement import (
    carry_over_evening,
    charge_in_evening,
    pay_in_evening,
    round_off_evening,
    settle_evening,
    undo_in_evening,
)
from scorebook.play.services.start import Start, start_evening
from scorebook.play.services.tab_reversal import undo_on_tab
from scorebook.play.terms import POINTS, Terms

__all__ = [
    "POINTS",
    "AgreedEnd",
    "Basis",
    "CeilingReached",
    "FinishedEvening",
    "HandRefused",
    "HandUnknown",
    "KeyReused",
    "LaterHandImpossible",
    "LinkGone",
    "LinkRenewed",
    "PlayError",
    "PlayedForPoints",
    "PreparedEvenings",
    "RecordedHands",
    "EveningClosed",
    "EveningNotEmpty",
    "EveningOpen",
    "EveningProblems",
    "StaleHand",
    "Start",
    "Terms",
    "NewHand",
    "agree_end",
    "archive_evening",
    "basis_of",
    "carry_over_evening",
    "charge_in_evening",
    "correct_hand",
    "discard_evening",
    "join_evening",
    "leave_evening",
    "link_mark",
    "listed_evenings",
    "archived_evenings",
    "open_books",
    "open_evening",
    "pay_in_evening",
    "prepare_evenings",
    "preview_hand",
    "preview_correction",
    "record_hand",
    "record_hands",
    "renew_by_club_link",
    "renew_by_scribe_link",
    "renew_for_operator",
    "renew_watch_link",
    "round_off_evening",
    "settle_evening",
    "start_evening",
    "restore_evening",
    "undo_in_evening",
    "undo_on_tab",
    "void_all_hands",
    "void_hand",
]
