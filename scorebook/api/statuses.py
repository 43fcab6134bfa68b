"""The status of a refused request, by the codes of its problems.

400: the request is wrong by itself, whatever is stored; also an id in its body that names nothing. The client corrects
it. 404: the path names nothing for this link. 409: the request is valid, but conflicts with what is stored now. The
client reads what is stored and decides.

Statuses of the connection, such as 413 or 503, do not depend on a code.
"""

from collections.abc import Iterable

NOT_FOUND = frozenset({"entry_unknown", "hand_unknown", "import_unknown", "not_found", "season_unknown"})

CONFLICTS = frozenset(
    {
        # Somebody else has written since the client read.
        "link_renewed", "stale_hand", "stale_season",
        # The id was used before, with other content.
        "key_conflict", "key_reused",
        # A limit of `scorebook.core.budgets` is reached.
        "entries_full", "evenings_full", "events_full", "hands_full", "names_full", "seasons_full", "stays_full",
        # The evening and its table
        "evening_closed", "evening_not_empty", "evening_open", "last_player_stays", "later_hand_impossible",
        "played_for_points", "player_already_there", "player_not_there",
        # Payments and entries
        "already_paid", "already_reversed", "entry_is_reversal", "not_a_payment", "not_paid", "nothing_open",
        "part_out_of_range", "plan_superseded", "pot_not_empty",
        # People and linked clubs
        "already_forgotten", "already_hidden", "already_linked", "already_out", "balance_open", "has_linked_clubs",
        "name_hidden", "name_taken", "not_hidden", "not_linked", "not_out", "same_person", "sat_together",
        # Seasons
        "season_closed", "season_open",
        # Imports
        "already_undone", "evening_touched", "name_unclear", "nothing_new", "tab_moved", "tab_touched",
    }
)  # fmt: skip


def status_of_code(code: str) -> int:
    """Return 404 or 409 for the codes above, and 400 for every other code."""
    return 404 if code in NOT_FOUND else 409 if code in CONFLICTS else 400


def status_of_codes(codes: Iterable[str]) -> int:
    """Return the status of several problems: 400 if one of them is a 400, because it has to be corrected first."""
    return min(status_of_code(code) for code in codes)
