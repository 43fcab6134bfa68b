"""Money moved without a hand: payments, the club's tab between evenings, the till, the kitty, rounding; reversals.

Transfers (`player`: the account of what the club owes them):

    pay                cash -> payer, payee -> cash: a payment outside of the plan
    carry_over         an evening's balances move to the tab
    deposit            cash -> player     a person puts money into the till
    pay_out            player -> cash     a person takes money out of the till
    charge             player -> kitty    a fee, a fine, a round that the loser buys
    grant_from_kitty   kitty -> player    the kitty gives a person money
    spend_from_kitty   kitty -> cash      the kitty pays for something, out of the till
    round_off          player <-> kitty or largest creditor, so that all pay in whole coins

While the tab has an open plan, each function makes the plan again, so that it settles all balances.
`note` is text typed by a person.
The money in the till is minus the balance of cash. It belongs to the kitty and to the people who are owed money.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scorebook.clubs.models import Club, Player
from scorebook.ledger import posting, queries, settlement
from scorebook.ledger.accounts import club_account_id, open_accounts, player_account_id
from scorebook.ledger.chain import EntryBody, Leg
from scorebook.ledger.drafts import MAX_AMOUNT, EntryRefused, PaymentDraft, check_positive_amount, payment_body
from scorebook.ledger.models import Account, Chain, Entry
from scorebook.ledger.services.payment_plans import balances_of_people, replanned_tab
from scorebook.ledger.settlement import Rounding

Kind = Entry.Kind


def pay(*, club: Club, unit: str, evening_id: UUID | None, draft: PaymentDraft, by: str, at: datetime) -> Entry:
    """Book a payment made outside of the plan: the payer's debt and the payee's claim shrink.

    evening_id: the evening it settles; None for the club's tab. An existing plan of an evening does not include the
    payment, so the caller plans again.
    Raises: KeyConflict; EntryRefused payer_is_payee, amount_out_of_range, account_unknown, entries_full.
    """
    body = payment_body(draft, club_id=club.pk, unit=unit, evening_id=evening_id)
    # The tab also takes payments of people who never played in this unit.
    people = Player.objects.filter(club=club, pk__in=[draft.payer_id, draft.payee_id])
    return _book_entry(body, club=club, players=people if evening_id is None else None, by=by, at=at)


def carry_over(*, club: Club, unit: str, evening_id: UUID, key: UUID, by: str, at: datetime) -> Entry:
    """Move the open balances of an evening to the tab instead of paying them.

    Two entries: the evening's brings its balances to 0, the tab's takes them up.
    Raises: KeyConflict; EntryRefused nothing_open, pot_not_empty, entries_full.
    """
    with replanned_tab(club=club, unit=unit, at=at):
        chain = posting.lock_chain(club=club)
        if first := _entry_of_key(key, chain, kind=Kind.CARRIED, unit=unit, evening_id=evening_id):
            return first
        balances = queries.balances(club=club, unit=unit, evening_id=evening_id)
        if queries.pot_balance(club=club, unit=unit, evening_id=evening_id):
            raise EntryRefused(code="pot_not_empty", field="evening_id")
        # Balances left in the evening would never let it be finished, and a payment would belong to no evening. A
        # separate account for the tab would give each person two balances to add up.
        bodies = carried_entry_bodies(club, unit, evening_id, key=key, balances=balances)
        if not bodies:
            raise EntryRefused(code="nothing_open", field="evening_id")
        return posting.append_entries(chain=chain, bodies=bodies, by=by, at=at)[0]


def carried_entry_bodies(
    club: Club, unit: str, evening_id: UUID, *, key: UUID, balances: Mapping[UUID, int]
) -> Sequence[EntryBody]:
    """Return the evening's entry that brings its balances to 0 and the tab's that takes them up; none if all are 0.

    balances: player -> minor units.
    """
    cash = club_account_id(club.pk, unit, Account.Kind.CASH)
    arriving = _balance_change_legs(club, unit, balances, other=cash)
    if not arriving:
        return ()
    leaving = tuple(leg.mirrored() for leg in arriving)
    evening = EntryBody(key=key, kind=Kind.CARRIED, unit=unit, evening_id=evening_id, why=Kind.CARRIED, legs=leaving)
    tab = replace(evening, key=counterpart_id(key), evening_id=None, carried_from=evening_id, legs=arriving)
    return (evening, tab)


def round_off(
    *, club: Club, unit: str, evening_id: UUID | None, key: UUID, coin: int, to: Rounding, by: str, at: datetime
) -> Entry:
    """Round every open balance to whole coins; the sum stays the same.

    coin: in minor units, such as 5, 10 or 50.
    Raises: KeyConflict; EntryRefused nothing_open (nothing to round), coin_out_of_range, pot_not_empty, entries_full.
    """
    if type(coin) is not int or not 1 < coin <= MAX_AMOUNT:
        raise EntryRefused(code="coin_out_of_range", field="coin")
    with replanned_tab(club=club, unit=unit, at=at, moves_tab=evening_id is None):
        chain = posting.lock_chain(club=club)
        if first := _entry_of_key(key, chain, kind=Kind.ROUNDING, unit=unit, evening_id=evening_id):
            return first
        balances = balances_of_people(club=club, unit=unit, evening_id=evening_id)
        if evening_id and queries.pot_balance(club=club, unit=unit, evening_id=evening_id):
            raise EntryRefused(code="pot_not_empty", field="evening_id")
        changes = settlement.rounding_changes(balances, coin=coin, to=to)
        other = club_account_id(club.pk, unit, Account.Kind.KITTY)
        if to is Rounding.LARGEST_CREDITOR and (creditor := settlement.largest_creditor(balances)):
            other = player_account_id(club.pk, unit, creditor)
            changes = {player: change for player, change in changes.items() if player != creditor}
        legs = _balance_change_legs(club, unit, changes, other=other)
        if not legs:
            raise EntryRefused(code="nothing_open", field="coin")
        body = EntryBody(key=key, kind=Kind.ROUNDING, unit=unit, evening_id=evening_id, why=f"coin {coin}", legs=legs)
        return posting.append_entries(chain=chain, bodies=[body], by=by, at=at)[0]


def deposit(
    *, club: Club, unit: str, key: UUID, player: Player, amount_minor: int, note: str = "", by: str, at: datetime
) -> Entry:
    """Book money that a person puts into the till: they owe less, or are owed more.

    Raises: KeyConflict; EntryRefused amount_out_of_range, account_unknown, entries_full.
    """
    legs = _player_legs(club, unit, {player.pk: amount_minor}, other=Account.Kind.CASH, sign=1)
    body = EntryBody(key=key, kind=Kind.DEPOSIT, unit=unit, evening_id=None, why=Kind.DEPOSIT, legs=legs, note=note)
    return _book_entry(body, club=club, players=[player], by=by, at=at)


def pay_out(
    *, club: Club, unit: str, key: UUID, player: Player, amount_minor: int, note: str = "", by: str, at: datetime
) -> Entry:
    """Book money that a person takes out of the till.

    Raises: KeyConflict; EntryRefused amount_out_of_range, account_unknown, entries_full.
    """
    legs = _player_legs(club, unit, {player.pk: amount_minor}, other=Account.Kind.CASH, sign=-1)
    body = EntryBody(key=key, kind=Kind.PAYOUT, unit=unit, evening_id=None, why=Kind.PAYOUT, legs=legs, note=note)
    return _book_entry(body, club=club, players=[player], by=by, at=at)


def charge(
    *,
    club: Club,
    unit: str,
    evening_id: UUID | None,
    key: UUID,
    amounts: Mapping[UUID, int],
    note: str = "",
    by: str,
    at: datetime,
) -> Entry:
    """Book what people owe the kitty: a fee, a fine, the round that the loser buys.

    evening_id: the evening whose settlement includes it; None for the tab.
    amounts:    player id -> minor units, all positive.
    Raises: KeyConflict; EntryRefused amount_out_of_range, account_unknown, entries_full.
    """
    legs = _player_legs(club, unit, amounts, other=Account.Kind.KITTY, sign=-1)
    players = Player.objects.filter(club=club, pk__in=amounts)
    body = EntryBody(key=key, kind=Kind.CHARGE, unit=unit, evening_id=evening_id, why=Kind.CHARGE, legs=legs, note=note)
    return _book_entry(body, club=club, players=players, by=by, at=at)


def grant_from_kitty(
    *, club: Club, unit: str, key: UUID, amounts: Mapping[UUID, int], note: str = "", by: str, at: datetime
) -> Entry:
    """Book money that people get from the kitty, such as a prize. amounts: player id -> minor units, all positive.

    Raises: KeyConflict; EntryRefused amount_out_of_range, account_unknown, entries_full.
    """
    legs = _player_legs(club, unit, amounts, other=Account.Kind.KITTY, sign=1)
    players = Player.objects.filter(club=club, pk__in=amounts)
    body = EntryBody(key=key, kind=Kind.GRANT, unit=unit, evening_id=None, why=Kind.GRANT, legs=legs, note=note)
    return _book_entry(body, club=club, players=players, by=by, at=at)


def spend_from_kitty(
    *, club: Club, unit: str, key: UUID, amount_minor: int, note: str = "", by: str, at: datetime
) -> Entry:
    """Book a purchase of the kitty, paid out of the till.

    Raises: KeyConflict; EntryRefused amount_out_of_range, entries_full.
    """
    check_positive_amount(amount_minor)
    kitty, cash = (club_account_id(club.pk, unit, kind) for kind in (Account.Kind.KITTY, Account.Kind.CASH))
    legs = (Leg(source_id=kitty, target_id=cash, amount_minor=amount_minor),)
    body = EntryBody(key=key, kind=Kind.SPENDING, unit=unit, evening_id=None, why=Kind.SPENDING, legs=legs, note=note)
    return _book_entry(body, club=club, players=[], by=by, at=at)


def undo_entry(*, entry: Entry, key: UUID, by: str, at: datetime) -> Entry:
    """Reverse an entry between people: a payment, money of the till or the kitty, a rounding.

    An amount carried over is reversed together with its counterpart, on the tab or in the evening.
    Raises: KeyConflict; EntryRefused not_a_payment, already_reversed, entries_full.
    """
    if entry.kind in (Kind.RESULT, Kind.REVERSAL):
        raise EntryRefused(code="not_a_payment", field="entry")
    taken_back = [entry]
    if entry.kind == Kind.CARRIED:
        is_on_tab = entry.evening_id is None
        on_tab = Entry.objects.filter(club=entry.club_id, pk=counterpart_id(entry.pk))
        taken_back.append(carried_entry(entry) if is_on_tab else on_tab.get())
    moves_tab = any(one.evening_id is None for one in taken_back)
    with replanned_tab(club=entry.club, unit=entry.unit, at=at, moves_tab=moves_tab):
        chain = posting.lock_chain(club=entry.club)
        keys = [key, uuid5(key, "counterpart")][: len(taken_back)]
        return posting.append_reversals(dict(zip(keys, taken_back, strict=True)), chain=chain, by=by, at=at)


def counterpart_id(carried: UUID) -> UUID:
    """Return the id of the tab entry that belongs to an evening's carried entry."""
    return uuid5(carried, "tab")


