"""Anchors: the heads of all chains, kept outside. Only they reveal that a whole database was set back or rewritten.

One JSON line for each chain, with no name and no link in it:

    {"at": "2026-11-21T20:00:00+00:00", "chain": "evening", "club": "5c0e...", "evening": "1f4b...", "length": 34,
     "hash": "9f3c..."}

chain:  names, ledger or evening. evening: its id, only for that chain.
length: number of events or entries. hash: of the last of them; it depends on all before it.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import Model

from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import Club, EndedClub, NameEvent
from scorebook.ledger.models import Chain, Entry
from scorebook.operations.all_clubs import club_names
from scorebook.operations.audit.audit_parts import ClubAnchor
from scorebook.play.models import Evening, EveningEvent, HandEvent

NAMES, LEDGER, EVENING = "names", "ledger", "evening"
CHAIN_MODELS: Mapping[str, Sequence[type[Model]]] = {
    NAMES: (NameEvent,),
    LEDGER: (Entry,),
    EVENING: (HandEvent, EveningEvent),
}


class AnchorRefused(Exception):
    """The anchors could not be sent, or a file of anchors could not be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainHead:
    chain: str  # NAMES, LEDGER or EVENING
    club_id: UUID
    evening_id: UUID | None = None  # only for EVENING
    length: int
    hash: str

    @property
    def place(self) -> str:
        return f"{self.chain} {self.evening_id}" if self.evening_id else self.chain


# Anchored heads, each with the time of its first anchor.
Anchors = Mapping[ChainHead, datetime]


def chain_heads(*club_ids: UUID) -> Iterator[ChainHead]:
    """Yield the heads of all chains that have begun, of these clubs or of all.

    Three statements for each club, to be read in one snapshot.
    """
    for club_id in club_ids or club_names():
        yield from _club_chain_heads(club_id)


def _club_chain_heads(club_id: UUID) -> Iterator[ChainHead]:
    for club in Club.objects.filter(pk=club_id, names_length__gt=0):
        yield ChainHead(chain=NAMES, club_id=club_id, length=club.names_length, hash=club.names_head)
    for books in Chain.objects.filter(club=club_id, length__gt=0):
        yield ChainHead(chain=LEDGER, club_id=club_id, length=books.length, hash=books.head_hash)
    evenings = Evening.objects.filter(club=club_id, revision__gt=0).order_by("number")
    for evening_id, length, hash in evenings.values_list("pk", "revision", "last_hash"):
        yield ChainHead(chain=EVENING, club_id=club_id, evening_id=evening_id, length=length, hash=hash)


def anchor_lines(chain_heads: Iterable[ChainHead], *, at: datetime) -> str:
    made_at = at.astimezone(UTC).isoformat(timespec="seconds")
    return "".join(json.dumps({"at": made_at, **chain_to_json(head)}) + "\n" for head in chain_heads)


def send_anchors(text: str, *, to: str) -> None:
    """Append to a file, or POST to an http(s) address. Raises: AnchorRefused."""
    if "://" in to:
        _post_anchors(text, to)
    else:
        _append_anchors(text, Path(to))


