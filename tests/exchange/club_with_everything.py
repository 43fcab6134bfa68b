"""A club to which everything has happened that a file has to bring along, in few hands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from rules import PRESETS
from scorebook.clubs import identities, watching
from scorebook.clubs.club_groups import CupRule
from scorebook.clubs.devices import claims, lost_keeper
from scorebook.clubs.devices.admission import admit_device
from scorebook.clubs.devices.browser_names import browser_name
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.clubs.services import create_club, enrol_players, rename_club, rename_player
from scorebook.core.link_tokens import new_link_token
from scorebook.exchange.club_file import club_file_lines
from scorebook.exchange.imports.import_draft import Money
from scorebook.exchange.imports.import_undoing import ImportUndoing
from scorebook.ledger import services as ledger
from scorebook.ledger.services import PaymentDraft, SettlementMethod
from scorebook.play import services as play
from scorebook.play.ending import AgreedEnd
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.services import linking
from scorebook.standings.services.cup_agreement import agree_cup
from scorebook.standings.services.season_services import agree_season, change_season, close_season, reopen_season
from tests.support.imported import choices, imported
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, ramsch, rufer, solo

EVERYTHING = PRESETS["bavarian"]["pub_everything"].with_house_rules({"bock_after": ["lost_solo"]})
FIRST = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)
WEEK = timedelta(weeks=1)
WRITTEN_AT = FIRST + 30 * WEEK
# From the autumn before, when they kept it in another program.
FROM_SPLITWISE = """Date,Description,Category,Cost,Currency,Anna,Beppo,Cilli,Done
2025-11-13,Schafkopf,Games,2.00,EUR,1.20,-0.40,-0.40,-0.40
2025-11-14,Beppo paid Anna,Payment,0.40,EUR,-0.40,0.40,0.00,0.00
"""
FROM_A_TABLE = """date;Anna;Beppo;Cilli;Done
2025-11-20;-0,90;0,30;0,30;0,30
"""
YEAR = Agreement(first_on=date(2026, 1, 1), last_on=date(2026, 12, 31), game="bavarian")


@contextmanager
def undone() -> Iterator[None]:
    """What is written inside has never been: the club that went out is not there any more when it comes in."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def file_of(club_id: UUID) -> bytes:
    return "".join(club_file_lines(club_id)).encode()


@cache
def file_with_everything() -> bytes:
    """Made once: its club stays in no database."""
    with undone():
        return file_of(club_with_everything().pk)


def stamp() -> dict[str, Any]:
    return {"key": uuid4(), "by": "club link", "at": WRITTEN_AT}


def club_with_everything() -> Club:
    first = unlinked_club_with_everything()
    _order(first.club, first)
    return first.club


def unlinked_club_with_everything() -> PlayedEvening:
    """The club's first evening; no other club is linked with it yet, and nobody is forgotten."""
    first = _first_evening()
    club = first.club
    _evening_for_points(club)
    empty = new_evening("Anna", "Beppo", "Cilli", "Done", club=club, at=FIRST + 2 * WEEK)
    play.discard_evening(evening=empty.stored, by="club link", at=WRITTEN_AT)
    _tab(first)
    _open_evening(club)
    import_and_undo(club, at=WRITTEN_AT)
    _seasons(club)
    _devices(first)
    return first


def _devices(first: PlayedEvening) -> None:
    """Beppo's phone, which asks for a keeper's link and loses its name again; later Anna's, and one without a name."""
    club = first.club
    club.role = Role.MEMBER
    for name, at in (("Beppo", WRITTEN_AT - WEEK), ("Anna", WRITTEN_AT)):
        written: dict[str, Any] = {"by": "member link", "at": at}
        device = admit_device(club=club, key=new_link_token(), name=browser_name(""), at=at)
        assert device
        player = first.players[name]
        claims.request_claim(device=device, player=player)
        device = claims.confirm_claim(
            club=club, device_id=device.pk, player=player, confirmed_by=None, key=uuid4(), **written
        )
        if name == "Beppo":
            lost_keeper.want_keeper_link(club=club, device=device, key=uuid4(), at=at)
            claims.revoke_claim(club=club, device_id=device.pk, player=player, key=uuid4(), **written)
    admit_device(club=club, key=new_link_token(), name=browser_name(""), at=WRITTEN_AT + WEEK)


