"""Which accounts there are, and how an account's id follows from what it stands for.

Because of that the books need no look-up to know where money goes, two phones cannot open the same
account twice, and nobody can turn Anna's account into Beppo's: the id would no longer fit.
"""

from collections.abc import Iterable
from functools import lru_cache
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs.models import Club, Player
from scorebook.ledger.models import UNIT_MAX, Account, Chain

Kind = Account.Kind

# Stands for the till where people and the till pay each other; no player has this id, those are random.
TILL = UUID(int=0)
# An evening asks for the same few with every hand.
ACCOUNTS_KEPT, EVENINGS_KEPT = 4096, 256


@lru_cache(maxsize=ACCOUNTS_KEPT)
def account_id(*, club_id: UUID, unit: str, kind: str, owner_id: UUID | None = None) -> UUID:
    """owner_id: the player, or the evening of a table or pot; None for the club's own accounts."""
    return uuid5(club_id, f"{unit}/{kind}/{owner_id or ''}")


class EveningAccounts:
    """Between which the results of one evening move money. of_player: player -> account, each from when it was asked.

    They are kept together, because every hand of the evening asks for all of them.
    """

    def __init__(self, club_id: UUID, unit: str, evening_id: UUID) -> None:
        self.table = account_id(club_id=club_id, unit=unit, kind=Kind.TABLE, owner_id=evening_id)
        self.pot = account_id(club_id=club_id, unit=unit, kind=Kind.POT, owner_id=evening_id)
        self.kitty = account_id(club_id=club_id, unit=unit, kind=Kind.KITTY)
        self.of_player = _PlayerAccounts(club_id, unit)


class _PlayerAccounts(dict[UUID, UUID]):
    def __init__(self, club_id: UUID, unit: str) -> None:
        super().__init__()
        self._club_id, self._unit = club_id, unit

    def __missing__(self, player: UUID) -> UUID:
        self[player] = account_id(club_id=self._club_id, unit=self._unit, kind=Kind.PLAYER, owner_id=player)
        return self[player]


@lru_cache(maxsize=EVENINGS_KEPT)
def evening_accounts(club_id: UUID, unit: str, evening_id: UUID) -> EveningAccounts:
    return EveningAccounts(club_id, unit, evening_id)


def own_id(account: Account) -> UUID:
    """The id that this account's fields give; anything else means that somebody tampered with it."""
    return account_id(
        club_id=account.club_id,
        unit=account.unit,
        kind=account.kind,
        owner_id=account.player_id or account.evening_id,
    )


def open_accounts(*, club: Club, unit: str, players: Iterable[Player], evening_id: UUID | None) -> None:
    """Open what an evening needs; what is open already stays.

    evening_id: None opens no table and no pot, for a club's tab between evenings.
    """
    open_needed_accounts(club=club, needed=accounts_needed(club, unit, players, evening_id))


def open_needed_accounts(*, club: Club, needed: Iterable[Account]) -> None:
    """Open those of them that are not open yet. needed: as `accounts_needed` makes them, some perhaps twice."""
    wanted = {account.pk: account for account in needed}
    with transaction.atomic():
        Chain.objects.bulk_create([Chain(club=club)], ignore_conflicts=True)
        known = set(Account.objects.filter(club=club, pk__in=wanted).values_list("pk", flat=True))
        # In one order for all, so that two who open the same accounts on PostgreSQL never wait for each other.
        missing = [wanted[pk] for pk in sorted(wanted.keys() - known)]
        Account.objects.bulk_create(missing, ignore_conflicts=True)


def accounts_needed(club: Club, unit: str, players: Iterable[Player], evening_id: UUID | None) -> list[Account]:
    """What an evening, or the tab, needs in a unit."""
    if not 0 < len(unit) <= UNIT_MAX:
        raise AssertionError(f"a unit has 1 to {UNIT_MAX} characters, not {unit!r}")
    accounts = [Account(club=club, unit=unit, kind=Kind.KITTY), Account(club=club, unit=unit, kind=Kind.CASH)]
    for player in players:
        if player.club_id != club.pk:
            raise AssertionError(f"{player} is not of club {club}")
        accounts.append(Account(club=club, unit=unit, kind=Kind.PLAYER, player=player))
    for account in accounts:
        account.pk = own_id(account)
    return accounts + (evening_accounts_needed(club, unit, evening_id) if evening_id is not None else [])


def evening_accounts_needed(club: Club, unit: str, evening_id: UUID) -> list[Account]:
    """The accounts of an evening alone."""
    accounts = [Account(club=club, unit=unit, kind=kind, evening_id=evening_id) for kind in (Kind.TABLE, Kind.POT)]
    for account in accounts:
        account.pk = own_id(account)
    return accounts
