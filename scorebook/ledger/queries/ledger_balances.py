"""Balances from the monthly movements, and sums of the transfers of one evening."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum

from scorebook.clubs.models import Club
from scorebook.core.currencies import UnitRefused, read_unit
from scorebook.ledger.accounts import TILL, account_id, club_account_id
from scorebook.ledger.models import Account, Entry, MonthMovement, Transfer


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubMoves:
    """The change of the till and of the kitty by an entry."""

    till_minor: int  # + more cash in the till
    kitty_minor: int  # + the kitty owns more


def is_recorded(*, club: Club, key: UUID) -> bool:
    """Return whether an entry with this key exists, so that the request is a repeat."""
    return Entry.objects.filter(club=club, pk=key).exists()


def units_in_books(club: Club) -> tuple[str, ...]:
    """Return all units the club has ever used, including points."""
    # Each unit has one cash account, opened with its first account; tables and pots are as many as evenings.
    cash = Account.objects.filter(club=club, kind=Account.Kind.CASH, player=None, evening_id=None)
    return tuple(cash.order_by("unit").values_list("unit", flat=True))


def unit_named(club: Club, text: str) -> str:
    """Return the club's unit that a text names: an exact match in the books, else the result of `read_unit`.

    Books may hold "eur" as a word, in whole ones. Those amounts and cents of EUR must never meet in one account, so the
    word stays a unit of this club. One statement if the text is not the unit's canonical spelling. A text that names no
    unit is returned unchanged.
    """
    try:
        unit = read_unit(text)
    except UnitRefused:
        return text
    return text if unit != text and text in units_in_books(club) else unit


def balances(*, club: Club, unit: str, evening_id: UUID | None = None) -> dict[UUID, int]:
    """Return player id -> minor units, + is owed money, - owes it. Players without movements are missing.

    evening_id: only results and payments of this evening; None for the whole club.
    """
    if evening_id is None:
        return _player_balances(club, unit)
    return balances_of_evenings(club=club, evening_ids=[evening_id]).get((evening_id, unit), {})


def balances_of_evenings(
    *, club: Club, evening_ids: Collection[UUID]
) -> dict[tuple[UUID | None, str], dict[UUID, int]]:
    """Return (evening, unit) -> `balances`. Two statements for any number of evenings."""
    found: dict[tuple[UUID | None, str], dict[UUID, int]] = {}
    # No join with the accounts: PostgreSQL would start there and read all their transfers.
    # `player__isnull` lets SQLite use the index of player accounts; each evening adds accounts of other kinds.
    people = Account.objects.filter(club=club, kind=Account.Kind.PLAYER, player__isnull=False)
    players = dict(people.values_list("pk", "player_id"))
    transfers = Transfer.objects.filter(club=club, entry__club=club, entry__evening_id__in=evening_ids).order_by()
    rows = transfers.values_list("entry__evening_id", "entry__unit", "target_id", "source_id")
    for evening_id, unit, target, source, amount in rows.annotate(Sum("amount_minor")):
        sums = found.setdefault((evening_id, unit), {})
        for account, moved in ((target, amount), (source, -amount)):
            if player_id := players.get(account):
                sums[player_id] = sums.get(player_id, 0) + moved
    return found


def tab_balances(*, club: Club, unit: str) -> dict[UUID, int]:
    """Return the balances on the club's tab: player id -> minor units, + is owed money."""
    return _player_balances(club, unit, is_tab=True)


def till_balance(*, club: Club, unit: str) -> int:
    """Return the money that must be in the till: deposits less withdrawals."""
    return -_account_balance(club, club_account_id(club.pk, unit, Account.Kind.CASH))


def kitty_balance(*, club: Club, unit: str) -> int:
    """Return what the kitty owns, in the till or still owed by people."""
    return _account_balance(club, club_account_id(club.pk, unit, Account.Kind.KITTY))


def pot_balance(*, club: Club, unit: str, evening_id: UUID) -> int:
    return _account_balance(club, account_id(club_id=club.pk, unit=unit, kind=Account.Kind.POT, owner_id=evening_id))


def moved_by_entry(*, club: Club, unit: str, evening_id: UUID | None) -> list[Counter[UUID]]:
    """Return the movements of each unreversed entry, + received, by player id, evening id (pot) or TILL.

    evening_id: None for the tab.
    """
    transfers = Transfer.objects.filter(
        club=club, entry__club=club, entry__unit=unit, entry__evening_id=evening_id
    ).exclude(entry__kind=Entry.Kind.REVERSAL)
    counting = transfers.filter(entry__reversed_by__isnull=True).order_by("entry__seq", "position")
    # As values: model instances of 5,000 hands take a second, during which SQLite blocks all other writers.
    owners = [f"{side}__{owner}_id" for side in ("target", "source") for owner in ("player", "evening")]
    moved = defaultdict[UUID, Counter[UUID]](Counter)
    for entry, amount, player, evening, from_player, from_evening in counting.values_list(
        "entry_id", "amount_minor", *owners
    ):
        for party, change in ((player or evening or TILL, amount), (from_player or from_evening or TILL, -amount)):
            moved[entry][party] += change
    return list(moved.values())


def moved_by_account(club: Club, entry_ids: Collection[UUID]) -> Mapping[UUID, Mapping[UUID, int]]:
    """Return entry -> account -> received less given. One statement."""
    found = defaultdict[UUID, Counter[UUID]](Counter)
    # All transfers of these entries: filtered by account, PostgreSQL would scan all transfers of the account.
    rows = Transfer.objects.filter(club=club, entry__in=entry_ids).order_by()
    for entry_id, source, target, amount_minor in rows.values_list(
        "entry_id", "source_id", "target_id", "amount_minor"
    ):
        found[entry_id][source] -= amount_minor
        found[entry_id][target] += amount_minor
    return found


def moved_for_people(entry: Entry) -> dict[UUID, int]:
    """Return player id -> change of their balance. Uses only prefetched rows of `ledger_entries`."""
    moved: dict[UUID, int] = {}
    for account, change in _account_changes(entry):
        if account.player_id:
            moved[account.player_id] = moved.get(account.player_id, 0) + change
    return moved


def moved_for_club(entry: Entry) -> ClubMoves:
    """Return the change of till and kitty. Uses only prefetched rows of `ledger_entries`."""
    moved = Counter[str]()
    for account, change in _account_changes(entry):
        moved[account.kind] += change
    return ClubMoves(till_minor=-moved[Account.Kind.CASH], kitty_minor=moved[Account.Kind.KITTY])


def _account_changes(entry: Entry) -> Iterator[tuple[Account, int]]:
    for transfer in entry.transfers.all():
        yield transfer.target, transfer.amount_minor
        yield transfer.source, -transfer.amount_minor


def _player_balances(club: Club, unit: str, **filters: bool) -> dict[UUID, int]:
    found = MonthMovement.objects.filter(
        club=club, account__club=club, account__unit=unit, account__kind=Account.Kind.PLAYER, **filters
    )
    sums = found.order_by().values_list("account__player").annotate(Sum("amount_minor"))
    return {player: amount for player, amount in sums if player}


def _account_balance(club: Club, account: UUID) -> int:
    found = MonthMovement.objects.filter(club=club, account=account).aggregate(sum=Sum("amount_minor", default=0))
    return int(found["sum"])
