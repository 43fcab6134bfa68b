"""Players by their written names: exact, else in other letters, else the only one that begins so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.notation.line_problems import LineProblems
from rules.notation.scanner import Token
from rules.notation.spelling import fold_text, unquote_text
from rules.table import Player
from rules.wording.words import Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """The players at the table and their names."""

    players: tuple[Player, ...]
    names: Names  # also of players who are not at the table

    def find_player(self, word: Token, problems: LineProblems, *, unknown: str = "player_unknown") -> Player | None:
        """Return the player whom a word names, or add a problem.

        A quoted name is never an abbreviation; an unknown one is returned for the rules to refuse.
        unknown: the code of the problem with an unknown name.
        """
        text = unquote_text(word.text) if word.is_quoted else word.text
        if text is None or (not word.is_quoted and not word.is_bare):
            problems.add("value_unreadable", word.column, word=word.text)
            return None
        found = self.players_matching(text, may_be_short=not word.is_quoted)
        if len(found) == 1:
            return found[0]
        if found:
            choices = ", ".join(self.name_of(player) for player in found)
            problems.add("name_ambiguous", word.column, word=text, choices=choices)
            return None
        if word.is_quoted:
            return Player(text)
        problems.add(unknown, word.column, **{"player" if unknown == "player_unknown" else "word": text})
        return None

    def players_matching(self, text: str, *, may_be_short: bool) -> list[Player]:
        """Return the players of this name, by the first way of matching that finds any."""
        ways: list[Callable[[Player], bool]] = [
            lambda player: self.name_of(player) == text,
            lambda player: player == text,
        ]
        if may_be_short and fold_text(text):
            ways.append(lambda player: fold_text(self.name_of(player)) == fold_text(text))
            ways.append(lambda player: fold_text(self.name_of(player)).startswith(fold_text(text)))
        found = (list(filter(way, self.players)) for way in ways)
        return next(filter(None, found), []) or [player for player, name in self.names.items() if name == text][:2]

    def name_of(self, player: Player) -> str:
        return self.names.get(player, player)