def read_anchors(path: Path) -> dict[ChainHead, datetime]:
    """Return all anchors in a file. Raises: AnchorRefused."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AnchorRefused(f"{path} cannot be read: {error}") from error
    found = dict[ChainHead, datetime]()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            found.setdefault(_chain_from_json(value), datetime.fromisoformat(value["at"]))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise AnchorRefused(f"{path}, line {number} is no anchor") from error
    if not found:
        raise AnchorRefused(f"{path} holds no anchor")
    return found


def anchor_differences(anchors: Anchors) -> Iterator[AuditDifference]:
    """Yield the chains that are shorter than their anchors, differ or are gone. Longer chains are right.

    For an ended club its last heads are known: an anchor with one of them, or an earlier one, is met.
    Codes: chain_shorter, chain_differs. One or two statements for each chain, a few more if it is gone.
    """
    by_chain = defaultdict[tuple[UUID, str], list[ChainHead]](list)
    for head in anchors:
        by_chain[head.club_id, head.place].append(head)
    for heads in by_chain.values():
        hashes = _current_chain_hashes(heads) or _ended_club_chain_hashes(heads)
        for head in heads:
            if hashes.get(head.length) != head.hash:
                yield _anchor_difference(head, anchors[head], hashes)


def club_anchors(anchors: Anchors) -> dict[UUID, ClubAnchor]:
    """Return the longest anchored heads of each club; all of them must be met."""
    entries = dict[UUID, int]()
    evenings = defaultdict[UUID, dict[UUID, tuple[int, str]]](dict)
    for head in sorted(anchors, key=lambda head: head.length):
        if head.chain == LEDGER:
            entries[head.club_id] = head.length
        elif head.evening_id:
            evenings[head.club_id][head.evening_id] = (head.length, head.hash)
    clubs = {head.club_id for head in anchors}
    return {pk: ClubAnchor(entries=entries.get(pk, 0), evenings=evenings[pk]) for pk in clubs}


def _current_chain_hashes(heads: Sequence[ChainHead]) -> Mapping[int, str]:
    head, places = heads[0], [one.length for one in heads]
    own = {"club": head.club_id} | ({"evening": head.evening_id} if head.evening_id else {})
    hashes = dict[int, str]()
    for model in CHAIN_MODELS[head.chain]:
        hashes |= dict(model._default_manager.filter(seq__in=places, **own).values_list("seq", "hash"))
    return hashes


def _ended_club_chain_hashes(heads: Sequence[ChainHead]) -> Mapping[int, str]:
    """Return the anchored hashes of a club that ended and was not imported again, up to its last head."""
    first = heads[0]
    if Club.objects.filter(pk=first.club_id).exists():
        return {}
    found = dict[int, str]()
    for note in EndedClub.objects.filter(club_id=first.club_id):
        for last in map(_chain_from_json, note.heads):
            if last.place == first.place:
                found |= {head.length: head.hash for head in heads if head.length < last.length}
                found[last.length] = last.hash
    return found


def ended_clubs_of_anchors(anchors: Anchors) -> list[EndedClub]:
    """Return the notes of the anchored clubs that ended and were not imported again."""
    clubs = {head.club_id for head in anchors}
    gone = clubs - set(Club.objects.filter(pk__in=clubs).values_list("pk", flat=True))
    return list(EndedClub.objects.filter(club_id__in=gone))


def _anchor_difference(head: ChainHead, at: datetime, hashes: Mapping[int, str]) -> AuditDifference:
    club = Club.objects.filter(pk=head.club_id).first()
    return AuditDifference(
        code="chain_differs" if head.length in hashes else "chain_shorter",
        club=club.name if club else f"club {head.club_id}",
        place=head.place,
        what=f"number {head.length}",
        expected=f"{head.hash} by the anchor of {at.isoformat(timespec='seconds')}",
        found=hashes.get(head.length, ""),
    )


def chain_to_json(head: ChainHead) -> dict[str, object]:
    own = {"evening": str(head.evening_id)} if head.evening_id else {}
    return {"chain": head.chain, "club": str(head.club_id), **own, "length": head.length, "hash": head.hash}


def _chain_from_json(value: Any) -> ChainHead:
    chain, length, hash = value["chain"], value["length"], value["hash"]
    if chain not in (NAMES, LEDGER, EVENING) or (chain == EVENING) is not ("evening" in value):
        raise ValueError(chain)
    if type(length) is not int or not 0 < length < 2**31 or not isinstance(hash, str):
        raise ValueError(length)
    evening_id = UUID(value["evening"]) if chain == EVENING else None
    return ChainHead(chain=chain, club_id=UUID(value["club"]), evening_id=evening_id, length=length, hash=hash)


def _append_anchors(text: str, path: Path) -> None:
    try:
        # In one write, which is on the disk when this returns.
        with open(path, "ab", opener=partial(os.open, mode=0o600)) as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise AnchorRefused(f"{path} cannot be written: {error.strerror}") from error


def _post_anchors(text: str, url: str) -> None:
    from scorebook.operations import http_client  # imported here: the server shows heads, and sends none

    try:
        with http_client.open_url("POST", url, data=text.encode(), headers={"Content-Type": "application/x-ndjson"}):
            pass
    except http_client.NotReached as error:
        raise AnchorRefused(str(error)) from error
