"""The guard that reads every statement of the tests: what it finds tied to a club, and what not."""

from __future__ import annotations

import pytest
from django.db import connection

from scorebook.clubs import models
from scorebook.clubs.models import Player
from tests.support import statement_guard
from tests.support.statement_clubs import shape, tables_without_club, uncompared_tables
from tests.support.statement_exceptions import EXCEPTIONS

CLUB_COLUMNS = {"a": "club_id", "b": "club_id", "clubs_club": "id"}
MAX_EXCEPTIONS = 12

TIED = [
    "SELECT x FROM elsewhere",
    "SELECT * FROM clubs_club WHERE clubs_club.id = %s LIMIT 1",
    "SELECT * FROM a WHERE a.club_id = %s AND a.id = %s",
    "SELECT * FROM a WHERE (%s = a.club_id)",
    "SELECT * FROM a WHERE a.club_id IN (%s, %s)",
    "SELECT * FROM a INNER JOIN b ON (a.b_id = b.id AND (b.club_id = a.club_id)) WHERE a.club_id = %s",
    "SELECT * FROM a LEFT OUTER JOIN b ON (a.b_id = b.id AND b.club_id = a.club_id) WHERE a.club_id IN (%s, %s)",
    "SELECT * FROM a WHERE a.club_id = %s AND a.id = %s FOR NO KEY UPDATE",
    "SELECT (SELECT MAX(b.x) FROM b WHERE b.x = a.x AND b.club_id = %s) FROM a WHERE a.club_id = %s",
    "SELECT (SELECT 1 FROM b WHERE b.club_id = a.club_id AND b.club_id IN (%s, %s)) FROM a WHERE a.club_id IN (%s, %s)",
    "SELECT * FROM a INNER JOIN b ON (b.club_id = a.club_id) WHERE a.club_id IN (%s, %s)",
    "SELECT COUNT(*) FROM (SELECT DISTINCT a.x AS x FROM a WHERE a.club_id = %s) subquery",
    "SELECT * FROM a WHERE (a.club_id, a.id) = (%s, %s)",
    "WITH held AS (SELECT a.id FROM a WHERE a.club_id = %s) SELECT * FROM held JOIN b ON b.club_id = %s",
    "SELECT x FROM a WHERE club_id = %s UNION ALL SELECT y FROM b WHERE club_id = %s",
    "UPDATE a SET x = %s WHERE (a.club_id = %s AND a.id = %s)",
    "DELETE FROM a WHERE a.club_id = %s AND a.id IN (SELECT U0.id FROM b U0 WHERE U0.club_id = %s)",
    "INSERT INTO a (id, club_id) VALUES (%s, %s)",
    "INSERT INTO a (id, club_id) SELECT id, club_id FROM b WHERE b.club_id = %s",
]
# Forms that Citus sends to every server, or refuses.
UNTIED = [
    ("SELECT * FROM a WHERE a.id = %s", ["a"]),
    ("SELECT * FROM a WHERE a.club_id = %s OR a.id = %s", ["a"]),
    ("SELECT * FROM a WHERE NOT (a.club_id = %s)", ["a"]),
    ("SELECT * FROM a INNER JOIN b ON (a.b_id = b.id) WHERE a.club_id = %s", ["b"]),
    ("SELECT * FROM a INNER JOIN b ON (b.club_id = a.club_id) WHERE a.id = %s", ["a", "b"]),
    ("SELECT EXISTS(SELECT 1 FROM b WHERE b.id = a.id) FROM a WHERE a.club_id = %s", ["b"]),
    ("SELECT x FROM a WHERE club_id = %s UNION ALL SELECT y FROM b", ["b"]),
    ("SELECT (SELECT MAX(b.x) FROM b WHERE b.club_id = a.club_id) FROM a WHERE a.club_id = %s", ["b"]),
    ("SELECT * FROM a WHERE a.club_id IN (SELECT b.club_id FROM b WHERE b.club_id = %s)", ["a"]),
    ("WITH k AS (SELECT a.club_id AS k FROM a WHERE a.club_id = %s) SELECT * FROM k JOIN b ON b.club_id = k", ["b"]),
    ("SELECT * FROM a, b WHERE a.club_id IN (%s, %s) AND b.club_id IN (%s, %s)", [
        "a (several clubs, not compared in its query)", "b (several clubs, not compared in its query)",
    ]),
    ("SELECT * FROM a INNER JOIN b ON (b.club_id = a.club_id) LEFT JOIN c ON (c.x = a.x) WHERE a.club_id IN (%s, %s)", [
        "b (several clubs, not named beside an outer join or inner query)",
    ]),
    ("SELECT (SELECT MAX(b.x) FROM b WHERE b.x = a.x AND b.club_id = %s) FROM a WHERE a.club_id IN (%s, %s)", [
        "b (several clubs, not compared with the outer query)",
    ]),
    ("UPDATE a SET x = %s WHERE a.id IN (%s, %s)", ["a"]),
    ("DELETE FROM a WHERE a.id IN (SELECT U0.id FROM b U0 WHERE U0.club_id = %s)", ["a"]),
    ("INSERT INTO a (id, x) VALUES (%s, %s)", ["a"]),
    ("INSERT INTO a (id, club_id) SELECT id, club_id FROM b", ["b"]),
    ("SELECT 1 AS a FROM clubs_club", ["clubs_club"]),
]  # fmt: skip

