"""A report that was read is not checked again; whatever else is scored is."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest

import rules
from rules import PRESETS, ReportError, State, Table
from rules.problems import ProblemList
from rules.report import AgreedHand, DeclaredHand
from rules.state import SpecialRound
from tests.rules.table import seated

PUB, TABLE = PRESETS["bavarian"]["pub_10_20_50"], seated(4)
ANNA, BEPPO, CILLI, DANI = TABLE.players
RUFER = {"contract": "rufer", "declarer": ANNA, "partner": CILLI, "card_points": 74}


def _read(state: State | None = None) -> DeclaredHand:
    report = rules.read_report(RUFER, ruleset=PUB, table=TABLE, state=state)
    assert isinstance(report, DeclaredHand)
    return report


def test_what_was_read_and_then_changed_is_checked() -> None:
    with pytest.raises(ReportError):
        rules.score(replace(_read(), card_points=500), PUB)
    with pytest.raises(ReportError):
        rules.score(replace(_read(), table=Table(players=TABLE.players[:3], dealer=DANI)), PUB)


def test_what_nobody_has_read_is_checked() -> None:
    built = DeclaredHand(table=TABLE, contract="rufer", declarer=ANNA, partner=ANNA, won=True)
    for report in (
        built,
        copy.copy(built),
        DeclaredHand.read(RUFER | {"partner": ANNA}, table=TABLE, problems=ProblemList()),
    ):
        with pytest.raises(ReportError):
            rules.score(report, PUB)


def test_nobody_can_bring_the_mark_along() -> None:
    with pytest.raises(TypeError):
        DeclaredHand(table=TABLE, contract="rufer", passed=(PUB, State()))  # type: ignore[call-arg]
    with pytest.raises((TypeError, ValueError)):
        replace(_read(), passed=(PUB, State()))
    with pytest.raises(ReportError, match="field_unknown"):
        rules.read_report({**RUFER, "passed": True}, ruleset=PUB, table=TABLE)


def test_what_was_read_for_another_table_s_rules_is_checked() -> None:
    solos = PUB.with_house_rules({"rounds": ["schieber"]})
    report = rules.read_report(RUFER, ruleset=solos, table=TABLE)
    with pytest.raises(ReportError):
        rules.score(report, PRESETS["palatinate"]["palatinate"])
    with pytest.raises(ReportError, match="round_forces_contract"):
        rules.score(report, solos, State(round=SpecialRound(kind="schieber", left=2)))


def test_counts_that_were_checked_stay_as_they_were() -> None:
    fine = {"contract": "agreed", "points": {ANNA: 5, BEPPO: -5}, "why": "a fine"}
    report = rules.read_report(fine, ruleset=PUB, table=TABLE)
    assert isinstance(report, AgreedHand) and report.points is not None
    with pytest.raises(TypeError):
        report.points[ANNA] = 500  # type: ignore[index]
    fine["points"] = {}
    assert rules.score(report, PUB).points[ANNA] == 5


def test_the_mark_is_no_part_of_the_report() -> None:
    report = _read()
    assert report == DeclaredHand.read(RUFER, table=TABLE, problems=ProblemList()) and "passed" not in repr(report)
    assert report.to_json() == RUFER


def test_rulesets_are_read_once_and_a_kept_hash_stays_in_its_process() -> None:
    text = PUB.to_json()
    assert rules.read_ruleset(text) is rules.read_ruleset(PUB.to_json())
    assert rules.read_ruleset(text) == PUB and hash(rules.read_ruleset(text)) == hash(PUB)
    assert "_fields_hash" not in vars(pickle.loads(pickle.dumps(PUB)))
    assert hash(PUB.with_house_rules({"rufer_tariff": 5})) != hash(PUB)
