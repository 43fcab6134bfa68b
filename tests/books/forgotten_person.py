"""A club that names one person wherever something can be typed, in a database of its own, and where the name stands.

Run by `manage.py shell` in a process of its own, so that what a database writes into its files is all written.
"""

from __future__ import annotations

import io
import json
import unicodedata
import zipfile
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.test import Client

from scorebook.accounts.models import User
from scorebook.clubs import identities
from scorebook.clubs.models import Club, Player, TypedText
from scorebook.clubs.services import create_club, rename_club, rename_player
from scorebook.exchange.calendar import calendar_signature
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_writing import ImportWriting
from scorebook.ledger import services as ledger
from scorebook.ledger.services import PaymentDraft
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.standings.models import SeasonEvent
from scorebook.standings.services.season_services import agree_season, close_season, reopen_season
from tests.exchange.club_with_everything import YEAR
from tests.fuzz.addresses import addresses
from tests.support.imported import choices
from tests.support.played_evening import NINE_O_CLOCK, new_evening, rufer

NAME = "Gärtnerin"
FORMER = "Gertnerin"
TABLE = f"date;{NAME};Beppo;Cilli;Done\n2025-05-02;1,20;-0,40;-0,40;-0,40"
STAMP: dict[str, Any] = {"by": "club link", "at": NINE_O_CLOCK}


def write_club() -> Club:
    club = create_club(key=uuid4(), name=f"Die {NAME} und wir", **STAMP)
    rename_club(club=club, name=f"Stammtisch {NAME.upper()}", **STAMP)
    evening = new_evening(FORMER, "Beppo", "Cilli", "Done", club=club)
    gone = rename_player(player=evening.players[FORMER], name=NAME, **STAMP)
    evening.record(rufer(FORMER, "Beppo", note=f"{NAME}s Glück"))
    points = {FORMER: 10, "Beppo": -10, "Cilli": 0, "Done": 0}
    evening.record({"contract": "agreed", "points": points, "why": f"Alt{NAME.lower()} hat recht"})
    evening.close()
    draft = PaymentDraft(
        key=uuid4(), payer_id=evening.players["Beppo"].pk, payee_id=gone.pk, amount_minor=30, note=f"für die {NAME}"
    )
    play.pay_in_evening(evening=evening.fresh(), draft=draft, by="scribe", at=evening.now())
    ledger.deposit(club=club, unit="EUR", player=gone, key=uuid4(), amount_minor=500, **STAMP)
    imported = read_evenings(TABLE, figures=None)
    arguments: dict[str, Any] = {"choices": choices(), "key": uuid4(), "file_name": f"{NAME}-2025.csv", "most": None}
    ImportWriting(club=Club.objects.get(pk=club.pk), imported=imported, **arguments, **STAMP).write_all()
    season = agree_season(club=club, name=f"{NAME}-Pokal", agreement=YEAR, key=uuid4(), **STAMP)
    season = close_season(club=club, season_id=season.id, seen=season.newest.pk, key=uuid4(), **STAMP)
    reason = f"falsch für {NAME}"
    reopen_season(club=club, season_id=season.id, seen=season.newest.pk, reason=reason, key=uuid4(), **STAMP)
    rosi = User.objects.create_superuser("rosi", "nimm-die-alte-sau")
    kind = ContentType.objects.get_for_model(Club)
    LogEntry.objects.create(
        user=rosi, content_type=kind, object_id=str(club.pk), object_repr=Club.objects.get(pk=club.pk).name,
        action_flag=2,
    )  # fmt: skip
    return club


def forget() -> None:
    identities.forget_person(player=Player.objects.get(name=NAME), key=uuid4(), **STAMP)
    for club in Club.objects.all():
        difference = audit_club(club)
        assert difference is None, difference


def holds_name(text: str) -> bool:
    plain = unicodedata.normalize("NFC", text).casefold()
    return any(name.casefold() in plain for name in (NAME, FORMER))


def columns_with_name() -> list[str]:
    """Each column of the models in which the name stands."""
    return sorted(
        f"{model._meta.db_table}.{column.column}"
        for model in apps.get_models()
        for column in model._meta.concrete_fields
        if any(holds_name(str(value)) for value in model._base_manager.values_list(column.attname, flat=True))
    )


def typed_columns() -> dict[str, bool]:
    """Each column of the models that refers to something typed, and whether a text with the name is among it."""
    return {
        f"{model._meta.db_table}.{column.column}": any(
            holds_name(text.text)
            for text in TypedText.objects.filter(pk__in=model._base_manager.values(column.attname))
        )
        for model in apps.get_models()
        for column in model._meta.concrete_fields
        if isinstance(column, models.ForeignKey) and column.related_model is TypedText
    }


def answers_with_name() -> list[str]:
    """Every address with the club's links, as page, CSV, XLSX, calendar, picture and JSON: those that tell the name."""
    evening, club = Evening.objects.order_by("number")[0], Club.objects.get()
    event = SeasonEvent.objects.earliest("seq")
    places: dict[str, object] = {
        "club_token": club.keeper_token, "scribe_token": evening.scribe_token, "watch_token": evening.watch_token,
        "player_id": evening.all_seats()[0].player_id, "season_id": event.season, "evening_id": evening.pk,
        "club_id": club.pk, "tongue": "de", "signature": calendar_signature(club),
        "number": 1, "no": 1, "year": evening.started_at.year, "board": "points", "feat": "sie",
    }  # fmt: skip
    places |= {"player": places["player_id"], "season": places["season_id"]}
    client, found = Client(raise_request_exception=False, headers={"host": "localhost"}), []
    for address in addresses():
        names = [name for _kind, name in address.places]
        filled = ({**places, "token": token} for token in (f"{club.member_token}.{evening.pk}", club.keeper_token))
        for path in sorted({address.filled(*(str(one.get(name, "x")) for name in names)) for one in filled}):
            for query in ("", "?as=csv", "?as=xlsx"):
                answer = client.get(path + query)
                if answer.status_code != 200:
                    break
                if any(map(holds_name, _stored_texts(answer.getvalue()))):
                    found.append(path + query)
    return found


def _stored_texts(content: bytes) -> Iterator[str]:
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for name in packed.namelist():
                yield packed.read(name).decode(errors="replace")
    else:
        yield content.decode(errors="replace")
        if content.startswith(b"{"):
            yield json.dumps(json.loads(content), ensure_ascii=False)


def spellings() -> set[bytes]:
    """The names as they may stand in a file: in each encoding and case, composed or not, and as JSON escapes them."""
    texts = {case(name) for name in (NAME, FORMER) for case in (str, str.lower, str.upper)}
    forms = {unicodedata.normalize(form, text) for text in texts for form in ("NFC", "NFD")}
    encoded = {text.encode(code) for text in forms for code in ("utf-8", "utf-16-le", "utf-16-be")}
    return encoded | {json.dumps(text)[1:-1].encode() for text in forms}
