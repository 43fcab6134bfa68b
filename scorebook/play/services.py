"""The verbs of play: all that writes an evening goes through one of these."""

from scorebook.play.errors import (
    HandUnknown,
    KeyReused,
    LaterHandImpossible,
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

__all__ = [
    "POINTS",
    "HandUnknown",
    "KeyReused",
    "LaterHandImpossible",
    "PlayError",
    "SessionClosed",
    "SessionOpen",
    "SessionProblems",
    "StaleHand",
    "close_session",
    "correct_hand",
    "join_session",
    "leave_session",
    "open_session",
    "preview",
    "preview_correction",
    "record_hand",
    "reopen_session",
    "void_hand",
]