OF_ALL_CLUBS = [
    ("SELECT * FROM a", []),
    ("SELECT * FROM a WHERE NOT EXISTS(SELECT 1 FROM b WHERE b.club_id = a.club_id)", []),
    ("SELECT (SELECT MAX(b.x) FROM b WHERE b.club_id = clubs_club.id) FROM clubs_club", []),
    ("SELECT * FROM a INNER JOIN b ON (a.b_id = b.id)", [
        "a (several clubs, not compared in its query)", "b (several clubs, not compared in its query)",
    ]),
    ("SELECT COUNT(a.x) FILTER (WHERE a.club_id IN (SELECT b.club_id FROM b)) FROM a", [
        "b (several clubs, not compared with the outer query)",
    ]),
    ("SELECT * FROM a FOR UPDATE", ["a (locked in several clubs)"]),
]  # fmt: skip


def found(sql: str, vendor: str) -> list[str]:
    return tables_without_club(shape(sql), vendor=vendor, club_columns=CLUB_COLUMNS)


@pytest.mark.parametrize("vendor", ["postgresql", "sqlite"])
@pytest.mark.parametrize("sql", TIED)
def test_a_statement_that_names_its_club(sql: str, vendor: str) -> None:
    assert found(sql, vendor) == []


@pytest.mark.parametrize("vendor", ["postgresql", "sqlite"])
@pytest.mark.parametrize(("sql", "tables"), UNTIED)
def test_a_statement_that_does_not(sql: str, tables: list[str], vendor: str) -> None:
    assert found(sql, vendor) == tables


@pytest.mark.parametrize(("sql", "tables"), OF_ALL_CLUBS)
def test_a_statement_about_all_clubs_compares_its_tables(sql: str, tables: list[str]) -> None:
    assert uncompared_tables(shape(sql), vendor="postgresql", club_columns=CLUB_COLUMNS) == tables


def test_every_table_of_a_club_is_guarded_by_its_column() -> None:
    columns = statement_guard.club_columns()
    assert columns["clubs_club"] == "id" and columns["play_seat"] == columns["ledger_chain"] == "club_id"
    assert models.LinkRoute._meta.db_table not in columns and models.EndedClub._meta.db_table not in columns


@pytest.mark.django_db
def test_a_statement_of_the_product_is_found_and_one_of_a_test_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    noticed: list[str] = []
    monkeypatch.setattr(statement_guard, "_found", noticed)
    list(Player.objects.filter(name="Anna"))
    assert noticed == []
    product = compile("list(Player.objects.filter(name='Anna'))", f"{statement_guard.PRODUCT}clubs/anywhere.py", "exec")
    exec(product, {"Player": Player, "__name__": "scorebook.clubs.anywhere"})
    [only] = noticed
    assert only.startswith("scorebook.clubs.anywhere.<module>:1: clubs_player: SELECT")
    noticed.clear()
    assert statement_guard.read_statement in connection.execute_wrappers


def test_few_functions_are_for_no_club_and_each_has_its_reason() -> None:
    assert len(EXCEPTIONS) <= MAX_EXCEPTIONS and all(EXCEPTIONS.values())
