"""The accounts of a club; an account's id is derived from what it stands for.

No look-up is needed to know where money goes, two phones cannot open the same account twice, and an account cannot
be reassigned to another player, because its id would no longer match.
"""

from collections.abc import Iterable
from functools import lru_cache
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs.models import Club, Player
from scorebook.ledger.models import MAX_UNIT, Account, Chain

Kind = Account.Kind

# Stands for the till as payer or payee; no player has this id, because player ids are random.
TILL = UUID(int=0)
ACCOUNTS_KEPT = 4096  # in the cache; every hand of an evening needs the same few ids


@lru_cache(maxsize=ACCOUNTS_KEPT)
def account_id(*, club_id: UUID, unit: str, kind: str, owner_id: UUID | None = None) -> UUID:
    """Return the id of an account.

    owner_id: the player, or the evening of a table or pot; None for the club's own accounts.
    """
    return uuid5(club_id, f"{unit}/{kind}/{owner_id or ''}")


def club_account_id(club_id: UUID, unit: str, kind: Account.Kind) -> UUID:
    return account_id(club_id=club_id, unit=unit, kind=kind)


def player_account_id(club_id: UUID, unit: str, player_id: UUID) -> UUID:
    return account_id(club_id=club_id, unit=unit, kind=Kind.PLAYER, owner_id=player_id)


def derived_account_id(account: Account) -> UUID:
    """Compute the id from the account's fields; a different stored id means that a field was changed."""
    return account_id(
        club_id=account.club_id,
        unit=account.unit,
        kind=account.kind,
        owner_id=account.player_id or account.evening_id,
    )


def open_accounts(*, club: Club, unit: str, players: Iterable[Player], evening_id: UUID | None) -> None:
    """Open the accounts of an evening that do not exist yet.

    evening_id: None for the club's tab, which needs no table and no pot.
    """
    open_needed_accounts(club=club, needed=accounts_needed(club, unit, players, evening_id))


def open_needed_accounts(*, club: Club, needed: Iterable[Account]) -> None:
    """Open those of the accounts that do not exist yet. needed: from `accounts_needed`, with duplicates allowed."""
    wanted = {account.pk: account for account in needed}
    with transaction.atomic():
        Chain.objects.bulk_create([Chain(club=club)], ignore_conflicts=True)
        known = set(Account.objects.filter(club=club, pk__in=wanted).values_list("pk", flat=True))
        # Sorted, so that concurrent transactions that open the same accounts cannot deadlock on PostgreSQL.
        missing = [wanted[pk] for pk in sorted(wanted.keys() - known)]
        Account.objects.bulk_create(missing, ignore_conflicts=True)


def accounts_needed(club: Club, unit: str, players: Iterable[Player], evening_id: UUID | None) -> list[Account]:
    """Return the unsaved accounts that an evening, or the tab, needs in a unit."""
    if not 0 < len(unit) <= MAX_UNIT:
        raise AssertionError(f"a unit has 1 to {MAX_UNIT} characters, not {unit!r}")
    accounts = [_unsaved_account(club, unit, Kind.KITTY), _unsaved_account(club, unit, Kind.CASH)]
    for player in players:
        if player.club_id != club.pk:
            raise AssertionError(f"{player} is not of club {club}")
        accounts.append(_unsaved_account(club, unit, Kind.PLAYER, player=player))
    return accounts + (evening_accounts_needed(club, unit, evening_id) if evening_id is not None else [])


def evening_accounts_needed(club: Club, unit: str, evening_id: UUID) -> list[Account]:
    return [_unsaved_account(club, unit, kind, evening_id=evening_id) for kind in (Kind.TABLE, Kind.POT)]


def _unsaved_account(club: Club, unit: str, kind: Account.Kind, **owner: Player | UUID) -> Account:
    account = Account(club=club, unit=unit, kind=kind, **owner)
    account.pk = derived_account_id(account)
    return account
