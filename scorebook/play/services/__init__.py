"""The verbs of play: all that writes an evening goes through one of these."""

from scorebook.play.errors import (
    CeilingReached,
    HandUnknown,
    KeyReused,
    LaterHandImpossible,
    LinkGone,
    LinkRenewed,
    PlayedForPoints,
    PlayError,
    SessionClosed,
    SessionOpen,
    SessionProblems,
    StaleHand,
)
from scorebook.play.services.evening import (
    POINTS,
    close_session,
    join_session,
    leave_session,
    open_session,
    reopen_session,
)
from scorebook.play.services.hands import correct_hand, preview, preview_correction, record_hand, void_hand
from scorebook.play.services.links import renew_by_club_link, renew_by_scribe_link, renew_watch_link
from scorebook.play.services.settlement import (
    carry_over_session,
    charge_in_session,
    pay_in_session,
    round_off_session,
    settle_session,
    undo_in_session,
)
from scorebook.play.services.start import Start, start_evening
from scorebook.play.services.tab import undo_on_tab

__all__ = [
    "POINTS",
    "CeilingReached",
    "HandUnknown",
    "KeyReused",
    "LaterHandImpossible",
    "LinkGone",
    "LinkRenewed",
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
    "correct_hand",
    "join_session",
    "leave_session",
    "open_session",
    "pay_in_session",
    "preview",
    "preview_correction",
    "record_hand",
    "renew_by_club_link",
    "renew_by_scribe_link",
    "renew_watch_link",
    "reopen_session",
    "round_off_session",
    "settle_session",
    "start_evening",
    "undo_in_session",
    "undo_on_tab",
    "void_hand",
]
