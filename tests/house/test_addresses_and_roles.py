"""Every address of the site, requested in every role: what opens, what does not, in one table.

`addresses_and_roles.txt` has a line for each address: who opens it, and what they are answered by GET, POST and PUT.
Whoever is not named there finds nothing: 404, or 405 where nobody may ask so.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.cache import cache

from tests.conftest import Figure
from tests.fuzz.addresses import Address, addresses
from tests.house.roles import DEVICES, OPERATORS, WITH_LINKS, Walk, party, sessions_of_operators
from tests.support.extent import in_ci

TABLE = Path(__file__).with_name("addresses_and_roles.txt")
METHODS = ("GET", "POST", "PUT")
MOST_METHODS = in_ci(3, otherwise=2)
NOTHING = "404"
EVERYBODY = "everybody"
LEAST_CHECKS = 760
# Who opens an address -> their answers to METHODS.
Row = dict[str, tuple[str, ...]]


def expected_rows() -> dict[str, Row]:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    rows: dict[str, Row] = {}
    for line in lines:
        route, who, *answers = line.split()
        rows.setdefault(route, {}).update(dict.fromkeys(who.split("+"), tuple(answers)))
    return rows


def test_the_table_has_every_address_and_no_other() -> None:
    assert sorted(expected_rows()) == sorted({address.route for address in addresses()})


@pytest.mark.long
@pytest.mark.thorough
@pytest.mark.once
@pytest.mark.django_db
def test_every_address_opens_to_those_only_who_are_named(figure: Figure) -> None:
    walk = Walk(
        ours=party("Anna", "Beppo", "Cilli", "Done"),
        other=party("Emil", "Fanny", "Gustl", "Hans"),
        sessions=sessions_of_operators(),
    )
    rows, wrong, count = expected_rows(), list[str](), 0
    for address in addresses():
        roles = OPERATORS if address.route.startswith("/admin/") else WITH_LINKS | DEVICES
        for name, role in roles.items():
            for place, method in enumerate(METHODS[:MOST_METHODS]):
                cache.clear()  # wrong links have a budget
                answer, wanted = walk.answer(address, role, method), expected_answer(address, name, place, rows)
                count += 1
                if answer != wanted:
                    wrong.append(f"{method} {address.route} as {name}: {answer}, not {wanted}")
    figure(f"addresses and roles: {count:,} checks of {len(rows)} addresses")
    assert wrong == [] and count >= LEAST_CHECKS


def expected_answer(address: Address, role: str, place: int, rows: dict[str, Row]) -> str:
    row = rows[address.route]
    as_link = ("other_" if role.startswith("other_") else "") + DEVICES[role].link if role in DEVICES else role
    answers = row.get(role) or row.get(as_link) or row.get(EVERYBODY)
    if answers:
        return answers[place]
    if address.route.startswith("/admin/"):
        return NOTHING if role == "plain" else "login"
    return "405" if all(answers[place] == "405" for answers in row.values()) else NOTHING
