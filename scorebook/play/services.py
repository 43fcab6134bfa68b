"""The verbs of play: all that writes an evening goes through one of these."""

from scorebook.play.errors import (
    HandUnknown,
    KeyReused,
    LaterHandImpossible,
    PlayedForPoints,
    PlayError,
    SessionClosed,
    SessionOpen,
    SessionProblems,
    StaleHand,
)
from scorebook.play.evening import (
    POINTS,
    close_session,
    join_session,
    leave_session,
    open_session,
    reopen_session,
)
from scorebook.play.hands import correct_hand, preview, preview_correction, record_hand, void_hand
from scorebook.play.links import club_renewed_by, renew_watch_link, renew_writing_links
from scorebook.play.settling import (
    carry_over_session,
    charge_in_session,
    pay_in_session,
    round_off_session,
    settle_session,
    undo_in_session,
)
from scorebook.play.starting import Start, start_evening
from scorebook.play.tab import undo_on_tab

__all__ = [
    "POINTS",
    "HandUnknown",
    "KeyReused",
    "LaterHandImpossible",
    "PlayError",
    "PlayedForPoints",
    "SessionClosed",
    "SessionOpen",
    "SessionProblems",
    "StaleHand",
    "Start",
    "carry_over_session",
    "charge_in_session",
    "close_session",
    "club_renewed_by",
    "correct_hand",
    "join_session",
    "leave_session",
    "open_session",
    "pay_in_session",
    "preview",
    "preview_correction",
    "record_hand",
    "renew_watch_link",
    "renew_writing_links",
    "reopen_session",
    "round_off_session",
    "settle_session",
    "start_evening",
    "undo_in_session",
    "undo_on_tab",
    "void_hand",
]
