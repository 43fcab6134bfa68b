"""Audit of names against the chain of names, and of the chains of a club."""

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from scorebook.clubs import name_chain
from scorebook.clubs import names as naming
from scorebook.clubs.audit_difference import AuditDifference, difference_of_values
from scorebook.clubs.chain_ends import ChainPlace, chain_end_differences, folded_hash
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.devices import claims
from scorebook.clubs.models import ChainEnd, Club, ClubEvent, Device, NameEvent, Player
from scorebook.clubs.texts import typed_text_fault

Kind = NameEvent.Kind


def verify_names(club: Club, events: Sequence[NameEvent]) -> Iterator[AuditDifference]:
    """Yield the contradictions between the names and their chain.

    events: all of the club's by seq, with texts (`name_chain.name_events`).
    Codes: name_missing, previous_hash, name_event_changed, text_missing, text_changed, name_out_of_order,
    name_of_other_club, name_changed, name_not_enrolled, names_length, names_head.
    """
    players = {player.pk: player for player in Player.objects.filter(club=club)}
    hidden = club_group(club.pk).hidden
    previous_hash = ""
    newest: dict[UUID | None, NameEvent] = {}
    first: dict[UUID | None, NameEvent] = {}
    for seq, event in enumerate(events, start=1):
        yield from _name_event_differences(event, seq=seq, previous_hash=previous_hash, first=first)
        previous_hash = event.hash
        first.setdefault(event.player_id, event)
        newest[event.player_id] = event
    yield from _names_head_differences(club, events)
    yield from _club_differences(club, first, newest)
    for player in players.values():
        names = first.get(player.pk), newest.get(player.pk)
        yield from _player_differences(player, *names, is_hidden=player.pk in hidden)
    for stranger in newest.keys() - players.keys() - {None}:
        yield AuditDifference(code="name_of_other_club", place=f"name {newest[stranger].seq}", found=str(stranger))


def verify_club_events(club: Club) -> Iterator[AuditDifference]:
    """Compare the club events with their stored hash, the claims with the events, and look for the linked clubs and
    their people. Three statements, at most three more with linked clubs.

    A club file may leave events out. Codes: chain_end, claim, other_club_missing.
    """
    events = list(ClubEvent.objects.filter(club=club).order_by("seq"))
    expected = ChainPlace(length=events[-1].seq if events else 0, hash=folded_hash(events))
    yield from chain_end_differences(club, ChainEnd.Name.CLUB_EVENTS, expected)
    yield from _missing_other_clubs(events)
    claimed = claims.claims_in_events(events)
    for device in Device.objects.filter(club=club).order_by("pk"):
        if device.player_id != claimed.get(str(device.pk)):
            yield difference_of_values(
                "claim", "devices", str(device.pk), expected=claimed.get(str(device.pk)), found=device.player_id
            )


def _missing_other_clubs(events: Sequence[ClubEvent]) -> Iterator[AuditDifference]:
    """Yield the references to other clubs that lead nowhere: of clubs on several servers no database checks them."""
    clubs = {event.other_club_id for event in events if event.other_club_id}
    people = {event.other_player_id for event in events if event.other_player_id}
    found = set(Club.objects.filter(pk__in=clubs).values_list("pk", flat=True)) if clubs else set()
    if people:
        # A person may be of a third club that is linked to the same main club.
        links = ClubEvent.objects.filter(club__in=found, other_club__isnull=False)
        among = {*found, *(event.club_id for event in events), *links.values_list("other_club_id", flat=True)}
        found |= set(Player.objects.filter(club__in=among, pk__in=people).values_list("pk", flat=True))
    for missing in sorted((clubs | people) - found):
        yield AuditDifference(code="other_club_missing", place=ChainEnd.Name.CLUB_EVENTS, expected=str(missing))


def _name_event_differences(
    event: NameEvent, *, seq: int, previous_hash: str, first: Mapping[UUID | None, NameEvent]
) -> Iterator[AuditDifference]:
    place = f"name {seq}"
    if event.seq != seq:
        yield AuditDifference(code="name_missing", place=place, expected=str(seq), found=str(event.seq))
    if event.previous_hash != previous_hash:
        yield AuditDifference(code="previous_hash", place=place, expected=previous_hash, found=event.previous_hash)
    if event.hash != (fitting := name_chain.name_digest(event)):
        yield AuditDifference(code="name_event_changed", place=place, expected=fitting, found=event.hash)
    if code := typed_text_fault(event.text, club_id=event.club_id):
        yield AuditDifference(code=code, place=place, expected=event.text_id)
    beginning = Kind.FOUNDED if event.player_id is None else Kind.ENROLLED
    if (event.kind == beginning) is (event.player_id in first):
        yield AuditDifference(code="name_out_of_order", place=place, expected=str(beginning), found=event.kind)


def _names_head_differences(club: Club, events: Sequence[NameEvent]) -> Iterator[AuditDifference]:
    head = events[-1].hash if events else ""
    if club.names_length != len(events):
        yield AuditDifference(
            code="names_length", place="names", expected=str(len(events)), found=str(club.names_length)
        )
    if club.names_head != head:
        yield AuditDifference(code="names_head", place="names", expected=head, found=club.names_head)


def _club_differences(
    club: Club, first: Mapping[UUID | None, NameEvent], newest: Mapping[UUID | None, NameEvent]
) -> Iterator[AuditDifference]:
    if None not in newest:
        yield AuditDifference(code="name_not_enrolled", place="the club's name", found=club.name)
        return
    if club.name != (expected := _expected_name(newest[None], club.pk)):
        yield AuditDifference(code="name_changed", place="the club's name", expected=expected, found=club.name)
    if club.created_at != first[None].recorded_at:
        expected, found = first[None].recorded_at.isoformat(), club.created_at.isoformat()
        yield AuditDifference(code="name_changed", place="the club's founding", expected=expected, found=found)


def _player_differences(
    player: Player, first: NameEvent | None, newest: NameEvent | None, *, is_hidden: bool
) -> Iterator[AuditDifference]:
    place = f"{player.name}'s name"
    if first is None or newest is None:
        yield AuditDifference(code="name_not_enrolled", place=place, found=str(player.pk))
        return
    expected = naming.substitute_name(player.pk) if is_hidden else _expected_name(newest, player.pk)
    wanted = (expected, naming.folded_name(expected), first.recorded_at.isoformat())
    found = (player.name, player.name_folded, player.created_at.isoformat())
    if wanted != found:
        yield AuditDifference(code="name_changed", place=place, expected=" / ".join(wanted), found=" / ".join(found))


def _expected_name(event: NameEvent, owner: UUID) -> str:
    return naming.substitute_name(owner) if event.text.is_erased else event.text.text
