"""Schafkopf and its relatives as pure rules: no Django, no clock, no files; same input, same output.

`score` is the only entry point; `read_report` and `read_ruleset` turn JSON into its arguments.
"""

from rules.base_ruleset import Aim, Contract, PotAtEnd, Ruleset, Sides
from rules.games.bavarian.pot import paid_into_pot
from rules.games.registry import GAMES, PRESETS, nearest_preset, read_ruleset
from rules.offline_table import lookup
from rules.problems import Problem, ReportError, RulesError, RulesetError
from rules.report import Report
from rules.score import Level, Reason, Score, Side
from rules.scoring import read_report, score
from rules.state import State, read_state
from rules.table import Player, Table

__all__ = [
    "GAMES",
    "PRESETS",
    "Aim",
    "Contract",
    "Level",
    "Player",
    "PotAtEnd",
    "Problem",
    "Reason",
    "Report",
    "ReportError",
    "RulesError",
    "Ruleset",
    "RulesetError",
    "Score",
    "Side",
    "Sides",
    "State",
    "Table",
    "lookup",
    "nearest_preset",
    "paid_into_pot",
    "read_report",
    "read_ruleset",
    "read_state",
    "score",
]
