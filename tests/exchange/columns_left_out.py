"""The columns and tables that are not in the club file, each with the reason."""

from collections.abc import Mapping

from django.db.models import Model

from scorebook.clubs.models import ChainEnd, Club, ClubEvent, Device, EndedClub, LinkRoute, NameEvent, Player, TypedText
from scorebook.exchange.models import Import
from scorebook.ledger.models import Account, Chain, Entry, MonthMovement, Plan, PlannedPayment, Transfer
from scorebook.play.models import (
    Evening,
    EveningEvent,
    EveningResult,
    HandEvent,
    HandResult,
    MonthContract,
    MonthPair,
    MonthTotal,
    Seat,
    ShelvedEvening,
)
from scorebook.standings.models import CupPassing, Rating, SeasonEvent, StandingsLock

PLACE = "where it stands in the file"
BEFORE = "the hash of the one before"
A_KEY = "a key that opens the club or an evening; the file carries none, and the import makes new ones"
OF_INSTALLATION = "it says how long the club has been unused in this installation, and not what it is"
# Model -> attribute -> what it is derived from, or why it is left behind.
LEFT_OUT: Mapping[type[Model], Mapping[str, str]] = {
    Club: {
        "created_at": "names: its founding",
        "names_length": "names",
        "names_head": "names",
        "group_version": "it counts changes in this installation, for pages that compare it",
        "keeper_token": A_KEY,
        "member_token": A_KEY,
        "calendar_seed": A_KEY,
        "keeper_link_kept_at": "of a link that the file leaves out",
        "imported_at": OF_INSTALLATION,
        "arriving_from": "it says which installation has the club while it moves",
    },
    Player: {"club_id": PLACE, "name_folded": "its name", "created_at": "names: when they were enrolled"},
    TypedText: {"club_id": PLACE},
    NameEvent: {"club_id": PLACE, "previous_hash": BEFORE},
    ClubEvent: {"club_id": PLACE},
    SeasonEvent: {"club_id": PLACE, "previous_hash": BEFORE},
    ShelvedEvening: {"evening_id": PLACE, "club_id": PLACE},
    Evening: {
        "club_id": PLACE,
        "closed_at": "events",
        "hand_count": "events",
        "revision": "events",
        "state": "events",
        "agreed_end": "events",
        "last_hash": "events",
        "scribe_token": A_KEY,
        "watch_token": A_KEY,
    },
    EveningEvent: {"club_id": PLACE, "evening_id": PLACE},
    HandEvent: {"club_id": PLACE, "evening_id": PLACE},
    Account: {"id": "all the others", "club_id": PLACE},
    PlannedPayment: {"club_id": PLACE, "plan_id": PLACE},
    Plan: {"club_id": PLACE},
    Transfer: {"id": "the entry and all the others", "club_id": PLACE, "entry_id": PLACE, "position": PLACE},
    Entry: {"club_id": PLACE, "previous_hash": BEFORE},
    Import: {"club_id": PLACE},
}
# Tables that are not in the file -> what they are derived from.
DERIVED_TABLES: Mapping[type[Model], str] = {
    Chain: "the entries",
    ChainEnd: "the club events, the seasons' events and the imports",
    Seat: "the events of the evening",
    MonthTotal: "the results",
    MonthContract: "the hands",
    MonthPair: "the hands",
    MonthMovement: "the transfers",
    EveningResult: "the events of the evening",
    HandResult: "the events of the evening",
    Rating: "the results",
    CupPassing: "the results",
    Device: "nothing: each is the key of a browser, which the file leaves out; the club events keep whose it was",
    LinkRoute: "the links, which the import makes anew",
    StandingsLock: "nothing: it is only held",
    EndedClub: "nothing: it is of clubs that are no longer here",
}