def _first_evening() -> PlayedEvening:
    """A pot, Bock rounds, a correction that changes what comes after it, a hand struck out, somebody late, notes."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=EVERYTHING, stake_minor=5, at=FIRST)
    evening.record(rufer("Anna", "Beppo", note="Da hat der Done gschaut"))
    evening.record(THROWN_IN)
    evening.record(ramsch("Cilli"))
    evening.record(solo("Done", kontra=["Anna"], note="beim „Wirt“\nund: 20 €, \\u0000 😀"))
    evening.join("Emmi", place=2)
    play.agree_end(
        evening=evening.stored, key=uuid4(), end=AgreedEnd(at=FIRST + timedelta(hours=4)), at=evening.now(), by="scribe"
    )
    for hand in (rufer("Anna", "Cilli", won=False), solo("Beppo", "bells"), rufer("Cilli", "Beppo")):
        evening.record(hand, dealer="Emmi")  # who deals sits out
    evening.correct(2, rufer("Cilli", "Done"))
    evening.correct(1, rufer("Anna", "Done", won=False, note="Da hat der Done gschaut"))
    evening.void(6)
    evening.leave("Done")
    evening.record({"contract": "agreed", "points": {"Anna": 20, "Beppo": -20, "Cilli": 0, "Emmi": 0}, "why": "Wette"})
    evening.record(THROWN_IN)
    evening.close()
    _money_of(evening)
    return evening


def _money_of(evening: PlayedEvening) -> None:
    written: dict[str, Any] = {"by": "scribe"}
    first = evening.plan()[0].planned
    ledger.mark_paid(planned=first, key=uuid4(), at=evening.now(), **written)
    ledger.mark_unpaid(planned=first, key=uuid4(), at=evening.now(), **written)
    ledger.mark_paid(planned=first, key=uuid4(), at=evening.now(), amount_minor=1, **written)
    anna, beppo = (evening.players[name].pk for name in ("Anna", "Beppo"))
    play.charge_in_evening(
        evening=evening.fresh(), key=uuid4(), amounts={anna: 50}, note="Runde", at=evening.now(), **written
    )
    draft = PaymentDraft(key=uuid4(), payer_id=beppo, payee_id=anna, amount_minor=30, note="bar")
    paid = play.pay_in_evening(evening=evening.fresh(), draft=draft, at=evening.now(), **written)
    play.undo_in_evening(evening=evening.fresh(), entry=paid, key=uuid4(), at=evening.now(), **written)
    evening.reopen()
    evening.record(rufer("Emmi", "Beppo", won=False))
    evening.close()
    play.settle_evening(evening=evening.stored, at=evening.now(), method=SettlementMethod.ONE_FOR_ALL)
    play.carry_over_evening(evening=evening.stored, key=uuid4(), at=evening.now(), **written)


def _evening_for_points(club: Club) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=club, unit=play.POINTS, at=FIRST + WEEK)
    evening.record(solo("Cilli"))
    evening.close()
    play.archive_evening(evening=evening.stored, by="club link", at=WRITTEN_AT)


def _tab(evening: PlayedEvening) -> None:
    anna, beppo, cilli = (evening.players[name] for name in ("Anna", "Beppo", "Cilli"))
    on_tab: dict[str, Any] = {"club": evening.club, "unit": "EUR", "by": "club link", "at": WRITTEN_AT}
    ledger.deposit(player=anna, key=uuid4(), amount_minor=2000, **on_tab)
    ledger.charge(evening_id=None, key=uuid4(), amounts={beppo.pk: 100, cilli.pk: 100}, note="Beitrag", **on_tab)
    ledger.spend_from_kitty(key=uuid4(), amount_minor=120, note="Kranz für Done", **on_tab)
    ledger.make_plan(
        club=evening.club,
        unit="EUR",
        evening_id=None,
        at=WRITTEN_AT,
        method=SettlementMethod.ONE_FOR_ALL,
        treasurer=anna,
    )


def _open_evening(club: Club) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", club=club, ruleset=EVERYTHING, at=FIRST + 3 * WEEK)
    evening.record(THROWN_IN)
    evening.record(solo("Anna", won=False))


def import_and_undo(club: Club, *, at: datetime) -> None:
    """One import that stands, and one that was undone."""
    imported(club, FROM_SPLITWISE, at=at)
    found = imported(club, FROM_A_TABLE, choices(money=Money.PAID), at=at + timedelta(minutes=1))
    at = at + timedelta(minutes=2)
    ImportUndoing(club=club, import_id=found.pk, key=uuid4(), by="club link", at=at, most=None).undo_all()


def _seasons(club: Club) -> None:
    season = agree_season(club=club, name="2026", agreement=YEAR, **stamp())

    def season_stamp() -> dict[str, Any]:
        return {"club": club, "season_id": season.id, "seen": season.newest.pk, **stamp()}

    season = change_season(name="Saison 2026", agreement=replace(YEAR, best=1), **season_stamp())
    season = close_season(**season_stamp())
    season = reopen_season(reason="Verrechnet", **season_stamp())
    close_season(**season_stamp())
    agree_cup(club=club, rule=CupRule.BEATEN, first_on=date(2026, 1, 1), **stamp())


def _order(club: Club, first: PlayedEvening) -> None:
    anna, beppo, done = (first.players[name] for name in ("Anna", "Beppo", "Done"))
    [annerl, cilli] = enrol_players(club=club, names=["Annerl", "Zilli"], at=WRITTEN_AT, by="club link")
    linking.link_players(player=annerl, other=anna, **stamp())
    linking.link_players(player=cilli, other=beppo, **stamp())
    linking.unlink_player(player=cilli, **stamp())
    other = create_club(key=uuid4(), name="Abend vom 3.", at=FIRST, by="club link")
    evening = new_evening("Anna", "Gustl", "Hias", "Irmi", club=other, at=FIRST + 4 * WEEK)
    evening.record(rufer("Anna", "Gustl"))
    evening.close()
    linking.link_club(club=club, other=other, **stamp())
    guests = create_club(key=uuid4(), name="Gäste", at=FIRST, by="club link")
    enrol_players(club=guests, names=["Anna", "Quirin"], at=FIRST, by="club link")
    linking.link_club(club=club, other=guests, **stamp())
    linking.unlink_club(club=club, other=guests, **stamp())
    rename_club(club=club, name="Stammtisch zur Linde", at=WRITTEN_AT, by="club link")
    rename_player(player=beppo, name="Beppo der Jüngere", at=WRITTEN_AT, by="club link")
    identities.hide_name(player=cilli, **stamp())
    identities.leave_ratings(player=beppo, **stamp())
    identities.forget_person(player=done, **stamp())
    watching.hide_money(club=club, **stamp())
