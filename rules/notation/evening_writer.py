"""The writer of an evening: its header, an empty line, then a numbered line a hand."""

from rules.notation.evening import Comes, EveningState, Goes, HandStep, WrittenEvening
from rules.notation.hand_writer import player_text, write_hand_line
from rules.notation.notation_header import write_notation_header
from rules.notation.spelling import LANGUAGE, evening_word
from rules.table import Table
from rules.wording.words import NOBODY, Names


def write_evening(evening: WrittenEvening, *, names: Names = NOBODY, language: str = LANGUAGE) -> str:
    """Return an evening in notation; `names` are those of `write_hand_line`."""
    lines = [*write_notation_header(evening, names, language), ""]
    course = EveningState(ruleset=evening.ruleset, table=Table(players=evening.players, dealer=evening.dealer))
    for step in evening.steps:
        if isinstance(step, HandStep):
            lines.append(f"{course.hands + 1} {_hand_step_line(step, course, names, language)}")
        else:
            lines.append(_seat_change_line(step, course, names, language))
    return "".join(f"{line}\n" for line in lines)


def _hand_step_line(step: HandStep, course: EveningState, names: Names, language: str) -> str:
    """Return the line of a hand, which names a dealer out of turn."""
    parts = [evening_word("void", language)] if step.is_void else []
    due, table = course.next_table(), step.report.table
    if table.players != due.players:
        raise AssertionError("somebody came or went, and no line says so")
    if table.dealer != due.dealer and table.dealer is not None:
        parts.append(f"{evening_word('dealer', language)}={player_text(table.dealer, table.players, names)}")
    course.hands += 1
    if not step.is_void:
        course.play_hand(step.report)
    return " ".join([*parts, write_hand_line(step.report, names=names, language=language)])


def _seat_change_line(step: Comes | Goes, course: EveningState, names: Names, language: str) -> str:
    here = tuple(course.players)
    name = player_text(step.player, (*here, step.player) if isinstance(step, Comes) else here, names)
    course.change_seats(step)
    if isinstance(step, Goes):
        return f"{name} {evening_word('goes', language)}"
    beside = here[step.place - 2] if step.place > 1 else here[0]
    where = evening_word("after" if step.place > 1 else "before", language)
    return f"{name} {evening_word('comes', language)} {where} {player_text(beside, here, names)}"
