"""The lines of a club file: one line per hand, entry or person, so that a diff shows the rows that differ.

Only what cannot be derived is written, each list in a fixed order. Two databases with the same club give the same
bytes, on either engine.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import Any
from uuid import UUID

from scorebook.clubs.chain_ends import chain_end
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import ChainEnd, Club, Player
from scorebook.exchange.club_file import club_file_schema
from scorebook.exchange.club_file.club_file_ends import EVENTS, Ends, Row
from scorebook.exchange.club_file.club_file_schema import RowSchema, sorted_json
from scorebook.exchange.club_file.versions import FORMAT, VERSION
from scorebook.ledger.accounts import account_id
from scorebook.ledger.models import Account, Chain

INDENT = "  "
Lines = Iterator[str]
# Batch sizes.
EVENINGS, ENTRIES = 20, 500


class ClubUnsound(Exception):
    """Stored data that is inconsistent; the audit has the details."""


class _StoredClub:
    """The rows of one club; `group` has all clubs of the file."""

    def __init__(self, club_id: UUID, *, group: ClubGroup) -> None:
        self._id, self._group = club_id, group

    def list_rows(self, form: RowSchema, *order: str) -> Iterator[Row]:
        found = form.model._default_manager.filter(club=self._id).order_by(*order)
        return found.values(*form.columns.values()).iterator(chunk_size=ENTRIES)

    @property
    def club_row(self) -> Row:
        row: Row = Club.objects.values(*club_file_schema.CLUB.columns.values()).get(pk=self._id)
        return row

    def chain_heads(self) -> dict[str, str]:
        """Return the heads of the chains of names, seasons and entries, from the rows that hold them."""
        names = Club.objects.values_list("names_head", flat=True).get(pk=self._id)
        entries = Chain.objects.filter(club=self._id).values_list("head_hash", flat=True).first() or ""
        return {"names": names, "entries": entries, "seasons": chain_end(self._id, ChainEnd.Name.SEASONS).hash}

    def text_rows(self) -> Iterator[Row]:
        # Not in the database's order, which depends on its collation.
        yield from sorted(self.list_rows(club_file_schema.TEXT), key=lambda row: str(row["id"]))

    def club_event_rows(self) -> Iterator[Row]:
        """Yield club events, without those about clubs that are no longer linked, and about their people.

        They lost their effect with the link, and would require those clubs with their books in the file.
        """
        people = set(Player.objects.filter(club__in=self._group.clubs).values_list("pk", flat=True))
        known: Mapping[str, object] = {"other_player_id": people, "other_club_id": {*self._group.clubs}}
        for row in self.list_rows(club_file_schema.CLUB_EVENT, "seq"):
            if all(row[name] is None or row[name] in ids for name, ids in known.items()):  # type: ignore[operator]
                yield row

    def evening_rows(self) -> Iterator[Row]:
        """Yield evenings, each with `shelved`, a row or None, and `events`."""
        for evenings in _row_batches(self.list_rows(club_file_schema.EVENING, "number"), EVENINGS):
            of_these = {"club": self._id, "evening__in": [evening["id"] for evening in evenings]}
            shelved = _group_rows_by("evening_id", club_file_schema.SHELVED, **of_these)
            hands = _group_rows_by("evening_id", club_file_schema.HAND_EVENT, **of_these)
            others = _group_rows_by("evening_id", club_file_schema.EVENING_EVENT, **of_these)
            for evening in evenings:
                id = evening["id"]
                events = sorted([*hands.get(id, ()), *others.get(id, ())], key=itemgetter("seq"))
                yield {**evening, "shelved": next(iter(shelved.get(id, ())), None), "events": events}

    def account_rows(self) -> Iterator[Row]:
        def account_order(row: Row) -> tuple[str, ...]:
            return row["unit"], row["kind"], str(row["player_id"] or ""), str(row["evening_id"] or "")

        yield from sorted(self.list_rows(club_file_schema.ACCOUNT), key=account_order)

    def plan_rows(self) -> Iterator[Row]:
        """Yield plans in the order in which they were made, each with its `payments`."""
        payments = _group_rows_by("plan_id", club_file_schema.PAYMENT, "position", club=self._id)
        for plan in sorted(self.list_rows(club_file_schema.PLAN), key=itemgetter("made_at", "number", "id")):
            yield {**plan, "payments": payments.get(plan["id"], ())}

    def entry_rows(self) -> Iterator[Row]:
        """Yield entries, each with its `transfers`."""
        found = Account.objects.filter(club=self._id).values_list("pk", "kind", "player_id")
        owners = {pk: (kind, player_id) for pk, kind, player_id in found}
        for entries in _row_batches(self.list_rows(club_file_schema.ENTRY, "seq"), ENTRIES):
            of_these = {"club": self._id, "entry__in": [entry["id"] for entry in entries]}
            transfers = _group_rows_by("entry_id", club_file_schema.TRANSFER, "entry", "position", **of_these)
            for entry in entries:
                legs = transfers.get(entry["id"], [])
                for leg in legs:
                    for side in ("source_id", "target_id"):
                        leg[side] = self._transfer_account_owner(leg[side], owners, entry)
                yield {**entry, "transfers": legs}

    def _transfer_account_owner(self, account: UUID, owners: Mapping[UUID, tuple[str, UUID | None]], entry: Row) -> str:
        """Return the player's id or the kind of an account of the entry's unit and evening. Raises: ClubUnsound."""
        kind, player_id = owners[account]
        owner_id = entry["evening_id"] if kind in club_file_schema.OF_EVENING else player_id
        if account != account_id(club_id=self._id, unit=entry["unit"], kind=kind, owner_id=owner_id):
            raise ClubUnsound(f"entry {entry['seq']} moves money of an account that is not of its unit or its evening")
        return str(player_id or kind)


def club_file_lines(club_id: UUID) -> Lines:
    """Yield the lines of the file of a club and the clubs linked with it, each with its end.

    All is of one moment if the caller sees to it (`consistent_reads`); only a batch of evenings is loaded at a time.
    Raises: ClubUnsound if an entry moves money between accounts that are not its own.
    """
    group = club_group(club_id)
    clubs = (_club_lines(_StoredClub(pk, group=group)) for pk in group.clubs)
    head = [f'"format": {sorted_json(FORMAT)}', f'"version": {sorted_json(VERSION)}']
    for line in _json_object_lines([*head, _json_list_lines("clubs", clubs)]):
        yield f"{line}\n"


def row_text(form: RowSchema, row: Row) -> str:
    """Return a row on one line, without empty values. row: values by attributes, lists of parts by their names."""
    members = [*_row_json_members(form, row)]
    for name, part in form.parts.items():
        parts = ", ".join(row_text(part, one) for one in row[name])
        members.append(f'"{name}": [{parts}]')
    return f"{{{', '.join(members)}}}"


def _row_json_members(form: RowSchema, row: Row) -> Lines:
    for cell in form.cells:
        value = row[cell.attname]
        if not cell.may_be_left_out or value != cell.nothing:
            yield f'"{cell.name}": {"null" if value is None else cell.to_json(value)}'


def _club_lines(stored: _StoredClub) -> Lines:
    ends = Ends()

    def rows_of(name: str, form: RowSchema, rows: Iterable[Row]) -> Lines:
        return _json_list_lines(name, (row_text(form, row) for row in ends.counted_rows(name, rows)))

    books = [
        rows_of("accounts", club_file_schema.ACCOUNT, stored.account_rows()),
        rows_of("plans", club_file_schema.PLAN, stored.plan_rows()),
        rows_of("entries", club_file_schema.ENTRY, stored.entry_rows()),
    ]
    evenings = (_evening_lines(one, ends) for one in ends.counted_rows("evenings", stored.evening_rows()))
    lists = [
        rows_of("people", club_file_schema.PERSON, stored.list_rows(club_file_schema.PERSON, "created_at", "pk")),
        rows_of("texts", club_file_schema.TEXT, stored.text_rows()),
        rows_of("names", club_file_schema.NAME, stored.list_rows(club_file_schema.NAME, "seq")),
        rows_of("sayings", club_file_schema.CLUB_EVENT, stored.club_event_rows()),
        rows_of("seasons", club_file_schema.SEASON, stored.list_rows(club_file_schema.SEASON, "seq")),
        _json_list_lines("evenings", evenings),
        _json_member_lines("books", _json_object_lines(books)),
        rows_of("imports", club_file_schema.IMPORT, stored.list_rows(club_file_schema.IMPORT, "recorded_at", "pk")),
        _list_ends_lines(stored, ends),
    ]
    return _json_object_lines(chain(_row_json_members(club_file_schema.CLUB, stored.club_row), lists))


def _list_ends_lines(stored: _StoredClub, ends: Ends) -> Lines:
    """Yield `ends` after all lists have passed; names, seasons and entries have the heads of their chains."""
    heads = stored.chain_heads()
    stated = {name: end | ({"hash": heads[name]} if heads.get(name) else {}) for name, end in ends.stated.items()}
    yield f'"ends": {sorted_json(stated)}'


def _evening_lines(row: Row, ends: Ends) -> Lines:
    shelved = [f'"shelved": {row_text(club_file_schema.SHELVED, row["shelved"])}'] if row["shelved"] else []
    events = ends.counted_rows(EVENTS, row["events"])
    texts = _json_list_lines("events", (row_text(club_file_schema.event_schema(one["kind"]), one) for one in events))
    return _json_object_lines(chain(_row_json_members(club_file_schema.EVENING, row), shelved, [texts]))


def _json_list_lines(name: str, items: Iterable[str | Lines]) -> Lines:
    return _json_member_lines(name, _json_container_lines("[", items, "]"))


def _json_object_lines(members: Iterable[str | Lines]) -> Lines:
    return _json_container_lines("{", members, "}")


def _json_member_lines(name: str, value: Lines) -> Lines:
    yield f'"{name}": {next(value)}'
    yield from value


def _json_container_lines(begin: str, items: Iterable[str | Lines], end: str) -> Lines:
    """Yield the lines of a container; an empty one is on one line."""
    held, is_empty = begin, True  # a line that another item follows ends in a comma
    for item in items:
        yield held if is_empty else f"{held},"
        lines = iter([item]) if isinstance(item, str) else item
        held, is_empty = INDENT + next(lines), False
        for line in lines:
            yield held
            held = INDENT + line
    if is_empty:
        yield begin + end
    else:
        yield held
        yield end


def _row_batches(rows: Iterator[Row], size: int) -> Iterator[Sequence[Row]]:
    while batch := list(islice(rows, size)):
        yield batch


def _group_rows_by(key: str, form: RowSchema, *order: str, **filters: Any) -> dict[UUID, list[Row]]:
    """Return the rows by the id of the row that they belong to. key: column of this id."""
    rows = form.model._default_manager.filter(**filters).order_by(*order)
    found: dict[UUID, list[Row]] = {}
    for row in rows.values(*dict.fromkeys([key, *form.columns.values()])):
        found.setdefault(row[key], []).append(row)
    return found
