"""docs/tables.md and the code name the same columns in the same order, with the same kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from django.utils import translation

from scorebook.clubs.club_groups import club_group
from scorebook.exchange import tables
from scorebook.exchange.tables.export_table import ExportTable
from scorebook.standings.boards.leaderboards import AVERAGES, SHARES, compute_board
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_results import season_standings
from tests.exchange.shared_evenings import FILES, play_shared, shared_case
from tests.exchange.table_columns import names_in
from tests.support.played_evening import PlayedEvening

pytestmark = [pytest.mark.django_db, pytest.mark.once]
DOCUMENT = Path(__file__).parents[2] / "docs" / "tables.md"
ROW = re.compile(r"^\| `([\w:]+)` \| ([\w, ]+) \| \S.* \|$", flags=re.M)
Described = list[tuple[str, set[str]]]


def described() -> dict[str, Described]:
    found: dict[str, Described] = {}
    for part in DOCUMENT.read_text(encoding="utf-8").split("\n## ")[1:]:
        kinds = [(id, set(re.split(r", | or ", text))) for id, text in ROW.findall(part)]
        found[part.partition("\n")[0]] = kinds
    return found


def tables_of(evening: PlayedEvening) -> Iterator[ExportTable]:
    club, group, names = evening.club, club_group(evening.club.pk), names_in(evening.club)
    yield from (make() for make in tables.evening_export_tables(evening.fresh(), names).values())
    agreed = Agreement(first_on=date(2026, 1, 1), game=evening.stored.game)
    found = season_standings(group, agreed)
    yield from (make() for make in tables.season_tables(found, agreed, names, measured="Points").values())
    yield tables.export_statement(next(iter(evening.players.values())), "EUR", names)
    yield tables.tab_table(club, "EUR", names)
    for measure in (BoardMeasure.POINTS, BoardMeasure.MONEY, BoardMeasure.HANDS, AVERAGES[0], SHARES[0]):
        yield tables.board_table(compute_board(group, BoardQuery(measure=measure)), names, measured="Points")


@pytest.mark.parametrize("game", ["bavarian_tournament", "sasku"])
def test_document_and_code_have_the_same_columns(game: str) -> None:
    [file] = [file for file in FILES if file.stem == game]
    evening = play_shared(shared_case(file))
    players = "|".join(str(player.pk) for player in evening.players.values())
    documented = described()
    seen = set()
    with translation.override("en"):
        for table in tables_of(evening):
            seen.add(table.id)
            ids = [re.sub(players, "PLAYER", column.id) for column in table.columns]
            expected = [id for id, _kinds in documented[table.id] if game == "sasku" or id != "tally:PLAYER"]
            assert list(dict.fromkeys(ids)) == expected
            kinds = dict(documented[table.id])
            for column, id in zip(table.columns, ids, strict=True):
                assert column.kind in kinds[id], (table.id, id)
    assert seen == documented.keys()
