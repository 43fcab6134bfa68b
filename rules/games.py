"""Every game with its presets: a new game is a new line here and a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from rules import asserufen, bavarian, palatinate
from rules.problems import Complaints, RulesetError
from rules.ruleset import Ruleset
from rules.state import State
from rules.table import Player

GAMES: Mapping[str, type[Ruleset]] = {
    game.GAME: game for game in (bavarian.Bavarian, palatinate.Palatinate, asserufen.Asserufen)
}
PRESETS: Mapping[str, Mapping[str, Ruleset]] = {
    "bavarian": bavarian.PRESETS,
    "palatinate": palatinate.PRESETS,
    "asserufen": asserufen.PRESETS,
}


def read_ruleset(raw: Mapping[str, object]) -> Ruleset:
    """A ruleset from {"game", "preset"?, "house_rules"?, "version"?}; house rules change the preset or the defaults.

    Raises: RulesetError naming everything unknown or impossible.
    """
    game, preset, changes = raw.get("game"), raw.get("preset"), raw.get("house_rules") or {}
    complaints = Complaints()
    if not isinstance(game, str) or game not in GAMES:
        complaints.add("game_unknown", "game", choices=", ".join(GAMES))
    elif preset is not None and preset not in PRESETS[game]:
        complaints.add("preset_unknown", "preset", choices=", ".join(PRESETS[game]))
    elif raw.get("version", GAMES[game].VERSION) != GAMES[game].VERSION:
        complaints.add("version_unknown", "version")
    if not isinstance(changes, Mapping):
        complaints.add("not_a_mapping", "house_rules")
    if complaints:
        raise RulesetError(complaints.all)
    assert isinstance(game, str) and isinstance(changes, Mapping)
    base = PRESETS[game][str(preset)] if preset is not None else GAMES[game]()
    return base.with_house_rules(changes)


def read_state(raw: Mapping[str, object]) -> State:
    """A state from its JSON form. Raises: RulesetError naming every field that cannot be."""
    complaints = Complaints()
    known = {one.name for one in fields(State)}
    for name in raw:
        if name not in known:
            complaints.add("field_unknown", f"state.{name}")
    dealer, pot, bock = raw.get("dealer"), raw.get("pot", 0), raw.get("bock", [])
    if dealer is not None and not isinstance(dealer, str):
        complaints.add("player_unknown", "state.dealer", player=str(dealer))
    if not isinstance(pot, int) or isinstance(pot, bool) or pot < 0:
        complaints.add("not_integer", "state.pot")
    if not isinstance(bock, list) or not all(type(times) is int and 0 <= times <= 16 for times in bock):
        complaints.add("not_integer", "state.bock")
    if complaints:
        raise RulesetError(complaints.all)
    assert isinstance(pot, int) and isinstance(bock, list)
    return State(dealer=Player(dealer) if isinstance(dealer, str) else None, pot=pot, bock=tuple(bock))
