"""What is stored of a closed season is version 1, byte for byte, whatever columns its page has."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any
from uuid import UUID

import orjson
import pytest

from scorebook.standings.models import SeasonEvent
from scorebook.standings.seasons import closed_season, season_standings
from scorebook.standings.seasons.closed_season import check_closed_season, read_closed_season, write_closed_season
from scorebook.standings.seasons.season_standings import (
    CountedEvening,
    SeasonEvening,
    SeasonLine,
    SeasonStandings,
    SeasonTable,
)
from scorebook.standings.seasons.season_verification import season_chain_differences
from tests.standings.club_season import WideLine, two_evenings

ANNA, BEPPO, FIRST, SECOND = (UUID(int=number) for number in (1, 2, 101, 102))
# Written by hand. Club files and hashes depend on it for ever: a new figure needs a new version, no change here.
VERSION_1 = (
    b'{"table":{"evenings":["00000000-0000-0000-0000-000000000065","00000000-0000-0000-0000-000000000066"],'
    b'"lines":[{"person":"00000000-0000-0000-0000-000000000001","rank":1,"value":"7/2",'
    b'"evenings":[[0,"9",1],[1,"-2",1]],"movement":0},'
    b'{"person":"00000000-0000-0000-0000-000000000002","rank":null,"value":"-9",'
    b'"evenings":[[0,"-9",0]],"movement":null}]},'
    b'"evenings":[{"id":"00000000-0000-0000-0000-000000000065","number":3,"started_on":"2026-01-09",'
    b'"last_hash":"ab"},{"id":"00000000-0000-0000-0000-000000000066","number":4,"started_on":"2026-01-16",'
    b'"last_hash":"cd"}]}'
)


def standings(line: type[SeasonLine] = SeasonLine, **columns: Any) -> SeasonStandings:
    both = (
        CountedEvening(evening=FIRST, value=9, counts=True),
        CountedEvening(evening=SECOND, value=-2, counts=True),
    )
    struck = (CountedEvening(evening=FIRST, value=-9, counts=False),)
    return SeasonStandings(
        table=SeasonTable(
            evenings=(FIRST, SECOND),
            lines=(
                line(person=ANNA, rank=1, value=Fraction(7, 2), evenings=both, movement=0, **columns),
                line(person=BEPPO, rank=None, value=-9, evenings=struck, movement=None, **columns),
            ),
        ),
        evenings=(
            SeasonEvening(id=FIRST, number=3, started_on=date(2026, 1, 9), last_hash="ab"),
            SeasonEvening(id=SECOND, number=4, started_on=date(2026, 1, 16), last_hash="cd"),
        ),
    )


@pytest.mark.once
def test_version_1_is_written_and_read() -> None:
    assert closed_season.VERSION == 1
    assert orjson.dumps(write_closed_season(standings())) == VERSION_1
    assert read_closed_season(orjson.loads(VERSION_1)) == standings()
    check_closed_season(orjson.loads(VERSION_1))


@pytest.mark.once
def test_a_new_column_is_not_written_and_is_empty_once_the_season_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_season, "SeasonLine", WideLine)
    assert orjson.dumps(write_closed_season(standings(WideLine, beers=4))) == VERSION_1
    lines: Any = read_closed_season(orjson.loads(VERSION_1)).table.lines
    assert [line.beers for line in lines] == [None, None]
    check_closed_season(orjson.loads(VERSION_1))


@pytest.mark.once
@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"beers": 4}, "more or less than the standings of a season"),
        ({"version": 1}, "more or less than the standings of a season"),
        ({"version": 2}, r"no standings of a season in a known version: KeyError\(2\)"),
        ({"version": []}, "no standings of a season in a known version: TypeError"),
        ({"table": {}}, r"no table of a season: KeyError\('evenings'\)"),
        ({"evenings": []}, "the table of a season is of other evenings"),
    ],
)
def test_another_record_is_refused(more: Mapping[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        check_closed_season({**orjson.loads(VERSION_1), **more})


def test_a_season_with_a_new_column_is_closed_as_version_1(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (season_standings, closed_season):
        monkeypatch.setattr(module, "SeasonLine", WideLine)
    table = two_evenings()
    table.agree()
    closed = table.close()
    stored = SeasonEvent.objects.get(pk=closed.newest.pk).facts
    known = orjson.loads(VERSION_1)
    assert stored.keys() == known.keys() and stored["table"].keys() == known["table"].keys()
    for written, one in ((stored["table"]["lines"], known["table"]["lines"]), (stored["evenings"], known["evenings"])):
        assert written and all(row.keys() == one[0].keys() for row in written)
    assert list(season_chain_differences(table.club)) == []