def carried_entry(entry: Entry) -> Entry:
    """Return the evening's entry that belongs to a carried entry of the tab."""
    carried = Entry.objects.filter(club=entry.club_id, evening_id=entry.carried_from, kind=Kind.CARRIED)
    return next(one for one in carried if counterpart_id(one.pk) == entry.pk)


def _book_entry(body: EntryBody, *, club: Club, players: Iterable[Player] | None, by: str, at: datetime) -> Entry:
    """Append an entry. Open accounts first if the unit may be new to the club, which it is not if players is None."""
    with transaction.atomic():
        if players is not None:
            open_accounts(club=club, unit=body.unit, players=players, evening_id=None)
        with replanned_tab(club=club, unit=body.unit, at=at, moves_tab=body.evening_id is None), transaction.atomic():
            chain = posting.lock_chain(club=club, accounts=posting.accounts_of_bodies([body]))
            return posting.append_entries(chain=chain, bodies=[body], by=by, at=at)[0]


def _entry_of_key(key: UUID, chain: Chain, *, kind: str, unit: str, evening_id: UUID | None) -> Entry | None:
    """Return the entry of this key. Amounts are not compared, because they depend on the balances at the time."""
    entry = Entry.objects.filter(club=chain.club_id, pk=key).first()
    if entry and (entry.kind, entry.unit, entry.evening_id) != (kind, unit, evening_id):
        raise posting.KeyConflict(key=key)
    return entry


def _player_legs(
    club: Club, unit: str, amounts: Mapping[UUID, int], *, other: Account.Kind, sign: int
) -> tuple[Leg, ...]:
    """Move an amount to each player from one account of the club (sign 1), or the other way (sign -1)."""
    for amount_minor in amounts.values():
        check_positive_amount(amount_minor)
    if not amounts:
        raise EntryRefused(code="amount_out_of_range", field="amounts")
    changes = {player: sign * amount for player, amount in amounts.items()}
    return _balance_change_legs(club, unit, changes, other=club_account_id(club.pk, unit, other))


def _balance_change_legs(club: Club, unit: str, changes: Mapping[UUID, int], *, other: UUID) -> tuple[Leg, ...]:
    """Return sorted transfers. changes: player -> + gets from the other account, - gives to it."""
    accounts = {player_account_id(club.pk, unit, player): amount for player, amount in changes.items()}
    return tuple(
        Leg(source_id=other, target_id=account, amount_minor=amount)
        if amount > 0
        else Leg(source_id=account, target_id=other, amount_minor=-amount)
        for account, amount in sorted(accounts.items())
        if amount != 0
    )
